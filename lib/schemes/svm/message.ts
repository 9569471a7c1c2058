import { concatBytes } from '@noble/hashes/utils'

import { encodeBase58 } from './base58'
import { keyOf } from './derived'

/** One account that an instruction names. */
export type AccountUse = { readonly address: string; readonly signer: boolean; readonly writable: boolean }

/** One call of a program. */
export type Instruction = {
  readonly program: string
  readonly accounts: readonly AccountUse[]
  readonly data: Uint8Array
}

/** What a transaction says, before anybody signed it. Addresses and the blockhash are base58. */
export type Message = {
  readonly feePayer: string
  readonly blockhash: string
  readonly instructions: readonly Instruction[]
}

/** A transaction as it travels: who must sign, in order, with what is there of each signature. */
export type Transaction = {
  readonly message: Message
  readonly signers: readonly string[]
  readonly signatures: readonly Uint8Array[]
  /** the bytes that are signed */
  readonly signed: Uint8Array
}

/** Longest transaction that the network takes, bytes. */
export const MAX_TRANSACTION = 1_232

const VERSION_0 = 0x80

/** Counts of seven bits a byte, low ones first ("compact-u16"); nothing here counts past 2^14. */
const count = (n: number): Uint8Array =>
  n < 0x80 ? Uint8Array.of(n) : Uint8Array.of((n & 0x7f) | 0x80, n >> 7)

/** Every account once, with the widest use: the fee payer, signers, others; those that are written first. */
function accountsOf({ feePayer, instructions }: Message): readonly AccountUse[] {
  const uses = new Map<string, AccountUse>([[feePayer, { address: feePayer, signer: true, writable: true }]])
  const add = ({ address, signer, writable }: AccountUse) => {
    const had = uses.get(address)
    uses.set(address, {
      address,
      signer: signer || had?.signer === true,
      writable: writable || had?.writable === true,
    })
  }
  for (const { accounts } of instructions) for (const use of accounts) add(use)
  for (const { program } of instructions) add({ address: program, signer: false, writable: false })
  const rank = (use: AccountUse) => (use.signer ? 0 : 2) + (use.writable ? 0 : 1)
  // The fee payer is the first of the first kind already; the order is stable.
  return [...uses.values()].sort((a, b) => rank(a) - rank(b))
}

/**
 * Writes a message in the form of version 0, without lookup tables: the bytes that are signed.
 *
 * @throws TypeError for a text that is no address
 */
export function encodeMessage(message: Message): Uint8Array {
  const accounts = accountsOf(message)
  const signers = accounts.filter((use) => use.signer)
  const readSigners = signers.filter((use) => !use.writable).length
  const readOthers = accounts.filter((use) => !use.signer && !use.writable).length
  const place = (address: string) => accounts.findIndex((use) => use.address === address)
  return concatBytes(
    Uint8Array.of(VERSION_0, signers.length, readSigners, readOthers),
    count(accounts.length),
    ...accounts.map((use) => keyOf(use.address)),
    keyOf(message.blockhash),
    count(message.instructions.length),
    ...message.instructions.flatMap(({ program, accounts: used, data }) => [
      Uint8Array.of(place(program)),
      count(used.length),
      Uint8Array.from(used, (use) => place(use.address)),
      count(data.length),
      data,
    ]),
    count(0),
  )
}

/** Signatures in front of the message that they sign; one that is not there yet is 64 zero bytes. */
export const encodeTransaction = (signatures: readonly Uint8Array[], signed: Uint8Array): Uint8Array =>
  concatBytes(count(signatures.length), ...signatures, signed)

/**
 * Reads a transaction of version 0 without lookup tables, whole: any other version, an account that a table
 * names, a place that no account has, or a byte too many or too few is no transaction.
 *
 * @returns null for anything else
 */
export function decodeTransaction(bytes: Uint8Array): Transaction | null {
  if (bytes.length > MAX_TRANSACTION) return null
  let at = 0
  let isShort = false
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) isShort = true
    at += length
    return bytes.slice(at - length, at)
  }
  const byte = () => take(1)[0] ?? 0
  const number = () => {
    const low = byte()
    if (low < 0x80) return low
    const high = byte()
    // One spelling for each number: no number has a last byte of zero behind another.
    if (high === 0 || high >= 0x80) isShort = true
    return (low & 0x7f) | (high << 7)
  }
  /** No list is longer than the bytes that are left. */
  const many = <T>(read: () => T): T[] => {
    const list: T[] = []
    for (let left = number(); left > 0 && !isShort; left--) list.push(read())
    return list
  }
  const signatures = many(() => take(64))
  const from = at
  if (byte() !== VERSION_0) return null
  const [signerCount, readSigners, readOthers] = [byte(), byte(), byte()]
  const addresses = many(() => encodeBase58(take(32)))
  const blockhash = encodeBase58(take(32))
  const calls = many(() => ({ program: byte(), used: many(byte), data: take(number()) }))
  const tables = number()
  if (isShort || at !== bytes.length || tables !== 0) return null
  if (signatures.length !== signerCount || signerCount > addresses.length) return null
  if (readSigners >= signerCount || readOthers > addresses.length - signerCount) return null
  if (new Set(addresses).size !== addresses.length) return null
  const use = (place: number): AccountUse | undefined => {
    const address = addresses[place]
    if (address === undefined) return undefined
    const signer = place < signerCount
    const writable = signer ? place < signerCount - readSigners : place < addresses.length - readOthers
    return { address, signer, writable }
  }
  const instructions: Instruction[] = []
  for (const { program, used, data } of calls) {
    const accounts = used.map(use)
    const called = addresses[program]
    if (called === undefined || !accounts.every((account) => account !== undefined)) return null
    instructions.push({ program: called, accounts, data })
  }
  const [feePayer] = addresses
  return feePayer === undefined
    ? null
    : {
        message: { feePayer, blockhash, instructions },
        signers: addresses.slice(0, signerCount),
        signatures,
        signed: bytes.slice(from),
      }
}
