import type { BudgetPolicy, BudgetScope, BudgetWindow } from '../admission/types'
import { OWN_ORIGIN } from '../policy/own'

/**
 * A limit as the owner sets it. A scope with the value null is one for each: each site has a total of its
 * own under the same limit.
 */
export type BudgetRule = {
  readonly id: string
  readonly scope:
    | { readonly kind: 'everything' }
    | { readonly kind: Exclude<BudgetScope['kind'], 'everything'>; readonly value: string | null }
  readonly unit: BudgetPolicy['unit']
  /** decimal dollars, or atomic units of the one asset */
  readonly limit: string
  readonly window: BudgetWindow
}

/** Who a payment could be counted for, before one offer of it is chosen. */
export type BudgetSubjects = {
  readonly site: string
  readonly origin: string
  readonly agent: string | null
  readonly intent: string
  /** the payees of the quote's offers */
  readonly payees: readonly string[]
  readonly mandates: readonly string[]
}

/**
 * The owner's limits that this payment may fall under, each with the one total that it has there.
 *
 * @returns budgets whose id names the total: the rule and, of a rule for each, the one that it is for
 */
export function budgetsOf(
  rules: readonly BudgetRule[],
  subjects: BudgetSubjects,
): readonly (BudgetPolicy & { readonly rule: string })[] {
  return rules.flatMap((rule) => {
    const { id, scope, unit, limit, window } = rule
    const named = (value: string, of: BudgetScope) => ({
      id: `${id}:${value}`,
      rule: id,
      scope: of,
      unit,
      limit,
      window,
    })
    if (scope.kind === 'everything') return [named('*', scope)]
    const { kind } = scope
    const present = valuesOf(kind, subjects)
    const values =
      scope.value === null ? present : present.filter((value) => isSame(kind, value, scope.value))
    return values.map((value) => named(totalName(kind, value), { kind, value }))
  })
}

/** Addresses of EVM accounts are one whatever their case; every other name is what it is. */
const totalName = (kind: BudgetScope['kind'], value: string): string =>
  kind === 'payee' && value.startsWith('0x') ? value.toLowerCase() : value

const isSame = (kind: BudgetScope['kind'], a: string, b: string | null): boolean =>
  b !== null && totalName(kind, a) === totalName(kind, b)

function valuesOf(
  kind: Exclude<BudgetScope['kind'], 'everything'>,
  subjects: BudgetSubjects,
): readonly string[] {
  switch (kind) {
    case 'site':
      // The wallet is no site: what its owner sends counts in the limit of everything, not in that of each site.
      return subjects.origin === OWN_ORIGIN ? [] : [subjects.site]
    case 'origin':
      return [subjects.origin]
    case 'agent':
      return subjects.agent === null ? [] : [subjects.agent]
    case 'intent':
      return [subjects.intent]
    case 'payee': {
      const names = new Set<string>()
      return subjects.payees.filter((payee) => {
        const name = totalName('payee', payee)
        return !names.has(name) && names.add(name)
      })
    }
    case 'mandate':
      return subjects.mandates
  }
}
