import { ed25519 } from '@noble/curves/ed25519'
import { hmac } from '@noble/hashes/hmac'
import { sha512 } from '@noble/hashes/sha2'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils'

import { encodeBase58 } from './base58'

const MASTER = utf8ToBytes('ed25519 seed')
const HARDENED = 0x80000000

/**
 * The key at a path of hardened steps (SLIP-10, ed25519: there are no others).
 *
 * @param seed BIP-39's 64 bytes; any length that SLIP-10 has
 * @param path each step's number, without its mark of hardening
 * @returns 32 bytes, ed25519's secret (RFC 8032, 5.1.5)
 */
export function deriveEd25519(seed: Uint8Array, path: readonly number[]): Uint8Array {
  let node = hmac(sha512, MASTER, seed)
  for (const step of path) {
    const number = new Uint8Array(4)
    new DataView(number.buffer).setUint32(0, step + HARDENED)
    const data = concatBytes(Uint8Array.of(0), node.subarray(0, 32), number)
    const next = hmac(sha512, node.subarray(32), data)
    node.fill(0)
    node = next
  }
  return node.slice(0, 32)
}

/** The address of a secret key: its point, base58. */
export const addressOfSecret = (secret: Uint8Array): string => encodeBase58(ed25519.getPublicKey(secret))

/**
 * The Solana key of an account of the words: m/44'/501'/index'/0', as the common wallets count them.
 *
 * @param seed BIP-39's, without a passphrase
 * @returns 32 bytes
 */
export const solanaSecret = (seed: Uint8Array, index: number): Uint8Array =>
  deriveEd25519(seed, [44, 501, index, 0])
