import { toUsd18 } from '../money/amount'
import type { Atomic, Usd18 } from '../money/units'
import { DEFAULT_ASSETS, EVM_NETWORKS, SVM_DEFAULT_ASSETS } from './default-assets'
import { SVM_NETWORKS } from './svm-networks'
import type { DefaultAsset, EvmNetwork } from './types'

const byKey = new Map(
  [...DEFAULT_ASSETS, ...SVM_DEFAULT_ASSETS].map((a): [string, DefaultAsset] => [
    keyOf(a.network, a.asset),
    a,
  ]),
)
/** What a person must know of a network, and its CAIP-2 id. */
type Network = Pick<EvmNetwork, 'id' | 'name' | 'testnet'>

const byId = new Map([...EVM_NETWORKS, ...SVM_NETWORKS].map((n): [string, Network] => [n.id, n]))

/** Case is a checksum on EVM (ERC-55) and part of the address on Solana. */
function keyOf(network: string, asset: string): string {
  return `${network}/${network.startsWith('eip155:') ? asset.toLowerCase() : asset}`
}

/** The default asset of exactly this chain and address. */
export function findDefaultAsset(network: string, asset: string): DefaultAsset | null {
  return byKey.get(keyOf(network, asset)) ?? null
}

/** The network of a CAIP-2 id, in its one spelling; null for one that the wallet does not know. */
export function networkById(id: string): Network | null {
  return byId.get(id) ?? null
}

/** What an amount is worth, and whether it is test money; null for an asset without a dollar value. */
export function usdOf(
  network: string,
  asset: string,
  amount: Atomic,
): { readonly usd: Usd18; readonly testnet: boolean } | null {
  const known = findDefaultAsset(network, asset)
  return known === null ? null : { usd: toUsd18(amount, known.decimals), testnet: known.testnet }
}
