import type { Ledger } from '../schema'

/** The document that says how far a restored wallet has read its past from the chain. */
export const REBUILD = 'rebuild'

/**
 * Reading a restored wallet's past. `since` in Unix seconds; of each network the blocks to read, both
 * included, or null where no node has said yet which they are.
 */
export type Rebuild = {
  readonly since: number
  /** Unix milliseconds */
  readonly startedAt: number
  readonly networks: Readonly<Record<string, { readonly from: number; readonly to: number } | null>>
  /** networks whose node did not answer when it was asked last */
  readonly silent: readonly string[]
  readonly done: boolean
}

/** The document of {@link Rebuild}; null in a wallet that was never restored. */
export async function readRebuild(ledger: Ledger): Promise<Rebuild | null> {
  const row = await ledger.documents.get(REBUILD)
  return (row?.value as Rebuild | undefined) ?? null
}

/**
 * Whether nothing is paid without a person, whatever mandates say: money moved that this ledger did not
 * sign for and the owner has not said of it that it is known, or a restored wallet does not know yet what was
 * spent before.
 */
export async function isAutomaticHeld(ledger: Ledger): Promise<boolean> {
  const [unknown, rebuild] = await Promise.all([
    ledger.strangers.where('known').equals(0).limit(1).count(),
    readRebuild(ledger),
  ])
  return unknown > 0 || rebuild?.done === false
}
