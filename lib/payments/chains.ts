import { type Chain, createChains } from '@/lib/chain/chain'
import { confirmationsOf } from '@/lib/chain/confirmations'
import { networkOf } from '@/lib/chain/networks'
import { createRpc } from '@/lib/chain/rpc'
import { SOLANA_NETWORKS } from '@/lib/chain/svm/networks'
import type { SvmNode } from '@/lib/chain/svm/node'
import type { NodeReport } from '@/lib/doors/ui-settings'
import { late, svm } from '@/lib/late/load'
import { readSettings, type Settings } from '@/lib/ledger/read/documents'
import type { Ledger } from '@/lib/ledger/schema'
import type { Wallet } from './wallet'

const rpc = createRpc()
const chains = createChains(rpc)

/** The addresses of a network's nodes: the owner's, else the default one. @param network CAIP-2 */
export const nodeUrls = ({ rpc }: Pick<Settings, 'rpc'>, network: string): readonly string[] => {
  const own = rpc[network] ?? []
  const known = networkOf(network)
  return own.length > 0 || known === undefined ? own : [known.rpcUrl]
}

/** The chain of a CAIP-2 network, behind the first of its nodes; null for an unknown network. */
export function chainOf(settings: Settings, network: string): Chain | null {
  return chainsOf(settings, network)[0] ?? null
}

/** The chain of a CAIP-2 network, once behind each of its nodes; none for an unknown network. */
export function chainsOf(settings: Settings, network: string): readonly Chain[] {
  const known = networkOf(network)
  if (known === undefined) return []
  return nodeUrls(settings, network).map((url) => chains(url, known.chainId))
}

/** A network's nodes, and how deep a block must be before it proves anything there; null for an unknown network. */
export async function nodesOf(
  ledger: Ledger,
  network: string,
): Promise<{ readonly nodes: readonly Chain[]; readonly depth: number } | null> {
  const settings = await readSettings(ledger)
  const nodes = chainsOf(settings, network)
  if (nodes.length === 0) return null
  return { nodes, depth: confirmationsOf(network, nodeUrls(settings, network)) }
}

/** Asks one of a network's nodes how it stands; an address that is none of them is not asked. */
export async function testNode(
  { ledger }: Wallet,
  { network, url }: { readonly network: string; readonly url: string },
): Promise<NodeReport> {
  const settings = await readSettings(ledger)
  // A node that was left alone for its silence may be back.
  rpc.wake(url)
  const solana = solanaNodesOf(settings, network, url)[0]
  if (solana !== undefined) return await (await svm()).solanaState(solana)
  const node = chainsOf(settings, network)[nodeUrls(settings, network).indexOf(url)]
  return node === undefined ? { state: 'down', block: null } : await (await late()).nodeState(node)
}

/** Nodes that were asked for their genesis hash, by network and address. */
const genuine = new Map<string, SvmNode['genuine']>()

/** The nodes of a Solana network: the owner's, else the default one, or the one of an address; none for any other network. */
export function solanaNodesOf(settings: Settings, network: string, only?: string): readonly SvmNode[] {
  const known = SOLANA_NETWORKS.find((n) => n.network === network)
  if (known === undefined) return []
  const urls = settings.rpc[network] ?? [known.rpcUrl]
  return urls
    .filter((url) => only === undefined || url === only)
    .map((url) => {
      const id = `${network} ${url}`
      const seen = genuine.get(id) ?? { known: false }
      genuine.set(id, seen)
      return { network, genuine: seen, call: (method, params) => rpc.call(url, method, params) }
    })
}

/** The first of them; null for any other network. */
export const solanaNodeOf = (settings: Settings, network: string): SvmNode | null =>
  solanaNodesOf(settings, network)[0] ?? null
