import type { DecisionCode } from '@/lib/core/admission/types'
import type { ApprovalView } from '@/lib/doors/ui-protocol'

/** What a person's approval can lift; everything else leaves the button off. The background decides again. */
const LIFTED: ReadonlySet<DecisionCode> = new Set([
  'READY_TO_SIGN',
  'HOLD_APPROVAL_REQUIRED',
  'HOLD_APPROVAL_EXPIRED',
  'HOLD_APPROVAL_MISMATCH',
  'HOLD_APPROVAL_USED',
  'HOLD_OVER_PAYMENT_LIMIT',
  'HOLD_WINDOW_TOO_LONG',
  'HOLD_TERMS_CHANGED',
  'HOLD_NEW_PAYEE',
  'HOLD_RESOURCE_MISMATCH',
  'HOLD_RATE_LIMITED',
])

/** Codes that say only that somebody must look, which the window itself says already. */
const PLAIN: ReadonlySet<DecisionCode> = new Set([
  'READY_TO_SIGN',
  'HOLD_APPROVAL_REQUIRED',
  'HOLD_APPROVAL_EXPIRED',
  'HOLD_APPROVAL_MISMATCH',
  'HOLD_APPROVAL_USED',
  'HOLD_LOCKED',
])

/** What the button needs: an envelope to consent to, which a person may lift over what stands against it. */
export function isPayable(view: ApprovalView): view is ApprovalView & { readonly envelopeDigest: string } {
  return (
    view.state === 'asking' && view.offer !== null && view.envelopeDigest !== null && LIFTED.has(view.code)
  )
}

/** True for a code that deserves a notice of its own above the terms. */
export function isWorthSaying(code: DecisionCode): boolean {
  return !PLAIN.has(code)
}

/** True for a code that no approval lifts, which is drawn as refused instead of unusual. */
export function isFinal(code: DecisionCode): boolean {
  return !LIFTED.has(code) && !PLAIN.has(code)
}
