import type { NetworkDocument } from '@/lib/ledger/read/network-states'

/** What was read longer ago than this says nothing of now: nothing is outstanding there. */
const STALE_MS = 3_600_000

/** One trouble and the networks that are in it: their names, in the owner's order, and since when the first is. */
export type Trouble = {
  readonly kind: 'down' | 'disagree'
  readonly names: readonly string[]
  /** Unix milliseconds */
  readonly since: number
}

/**
 * Which networks cannot be read for certain, each trouble once.
 *
 * @param networks in the owner's order
 * @param states how each stood when it was last read, by CAIP-2
 * @param now Unix milliseconds
 */
export function troublesOf(
  networks: readonly { readonly network: string; readonly name: string }[],
  states: Readonly<Record<string, NetworkDocument>>,
  now: number,
): readonly Trouble[] {
  const current = networks.flatMap(({ network, name }) => {
    const state = states[network]
    return state !== undefined && now - state.at <= STALE_MS ? [{ name, state }] : []
  })
  return (['down', 'disagree'] as const).flatMap((kind) => {
    const own = current.filter(({ state }) => state.kind === kind)
    if (own.length === 0) return []
    const since = Math.min(...own.map(({ state }) => state.since))
    return [{ kind, names: own.map(({ name }) => name), since }]
  })
}
