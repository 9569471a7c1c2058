import type { AuthorizationRow } from '../schema'
import { heldOf, isOpen } from './held'
import { ledger } from './ledger'

/** Lines of one page of the list. */
export const OUTSTANDING_PAGE = 50

/** Where a page of the list ends, so that the next begins after it. */
export type OutstandingKey = { readonly createdAt: number; readonly id: string }

const unproved = (below: number) =>
  ledger.authorizations.where('[proved+createdAt]').between([0, 0], [0, below], true, true)

/** What an account has promised of an asset and the chain has not proved, atomic text. @param network CAIP-2 */
export const heldNow = async (account: string, network: string, asset: string): Promise<string> =>
  (await heldOf(ledger, account, network, asset)).toString()

/**
 * What was signed and is not proved yet, newest first. Pages go by key, along an index of what is not proved
 * alone: one costs the same whatever else the ledger holds.
 *
 * @param createdAt of the last line of the page before, Unix milliseconds; null for the first page
 * @param id of that line
 */
export async function outstandingBefore(
  createdAt: number | null,
  id: string | null,
  count: number,
): Promise<readonly AuthorizationRow[]> {
  return await unproved(createdAt ?? Number.MAX_SAFE_INTEGER)
    .reverse()
    .filter(
      (row) =>
        isOpen(row) && (createdAt === null || row.createdAt < createdAt || (id !== null && row.id < id)),
    )
    .limit(count)
    .toArray()
}

/** What is outstanding in one asset; `amount` is atomic text. */
export type OutstandingSum = {
  readonly network: string
  readonly asset: string
  readonly symbol: string
  readonly decimals: number
  readonly amount: string
}

/** What is signed and not proved: how many, how much of each asset, and when the last of them ends (Unix seconds). */
export type Outstanding = {
  readonly count: number
  readonly lastEnd: number
  readonly sums: readonly OutstandingSum[]
}

/** Adds up everything that is outstanding. */
export async function outstanding(): Promise<Outstanding> {
  const sums = new Map<string, { readonly row: AuthorizationRow; amount: bigint }>()
  let count = 0
  let lastEnd = 0
  await unproved(Number.MAX_SAFE_INTEGER).each((row) => {
    if (!isOpen(row)) return
    count += 1
    lastEnd = Math.max(lastEnd, row.validBefore)
    const id = `${row.network} ${row.asset}`
    const sum = sums.get(id)
    if (sum === undefined) sums.set(id, { row, amount: BigInt(row.amount) })
    else sum.amount += BigInt(row.amount)
  })
  return {
    count,
    lastEnd,
    sums: [...sums.values()].map(({ row: { network, asset, symbol, decimals }, amount }) => ({
      network,
      asset,
      symbol,
      decimals,
      amount: amount.toString(),
    })),
  }
}
