import type { AdmissionInput, BudgetPolicy } from '../admission/types'

/** What a budget is matched against: who asks, for which intent, to whom, in which money. */
export type Spending = {
  readonly input: AdmissionInput
  readonly network: string
  readonly asset: string
  readonly payTo: string
  readonly mandate: string | null
  /** null for an asset without a dollar value */
  readonly usd: { readonly usd: bigint; readonly testnet: boolean } | null
}

/** Whether a payment counts against a budget. All that match must hold. */
export function falls(budget: BudgetPolicy, spending: Spending): boolean {
  const { unit } = budget
  if (unit.kind === 'atomic') {
    if (unit.network !== spending.network || unit.asset.toLowerCase() !== spending.asset.toLowerCase())
      return false
  } else if (spending.usd === null || (unit.testnet !== undefined && unit.testnet !== spending.usd.testnet))
    return false
  const { kind, value } = budget.scope
  const { asker, intent } = spending.input
  switch (kind) {
    case 'everything':
      return true
    case 'site':
      return value !== undefined && value === asker.site
    case 'origin':
      return value === asker.origin
    case 'agent':
      return value !== undefined && value === asker.agent
    case 'payee':
      return value?.toLowerCase() === spending.payTo.toLowerCase()
    case 'intent':
      return value === intent.id
    case 'mandate':
      return value !== undefined && value === spending.mandate
  }
}
