import type { DecisionCode } from '@/lib/core/admission/types'
import type { AuthorizationRow, IntentRow } from '@/lib/ledger/schema'
import type { Json } from '@/lib/page/protocol'
import { isDiscreet } from '@/lib/payments/intake'

/** What a caller hears of one purchase: no number of the owner's, and never how to change one. */
export type PublicStatus =
  | 'pending'
  | 'ready'
  | 'sent'
  | 'settled'
  | 'failed'
  | 'unknown'
  | 'released'
  | 'declined'
  | 'expired'
  | 'refused'

/** The one word for every hold that would tell of limits, budgets, funds or what the wallet remembers. */
const ASK: DecisionCode = 'HOLD_APPROVAL_REQUIRED'
/** Holds that say nothing of the owner's numbers. */
const PLAIN: readonly DecisionCode[] = ['HOLD_LOCKED', 'HOLD_DECLINED', 'HOLD_RECONCILIATION']

const REASONS: Readonly<Record<PublicStatus, string>> = {
  pending: 'a person is asked',
  ready: 'signed',
  sent: 'sent; the outcome is not known yet',
  settled: 'paid',
  failed: 'the server says that it failed; the same payment may still be taken',
  unknown: 'nobody knows what became of it; the same payment may still be taken',
  released: 'not paid, and it cannot be taken any more',
  declined: 'declined',
  expired: 'not answered in time',
  refused: 'the wallet does not pay this',
}

/** A code as a page may hear it: a refusal by its name, a hold by its name where that is harmless. */
export function publicCode(code: DecisionCode): DecisionCode {
  return code.startsWith('HOLD_') && !PLAIN.includes(code) ? ASK : code
}

/** Where a purchase stands, for the origin that wants it. */
export function publicState(
  intent: IntentRow,
  authorization: AuthorizationRow | undefined,
  now: number,
): Json {
  const status = statusOf(intent, authorization, now)
  return {
    id: intent.id,
    status,
    code: codeOf(intent, status),
    reason: isUnderway(intent.state, status) ? 'it is being signed' : REASONS[status],
    retryLater: status === 'pending' || status === 'expired',
    resend: status === 'sent' || status === 'failed' || status === 'unknown',
    ...(authorization === undefined ? {} : { terms: termsOf(authorization) }),
    ...(status === 'settled' && authorization !== undefined ? { receipt: receiptOf(authorization) } : {}),
  }
}

/** Nobody is asked any more: it is just being signed. */
const isUnderway = (state: IntentRow['state'], status: PublicStatus): boolean =>
  status === 'pending' && (state === 'approved' || state === 'paying')

function statusOf(intent: IntentRow, authorization: AuthorizationRow | undefined, now: number): PublicStatus {
  if (authorization !== undefined) {
    if (authorization.state === 'reserved') return 'pending'
    return authorization.state === 'signed' ? 'ready' : authorization.state
  }
  switch (intent.state) {
    case 'refused':
      // A refusal for a reason of the owner's own looks like a question that nobody answers.
      if (!isDiscreet(intent)) return 'refused'
      return now < intent.deadline ? 'pending' : 'expired'
    case 'declined':
      return 'declined'
    case 'gone':
    case 'done':
      return 'expired'
    default:
      return 'pending'
  }
}

function codeOf({ decision, state }: IntentRow, status: PublicStatus): DecisionCode {
  if (isUnderway(state, status)) return 'READY_TO_SIGN'
  if (status === 'pending') return publicCode(decision.code === 'HOLD_LOCKED' ? 'HOLD_LOCKED' : ASK)
  if (status === 'declined') return 'HOLD_DECLINED'
  if (status === 'expired') return 'HOLD_APPROVAL_EXPIRED'
  if (status === 'refused') return publicCode(decision.code)
  return status === 'unknown' || status === 'failed' || status === 'sent'
    ? 'HOLD_RECONCILIATION'
    : 'READY_TO_SIGN'
}

/** What was signed is the caller's to know: it receives the signature. */
const termsOf = ({ scheme, network, asset, payTo, amount, validBefore }: AuthorizationRow): Json => ({
  scheme,
  network,
  asset,
  payTo,
  amount,
  validBefore,
})

const receiptOf = ({ transaction, network, asset, payTo, amount, proved }: AuthorizationRow): Json => ({
  transaction,
  network,
  asset,
  payTo,
  amount,
  proved: proved === 1,
})
