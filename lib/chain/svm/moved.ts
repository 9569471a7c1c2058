import { isRecord } from '@/lib/core/json/parse'
import { type Answer, read } from '../answer'
import { ask, bytesOf, type SvmNode, whole } from './node'

/** By how much a transaction changed what an owner holds of a mint, in all accounts of that owner; atomic. */
export type Change = { readonly owner: string; readonly mint: string; readonly change: bigint }

/** A finalized transaction, and what it did to balances. `at` in Unix seconds. */
export type Moved = {
  readonly bytes: Uint8Array
  readonly slot: number
  readonly failed: boolean
  readonly at: number
  readonly changes: readonly Change[]
}

/**
 * Reads what one finalized transaction moved, by the balances before and after it, so that it counts whatever
 * program moved it, and from whichever account of its owner (Solana RPC, `getTransaction`, `preTokenBalances`).
 *
 * @returns a fault also where the node has no such transaction, or does not say when it was
 */
export async function readMoved(node: SvmNode, signature: string): Promise<Answer<Moved>> {
  const options = { encoding: 'base64', commitment: 'finalized', maxSupportedTransactionVersion: 0 }
  return read(await ask(node, 'getTransaction', [signature, options]), (value) => {
    if (!isRecord(value) || !isRecord(value.meta) || !Array.isArray(value.transaction)) return undefined
    const list: readonly unknown[] = value.transaction
    const bytes = bytesOf(list[0])
    const slot = whole(value.slot)
    const at = whole(value.blockTime)
    if (bytes === undefined || slot === undefined || at === undefined || !('err' in value.meta))
      return undefined
    const before = holdingsOf(value.meta.preTokenBalances)
    const after = holdingsOf(value.meta.postTokenBalances)
    if (before === undefined || after === undefined) return undefined
    return { bytes, slot, at, failed: value.meta.err !== null, changes: changesOf(before, after) }
  })
}

type Holding = { readonly owner: string; readonly mint: string; readonly amount: bigint }

function holdingsOf(value: unknown): readonly Holding[] | undefined {
  if (!Array.isArray(value)) return undefined
  const rows: readonly unknown[] = value
  const holdings = rows.flatMap((row): Holding[] => {
    if (!isRecord(row) || typeof row.owner !== 'string' || typeof row.mint !== 'string') return []
    const amount = isRecord(row.uiTokenAmount) ? row.uiTokenAmount.amount : undefined
    if (typeof amount !== 'string' || !/^\d{1,20}$/.test(amount)) return []
    return [{ owner: row.owner, mint: row.mint, amount: BigInt(amount) }]
  })
  return holdings.length === rows.length ? holdings : undefined
}

function changesOf(before: readonly Holding[], after: readonly Holding[]): readonly Change[] {
  const sums = new Map<string, Change>()
  const add = ({ owner, mint }: Holding, by: bigint) => {
    const key = `${owner} ${mint}`
    sums.set(key, { owner, mint, change: (sums.get(key)?.change ?? 0n) + by })
  }
  for (const holding of before) add(holding, -holding.amount)
  for (const holding of after) add(holding, holding.amount)
  return [...sums.values()].filter(({ change }) => change !== 0n)
}
