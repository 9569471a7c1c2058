import type { BudgetWindow } from '@/lib/core/admission/types'
import { type BudgetRule, budgetsOf } from '@/lib/core/budget/rules'
import { firstHour } from '@/lib/core/budget/window'
import { formatAmount } from '@/lib/core/money/amount'
import type { BudgetView, LimitView } from '@/lib/doors/ui-protocol'
import { ledgerTime, readSettings, type Settings } from '@/lib/ledger/read/documents'
import { amountsIn, type Budget, nativeRule, rulesOf } from '@/lib/ledger/read/totals'
import type { IntentRow, Ledger } from '@/lib/ledger/schema'
import type { NamedEnvelope } from '@/lib/payments/envelope'
import { decimalsOf, limitOf, unitView } from './unit'

/** So many totals of a limit for each are shown, the fullest first. */
const STANDINGS_SHOWN = 20
const HOUR = 3_600

/**
 * One limit as the screens show it.
 *
 * @param asked what a payment on screen would add, in the budget's unit
 */
export async function limitView(
  ledger: Ledger,
  settings: Settings,
  budget: Budget,
  asked: bigint,
): Promise<LimitView> {
  const now = await ledgerTime(ledger, Math.floor(Date.now() / 1_000))
  const unit = unitView(settings, budget.unit)
  const decimals = decimalsOf(unit)
  const rows = await ledger.totals
    .where('[budgetKey+hour]')
    .between([budget.id, firstHour(budget.window, now)], [budget.id, Number.MAX_SAFE_INTEGER], true, true)
    .toArray()
  const settled = rows.reduce((sum, row) => sum + row.settled, 0n)
  const reserved = rows.reduce((sum, row) => sum + row.reserved, 0n)
  const after = settled + reserved + asked
  const limit = limitOf(budget, decimals)
  const first = rows.find((row) => row.settled + row.reserved > 0n)
  const text = (amount: bigint) => formatAmount(amount, decimals)
  return {
    id: budget.id,
    scope: budget.scope.kind,
    label: budget.scope.kind === 'everything' ? '*' : budget.scope.value,
    unit,
    window: budget.window,
    limit: text(limit),
    settled: text(settled),
    reserved: text(reserved),
    after: text(after),
    over: after > limit,
    freesAt: first === undefined ? null : freesAt(budget.window, first.hour, now),
  }
}

/** When the oldest counted hour leaves the window, Unix milliseconds; null where time frees nothing. */
function freesAt(window: BudgetWindow, hour: number, now: number): number | null {
  switch (window.kind) {
    case 'rolling':
      // The hour counts until the window begins after it.
      return ((hour + 1) * HOUR + window.seconds) * 1_000
    case 'month': {
      const today = new Date(now * 1_000)
      return Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1)
    }
    case 'total':
      return null
  }
}

/** Where each limit would stand after this payment; after the reservation the totals hold it already. */
export async function limitsAfter(
  ledger: Ledger,
  intent: IntentRow,
  { terms }: NamedEnvelope,
  held: boolean,
): Promise<readonly LimitView[]> {
  const settings = await readSettings(ledger)
  const { site, asker: origin, agent, id, method } = intent
  const subjects = { site, origin, agent, intent: id, payees: [terms.payTo], mandates: [] }
  const fee = intent.kind === 'transaction' ? intent.action?.fee : undefined
  const rules = [...rulesOf(settings), ...(fee === undefined ? [] : [nativeRule(settings, terms.network)])]
  const counted = amountsIn(budgetsOf(rules, subjects), {
    ...(fee === undefined ? {} : { fee }),
    asker: origin,
    site,
    agent,
    intentId: id,
    method,
    network: terms.network,
    asset: terms.asset,
    payTo: terms.payTo,
    amount: terms.amount,
    mandateId: null,
  })
  return await Promise.all(
    counted.map(({ budget, amount }) => limitView(ledger, settings, budget, held ? 0n : amount)),
  )
}

/** The limits of the money in use, with what stands in each now. */
export async function budgetViews(ledger: Ledger): Promise<readonly BudgetView[]> {
  const settings = await readSettings(ledger)
  const wanted = [...rulesOf(settings), ...(await nativeRules(ledger, settings))].filter(
    ({ unit }) => unit.kind === 'atomic' || (unit.testnet ?? false) === settings.testnets,
  )
  return await Promise.all(wanted.map((rule) => budgetView(ledger, settings, rule)))
}

/** The limits of the coins of those chains that some site is on, or that were changed or used. */
async function nativeRules(ledger: Ledger, settings: Settings): Promise<readonly BudgetRule[]> {
  const [connections, totals] = await Promise.all([
    ledger.connections.toArray(),
    totalNames(ledger, 'native-day-'),
  ])
  const used = totals.map((name) => name.slice('native-day-'.length, name.lastIndexOf(':')))
  const set = Object.keys(settings.nativePerDay)
  const networks = new Set([...connections.map(({ network }) => network), ...used, ...set])
  return [...networks].map((network) => nativeRule(settings, network))
}

async function budgetView(ledger: Ledger, settings: Settings, rule: BudgetRule): Promise<BudgetView> {
  const unit = unitView(settings, rule.unit)
  const standings = await standingsOf(ledger, settings, rule)
  const decimals = decimalsOf(unit)
  return {
    id: rule.id,
    scope: rule.scope,
    unit,
    limit: formatAmount(limitOf(rule, decimals), decimals),
    window: rule.window,
    removable: settings.budgets.some((own) => own.id === rule.id),
    standings,
  }
}

/** Where one rule stands, for each that it is for. */
async function standingsOf(
  ledger: Ledger,
  settings: Settings,
  rule: BudgetRule,
): Promise<readonly LimitView[]> {
  const { scope } = rule
  const prefix = `${rule.id}:`
  const keys = await totalNames(ledger, prefix)
  const names = scope.kind === 'everything' ? [`${prefix}*`] : keys
  const views = await Promise.all(
    names.map((id) => {
      const value = id.slice(prefix.length)
      const of = scope.kind === 'everything' ? scope : { kind: scope.kind, value }
      return limitView(ledger, settings, { ...rule, id, rule: rule.id, scope: of }, 0n)
    }),
  )
  const used = views.filter((v) => scope.kind === 'everything' || Number(v.after) > 0)
  return used.sort((a, b) => Number(b.after) - Number(a.after)).slice(0, STANDINGS_SHOWN)
}

/** The totals whose name begins so, each once, without reading their hours. */
async function totalNames(ledger: Ledger, prefix: string): Promise<readonly string[]> {
  const names: string[] = []
  let from = prefix
  for (;;) {
    const next = await ledger.totals
      .where('[budgetKey+hour]')
      .between([from, 0], [`${prefix}\uffff`, 0], true, false)
      .first()
    if (next === undefined) return names
    names.push(next.budgetKey)
    from = `${next.budgetKey}\u0000`
  }
}

/** The limits as they stand now, for the first screen: everything first, then the sites that used most. */
export async function limitsNow(ledger: Ledger): Promise<readonly LimitView[]> {
  const views = await budgetViews(ledger)
  const of = (rule: string) => views.find((v) => v.id.startsWith(rule))?.standings ?? []
  return [...of('everything-day'), ...of('site-day').slice(0, 4)]
}
