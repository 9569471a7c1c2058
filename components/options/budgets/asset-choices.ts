import { DEFAULT_ASSETS, SVM_DEFAULT_ASSETS } from '@/lib/core/assets/default-assets'
import { findDefaultAsset, networkById } from '@/lib/core/assets/lookup'
import type { SettingsView } from '@/lib/doors/ui-settings'

import type { AssetChoice } from './new-mandate-draft'

/** Assets that a mandate can be given in, with their names: the default ones, and the owner's own with a cap. */
export function choicesOf(
  settings: Pick<SettingsView, 'assets' | 'testnets'>,
): readonly (AssetChoice & { readonly name: string; readonly networkName: string })[] {
  const defaults = [...DEFAULT_ASSETS, ...SVM_DEFAULT_ASSETS].map((a) => ({
    network: a.network,
    asset: a.asset,
    decimals: a.decimals,
    testnet: a.testnet,
    name: a.symbol,
    isDollar: true,
  }))
  const own = settings.assets.flatMap(({ network, asset, decimals, name }) =>
    decimals === undefined || findDefaultAsset(network, asset) !== null
      ? []
      : [
          {
            network,
            asset,
            decimals,
            testnet: networkById(network)?.testnet ?? false,
            name: name ?? asset,
            isDollar: false,
          },
        ],
  )
  return [...defaults, ...own]
    .filter(({ testnet }) => settings.testnets || !testnet)
    .map((a) => ({
      ...a,
      id: `${a.network}/${a.asset}`,
      networkName: networkById(a.network)?.name ?? a.network,
    }))
}
