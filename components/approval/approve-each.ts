import type { ApprovalView } from '@/lib/doors/ui-protocol'

import { call, UiCallError } from '../client'
import { ask } from '../reads'
import { isPayable } from './payable'

/** Fields of what is signed that each payment has for itself. */
const OWN_FIELDS: ReadonlySet<string> = new Set(['nonce', 'envelope'])

/** All that a person reads of a payment, as one text: its own number, and what moves by itself, left out. */
function saidOf(view: ApprovalView): string {
  const { asker, topOrigin, kind, transport, action, agent, purpose, method, url, answeredUrl } = view
  const { bodyDigest, description, quoteSource, notes, offer, windowSeconds, permit2 } = view
  const signed = view.signed.filter(({ name }) => !OWN_FIELDS.has(name))
  const terms = offer === null ? null : { ...offer, index: 0, code: '', facts: [] }
  return JSON.stringify([
    [asker, topOrigin, kind, transport, action, agent, purpose, method, url, answeredUrl],
    [bodyDigest, description, quoteSource, notes, terms, windowSeconds, permit2, signed],
  ])
}

/** Whether two payments say the same in all that a person reads before approving. */
export function isSame(a: ApprovalView, b: ApprovalView): boolean {
  return saidOf(a) === saidOf(b)
}

/**
 * Approves several payments that say the same, one after another: each is decided, reserved and signed for
 * itself. The one on the screen is the last, so that the screen stays as it is until all are on their way.
 * Stops at the first that cannot be approved, or that says something else than the one on the screen.
 *
 * @param shown what the person reads
 * @param ids all of them
 * @param onNext told before each which one it is, from 1
 * @throws UiCallError with the background's refusal, or with `changed`
 */
export async function approveEach(
  shown: ApprovalView,
  ids: readonly string[],
  password: string | undefined,
  onNext: (index: number) => void,
): Promise<void> {
  const others = ids.filter((id) => id !== shown.paymentId)
  for (const [index, paymentId] of [...others, shown.paymentId].entries()) {
    onNext(index + 1)
    const view = await ask('approval.view', { paymentId })
    // One that its page gave up meanwhile is none to pay for.
    if (view === null || view.state !== 'asking') continue
    if (!isPayable(view) || !isSame(view, shown) || view.needsPassword !== shown.needsPassword)
      throw new UiCallError(isPayable(view) ? { code: 'changed' } : { code: 'held', decision: view.code })
    const { envelopeDigest } = view
    await call('approval.approve', {
      paymentId,
      envelopeDigest,
      ...(password !== undefined && { password }),
    })
  }
}
