import { DEFAULT_ASSETS, SVM_DEFAULT_ASSETS } from '@/lib/core/assets/default-assets'
import { isSolana } from '@/lib/core/assets/svm-networks'
import type { HeldView } from '@/lib/doors/ui-money'
import { readSettings, type Settings } from '@/lib/ledger/read/documents'
import { keepBalances } from '@/lib/ledger/write/balances'
import type { Wallet } from './wallet'

/** What reading needs of the background, which keeps the connections to nodes and what was read. */
export type BalanceTools = {
  readonly amountsOf: (
    settings: Settings,
    network: string,
    wanted: readonly { readonly holder: string; readonly asset: string }[],
  ) => Promise<readonly (bigint | null)[]>
  readonly remember: (
    wallet: Wallet,
    of: { readonly account: string; readonly network: string; readonly asset: string },
    amount: bigint | null,
  ) => void
}

/**
 * Reads what every account of the wallet holds in the default assets of one network, and keeps it, so that it can
 * be shown with its age when the network cannot be read. A node that does not answer leaves a balance unknown,
 * never zero.
 *
 * @param network CAIP-2; one that the wallet does not know has no default asset, and nothing is asked
 */
export async function readNetworkBalances(
  wallet: Wallet,
  network: string,
  { amountsOf, remember }: BalanceTools,
): Promise<readonly HeldView[]> {
  const [settings, accounts] = await Promise.all([readSettings(wallet.ledger), wallet.vault.accounts()])
  const assets = [...DEFAULT_ASSETS, ...SVM_DEFAULT_ASSETS].filter((asset) => asset.network === network)
  const wanted = accounts.flatMap(({ address, solana }) => {
    // A key that was imported has no address on Solana.
    const holder = isSolana(network) ? solana : address
    return holder === undefined ? [] : assets.map(({ asset }) => ({ account: address, holder, asset }))
  })
  const amounts = await amountsOf(settings, network, wanted)
  const held = wanted.map(({ account, holder, asset }, i): HeldView => {
    const amount = amounts[i] ?? null
    remember(wallet, { account: holder, network, asset }, amount)
    return { account, asset, amount: amount?.toString() ?? null }
  })
  await keepBalances(wallet.ledger, network, held, Date.now())
  return held
}
