import { bytesToHex } from '@noble/hashes/utils'
import { HDKey } from '@scure/bip32'
import { generateMnemonic, mnemonicToSeed, validateMnemonic } from '@scure/bip39'

import type { Address, Hex } from '@/lib/core/hex'
import { err, ok, type Result } from '@/lib/core/result'
import { addressOfKey } from '@/lib/schemes/evm/secp256k1'

/** A private key and its address. The key never leaves the background. */
export type KeyPair = { readonly address: Address; readonly key: Hex }

/** Order of the group of secp256k1 (SEC 2, 2.4.1): a key is a number from 1 to below it. */
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Twelve new words of the list (BIP-39, 128 random bits). */
export function createWords(list: readonly string[]): string {
  return generateMnemonic([...list], 128)
}

/**
 * Reads words as a person typed them: any case, any spaces.
 *
 * @returns the words in lower case with single spaces, or 'bad-words' when they are not 12 to 24 words
 *   of the list with a right checksum (BIP-39)
 */
export function parseWords(typed: string, list: readonly string[]): Result<string, 'bad-words'> {
  const words = typed.normalize('NFKD').toLowerCase().split(/\s+/u).filter(Boolean).join(' ')
  return validateMnemonic(words, [...list]) ? ok(words) : err('bad-words')
}

/** BIP-39's seed of valid words, without a passphrase: 64 bytes, which the caller wipes. */
export const seedOf = (words: string): Promise<Uint8Array> => mnemonicToSeed(words)

/**
 * The account at m/44'/60'/0'/0/index (BIP-44, coin type 60), without a passphrase.
 *
 * @param words valid words, as `parseWords` returns them
 */
export async function deriveAccount(words: string, index: number): Promise<KeyPair> {
  const seed = await seedOf(words)
  const master = HDKey.fromMasterSeed(seed)
  const node = master.derive(`m/44'/60'/0'/0/${index}`)
  if (node.privateKey === null) throw new Error('no key at this index')
  const key: Hex = `0x${bytesToHex(node.privateKey)}`
  for (const bytes of [seed, node.privateKey]) bytes.fill(0)
  master.wipePrivateData()
  return { address: addressOfKey(key), key }
}

/**
 * Reads a private key as a person typed it: 64 hex digits, with or without 0x.
 *
 * @returns 'bad-key' when it is anything else, or a number that is no key of secp256k1
 */
export function parsePrivateKey(typed: string): Result<KeyPair, 'bad-key'> {
  const digits = /^(?:0x)?([0-9a-f]{64})$/i.exec(typed.trim())?.[1]?.toLowerCase()
  if (digits === undefined) return err('bad-key')
  const key: Hex = `0x${digits}`
  const number = BigInt(key)
  if (number === 0n || number >= CURVE_ORDER) return err('bad-key')
  return ok({ address: addressOfKey(key), key })
}
