import { type Chain, createChains } from '@/lib/chain/chain'
import { networkOf } from '@/lib/chain/networks'
import { createRpc } from '@/lib/chain/rpc'
import type { Settings } from '@/lib/ledger/read/documents'

const chains = createChains(createRpc())

/** The chain of a CAIP-2 network, behind the node that the owner chose or the default one; null for an unknown network. */
export function chainOf(settings: Settings, network: string): Chain | null {
  const known = networkOf(network)
  return known === undefined ? null : chains(settings.rpc[network] ?? known.rpcUrl, known.chainId)
}
