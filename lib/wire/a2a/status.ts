/** Where a payment of a task stands (a2a-x402, section 7). `payment-rejected` is the client's refusal of the offers. */
export type A2aStatus =
  | 'payment-required'
  | 'payment-submitted'
  | 'payment-verified'
  | 'payment-rejected'
  | 'payment-completed'
  | 'payment-failed'

/** How far along the way a status is; the last three end it. */
const STEP: Readonly<Record<A2aStatus, number>> = {
  'payment-required': 0,
  'payment-submitted': 1,
  'payment-verified': 2,
  'payment-rejected': 3,
  'payment-completed': 3,
  'payment-failed': 3,
}

/** Reads a status; null for anything that is none of the six. */
export function statusOf(value: unknown): A2aStatus | null {
  return typeof value === 'string' && Object.hasOwn(STEP, value) ? (value as A2aStatus) : null
}

/**
 * What a change of status means.
 *
 * - same: nothing new
 * - legal: a step forward, or several, for who polls does not see every one
 * - new-quote: the seller asks again after a payment was sent. A person decides; the first
 *   authorization stays reserved, for the seller still holds it
 * - flagged: no step of the protocol; nothing is paid by itself in this task any more
 */
export type StatusMove = 'same' | 'legal' | 'new-quote' | 'flagged'

/**
 * Judges a step from one payment status to another (a2a-x402, section 7.1, with the failed
 * verification of section 9, which its diagram leaves out).
 *
 * @param from the last one known, also the wallet's own `payment-submitted`; null where none is
 */
export function nextStatus(from: A2aStatus | null, to: A2aStatus): StatusMove {
  if (from === to) return 'same'
  if (from === null || STEP[to] > STEP[from]) {
    // Only the payer turns offers down, and only before it pays.
    return to === 'payment-rejected' && from !== null && STEP[from] > 0 ? 'flagged' : 'legal'
  }
  return STEP[to] === 0 && (STEP[from] < 3 || from === 'payment-failed') ? 'new-quote' : 'flagged'
}
