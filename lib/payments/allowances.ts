import { late } from '@/lib/late/load'
import { readSettings } from '@/lib/ledger/read/documents'
import type { IntentRow } from '@/lib/ledger/schema'
import { chainOf } from './chains'
import { isLateMade } from './draft'
import type { ChainFor } from './permit2-allowance'
import type { Wallet } from './wallet'

/** The chains of the owner's nodes, for parts that keep nothing of their own. */
export async function chainsOf(wallet: Wallet): Promise<ChainFor> {
  const settings = await readSettings(wallet.ledger)
  return (network) => chainOf(settings, network)
}

/** Reads what Permit2 may move for a quote that pays by it; nothing is asked for any other quote. */
export async function readAllowances(
  wallet: Wallet,
  quote: unknown,
  decision?: IntentRow['decision'],
): Promise<void> {
  if (!isLateMade(quote)) return
  const { account, spendingAccount } = await readSettings(wallet.ledger)
  const payers = [decision?.account, account, spendingAccount].filter((a) => typeof a === 'string')
  const { readAllowancesFor } = await late()
  await readAllowancesFor(wallet.allowances, await chainsOf(wallet), quote, [...new Set(payers)])
}
