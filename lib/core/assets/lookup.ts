import { toUsd18 } from '../money/amount'
import type { Atomic, Usd18 } from '../money/units'
import { DEFAULT_ASSETS, EVM_NETWORKS } from './default-assets'
import type { DefaultAsset, EvmNetwork } from './types'

const byKey = new Map(DEFAULT_ASSETS.map((a) => [`${a.network}/${a.asset.toLowerCase()}`, a]))
const byId = new Map(EVM_NETWORKS.map((n) => [n.id, n]))

/** The default asset of exactly this chain and address; case of the address does not matter. */
export function findDefaultAsset(network: string, asset: string): DefaultAsset | null {
  return byKey.get(`${network}/${asset.toLowerCase()}`) ?? null
}

/** The network of a CAIP-2 id, in its one spelling; null for one that the wallet does not know. */
export function networkById(id: string): EvmNetwork | null {
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
