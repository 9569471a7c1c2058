import { NETWORKS } from '@/lib/chain/networks'
import { SOLANA_NETWORKS } from '@/lib/chain/svm/networks'
import { readSettings } from '@/lib/ledger/read/documents'
import type { Wallet } from '@/lib/payments/wallet'
import type { SettingsView } from './ui-settings'

/** Of both families; only those of the first have a coin that the wallet spends. */
export const ALL_NETWORKS = [...NETWORKS, ...SOLANA_NETWORKS]

/** The owner's settings as the screen shows them. */
export async function settingsView(wallet: Wallet): Promise<SettingsView> {
  const s = await readSettings(wallet.ledger)
  return {
    perPaymentUsd: s.perPaymentUsd,
    perDayUsd: s.perDayUsd,
    perSiteDayUsd: s.perSiteDayUsd,
    testnets: s.testnets,
    autoLockMinutes: s.autoLockMinutes,
    agentsDrive: s.agentsDrive,
    language: s.language,
    networks: ALL_NETWORKS.map(({ network, name, testnet, rpcUrl }) => ({
      network,
      name,
      testnet,
      rpcUrls: s.rpc[network] ?? [rpcUrl],
    })),
    blockedOrigins: s.blockedOrigins,
    spendingAccount: s.spendingAccount,
    assets: s.assets,
    theme: s.theme,
    developer: s.developer,
  }
}
