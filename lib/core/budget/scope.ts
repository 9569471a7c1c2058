import type { BudgetPolicy } from '../admission/types'
import { isNative, NATIVE } from '../assets/native'
import { sameAddress } from '../caip/address'
import { isOwnMove } from '../policy/own'

/** What a budget is matched against: who asks, for which intent, to whom, in which money. */
export type Spending = {
  readonly asker: { readonly origin: string; readonly site?: string; readonly agent?: string | null }
  readonly intent: string
  /** of the purchase; it tells a move between own accounts, which counts for nothing but its fee */
  readonly method?: string
  /** CAIP-2 */
  readonly network: string
  readonly asset: string
  readonly payTo: string
  /** id of the mandate that covers the payment */
  readonly mandate: string | null
  /** null for an asset without a dollar value */
  readonly usd: { readonly testnet: boolean } | null
}

/** The budgets that a payment counts against. All of them must hold: the narrowest and the widest bind. */
export function budgetsFor<B extends BudgetPolicy>(budgets: readonly B[], spending: Spending): readonly B[] {
  return budgets.filter((budget) => isOfUnit(budget.unit, spending) && isInScope(budget, spending))
}

/**
 * What a payment counts in each budget that it falls under, atomic: its amount, and in the chain's own coin
 * its fee. Of a move between accounts of the wallet the fee alone counts.
 *
 * @param fee atomic units of the chain's own coin; undefined for what costs none
 */
export function spent<B extends BudgetPolicy>(
  budgets: readonly B[],
  spending: Spending,
  amount: bigint,
  fee: string | undefined,
): readonly { readonly budget: B; readonly amount: bigint }[] {
  const own = isNative(spending.asset)
  const cost = BigInt(fee ?? 0)
  const isMove = isOwnMove(spending.asker.origin, spending.method)
  const part = isMove ? 0n : amount
  const counted = isMove ? { ...spending, usd: null } : spending
  const of = budgetsFor(budgets, counted).map((budget) => ({ budget, amount: own ? part + cost : part }))
  if (own || fee === undefined) return of
  const inCoin = budgetsFor(budgets, { ...spending, asset: NATIVE, usd: null })
  return [...of, ...inCoin.map((budget) => ({ budget, amount: cost }))]
}

/** Dollars count default assets only. A budget that names neither real nor test money binds both. */
export function isOfUnit(
  unit: BudgetPolicy['unit'],
  { network, asset, usd }: Pick<Spending, 'network' | 'asset' | 'usd'>,
): boolean {
  if (unit.kind === 'atomic') return unit.network === network && sameAddress(network, unit.asset, asset)
  return usd !== null && (unit.testnet === undefined || unit.testnet === usd.testnet)
}

function isInScope({ scope }: BudgetPolicy, spending: Spending): boolean {
  const { asker } = spending
  switch (scope.kind) {
    case 'everything':
      return true
    case 'site':
      return scope.value === asker.site
    case 'origin':
      return scope.value === asker.origin
    case 'agent':
      return scope.value === asker.agent
    case 'payee':
      return sameAddress(spending.network, scope.value, spending.payTo)
    case 'intent':
      return scope.value === spending.intent
    case 'mandate':
      return scope.value === spending.mandate
  }
}
