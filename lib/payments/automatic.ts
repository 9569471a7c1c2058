import { usdOf } from '@/lib/core/assets/lookup'
import { formatAmount, USD_DECIMALS } from '@/lib/core/money/amount'
import type { AutomaticView } from '@/lib/doors/ui-protocol'
import type { AuthorizationRow, Ledger } from '@/lib/ledger/schema'

const SEEN = 'automatic.seen'
/** So many are told one by one. */
const SHOWN = 20

/** When the owner last looked at what was paid without asking, Unix milliseconds. */
async function seenAt(ledger: Ledger): Promise<number> {
  const row = await ledger.documents.get(SEEN)
  return typeof row?.value === 'number' ? row.value : 0
}

/** What mandates paid since the owner last looked, the newest first. */
export async function unseenAutomatic(ledger: Ledger): Promise<readonly AutomaticView[]> {
  const rows = await ledger.authorizations
    .where('createdAt')
    .above(await seenAt(ledger))
    .reverse()
    .filter((row) => row.mandateId !== null)
    .limit(SHOWN)
    .toArray()
  return rows.map(view)
}

/** The owner looked. */
export async function markAutomaticSeen(ledger: Ledger): Promise<void> {
  const last = await ledger.authorizations.orderBy('createdAt').last()
  await ledger.documents.put({ name: SEEN, value: last?.createdAt ?? 0 })
}

function view(row: AuthorizationRow): AutomaticView {
  const worth = usdOf(row.network, row.asset, BigInt(row.amount))
  return {
    paymentId: row.intentId,
    mandateId: row.mandateId ?? '',
    origin: row.asker,
    amountText: `${formatAmount(BigInt(row.amount), row.decimals)} ${row.symbol}`,
    usd: worth === null ? null : formatAmount(worth.usd, USD_DECIMALS),
    at: row.createdAt,
  }
}
