import { utf8ToBytes } from '@noble/hashes/utils'

import { isAddress } from '@/lib/core/caip/address'
import { err, ok, type Result } from '@/lib/core/result'
import { tokenAccountOf } from './derived'
import {
  type AccountUse,
  decodeTransaction,
  type Instruction,
  type Message,
  type Transaction,
} from './message'
import { COMPUTE_BUDGET_PROGRAM, MEMO_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './programs'

/**
 * Everything that an exact payment on Solana signs. `amount` is atomic, `mint` and `decimals` are pinned,
 * `payTo` is the owner of the account that is paid into; addresses and the blockhash are base58.
 */
export type SvmTerms = {
  /** CAIP-2, solana */
  readonly network: string
  readonly mint: string
  readonly program: string
  readonly decimals: number
  readonly from: string
  readonly payTo: string
  readonly amount: bigint
  /** who pays the network's fee and sends it: the seller's facilitator */
  readonly feePayer: string
  readonly memo: string
  readonly blockhash: string
  readonly budget: ComputeBudget
}

/** How much the transaction may compute, and its price in millionths of a lamport a unit. */
export type ComputeBudget = { readonly units: number; readonly microLamports: number }

/** One field that is malformed, or differs between what is approved and what would be signed. */
export type FieldError = { readonly field: string; readonly detail: string }

/** What the published clients ask for (x402 exact, SVM). */
export const USUAL_BUDGET: ComputeBudget = { units: 20_000, microLamports: 1 }

/** The fee for what is computed stays one lamport, whatever a seller's memo makes the budget be. */
const MOST_FEE_MICRO = 1_000_000

const SET_UNIT_LIMIT = 2
const SET_UNIT_PRICE = 3
const TRANSFER_CHECKED = 12
const MAX_UINT64 = 2n ** 64n - 1n

/** Numbers are written with the low byte first. */
function littleEndian(value: bigint, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => Number((value >> BigInt(8 * i)) & 255n))
}

/**
 * Builds the message of one exact payment: the two bounds of what may be computed, one TransferChecked between
 * the accounts of payer and payee, and the memo.
 *
 * @returns the message, or the first field that cannot be signed
 */
export function buildTransfer(terms: SvmTerms): Result<Message, FieldError> {
  const bad = firstMalformed(terms)
  if (bad !== null) return err(bad)
  const { mint, program, from, payTo, amount, decimals, feePayer, memo, blockhash, budget } = terms
  const read = (address: string): AccountUse => ({ address, signer: false, writable: false })
  const written = (address: string): AccountUse => ({ address, signer: false, writable: true })
  const call = (
    to: string,
    accounts: readonly AccountUse[],
    code: number,
    ...data: Uint8Array[]
  ): Instruction => ({
    program: to,
    accounts,
    data: Uint8Array.from([code, ...data.flatMap((part) => [...part])]),
  })
  return ok({
    feePayer,
    blockhash,
    instructions: [
      call(COMPUTE_BUDGET_PROGRAM, [], SET_UNIT_LIMIT, littleEndian(BigInt(budget.units), 4)),
      call(COMPUTE_BUDGET_PROGRAM, [], SET_UNIT_PRICE, littleEndian(BigInt(budget.microLamports), 8)),
      call(
        program,
        [
          written(tokenAccountOf(from, mint, program)),
          read(mint),
          written(tokenAccountOf(payTo, mint, program)),
          { address: from, signer: true, writable: false },
        ],
        TRANSFER_CHECKED,
        littleEndian(amount, 8),
        Uint8Array.of(decimals),
      ),
      { program: MEMO_PROGRAM, accounts: [], data: utf8ToBytes(memo) },
    ],
  })
}

/**
 * Holds the bytes of a transaction against what was approved, field by field (I4): they are read again from
 * nothing, so that what the key signs is known by what it says and not by who wrote it. One instruction more,
 * another order, another account or another use of one is another transaction.
 *
 * @returns the transaction as read, or the first field that differs
 */
export function checkBytes(bytes: Uint8Array, terms: SvmTerms): Result<Transaction, FieldError> {
  const differs = (field: string, detail: string) => err({ field, detail })
  const bad = firstMalformed(terms)
  if (bad !== null) return err(bad)
  const read = decodeTransaction(bytes)
  if (read === null) return differs('transaction', 'no transaction of version 0')
  const { message, signers } = read
  const [limit, price, transfer, memo] = message.instructions
  if (message.instructions.length !== 4 || !limit || !price || !transfer || !memo)
    return differs('instructions', `${message.instructions.length} instead of 4`)
  const { mint, program, from, payTo } = terms
  const source = `${tokenAccountOf(from, mint, program)} w`
  const destination = `${tokenAccountOf(payTo, mint, program)} w`
  const [paidFrom, ofMint, paidInto, authority, ...others] = transfer.accounts.map(told)
  const says = movement(transfer)
  const pairs: readonly (readonly [field: string, signed: unknown, approved: unknown])[] = [
    ['feePayer', message.feePayer, terms.feePayer],
    ['signers', signers.join(), [terms.feePayer, from].join()],
    ['blockhash', message.blockhash, terms.blockhash],
    ['computeUnitLimit', bounds(limit, SET_UNIT_LIMIT, 4), String(terms.budget.units)],
    ['computeUnitPrice', bounds(price, SET_UNIT_PRICE, 8), String(terms.budget.microLamports)],
    ['program', transfer.program, program],
    ['source', paidFrom, source],
    ['mint', ofMint, mint],
    ['destination', paidInto, destination],
    ['authority', authority, `${from} s`],
    ['accounts', others.join(), ''],
    ['amount', says?.amount, terms.amount],
    ['decimals', says?.decimals, terms.decimals],
    ['memo.program', memo.program, MEMO_PROGRAM],
    ['memo', new TextDecoder().decode(memo.data), terms.memo],
    ['memo.accounts', memo.accounts.length, 0],
  ]
  const other = pairs.find(([, signed, approved]) => signed !== approved)
  return other === undefined
    ? ok(read)
    : differs(other[0], `would sign ${String(other[1])} instead of ${String(other[2])}`)
}

const told = ({ address, signer, writable }: AccountUse) =>
  `${address}${signer || writable ? ' ' : ''}${signer ? 's' : ''}${writable ? 'w' : ''}`

/** The number in a call of the compute budget; text that no number equals for any other call. */
function bounds({ program, accounts, data }: Instruction, code: number, length: number): string {
  const isSuch =
    program === COMPUTE_BUDGET_PROGRAM &&
    accounts.length === 0 &&
    data.length === length + 1 &&
    data[0] === code
  return isSuch ? String(fromLittleEndian(data.subarray(1))) : 'another call'
}

const fromLittleEndian = (bytes: Uint8Array): bigint =>
  bytes.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n)

/** What a TransferChecked moves; null for any other call. */
export function movement({ program, data }: Instruction): { amount: bigint; decimals: number } | null {
  if (program !== TOKEN_PROGRAM && program !== TOKEN_2022_PROGRAM) return null
  const [code, ...rest] = data
  if (code !== TRANSFER_CHECKED || rest.length !== 9) return null
  return { amount: fromLittleEndian(data.subarray(1, 9)), decimals: data[9] ?? 0 }
}

function firstMalformed(terms: SvmTerms): FieldError | null {
  const { network, budget, memo, amount, decimals, program } = terms
  for (const field of ['mint', 'from', 'payTo', 'feePayer', 'blockhash'] as const) {
    if (!isAddress(network, terms[field])) return { field, detail: terms[field].slice(0, 64) }
  }
  if (program !== TOKEN_PROGRAM && program !== TOKEN_2022_PROGRAM)
    return { field: 'program', detail: program }
  if (amount < 0n || amount > MAX_UINT64) return { field: 'amount', detail: String(amount) }
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 255)
    return { field: 'decimals', detail: String(decimals) }
  if (memo === '' || utf8ToBytes(memo).length > MAX_MEMO_BYTES)
    return { field: 'memo', detail: 'too long, or empty' }
  // Who sends it must not be who pays; who is paid may send it, and has no other part in it.
  if (terms.feePayer === terms.from) return { field: 'feePayer', detail: 'is the payer' }
  const { units, microLamports } = budget
  const isBudget =
    Number.isSafeInteger(units) && units > 0 && Number.isSafeInteger(microLamports) && microLamports > 0
  return isBudget && units * microLamports <= MOST_FEE_MICRO ? null : { field: 'budget', detail: `${units}` }
}

/** Longest memo, bytes (x402 exact, SVM). */
export const MAX_MEMO_BYTES = 256
