import { spent } from '../budget/scope'
import { sameAddress } from '../caip/address'
import { formatDollars } from '../money/dollars'
import { dollarsOfPolicy } from '../policy/dollars'
import { balanceOf } from './balance'
import { type Admitted, methodOf } from './offer'
import type { AdmissionInput, Fact, MandateFacts, Reason } from './types'

const hold = (code: Reason['code'], ...facts: Fact[]): Reason => ({ code, facts })

/**
 * Step 7: what no approval lifts. What is unknown (a balance, an allowance) holds nothing.
 *
 * @param account whose balance must suffice; null for the wallet's own
 */
export function hardHold(
  input: AdmissionInput,
  admitted: Admitted,
  mandate: MandateFacts | null,
  account: string | null,
): Reason | null {
  if (input.wallet.locked) return hold('HOLD_LOCKED')
  const over = overBudget(input, admitted, mandate)
  if (over !== null) return over
  const { offer, amount } = admitted
  const asked = amount.toString()
  const ours = (row: { readonly network: string; readonly asset: string }) =>
    row.network === offer.network && sameAddress(row.network, row.asset, offer.asset)
  const balance = balanceOf(input, offer, account)
  if (balance !== undefined && BigInt(balance) < amount)
    return hold('HOLD_INSUFFICIENT_FUNDS', { rule: 'balance', balance, asked })
  const allowance = methodOf(offer) === 'permit2' ? input.wallet.allowances?.find(ours)?.amount : undefined
  if (allowance !== undefined && BigInt(allowance) < amount)
    return hold('HOLD_ALLOWANCE_REQUIRED', { rule: 'allowance', allowance, asked })
  return null
}

function overBudget(input: AdmissionInput, admitted: Admitted, mandate: MandateFacts | null): Reason | null {
  const { amount, usd } = admitted
  const { network, asset, payTo } = admitted.offer
  const { asker, intent, policy, ledger } = input
  const spending = { asker, intent: intent.id, network, asset, payTo, mandate: mandate?.id ?? null, usd }
  for (const { budget, amount: atomic } of spent(policy.budgets, spending, amount, intent.fee)) {
    const inDollars = budget.unit.kind === 'usd'
    const read = (value: string): bigint => (inDollars ? dollarsOfPolicy(value) : BigInt(value))
    const write = (value: bigint): string => (inDollars ? formatDollars(value) : value.toString())
    const total = ledger.totals.find((t) => t.budget === budget.id)
    const committed = total === undefined ? 0n : read(total.settled) + read(total.reserved)
    const asked = inDollars ? (usd?.usd ?? 0n) : atomic
    const over = committed + asked - read(budget.limit)
    if (over <= 0n) continue
    return hold('HOLD_OVER_BUDGET', {
      rule: 'budget',
      budget: budget.id,
      limit: budget.limit,
      committed: write(committed),
      asked: write(asked),
      over: write(over),
    })
  }
  return null
}
