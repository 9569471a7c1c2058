import type { AdmissionInput } from '@/lib/core/admission/types'

/**
 * What decides a dry run: the mandates that the asker was given, and nothing of the owner's beside them. Limits,
 * totals, balances and remembered prices are left out, so that no number of questions finds one.
 */
export function mandatesAlone(input: AdmissionInput): AdmissionInput {
  const most = Number.MAX_SAFE_INTEGER
  return {
    ...input,
    wallet: { ...input.wallet, balances: [] },
    policy: {
      ...input.policy,
      perPaymentUsd: String(most),
      automaticPerMinute: most,
      budgets: [],
    },
    ledger: { ...input.ledger, totals: [], payees: [] },
  }
}
