import { type NetworkDocument, networkDocument } from '../read/network-states'
import type { Ledger } from '../schema'

/** How often the state of a network that does not change is written again. */
const STATE_EVERY_MS = 60_000

/**
 * Keeps how a network stands, for the screens; one that cannot be written is written at the next look.
 *
 * @param network CAIP-2
 * @param at when it was read, Unix milliseconds
 */
export async function writeNetworkState(
  ledger: Ledger,
  network: string,
  { kind, nodes }: Pick<NetworkDocument, 'kind' | 'nodes'>,
  at: number,
): Promise<void> {
  const name = networkDocument(network)
  const before = (await ledger.documents.get(name))?.value as NetworkDocument | undefined
  const isSame = before?.kind === kind && before.nodes.join() === nodes.join()
  if (isSame && Math.abs(at - before.at) < STATE_EVERY_MS) return
  const since = before?.kind === kind ? before.since : at
  const value: NetworkDocument = { kind, nodes, at, since }
  await ledger.documents.put({ name, value }).catch(() => undefined)
}
