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
 * What one answer says about a payment. `mayResend`: sending the identical payload again can help,
 * and cannot pay twice. None of these releases money, and none allows a second signature.
 *
 * - settled: the seller says so; the chain confirms
 * - paid-service-failed: the seller took the money and did not deliver
 * - in-flight: broadcast and not confirmed; look at the chain, do not resend
 * - failed-live: the seller says it failed; the signature stays live
 * - refused: turned away before settling; the signature stays live
 * - allowance-required: Permit2 may not move the token yet
 * - unknown: anything else, among it every lost answer
 */
export type Outcome =
  | { readonly outcome: 'settled'; readonly transaction: string; readonly mayResend: false }
  | { readonly outcome: 'paid-service-failed'; readonly transaction: string; readonly mayResend: true }
  | { readonly outcome: 'in-flight'; readonly transaction: string; readonly mayResend: false }
  | { readonly outcome: 'failed-live'; readonly reason: string | null; readonly mayResend: true }
  | { readonly outcome: 'refused'; readonly reason: string | null; readonly mayResend: false }
  | { readonly outcome: 'allowance-required'; readonly mayResend: true }
  | { readonly outcome: 'unknown'; readonly mayResend: true }

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
      ? { outcome: 'settled', transaction: settlement.transaction, mayResend: false }
      : { outcome: 'paid-service-failed', transaction: settlement.transaction, mayResend: true }
  }
  if (settlement !== null && (settlement.transaction !== '' || settlement.errorReason === PENDING)) {
    return { outcome: 'in-flight', transaction: settlement.transaction, mayResend: false }
  }
  if (error !== null || status === null || status >= 500) return { outcome: 'unknown', mayResend: true }
  if (status === 412 && (hasNewQuote || settlement?.errorReason === ALLOWANCE_REQUIRED)) {
    return { outcome: 'allowance-required', mayResend: true }
  }
  if (settlement !== null) return { outcome: 'failed-live', reason: settlement.errorReason, mayResend: true }
  if (status === 403 || (status === 402 && hasNewQuote)) {
    return { outcome: 'refused', reason: null, mayResend: false }
  }
  return { outcome: 'unknown', mayResend: true }
}
