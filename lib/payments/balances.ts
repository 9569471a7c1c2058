import { type Held, readAgreedBalances } from '@/lib/chain/balances'
import { isSolana } from '@/lib/core/assets/svm-networks'
import type { HoldingView } from '@/lib/doors/ui-protocol'
import { svm } from '@/lib/late/load'
import { readSettings, type Settings } from '@/lib/ledger/read/documents'
import type { AuthorizationRow } from '@/lib/ledger/schema'
import type { PublicAccount } from '@/lib/vault/blob'
import { chainsOf, solanaNodeOf } from './chains'
import type { Wallet } from './wallet'

/** A person waits for the answer. */
const LONGEST_READ_MS = 1_500

/** The address by which an account of ours holds what it has on a network; null where it has none there. */
export function holderOf(accounts: readonly PublicAccount[], network: string, owner: string): string | null {
  return isSolana(network) ? (accounts.find((a) => a.address === owner)?.solana ?? null) : owner
}

/** What is held of some assets of one network, in the order asked; null where it is unknown. */
export async function amountsOf(
  settings: Settings,
  network: string,
  wanted: readonly { readonly holder: string; readonly asset: string }[],
): Promise<readonly (bigint | null)[]> {
  const node = solanaNodeOf(settings, network)
  if (node === null) return await readAgreedBalances(chainsOf(settings, network), wanted as readonly Held[])
  const { readTokens } = await svm()
  // Of one holder after another, as they stand together in what is asked.
  const amounts: (bigint | null)[] = []
  for (const [holder, of] of Map.groupBy(wanted, (each) => each.holder)) {
    amounts.push(
      ...(await readTokens(
        node,
        holder,
        of.map(({ asset }) => asset),
      )),
    )
  }
  return amounts
}

/** Keeps what was read of one balance; one that was not read is unknown from now on. */
export function remember(
  wallet: Wallet,
  of: { readonly account: string; readonly network: string; readonly asset: string },
  amount: bigint | null,
): void {
  const id = `${of.account}/${of.network}/${of.asset}`
  if (amount === null) wallet.balances.delete(id)
  else wallet.balances.set(id, { ...of, amount: amount.toString(), readAt: Date.now() })
}

/**
 * Reads what some accounts hold of one asset, so that a mandate is not given, or used, over an account that
 * is known to be empty. A node that is slow or does not answer leaves them unknown, which holds nothing.
 *
 * @param owners addresses on EVM, which name the accounts on every network
 */
export async function readHoldings(
  wallet: Wallet,
  network: string,
  asset: string,
  owners: readonly string[],
): Promise<void> {
  const [settings, accounts] = await Promise.all([readSettings(wallet.ledger), wallet.vault.accounts()])
  const holders = owners.map((owner) => holderOf(accounts, network, owner)).filter((one) => one !== null)
  const read = Promise.all(
    holders.map(async (account) => {
      const [amount = null] = await amountsOf(settings, network, [{ holder: account, asset }])
      remember(wallet, { account, network, asset }, amount)
    }),
  )
  await Promise.race([read, new Promise((resolve) => setTimeout(resolve, LONGEST_READ_MS))])
}

/** What each account of the wallet holds of one asset, read anew. */
export async function holdingsOf(
  wallet: Wallet,
  { network, asset }: { readonly network: string; readonly asset: string },
): Promise<readonly HoldingView[]> {
  const accounts = await wallet.vault.accounts()
  const addresses = accounts.map((a) => a.address)
  await readHoldings(wallet, network, asset, addresses)
  return accounts.map(({ address, name }) => ({
    address,
    name,
    amount:
      wallet.balances.get(`${holderOf(accounts, network, address)}/${network}/${asset}`)?.amount ?? null,
  }))
}

/** What an account held this long ago, less what mandates took since, still says that it holds enough. */
const AMPLE_MS = 10 * 60_000
/** A node that did not answer is asked again after this long; a payment does not wait for it each time. */
const TRY_AGAIN_MS = 10_000
const triedAt = new Map<string, number>()

/**
 * Reads what the accounts of an origin's mandates hold, where that is not known to be enough for one
 * payment of theirs: an account that is empty must sign nothing by itself.
 *
 * @returns whether the origin has any mandate that stands
 */
export async function readMandateHoldings(wallet: Wallet, origin: string): Promise<boolean> {
  const now = Date.now()
  const standing = await wallet.ledger.mandates
    .where('[origin+state+changedAt]')
    .between([origin, 'active', 0], [origin, 'active', Number.MAX_SAFE_INTEGER])
    .filter((m) => m.expiresAt * 1_000 > now)
    .toArray()
  const accounts = await wallet.vault.accounts()
  const unsure = standing.flatMap(({ account, assets }) =>
    assets
      .filter(({ network, asset, maxAmount }) => {
        const id = `${holderOf(accounts, network, account)}/${network}/${asset}`
        const row = wallet.balances.get(id)
        const isAmple =
          row !== undefined && now - row.readAt < AMPLE_MS && BigInt(row.amount) >= BigInt(maxAmount)
        if (isAmple || now - (triedAt.get(id) ?? 0) < (row === undefined ? TRY_AGAIN_MS : 0)) return false
        triedAt.set(id, now)
        return true
      })
      .map(({ network, asset }) => ({ account, network, asset })),
  )
  await Promise.all(unsure.map((of) => readHoldings(wallet, of.network, of.asset, [of.account])))
  return standing.length > 0
}

/** Takes a payment off what its account is known to hold, before the chain says so. */
export function countAsSpent(
  wallet: Wallet,
  { from, network, asset, amount }: Pick<AuthorizationRow, 'from' | 'network' | 'asset' | 'amount'>,
): void {
  const id = `${from}/${network}/${asset}`
  // An allowance may be used up by it: what is left is read anew.
  wallet.allowances.delete(`${from}/${network}/${asset.toLowerCase()}`)
  const row = wallet.balances.get(id)
  if (row === undefined) return
  const left = BigInt(row.amount) - BigInt(amount)
  wallet.balances.set(id, { ...row, amount: (left > 0n ? left : 0n).toString() })
}
