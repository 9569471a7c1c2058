import { findDefaultAsset, networkById } from '@/lib/core/assets/lookup'
import { formatAmount } from '@/lib/core/money/amount'
import type { MandateView } from '@/lib/doors/ui-mandates'
import type { WalletStatus } from '@/lib/doors/ui-protocol'
import { ledgerTime, readSettings } from '@/lib/ledger/read/documents'
import { mandateBudget } from '@/lib/ledger/read/totals'
import type { Ledger, MandateRow } from '@/lib/ledger/schema'
import { limitView } from './limits'

/**
 * Every mandate as the screens show it: active first, then paused, then what is over, the newest first.
 *
 * @param accounts those of the wallet, for their names
 */
export async function mandateViews(
  ledger: Ledger,
  accounts: WalletStatus['accounts'],
): Promise<readonly MandateView[]> {
  const [settings, now, rows] = await Promise.all([
    readSettings(ledger),
    ledgerTime(ledger, Math.floor(Date.now() / 1_000)),
    ledger.mandates.toArray(),
  ])
  const views = await Promise.all(
    rows.map(async (row): Promise<MandateView> => {
      const { limit: total, ...rest } = row
      const standing = await limitView(ledger, settings, mandateBudget(row), 0n)
      const paid = ledger.authorizations.where('mandateId').equals(row.id)
      const [payments, last] = await Promise.all([paid.count(), lastPaid(ledger, row)])
      return {
        ...rest,
        total: standing.limit,
        state: row.expiresAt <= now ? 'expired' : row.state,
        accountName: accounts.find((a) => a.address === row.account)?.name ?? '',
        assets: row.assets.map(({ network, asset, maxAmount }) => {
          const known = findDefaultAsset(network, asset)
          return {
            network,
            networkName: networkById(network)?.name ?? network,
            asset,
            symbol: known?.symbol ?? asset,
            max: formatAmount(BigInt(maxAmount), known?.decimals ?? 0),
          }
        }),
        standing,
        payments,
        lastPaidAt: last,
        createdAt: row.createdAt * 1_000,
      }
    }),
  )
  const place = ['active', 'paused', 'expired', 'revoked']
  return views.sort((a, b) => place.indexOf(a.state) - place.indexOf(b.state) || b.createdAt - a.createdAt)
}

async function lastPaid(ledger: Ledger, { id }: MandateRow): Promise<number | null> {
  const rows = ledger.authorizations.where('[mandateId+createdAt]')
  const last = await rows.between([id, 0], [id, Number.MAX_SAFE_INTEGER]).last()
  return last?.createdAt ?? null
}
