import { sameAddress } from '../caip/address'
import type { Seconds } from '../money/units'
import type { Admitted } from './offer'
import type { AdmissionInput, ApprovalFacts, MandateFacts, Reason } from './types'

/** The longest window that a person can approve. */
export const MAX_WINDOW_WITH_PERSON = 3_600

/** What one admitted offer comes to, and for how many seconds it may be signed. */
export type Answered = Reason & { readonly windowSeconds: Seconds }

/**
 * Step 9: what a person's answer makes of what step 8 found.
 *
 * A refusal stands even where a mandate covers the payment. Where nothing of step 8 holds, the mandate
 * alone decides and no approval is looked at; a matching approval lifts all of step 8.
 */
export function judgeApproval(
  input: AdmissionInput,
  admitted: Admitted,
  mandate: MandateFacts | null,
  unusual: readonly Reason[],
): Answered {
  const { approval, intent, policy, now } = input
  const asked = admitted.offer.windowSeconds
  const byPerson = Math.min(asked, MAX_WINDOW_WITH_PERSON)
  const held = (code: Reason['code'], facts: Reason['facts'] = []): Answered => ({
    code,
    facts,
    windowSeconds: byPerson,
  })
  if (approval?.decision === 'decline' && approval.intentId === intent.id) return held('HOLD_DECLINED')
  const [first] = unusual
  if (first === undefined) {
    return {
      code: 'READY_TO_SIGN',
      facts: [{ rule: 'mandate', mandate: mandate?.id ?? '' }],
      windowSeconds: Math.min(asked, policy.maxWindowSeconds, mandate?.maxWindowSeconds ?? 0),
    }
  }
  if (approval === null) return held(first.code, first.facts)
  if (approval.used) return held('HOLD_APPROVAL_USED')
  if (now >= approval.expiresAt) return held('HOLD_APPROVAL_EXPIRED')
  const field = differingField(approval, input, admitted)
  if (field !== null) return held('HOLD_APPROVAL_MISMATCH', [{ rule: 'approval', field }])
  return {
    code: 'READY_TO_SIGN',
    facts: [{ rule: 'approval' }],
    windowSeconds: Math.min(byPerson, approval.maxWindowSeconds),
  }
}

/** The first thing in which an approval is for another purchase than this; null for none. */
function differingField(
  approval: ApprovalFacts,
  { intent, asker, request }: AdmissionInput,
  { offer, amount }: Admitted,
): string | null {
  const pairs: readonly (readonly [string, boolean])[] = [
    ['intent', approval.intentId === intent.id],
    ['asker', approval.asker === asker.origin],
    ['method', approval.method === request.method],
    ['url', approval.url === request.url],
    ['bodyDigest', approval.bodyDigest === intent.bodyDigest],
    ['network', approval.network === offer.network],
    ['asset', sameAddress(offer.network, approval.asset, offer.asset)],
    ['payTo', sameAddress(offer.network, approval.payTo, offer.payTo)],
    ['amount', amount <= BigInt(approval.amount)],
  ]
  return pairs.find(([, equal]) => !equal)?.[0] ?? null
}
