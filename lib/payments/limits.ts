import type { BudgetWindow } from '@/lib/core/admission/types'
import type { BudgetRule } from '@/lib/core/budget/rules'
import { parseDecimal, USD_DECIMALS } from '@/lib/core/money/amount'
import type { BudgetTerms, UiError } from '@/lib/doors/ui-protocol'
import { late } from '@/lib/late/load'
import { readSettings, type Settings } from '@/lib/ledger/read/documents'
import { writeSettings } from '@/lib/ledger/write/documents'
import { limitOf, unitView } from '@/lib/views/unit'
import { confirmPassword } from './facts'
import type { Wallet } from './wallet'

/** A wallet has no more limits than this: each is read for each decision. */
const MOST_RULES = 40
/** Decimals that a limit in dollars may be typed with, and the most that it may be. */
const TYPED_DECIMALS = 6
const MOST_USD = 10n ** 6n * 10n ** BigInt(USD_DECIMALS)
/** A year of hours is as many rows as a decision may read for one limit. */
const LONGEST_ROLLING = 366 * 86_400

const HOUR = 3_600

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
  const tables = [
    ledger.documents,
    ledger.totals,
    ledger.reservations,
    ledger.authorizations,
    ledger.strangers,
  ]
  const { recountBudget } = await late()
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
  const { forgetBudget } = await late()
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
  return isSame && limitOf(after, USD_DECIMALS) <= limitOf(before, USD_DECIMALS)
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
