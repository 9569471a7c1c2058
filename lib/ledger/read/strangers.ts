import type { StrangerRow } from '../watch-rows'
import { readRebuild } from './automatic-hold'
import { ledger } from './ledger'

/** Money that moved without this ledger, and of which the owner has not said that it is known; oldest first. */
export async function unknownStrangers(): Promise<readonly StrangerRow[]> {
  const rows = await ledger.strangers.where('known').equals(0).toArray()
  return rows.sort((a, b) => a.at - b.at)
}

/** How far one network of a restored wallet is read; `percent` null where nothing was read yet. */
export type RebuildLine = {
  readonly network: string
  readonly percent: number | null
  readonly silent: boolean
}

/** How far a restored wallet has read its past; null where there is nothing to read, or no more. */
export async function rebuildNow(): Promise<readonly RebuildLine[] | null> {
  const rebuild = await readRebuild(ledger)
  if (rebuild === null || rebuild.done) return null
  const watches = await ledger.watches.toArray()
  return Object.entries(rebuild.networks).map(([network, range]) => {
    const next = watches.filter((w) => w.network === network).map((w) => w.nextBlock)
    const silent = rebuild.silent.includes(network)
    if (range === null) return { network, percent: null, silent }
    const all = range.to - range.from + 1
    const read = Math.min(...next, range.to + 1) - range.from
    return { network, percent: all <= 0 ? 100 : Math.max(0, Math.floor((100 * read) / all)), silent }
  })
}
