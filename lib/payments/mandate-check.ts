import type { Host } from '@/lib/doors/late-host'
import type { MandateTerms } from '@/lib/doors/ui-mandates'
import { ledgerTime, readSettings } from '@/lib/ledger/read/documents'
import { payeesSeen } from '@/lib/ledger/read/payees'
import { MANDATES_PER_ORIGIN } from '@/lib/ledger/write/snapshot'
import { nowSeconds } from './facts'
import { checkMandate } from './mandate-rules'
import type { Wallet } from './wallet'

/**
 * Looks at the terms that the owner is writing, as giving them would, and gives nothing.
 *
 * @returns the first part that cannot stand, by the name that the rules have for it, `account` or `too-many`;
 *   null where the mandate could be given now
 */
export async function wrongOf(
  wallet: Wallet,
  terms: MandateTerms,
  host: Pick<Host, 'siteOfOrigin'>,
): Promise<string | null> {
  const { ledger } = wallet
  const [settings, accounts, now, standing] = await Promise.all([
    readSettings(ledger),
    wallet.vault.accounts(),
    ledgerTime(ledger, nowSeconds()),
    ledger.mandates.where('origin').equals(terms.origin).toArray(),
  ])
  const own: readonly string[] = accounts.map((a) => a.address)
  if (terms.account !== null && !own.includes(terms.account)) return 'account'
  const total = checkMandate(terms, {
    settings,
    site: await host.siteOfOrigin(terms.origin),
    own: accounts.flatMap((a) => [a.address, ...(a.solana === undefined ? [] : [a.solana])]),
    payeesSeen: await payeesSeen(ledger, terms.origin),
    now,
  })
  if ('wrong' in total) return total.wrong
  const live = standing.filter((m) => m.state !== 'revoked' && m.expiresAt > now)
  return live.length >= MANDATES_PER_ORIGIN ? 'too-many' : null
}
