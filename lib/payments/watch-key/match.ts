import { sameAddress } from '@/lib/core/caip/address'
import type { Hex } from '@/lib/core/hex'
import type { AuthorizationRow } from '@/lib/ledger/schema'
import type { Move, NonceUse, Spending } from './logs'

/** What the ledger knows of a payment, as far as a move of money can be told to be it. */
export type Known = Pick<
  AuthorizationRow,
  | 'id'
  | 'state'
  | 'outcome'
  | 'scheme'
  | 'transferMethod'
  | 'network'
  | 'asset'
  | 'from'
  | 'payTo'
  | 'amount'
  | 'nonce'
  | 'transaction'
  | 'claimedTransaction'
>

/** A move that nothing in the ledger is, with the nonce of the authorization that moved it. */
export type Unknown = Move & { readonly nonce: Hex | null }

const same = (row: Known, a: string, b: string): boolean => sameAddress(row.network, a, b)

/** Its money left from the account and in the asset of this row. */
const isOfAccount = (row: Known, move: Move): boolean =>
  same(row, row.asset, move.asset) && same(row, row.from, move.from)

/** What was given back as proved dead cannot explain that money moved all the same. */
const holds = ({ state }: Known): boolean => state !== 'released'

/** Of `upto` less than was signed may move; of everything else exactly that. */
const fits = (row: Known, move: Move): boolean =>
  isOfAccount(row, move) &&
  same(row, row.payTo, move.to) &&
  (row.scheme === 'upto' ? move.amount <= BigInt(row.amount) : move.amount === BigInt(row.amount))

/** A payment of ours by its nonce: also one that is mined before anybody told us. */
const isByNonce = (row: Known, move: Move, uses: readonly NonceUse[]): boolean =>
  row.transferMethod === 'eip3009' &&
  fits(row, move) &&
  uses.some((use) => use.transaction === move.transaction && use.nonce === row.nonce.toLowerCase())

/** A payment of ours by its transaction: proved, or named by its server. */
const isByTransaction = (row: Known, move: Move): boolean => {
  const named = [row.transaction, row.claimedTransaction].some(
    (hash) => hash?.toLowerCase() === move.transaction,
  )
  // Whatever a transaction moves that the wallet signed and sent itself was read before it was signed.
  return named && (row.transferMethod === 'transaction' ? isOfAccount(row, move) : fits(row, move))
}

/**
 * Takes away what the ledger knows by nonce or transaction. Each payment explains one move, so that a second
 * one of the same amount to the same payee is not hidden behind the first.
 *
 * @param rows every row with a nonce or a transaction of this spending
 */
export function unexplained({ moves, uses }: Spending, rows: readonly Known[]): readonly Unknown[] {
  const left = new Set(rows.filter(holds))
  return moves.flatMap((move) => {
    const row = [...left].find((each) => isByNonce(each, move, uses) || isByTransaction(each, move))
    if (row === undefined) return [{ ...move, nonce: nonceOf(move, uses) }]
    if (row.transferMethod !== 'transaction') left.delete(row)
    return []
  })
}

/** The nonce whose use was logged last before a move, in its own transaction: tokens log the use first. */
function nonceOf(move: Move, uses: readonly NonceUse[]): Hex | null {
  const before = uses.filter(
    (use) =>
      use.transaction === move.transaction &&
      use.asset === move.asset &&
      use.from === move.from &&
      use.logIndex < move.logIndex,
  )
  return before.sort((a, b) => b.logIndex - a.logIndex)[0]?.nonce ?? null
}

/**
 * Whether a move can be that of a Permit2 transfer of ours that nobody told us of; Permit2 logs no nonce, so
 * its bitmap is to be asked as well.
 */
export const couldBePermit2 = (row: Known, move: Unknown): boolean =>
  row.transferMethod === 'permit2' && holds(row) && move.nonce === null && fits(row, move)

/**
 * Whether a move can be one that the owner allowed another to take: an allowance, or a transfer through a
 * contract, that a page's typed data or transaction gave.
 *
 * @param called whom the move's transaction called
 */
export const isAllowed = (row: Known, move: Unknown, called: Hex | null): boolean =>
  (row.transferMethod === 'page' || row.transferMethod === 'transaction') &&
  holds(row) &&
  move.nonce === null &&
  isOfAccount(row, move) &&
  [move.to, called].some((taker) => taker !== null && same(row, row.payTo, taker)) &&
  move.amount <= BigInt(row.amount)
