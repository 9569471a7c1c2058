import type { Address } from 'viem'

import { readBalances } from '@/lib/chain/balances'
import { NETWORKS } from '@/lib/chain/networks'
import { DEFAULT_ASSETS } from '@/lib/core/assets/default-assets'
import type { BalanceView } from '@/lib/doors/ui-protocol'
import { readSettings } from '@/lib/ledger/write/documents'
import { chainOf } from './chains'
import { walletFacts } from './facts'
import type { Wallet } from './wallet'

/**
 * Reads what the account holds in default assets, on real networks or, while test money is on, on test
 * networks. A node that does not answer leaves the balance unknown, never zero.
 */
export async function readAllBalances(wallet: Wallet): Promise<readonly BalanceView[]> {
  const settings = await readSettings(wallet.ledger)
  const { account } = await walletFacts(wallet, settings)
  if (account === '') return []
  const networks = NETWORKS.filter((n) => settings.testnets || !n.testnet)
  const views = await Promise.all(
    networks.map(async ({ network, name, testnet }) => {
      const assets = DEFAULT_ASSETS.filter((a) => a.network === network)
      const chain = chainOf(settings, network)
      const answers =
        chain === null
          ? []
          : await readBalances(
              chain,
              account as Address,
              assets.map((a) => a.asset as Address),
            )
      return assets.map(({ asset, symbol, decimals }): BalanceView => {
        const amount = answers.find((b) => b.asset === asset)?.amount ?? null
        const id = `${account}/${network}/${asset}`
        const readAt = amount === null ? null : Date.now()
        if (amount === null || readAt === null) wallet.balances.delete(id)
        else wallet.balances.set(id, { account, network, asset, amount: amount.toString(), readAt })
        return {
          network,
          networkName: name,
          testnet,
          asset,
          symbol,
          decimals,
          amount: amount?.toString() ?? null,
          readAt,
        }
      })
    }),
  )
  return views.flat()
}
