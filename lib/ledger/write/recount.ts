import { type BudgetRule, budgetsOf } from '@/lib/core/budget/rules'
import type { ReservationRow, TotalRow } from '@/lib/ledger/budget-rows'
import type { AuthorizationRow, Ledger, MandateRow } from '@/lib/ledger/schema'
import { readSettings } from '../read/documents'
import {
  amountsIn,
  type Budget,
  bucketOf,
  isOfCoin,
  mandateBudget,
  nativeRule,
  rulesOf,
} from '../read/totals'
import { countsOf, type StrangerCount } from './strangers'

/** A total that is not what the authorizations add up to. Amounts in the budget's unit. */
export type Difference = {
  readonly budget: string
  readonly hour: number
  readonly stored: { readonly reserved: bigint; readonly settled: bigint }
  readonly counted: { readonly reserved: bigint; readonly settled: bigint }
}

/** Adds up authorizations into the totals and the reservations that they should have. */
class Count {
  readonly totals = new Map<string, TotalRow>()
  readonly reservations: ReservationRow[] = []

  /** What is proved keeps its totals and needs no reservation: it never moves again. */
  add(authorization: AuthorizationRow, budgets: readonly Budget[]): void {
    const { id, state, proved, createdAt, outcome } = authorization
    // A transaction that was undone moved nothing, and its fee is gone.
    const isUndone = state === 'released' && outcome === 'reverted'
    if (state === 'released' && !isUndone) return
    const settled = state === 'settled' || isUndone
    const { moved } = authorization
    // Of what is proved, what moved counts.
    const counted =
      settled && proved === 1 && moved !== null ? { ...authorization, amount: moved } : authorization
    for (const { budget, amount } of amountsIn(budgets, counted)) {
      if (isUndone && !isOfCoin(budget.id)) continue
      const hour = bucketOf(budget, Math.floor(createdAt / 1_000))
      this.#move(budget, hour, settled ? 0n : amount, settled ? amount : 0n)
      if (settled && proved === 1) continue
      this.reservations.push({
        id: `${id}:${budget.id}`,
        authorizationId: id,
        budgetKey: budget.id,
        hour,
        amount,
        state: settled ? 'settled' : 'reserved',
      })
    }
  }

  /** Money of ours that moved without an authorization of this ledger. */
  addStranger(counts: readonly StrangerCount[]): void {
    for (const { budget, hour, amount } of counts) this.#move(budget, hour, 0n, amount)
  }

  #move(budget: Budget, hour: number, reserved: bigint, settled: bigint): void {
    const key = `${budget.id} ${hour}`
    const row = this.totals.get(key) ?? { budgetKey: budget.id, hour, reserved: 0n, settled: 0n }
    this.totals.set(key, {
      ...row,
      reserved: row.reserved + reserved,
      settled: row.settled + settled,
    })
  }
}

/** The budgets of these rules that an authorization counts in, and its mandate's own. */
function budgetsOfRow(
  rules: readonly BudgetRule[],
  mandates: ReadonlyMap<string, MandateRow>,
  { site, asker: origin, agent, intentId: intent, payTo, mandateId }: AuthorizationRow,
): readonly Budget[] {
  const mandate = mandateId === null ? undefined : mandates.get(mandateId)
  const subjects = {
    site,
    origin,
    agent,
    intent,
    payees: [payTo],
    mandates: mandateId === null ? [] : [mandateId],
  }
  return [...budgetsOf(rules, subjects), ...(mandate === undefined ? [] : [mandateBudget(mandate)])]
}

/**
 * Counts one limit from the authorizations, as if it had always been there. Runs inside the caller's
 * transaction, over `authorizations`, `strangers`, `reservations` and `totals`.
 */
export async function recountBudget(ledger: Ledger, rule: BudgetRule): Promise<void> {
  const count = new Count()
  await ledger.authorizations.each((row) => count.add(row, budgetsOfRow([rule], new Map(), row)))
  await ledger.strangers.each((row) => count.addStranger(countsOf([rule], row)))
  await forgetBudget(ledger, rule.id)
  await ledger.totals.bulkPut([...count.totals.values()])
  await ledger.reservations.bulkPut(count.reservations)
}

/** Takes away what one limit counted. Runs inside the caller's transaction, over `reservations` and `totals`. */
export async function forgetBudget(ledger: Ledger, ruleId: string): Promise<void> {
  const [from, to] = [`${ruleId}:`, `${ruleId}:\uffff`]
  await ledger.totals.where('[budgetKey+hour]').between([from, 0], [to, 0]).delete()
  await ledger.reservations.where('budgetKey').between(from, to).delete()
}

/** What {@link repairTotals} reads and writes; Dexie wants the list before the transaction begins. */
export const repairTables = (ledger: Ledger) => [
  ledger.documents,
  ledger.mandates,
  ledger.authorizations,
  ledger.strangers,
  ledger.reservations,
  ledger.totals,
]

/**
 * Writes every total and reservation again from the authorizations and the strangers. Runs inside the caller's
 * transaction, over {@link repairTables}.
 *
 * @returns each total that was not what the authorizations add up to
 */
export async function repairTotals(ledger: Ledger): Promise<readonly Difference[]> {
  const settings = await readSettings(ledger)
  const rules = rulesOf(settings)
  const mandates = new Map((await ledger.mandates.toArray()).map((m) => [m.id, m]))
  const count = new Count()
  await ledger.authorizations.each((row) => {
    const own = row.fee === undefined ? rules : [...rules, nativeRule(settings, row.network)]
    count.add(row, budgetsOfRow(own, mandates, row))
  })
  await ledger.strangers.each((row) => count.addStranger(countsOf(rules, row)))
  const stored = await ledger.totals.toArray()
  const nothing = { reserved: 0n, settled: 0n }
  const of = (row: TotalRow | undefined) =>
    row === undefined ? nothing : { reserved: row.reserved, settled: row.settled }
  const before = new Map(stored.map((row) => [`${row.budgetKey} ${row.hour}`, row]))
  const keys = new Set([...before.keys(), ...count.totals.keys()])
  const differences = [...keys].flatMap((key): readonly Difference[] => {
    const [was, is] = [before.get(key), count.totals.get(key)]
    const row = is ?? was
    if (row === undefined) return []
    const [a, b] = [of(was), of(is)]
    if (a.reserved === b.reserved && a.settled === b.settled) return []
    return [{ budget: row.budgetKey, hour: row.hour, stored: a, counted: b }]
  })
  await ledger.totals.clear()
  await ledger.reservations.clear()
  await ledger.totals.bulkPut([...count.totals.values()])
  await ledger.reservations.bulkPut(count.reservations)
  return differences
}
