import type { Reading } from '@/lib/chain/reading'
import type { Hex } from '@/lib/core/hex'
import type { AuthorizationRow } from '@/lib/ledger/schema'

/**
 * What the chain says of one authorization. Amounts are atomic.
 *
 * - `used`: the money moved; `moved` is how much
 * - `cancelled`: its nonce was made void before anybody used it
 * - `undone`: its transaction was mined and reverted: nothing moved, and the fee is gone
 * - `unused`: its window is over and its nonce is free, so that nobody can use it any more
 * - `open`: nothing is proved. `searched` are the lowest and the highest block that were looked through for what
 *   used its nonce, both 0 after all of them; with `unpaid` the nonce was used and no transfer to the payee is in
 *   that transaction, which stands in the block right below `from`
 */
export type Finding =
  | { readonly kind: 'used'; readonly transaction: string; readonly block: bigint; readonly moved: bigint }
  | { readonly kind: 'cancelled'; readonly transaction: Hex | null; readonly block: bigint }
  | { readonly kind: 'undone'; readonly transaction: Hex; readonly block: bigint }
  | { readonly kind: 'unused'; readonly block: bigint }
  | { readonly kind: 'open'; readonly searched?: Searched; readonly unpaid?: true }

type Searched = { readonly from: number; readonly to: number }

/** What is found of several, by the authorization's id; one that is missing is open. */
export type Findings = Map<string, Finding>

/** Looks for proof of what became of authorizations of one form on one network. */
export type Judge = (reading: Reading, rows: readonly AuthorizationRow[], known: Known) => Promise<Findings>

/** What a judge may ask of the ledger. */
export type Known = {
  /** the authorizations that are proved by this transaction already: each transfer proves one */
  readonly provedBy: (transaction: Hex) => Promise<readonly AuthorizationRow[]>
}

/** A window counts as over only so long after its end, in seconds, by the time of a confirmed block. */
export const MARGIN_SECONDS = 60

/** Whether nobody can use it any more, seen from the block of the reading. */
export const isOver = ({ block }: Reading, { validBefore }: AuthorizationRow): boolean =>
  block.timestamp > validBefore + MARGIN_SECONDS

/** Whether its end is long past, so that what used it stands far below the newest blocks. */
export const isOld = ({ block }: Reading, { validBefore }: AuthorizationRow): boolean =>
  block.timestamp > validBefore + 7_200
