import type { Ledger } from '../schema'

/**
 * How a network stood when it was last read. `down`: too few of its nodes answer. `disagree`: they contradict
 * each other. In both what is outstanding there stays held, and nothing of it is known. Times are Unix
 * milliseconds; `nodes` in the order of the network's addresses.
 */
export type NetworkDocument = {
  readonly kind: 'ok' | 'down' | 'disagree'
  readonly nodes: readonly ('ok' | 'down' | 'behind' | 'wrong-chain' | 'nonsense' | 'differs')[]
  readonly at: number
  readonly since: number
}

const PREFIX = 'network:'

/** The name of a network's document. @param network CAIP-2 */
export const networkDocument = (network: string): string => `${PREFIX}${network}`

/** How each network stood that was read so far, by CAIP-2. */
export async function networkStates(ledger: Ledger): Promise<Readonly<Record<string, NetworkDocument>>> {
  const rows = await ledger.documents.where('name').startsWith(PREFIX).toArray()
  return Object.fromEntries(
    rows.map(({ name, value }) => [name.slice(PREFIX.length), value as NetworkDocument]),
  )
}
