import type { BudgetPolicy } from '@/lib/core/admission/types'
import { usdOf } from '@/lib/core/assets/lookup'
import { coinOf, NATIVE } from '@/lib/core/assets/native'
import { type BudgetRule, type BudgetSubjects, budgetsOf } from '@/lib/core/budget/rules'
import { spent } from '@/lib/core/budget/scope'
import { firstHour, hourOf, standingWithin } from '@/lib/core/budget/window'
import { formatAmount } from '@/lib/core/money/amount'
import { dailyRules } from '@/lib/core/policy/defaults'
import type { AuthorizationRow, Ledger, MandateRow } from '@/lib/ledger/schema'
import type { Settings } from './documents'

/** A limit with the total that it counts in: `id` names its rows of `totals`. */
export type Budget = BudgetPolicy & { readonly rule: string }

/** What a budget has settled and what it holds, in its unit: 18-decimal dollars, or atomic. */
export type Standing = { readonly settled: bigint; readonly reserved: bigint }

/** Every limit of the owner's: the two of a day, and those added. */
export function rulesOf(settings: Settings): readonly BudgetRule[] {
  return [...dailyRules(settings), ...settings.budgets]
}

/** Whether a total is that of a chain's own coin. */
export const isOfCoin = (budgetKey: string): boolean => budgetKey.startsWith('native-day-')

/** What may be spent in a chain's own coin in a day, amounts and fees together. */
export function nativeRule({ nativePerDay }: Settings, network: string): BudgetRule {
  return {
    id: `native-day-${network}`,
    scope: { kind: 'everything' },
    unit: { kind: 'atomic', network, asset: NATIVE },
    limit: nativePerDay[network] ?? coinOf(network).perDay.toString(),
    window: { kind: 'rolling', seconds: 86_400 },
  }
}

/** The budget of a mandate's own total. */
export function mandateBudget(mandate: MandateRow): Budget {
  const { unit, limit, window, id } = mandate
  const scope = { kind: 'mandate', value: id } as const
  return { id: `mandate:${id}`, rule: 'mandate', scope, unit, limit, window }
}

/**
 * What a budget has committed inside its window: at most one row an hour of the window, whatever the
 * history.
 *
 * @param now Unix seconds
 */
export async function standingOf(
  ledger: Ledger,
  budget: Pick<Budget, 'id' | 'window'>,
  now: number,
): Promise<Standing> {
  const { window } = budget
  const rows = await ledger.totals
    .where('[budgetKey+hour]')
    .between([budget.id, firstHour(window, now)], [budget.id, Number.MAX_SAFE_INTEGER], true, true)
    .toArray()
  return standingWithin(rows, window, now)
}

/** An amount in the unit's own text: decimal dollars, or atomic. */
export const amountText = (unit: BudgetPolicy['unit'], amount: bigint): string =>
  unit.kind === 'usd' ? formatAmount(amount, 18) : amount.toString()

/** Which of these budgets an authorization counts in, and with how much. */
export function amountsIn(
  budgets: readonly Budget[],
  authorization: Pick<
    AuthorizationRow,
    'asker' | 'site' | 'agent' | 'intentId' | 'network' | 'asset' | 'payTo' | 'amount' | 'mandateId' | 'fee'
  > &
    Partial<Pick<AuthorizationRow, 'method'>>,
): readonly { readonly budget: Budget; readonly amount: bigint }[] {
  const { asker, site, agent, intentId, method, network, asset, payTo, mandateId } = authorization
  const atomic = BigInt(authorization.amount)
  const usd = usdOf(network, asset, atomic)
  const spending = {
    asker: { origin: asker, site, agent },
    intent: intentId,
    ...(method === undefined ? {} : { method }),
    network,
    asset,
    payTo,
    mandate: mandateId,
    usd,
  }
  return spent(budgets, spending, atomic, authorization.fee).map(({ budget, amount }) => ({
    budget,
    amount: budget.unit.kind === 'usd' ? (usd?.usd ?? 0n) : amount,
  }))
}

/**
 * Every budget that an authorization could count in, of the owner's rules and of the mandate that allowed it.
 *
 * @param coin network whose own coin it costs; undefined for what costs none
 */
export function budgetsOfPayment(
  settings: Settings,
  mandate: MandateRow | null,
  subjects: Omit<BudgetSubjects, 'mandates'>,
  coin?: string,
): readonly Budget[] {
  const rules = [...rulesOf(settings), ...(coin === undefined ? [] : [nativeRule(settings, coin)])]
  const mandates = mandate === null ? [] : [mandate.id]
  return [
    ...budgetsOf(rules, { ...subjects, mandates }),
    ...(mandate === null ? [] : [mandateBudget(mandate)]),
  ]
}

/** The bucket of a budget that a payment at this time stands in. */
export const bucketOf = ({ window }: Pick<Budget, 'window'>, now: number): number =>
  window.kind === 'total' ? 0 : hourOf(now)
