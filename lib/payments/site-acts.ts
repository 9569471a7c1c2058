import type { Host } from '@/lib/doors/late-host'
import type { UiError } from '@/lib/doors/ui-protocol'
import { ledgerTime } from '@/lib/ledger/read/documents'
import { writeSettings } from '@/lib/ledger/write/documents'
import { nowSeconds } from './facts'
import type { Wallet } from './wallet'

type Of = { readonly origin: string }

/** Blocks an origin: nothing of it is asked about again, what waits is declined, its connection ends. */
export async function blockSite(
  wallet: Wallet,
  { origin }: Of,
  host: Pick<Host, 'decline' | 'disconnect'>,
): Promise<UiError | null> {
  if (origin === '' || origin === 'null') return { code: 'bad-value' }
  await writeSettings(wallet.ledger, ({ blockedOrigins }) => ({
    blockedOrigins: [...new Set([...blockedOrigins, origin])],
  }))
  await host.disconnect(wallet, origin)
  const waiting = await wallet.ledger.intents.where('state').equals('asking').toArray()
  for (const { id, asker } of waiting) if (asker === origin) await host.decline(wallet, { paymentId: id })
  return null
}

/**
 * Forgets an origin: its connection, its mandates (revoked, as the record of what they paid stays), and what is
 * remembered of its payees, prices and hosts. Payments and receipts stay: nothing undoes them.
 */
export async function forgetSite(
  wallet: Wallet,
  { origin }: Of,
  host: Pick<Host, 'disconnect'>,
): Promise<UiError | null> {
  if (!URL.canParse(origin)) return { code: 'bad-value' }
  const { ledger } = wallet
  const { mandates, payees, prices, hosts } = ledger
  const changedAt = await ledgerTime(ledger, nowSeconds())
  const answered = new URL(origin).host
  await host.disconnect(wallet, origin)
  await ledger.transaction('rw', mandates, payees, prices, hosts, async () => {
    // First: with nothing remembered, no price is a rise and no payee is new.
    await mandates
      .where('origin')
      .equals(origin)
      .and(({ state }) => state !== 'revoked')
      .modify({ state: 'revoked', changedAt })
    await payees.where('[origin+lastSeen]').between([origin, 0], [origin, Number.MAX_SAFE_INTEGER]).delete()
    await prices
      .where('[origin+method+path]')
      .between([origin, '', ''], [origin, '\uffff', '\uffff'])
      .delete()
    await hosts.where('[answered+named]').between([answered, ''], [answered, '\uffff']).delete()
  })
  return null
}
