import { usdOf } from '@/lib/core/assets/lookup'
import { formatAmount, parseDecimal, USD_DECIMALS } from '@/lib/core/money/amount'
import type { LimitView } from '@/lib/doors/ui-protocol'
import { readSettings } from '@/lib/ledger/read/documents'
import { openRequests } from '@/lib/ledger/read/requests'
import { mandateBudget } from '@/lib/ledger/read/totals'
import type { AuthorizationRow, Ledger } from '@/lib/ledger/schema'
import { budgetViews, limitView } from '@/lib/views/limits'
import { decimalsOf } from '@/lib/views/unit'
import type { LimitLevel, Standing } from './news'
import { dollarText, plainName, siteName } from './text'
import type { NoticeWords } from './words'

/** So many automatic payments are looked at in one turn; more have one notice of their mandate all the same. */
const MOST = 100

/**
 * What notices could be about now.
 *
 * @param since automatic payments after this, Unix milliseconds
 */
export async function standingNow(ledger: Ledger, words: NoticeWords, since: number): Promise<Standing> {
  const [paid, unknown, payments, questions, limits] = await Promise.all([
    ledger.authorizations
      .where('createdAt')
      .above(since)
      .filter(({ mandateId }) => mandateId !== null)
      .limit(MOST)
      .toArray(),
    ledger.authorizations.where('state').equals('unknown').toArray(),
    ledger.intents.where('state').equals('asking').toArray(),
    openRequests(ledger),
    levels(ledger, words),
  ])
  return {
    automatic: paid.map((row) => ({
      mandate: row.mandateId ?? '',
      origin: row.asker,
      usd: usdText(row),
      amount: amountOf(row, words),
      at: row.createdAt,
    })),
    limits,
    unknown: unknown.map((row) => ({
      id: row.id,
      payment: row.intentId,
      origin: row.asker,
      amount: amountOf(row, words),
    })),
    waiting: [...payments, ...questions]
      .sort((a, b) => a.createdAt - b.createdAt)
      .map(({ id, asker, mayOpen }) => ({ id, origin: asker, opened: mayOpen })),
  }
}

function usdText({ network, asset, amount }: AuthorizationRow): string | null {
  const worth = usdOf(network, asset, BigInt(amount))
  return worth === null ? null : formatAmount(worth.usd, USD_DECIMALS)
}

/** The symbol of a page's own token is the site's word: it is bounded like a name. */
function amountOf(row: AuthorizationRow, words: NoticeWords): string {
  const usd = usdText(row)
  if (usd !== null) return dollarText(usd, words)
  return `${formatAmount(BigInt(row.amount), row.decimals)} ${plainName(row.symbol)}`.trimEnd()
}

/** How far each limit and each mandate's total is used. */
async function levels(ledger: Ledger, words: NoticeWords): Promise<readonly LimitLevel[]> {
  const settings = await readSettings(ledger)
  const active = await ledger.mandates.filter(({ state }) => state === 'active').toArray()
  const [budgets, mandates] = await Promise.all([
    budgetViews(ledger),
    Promise.all(
      active.map(async (row) => ({
        view: await limitView(ledger, settings, mandateBudget(row), 0n),
        name: siteName(row.origin, words),
      })),
    ),
  ])
  const standings = budgets.flatMap((budget) => budget.standings)
  return [...standings.map((view) => ({ view, name: nameOf(view, words) })), ...mandates].map(
    ({ view, name }) => ({
      id: view.id,
      level: levelOf(view),
      name,
      used: inUnit(view, view.after, words),
      limit: inUnit(view, view.limit, words),
    }),
  )
}

/** Where a limit stands: what is held counts as used. A limit of nothing has no share to tell. */
export function levelOf(view: Pick<LimitView, 'unit' | 'after' | 'limit'>): 0 | 80 | 100 {
  const decimals = decimalsOf(view.unit)
  const [used, limit] = [view.after, view.limit].map((text) => parseDecimal(text, decimals))
  if (!used?.ok || !limit?.ok || limit.value === 0n) return 0
  const hundredths = used.value * 100n
  return hundredths >= limit.value * 100n ? 100 : hundredths >= limit.value * 80n ? 80 : 0
}

function nameOf({ scope, label }: LimitView, words: NoticeWords): string {
  if (scope === 'everything') return words.everything
  return scope === 'origin' ? siteName(label, words) : plainName(label, scope === 'site' ? 'end' : 'start')
}

function inUnit({ unit }: LimitView, text: string, words: NoticeWords): string {
  return unit.kind === 'usd' ? dollarText(text, words) : `${text} ${plainName(unit.symbol ?? '')}`.trimEnd()
}
