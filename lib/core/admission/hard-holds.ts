import { spent } from '../budget/scope'
import { formatDollars } from '../money/dollars'
import { dollarsOfPolicy } from '../policy/dollars'
import type { Offer } from '../quote/read'
import { allowanceOf, balanceOf, ownAccount } from './balance'
import { type Admitted, methodOf } from './offer'
import { isPermitFor } from './permit'
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
  const balance = balanceOf(input, offer, account)
  if (balance !== undefined && BigInt(balance) < amount)
    return hold('HOLD_INSUFFICIENT_FUNDS', { rule: 'balance', balance, asked })
  const allowance = methodOf(offer) === 'permit2' ? allowanceOf(input, offer, account) : undefined
  if (allowance !== undefined && BigInt(allowance) < amount && !isPermitted(input, offer, asked, account))
    return hold('HOLD_ALLOWANCE_REQUIRED', { rule: 'allowance', allowance, asked })
  return null
}

/** Whether a person lets the missing allowance be signed together with the payment. */
function isPermitted(input: AdmissionInput, offer: Offer, amount: string, account: string | null): boolean {
  const { permit } = input.intent
  const payer = account ?? ownAccount(input, offer.network)
  return permit !== undefined && payer !== null && isPermitFor(permit, offer, amount, payer)
}

function overBudget(input: AdmissionInput, admitted: Admitted, mandate: MandateFacts | null): Reason | null {
  const { amount, usd } = admitted
  const { network, asset, payTo } = admitted.offer
  const { asker, intent, policy, ledger } = input
  const { id, method } = intent
  const spending = { asker, intent: id, method, network, asset, payTo, mandate: mandate?.id ?? null, usd }
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
