import type { BudgetPolicy, BudgetWindow } from '@/lib/core/admission/types'
import { findDefaultAsset } from '@/lib/core/assets/lookup'
import { type BudgetRule, budgetsOf } from '@/lib/core/budget/rules'
import { firstHour } from '@/lib/core/budget/window'
import { formatAmount, parseDecimal, USD_DECIMALS } from '@/lib/core/money/amount'
import type { BudgetTerms, BudgetView, LimitView, UiError, UnitView } from '@/lib/doors/ui-protocol'
import { ledgerTime, readSettings, type Settings } from '@/lib/ledger/read/documents'
import { amountsIn, type Budget, rulesOf } from '@/lib/ledger/read/totals'
import type { IntentRow, Ledger } from '@/lib/ledger/schema'
import { writeSettings } from '@/lib/ledger/write/documents'
import { forgetBudget, recountBudget } from '@/lib/ledger/write/recount'
import type { NamedEnvelope } from './envelope'
import { confirmPassword, nowSeconds } from './facts'
import type { Wallet } from './wallet'

/** So many totals of a limit for each are shown, the fullest first. */
const STANDINGS_SHOWN = 20
/** A wallet has no more limits than this: each is read for each decision. */
const MOST_RULES = 40
/** Decimals that a limit in dollars may be typed with, and the most that it may be. */
const TYPED_DECIMALS = 6
const MOST_USD = 10n ** 6n * 10n ** BigInt(USD_DECIMALS)
/** A year of hours is as many rows as a decision may read for one limit. */
const LONGEST_ROLLING = 366 * 86_400

const HOUR = 3_600

/** How a unit is shown; null for an asset that neither the table nor the owner has decimals for. */
export function unitView(settings: Settings, unit: BudgetPolicy['unit']): UnitView {
  if (unit.kind === 'usd') return { kind: 'usd', testnet: unit.testnet === true }
  const { network, asset } = unit
  const known = findDefaultAsset(network, asset)
  const entry = settings.assets.find((a) => a.network === network && a.asset === asset)
  const decimals = known?.decimals ?? entry?.decimals ?? 0
  return { kind: 'asset', network, asset, symbol: known?.symbol ?? entry?.name ?? null, decimals }
}

const decimalsOf = (unit: UnitView): number => (unit.kind === 'usd' ? USD_DECIMALS : unit.decimals)

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
  const now = await ledgerTime(ledger, nowSeconds())
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

function limitOf({ limit, unit }: Budget, decimals: number): bigint {
  if (unit.kind === 'atomic') return BigInt(limit)
  const read = parseDecimal(limit, decimals)
  return read.ok ? read.value : 0n
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
  wallet: Wallet,
  intent: IntentRow,
  { terms }: NamedEnvelope,
  held: boolean,
): Promise<readonly LimitView[]> {
  const settings = await readSettings(wallet.ledger)
  const { site, asker: origin, agent, id } = intent
  const subjects = { site, origin, agent, intent: id, payees: [terms.payTo], mandates: [] }
  const counted = amountsIn(budgetsOf(rulesOf(settings), subjects), {
    asker: origin,
    site,
    agent,
    intentId: id,
    network: terms.network,
    asset: terms.asset,
    payTo: terms.payTo,
    amount: terms.amount,
    mandateId: null,
  })
  return await Promise.all(
    counted.map(({ budget, amount }) => limitView(wallet.ledger, settings, budget, held ? 0n : amount)),
  )
}

/** The limits of the money in use, with what stands in each now. */
export async function budgetViews(wallet: Wallet): Promise<readonly BudgetView[]> {
  const settings = await readSettings(wallet.ledger)
  const wanted = rulesOf(settings).filter(
    ({ unit }) => unit.kind === 'atomic' || (unit.testnet ?? false) === settings.testnets,
  )
  return await Promise.all(wanted.map((rule) => budgetView(wallet.ledger, settings, rule)))
}

async function budgetView(ledger: Ledger, settings: Settings, rule: BudgetRule): Promise<BudgetView> {
  const unit = unitView(settings, rule.unit)
  const standings = await standingsOf(ledger, settings, rule)
  const decimals = decimalsOf(unit)
  return {
    id: rule.id,
    scope: rule.scope,
    unit,
    limit: formatAmount(
      limitOf({ ...rule, rule: rule.id, scope: { kind: 'everything' } }, decimals),
      decimals,
    ),
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
export async function limitsNow(wallet: Wallet): Promise<readonly LimitView[]> {
  const views = await budgetViews(wallet)
  const of = (rule: string) => views.find((v) => v.id.startsWith(rule))?.standings ?? []
  return [...of('everything-day'), ...of('site-day').slice(0, 4)]
}

/**
 * Adds a limit, or changes one. What loosens asks for the password (I9). A new limit counts what was spent
 * inside its window before it was set.
 */
export async function setBudget(
  wallet: Wallet,
  terms: BudgetTerms,
  password: string | undefined,
): Promise<{ id: string } | UiError> {
  const settings = await readSettings(wallet.ledger)
  const rule = ruleOf(settings, terms)
  if (rule === null) return { code: 'bad-value' }
  const before = settings.budgets.find((b) => b.id === rule.id)
  if (terms.id !== undefined && before === undefined) return { code: 'bad-value' }
  if (before === undefined && settings.budgets.length >= MOST_RULES) return { code: 'bad-value' }
  const loosens = before !== undefined && !isTighter(before, rule)
  const refused = loosens ? await confirmPassword(wallet, password) : await unlocked(wallet)
  if (refused !== null) return refused
  const { ledger } = wallet
  const tables = [ledger.documents, ledger.totals, ledger.reservations, ledger.authorizations]
  const kept = await ledger.transaction('rw', tables, async () => {
    // Read again: what another window changed while the password was typed stays changed.
    const { budgets } = await readSettings(ledger)
    if (
      !sameText(
        before,
        budgets.find((b) => b.id === rule.id),
      )
    )
      return false
    await writeSettings(ledger, { budgets: [...budgets.filter((b) => b.id !== rule.id), rule] })
    await recountBudget(ledger, rule)
    return true
  })
  return kept ? { id: rule.id } : { code: 'changed' }
}

/** Takes one of the owner's own limits away. */
export async function removeBudget(
  wallet: Wallet,
  of: { readonly id: string; readonly password?: string | undefined },
): Promise<UiError | null> {
  const settings = await readSettings(wallet.ledger)
  if (!settings.budgets.some((b) => b.id === of.id)) return { code: 'bad-value' }
  const refused = await confirmPassword(wallet, of.password)
  if (refused !== null) return refused
  const { ledger } = wallet
  await ledger.transaction('rw', ledger.documents, ledger.totals, ledger.reservations, async () => {
    const { budgets } = await readSettings(ledger)
    await writeSettings(ledger, { budgets: budgets.filter((b) => b.id !== of.id) })
    await forgetBudget(ledger, of.id)
  })
  return null
}

async function unlocked(wallet: Wallet): Promise<UiError | null> {
  return (await wallet.vault.status()) === 'unlocked' ? null : { code: 'locked' }
}

const sameText = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** The same limit with a lower number; everything else of it is another limit. */
function isTighter(before: BudgetRule, after: BudgetRule): boolean {
  const isSame = (['scope', 'unit', 'window'] as const).every((part) => sameText(before[part], after[part]))
  const number = (rule: BudgetRule) =>
    limitOf({ ...rule, rule: rule.id, scope: { kind: 'everything' } }, USD_DECIMALS)
  return isSame && number(after) <= number(before)
}

const SCOPES = ['site', 'origin', 'agent', 'payee', 'intent', 'mandate']

/** The rule that these words stand for; null where one of them is no limit at all. */
function ruleOf(settings: Settings, terms: BudgetTerms): BudgetRule | null {
  const { scope, window } = terms
  const named = scope.kind === 'everything' || scope.value === null || scope.value.trim() !== ''
  if (scope.kind !== 'everything' && !SCOPES.includes(scope.kind)) return null
  if (!named || !isWindow(window)) return null
  const { unit } = terms
  const id = terms.id ?? crypto.randomUUID()
  if (unit.kind === 'usd') {
    const usd = parseDecimal(terms.limit, TYPED_DECIMALS)
    if (!usd.ok || usd.value * 10n ** BigInt(USD_DECIMALS - TYPED_DECIMALS) > MOST_USD) return null
    return { id, scope, unit, limit: terms.limit, window }
  }
  const known = unitView(settings, { kind: 'atomic', network: unit.network, asset: unit.asset })
  if (known.kind !== 'asset' || known.symbol === null) return null
  const atomic = parseDecimal(terms.limit, known.decimals)
  if (!atomic.ok) return null
  return {
    id,
    scope,
    unit: { kind: 'atomic', network: unit.network, asset: unit.asset },
    limit: atomic.value.toString(),
    window,
  }
}

const isWindow = (window: BudgetWindow): boolean =>
  window.kind !== 'rolling' ||
  (Number.isInteger(window.seconds) && window.seconds >= HOUR && window.seconds <= LONGEST_ROLLING)
