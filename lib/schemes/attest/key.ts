import { isRecord } from '@/lib/core/json/parse'

/** A public key that a statement brings with itself, and the algorithm that it is for (RFC 7518, 8037, 8812). */
export type PublicKey = {
  readonly alg: 'ES256' | 'ES256K' | 'EdDSA'
  /** compressed or uncompressed point; 32 bytes of Ed25519 */
  readonly bytes: Uint8Array
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Multicodec prefixes of public keys, as varints, and the length of each key. */
const CODECS = [
  { prefix: [0xed, 0x01], alg: 'EdDSA', length: 32 },
  { prefix: [0xe7, 0x01], alg: 'ES256K', length: 33 },
  { prefix: [0x80, 0x24], alg: 'ES256', length: 33 },
] as const

/**
 * The key that a JWS header names, as far as the header itself holds it: `did:key`, `did:jwk`, or `jwk`.
 * Nothing is fetched: a `did:web` would call a host that the owner did not choose.
 *
 * @param header of the JWS, as parsed
 * @returns null where the key is elsewhere, or cannot be read
 */
export function keyIn(header: Readonly<Record<string, unknown>>): PublicKey | null {
  const { kid, jwk } = header
  if (typeof kid === 'string') {
    const did = kid.split('#', 1)[0] ?? ''
    if (did.startsWith('did:key:z')) return ofMulticodec(fromBase58(did.slice('did:key:z'.length)))
    if (did.startsWith('did:jwk:')) return ofJwk(jsonIn(did.slice('did:jwk:'.length)))
  }
  return jwk === undefined ? null : ofJwk(jwk)
}

/** A base64url text without padding (RFC 7515, section 2) as bytes; null for anything else. */
export function fromBase64Url(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return null
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0))
  // One text for each value: bits that no byte holds are 0.
  const again = btoa(binary).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')
  return again === text ? bytes : null
}

/** A base58 text as bytes (Bitcoin's alphabet); null for what is none, or longer than any key. */
export function fromBase58(text: string): Uint8Array | null {
  if (text.length > 64) return null
  let value = 0n
  for (const character of text) {
    const digit = BASE58.indexOf(character)
    if (digit < 0) return null
    value = value * 58n + BigInt(digit)
  }
  const zeros = text.length - text.replace(/^1+/, '').length
  const hex = value === 0n ? '' : value.toString(16)
  const pairs = (hex.length % 2 === 0 ? hex : `0${hex}`).match(/../g) ?? []
  return Uint8Array.from([
    ...new Array<number>(zeros).fill(0),
    ...pairs.map((pair) => Number.parseInt(pair, 16)),
  ])
}

function ofMulticodec(bytes: Uint8Array | null): PublicKey | null {
  const codec = CODECS.find(
    ({ prefix, length }) =>
      bytes !== null && bytes.length === 2 + length && bytes[0] === prefix[0] && bytes[1] === prefix[1],
  )
  return codec === undefined || bytes === null ? null : { alg: codec.alg, bytes: bytes.subarray(2) }
}

function ofJwk(jwk: unknown): PublicKey | null {
  if (!isRecord(jwk)) return null
  const { kty, crv } = jwk
  const [x, y] = [coordinate(jwk.x), coordinate(jwk.y)]
  if (x === null) return null
  if (kty === 'OKP' && crv === 'Ed25519') return { alg: 'EdDSA', bytes: x }
  const alg = crv === 'P-256' ? 'ES256' : crv === 'secp256k1' ? 'ES256K' : null
  return kty === 'EC' && alg !== null && y !== null ? { alg, bytes: Uint8Array.from([4, ...x, ...y]) } : null
}

function coordinate(value: unknown): Uint8Array | null {
  const bytes = typeof value === 'string' ? fromBase64Url(value) : null
  return bytes?.length === 32 ? bytes : null
}

function jsonIn(encoded: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(fromBase64Url(encoded) ?? undefined))
  } catch {
    return null
  }
}
