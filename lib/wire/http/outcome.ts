import type { Settlement } from './settlement'

/** What was seen of the answer to one sent payment. */
export type Observation = {
  /** null where no answer came */
  readonly status: number | null
  /** a settlement header that could be read, else null */
  readonly settlement: Settlement | null
  /** the answer carries a quote */
  readonly hasNewQuote: boolean
  /** what broke the request, null where it ended well */
  readonly error: string | null
}

/**
 * What one answer says about a payment. None of these releases money, and none allows a second signature;
 * whether the identical payload may leave again is for lib/core/lifecycle/resend to say.
 *
 * - settled: the seller says so; the chain confirms
 * - paid-service-failed: the seller took the money and did not deliver
 * - in-flight: broadcast and not confirmed; look at the chain
 * - failed-live: the seller says it failed; the signature stays live
 * - refused: turned away before settling; the signature stays live
 * - allowance-required: Permit2 may not move the token yet
 * - unknown: anything else, among it every lost answer
 */
export type Outcome =
  | { readonly outcome: 'settled'; readonly transaction: string }
  | { readonly outcome: 'paid-service-failed'; readonly transaction: string }
  | { readonly outcome: 'in-flight'; readonly transaction: string }
  | { readonly outcome: 'failed-live'; readonly reason: string | null }
  | { readonly outcome: 'refused'; readonly reason: string | null }
  | { readonly outcome: 'allowance-required' }
  | { readonly outcome: 'unknown' }

/** What an outcome does to the payment's state; nothing here releases money (I6). */
export const EVENT_OF: Readonly<Record<Outcome['outcome'], 'settled' | 'failed' | 'unknown'>> = {
  settled: 'settled',
  'paid-service-failed': 'settled',
  'in-flight': 'unknown',
  'failed-live': 'failed',
  refused: 'failed',
  'allowance-required': 'failed',
  unknown: 'unknown',
}

const ALLOWANCE_REQUIRED = 'permit2_allowance_required'
const PENDING = 'settlement_pending'

/**
 * Classifies the answer to a sent payment.
 *
 * A claim of success counts whatever else is said, for it can only be to our cost; a claim of failure
 * never proves that nothing moved.
 */
export function classifyOutcome(seen: Observation): Outcome {
  const { status, settlement, hasNewQuote, error } = seen
  if (settlement?.success === true) {
    const delivered = status !== null && status >= 200 && status < 400 && error === null
    return delivered
      ? { outcome: 'settled', transaction: settlement.transaction }
      : { outcome: 'paid-service-failed', transaction: settlement.transaction }
  }
  if (settlement !== null && (settlement.transaction !== '' || settlement.errorReason === PENDING)) {
    return { outcome: 'in-flight', transaction: settlement.transaction }
  }
  if (error !== null || status === null || status >= 500) return { outcome: 'unknown' }
  if (status === 412 && (hasNewQuote || settlement?.errorReason === ALLOWANCE_REQUIRED)) {
    return { outcome: 'allowance-required' }
  }
  if (settlement !== null) return { outcome: 'failed-live', reason: settlement.errorReason }
  if (status === 403 || (status === 402 && hasNewQuote)) {
    return { outcome: 'refused', reason: null }
  }
  return { outcome: 'unknown' }
}
