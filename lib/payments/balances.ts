import type { Address } from 'viem'

import { readBalances } from '@/lib/chain/balances'
import { NETWORKS } from '@/lib/chain/networks'
import { DEFAULT_ASSETS } from '@/lib/core/assets/default-assets'
import type { BalanceView } from '@/lib/doors/ui-protocol'
import { readSettings } from '@/lib/ledger/write/documents'
import { chainOf } from './chains'
import { isFresh, walletFacts } from './facts'
import type { Wallet } from './wallet'

/** A person waits for the answer. */
const LONGEST_READ_MS = 1_500

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
        const readAt = remember(wallet, { account, network, asset }, amount)
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

/** Keeps what was read of one balance; one that was not read is unknown from now on. */
function remember(
  wallet: Wallet,
  of: { readonly account: string; readonly network: string; readonly asset: string },
  amount: bigint | null,
): number | null {
  const id = `${of.account}/${of.network}/${of.asset}`
  if (amount === null) {
    wallet.balances.delete(id)
    return null
  }
  const readAt = Date.now()
  wallet.balances.set(id, { ...of, amount: amount.toString(), readAt })
  return readAt
}

/**
 * Reads what some accounts hold of one asset, so that a mandate is not given, or used, over an account that
 * is known to be empty. A node that is slow or does not answer leaves them unknown, which holds nothing.
 *
 * @param accounts addresses
 */
export async function readHoldings(
  wallet: Wallet,
  network: string,
  asset: string,
  accounts: readonly string[],
): Promise<void> {
  const chain = chainOf(await readSettings(wallet.ledger), network)
  if (chain === null) return
  const read = Promise.all(
    accounts.map(async (account) => {
      const [answer] = await readBalances(chain, account as Address, [asset as Address])
      remember(wallet, { account, network, asset }, answer?.amount ?? null)
    }),
  )
  await Promise.race([read, new Promise((resolve) => setTimeout(resolve, LONGEST_READ_MS))])
}

/** Reads what the accounts of an origin's mandates hold, where that is not known. */
export async function readMandateHoldings(wallet: Wallet, origin: string): Promise<void> {
  const mandates = await wallet.ledger.mandates.where('[origin+state]').equals([origin, 'active']).toArray()
  const known = [...wallet.balances.values()].filter(isFresh)
  const unknown = mandates.flatMap(({ account, assets }) =>
    assets
      .map(({ network, asset }) => ({ account, network, asset }))
      .filter(
        (of) => !known.some((b) => b.account === account && b.network === of.network && b.asset === of.asset),
      ),
  )
  await Promise.all(unknown.map((of) => readHoldings(wallet, of.network, of.asset, [of.account])))
}
