import { ed25519 } from '@noble/curves/ed25519'
import { p256 } from '@noble/curves/p256'
import { secp256k1 } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2'

import { isRecord, parseJson } from '@/lib/core/json/parse'
import { fromBase64Url, keyIn, type PublicKey } from './key'

/** A JWS in compact form, taken apart, with nothing of it believed. */
export type Jws = {
  readonly header: Readonly<Record<string, unknown>>
  readonly payload: unknown
  readonly signature: Uint8Array
  /** the bytes under the signature */
  readonly signed: Uint8Array
}

/** Reads a compact JWS (RFC 7515); null for what is none, and for one whose header asks for more than is known here. */
export function readJws(text: string): Jws | null {
  const parts = text.split('.')
  const [head = '', body = '', tail = ''] = parts
  const header = jsonOf(head)
  const signature = fromBase64Url(tail)
  const payload = jsonOf(body)
  if (parts.length !== 3 || !isRecord(header) || payload === undefined || signature === null) return null
  // A member that must be understood and is not makes the whole invalid (RFC 7515, 4.1.11).
  if (Object.hasOwn(header, 'crit') || typeof header.alg !== 'string') return null
  return { header, payload, signature, signed: new TextEncoder().encode(`${head}.${body}`) }
}

/** What checking a JWS by the key that it brings gave. */
export type JwsCheck =
  | { readonly verdict: 'good'; readonly key: PublicKey }
  | { readonly verdict: 'bad' }
  | { readonly verdict: 'unknown-key' }

/** Checks a JWS by the key that its header holds. The algorithm must be the key's own. */
export function checkJws({ header, signature, signed }: Jws): JwsCheck {
  if (header.alg === 'none') return { verdict: 'bad' }
  const key = keyIn(header)
  if (key === null) return { verdict: 'unknown-key' }
  return header.alg === key.alg && isBy(key, signature, signed)
    ? { verdict: 'good', key }
    : { verdict: 'bad' }
}

function isBy({ alg, bytes }: PublicKey, signature: Uint8Array, signed: Uint8Array): boolean {
  if (signature.length !== 64) return false
  try {
    if (alg === 'EdDSA') return ed25519.verify(signature, signed, bytes)
    // JWS knows no rule of the lower half (RFC 8812): both forms are the signer's.
    return (alg === 'ES256' ? p256 : secp256k1).verify(signature, sha256(signed), bytes, { lowS: false })
  } catch {
    return false
  }
}

function jsonOf(encoded: string): unknown {
  const bytes = fromBase64Url(encoded)
  if (bytes === null) return undefined
  try {
    const parsed = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return parsed.ok ? parsed.value : undefined
  } catch {
    return undefined
  }
}
