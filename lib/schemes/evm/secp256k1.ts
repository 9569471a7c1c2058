import { secp256k1 } from '@noble/curves/secp256k1'
import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils'

type Hex = `0x${string}`

const hex = (bytes: Uint8Array): Hex => `0x${bytesToHex(bytes)}`
const bytes = (text: string): Uint8Array => hexToBytes(text.slice(2))
const word = (number: bigint): string => number.toString(16).padStart(64, '0')

/** Keccak-256 of bytes, or of the bytes that a hex text stands for, as 0x hex. */
export function keccak256(data: Uint8Array | Hex): Hex {
  return hex(keccak_256(typeof data === 'string' ? bytes(data) : data))
}

/** Whether a text is 20 bytes in hex, in any case: the checksum is no part of the address (EIP-55). */
export const isAddress = (text: string): text is Hex => /^0x[0-9a-fA-F]{40}$/.test(text)

/**
 * Writes an address in its checksummed form (EIP-55).
 *
 * @throws TypeError for a text that is no address
 */
export function getAddress(text: string): Hex {
  if (!isAddress(text)) throw new TypeError(`${text.slice(0, 64)} is no address`)
  const lower = text.slice(2).toLowerCase()
  const mask = bytesToHex(keccak_256(utf8ToBytes(lower)))
  return `0x${[...lower].map((digit, i) => (Number.parseInt(mask[i] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`
}

const addressOfPoint = (uncompressed: Uint8Array): Hex =>
  getAddress(hex(keccak_256(uncompressed.subarray(1)).subarray(12)))

/**
 * The account of a private key.
 *
 * @param privateKey 32 bytes in hex
 * @throws Error for what is no key of the curve; callers keep its text to themselves
 */
export function addressOfKey(privateKey: Hex): Hex {
  return addressOfPoint(secp256k1.getPublicKey(bytes(privateKey), false))
}

/** Both numbers of a signature and the parity that recovers its signer. */
export type Parts = { readonly r: Hex; readonly s: Hex; readonly yParity: 0 | 1 }

/**
 * Signs a digest of 32 bytes (RFC 6979, low s).
 *
 * @throws Error for what is no key; callers keep its text to themselves
 */
export function signDigest(digest: Hex, privateKey: Hex): Parts {
  const { r, s, recovery } = secp256k1.sign(bytes(digest), bytes(privateKey), { lowS: true })
  return { r: `0x${word(r)}`, s: `0x${word(s)}`, yParity: recovery === 1 ? 1 : 0 }
}

/** A signature as it travels: r, s, and 27 or 28. */
export const signatureOf = ({ r, s, yParity }: Parts): Hex =>
  `0x${r.slice(2)}${s.slice(2)}${yParity === 1 ? '1c' : '1b'}`

/**
 * The account that signed a digest.
 *
 * @throws Error where the signature belongs to no key
 */
export function recoverAddress(digest: Hex, { r, s, yParity }: Parts): Hex {
  const signature = new secp256k1.Signature(BigInt(r), BigInt(s)).addRecoveryBit(yParity)
  return addressOfPoint(signature.recoverPublicKey(bytes(digest)).toRawBytes(false))
}

/** The digest of a text or of bytes that a person signs as a message (EIP-191, version 0x45). */
export function hashMessage(message: string | Uint8Array): Hex {
  const data = typeof message === 'string' ? utf8ToBytes(message) : message
  const prefix = utf8ToBytes(`\x19Ethereum Signed Message:\n${data.length}`)
  const whole = new Uint8Array(prefix.length + data.length)
  whole.set(prefix)
  whole.set(data, prefix.length)
  return keccak256(whole)
}
