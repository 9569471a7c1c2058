import { type QuoteFault, readQuote } from '../quote/read'
import { judgeApproval } from './approval'
import { judgeAttempts } from './attempts'
import { ownAccount } from './balance'
import { choose } from './choice'
import { judgeExtensions } from './extensions'
import { hardHold } from './hard-holds'
import { coverage } from './mandate'
import { type Admitted, furthest, judgeOffer } from './offer'
import { judgeRequest } from './request'
import { softHolds } from './soft-holds'
import type { AdmissionInput, Decision, OfferVerdict, Reason } from './types'

type Judged = OfferVerdict & {
  readonly admitted: Admitted
  readonly windowSeconds: number
  readonly mandate: string | null
  readonly account: string | null
}

/**
 * Decides about one request for payment: pure, total, in a fixed order.
 *
 * 1 the request, 2 the quote, 3 earlier attempts, 4 extensions, 5 each offer alone, 6 the refusal where
 * none is left, 7 what no approval lifts, 8 what a person may lift, 9 the approval, 10 the choice. The
 * first code that holds wins; limits are inclusive, and what expires is valid until that second.
 *
 * Every offer is judged alone; the owner's rule then chooses among those admitted, and the server's
 * order means nothing. The result carries the rule and the numbers behind each outcome.
 */
export function decide(input: AdmissionInput): Decision {
  const refusedRequest = judgeRequest(input)
  if (refusedRequest !== null) return stopped(refusedRequest)
  const read = readQuote(input.quote)
  if (!read.ok) return stopped(quoteFault(read.error))
  const quote = read.value
  const earlier = judgeAttempts(input, quote)
  const stop = earlier ?? judgeExtensions(input, quote)
  const ofVersion = forVersion(quote.version, input)
  const judgements = quote.offers.map((offer) => judgeOffer(offer, ofVersion))
  const refused = judgements.flatMap((j) => ('refused' in j ? [j.refused] : []))
  const judged = judgements.flatMap((j) => ('admitted' in j ? [judgeAdmitted(input, j.admitted)] : []))
  const offers = [...refused.map((r) => ({ ...r, unusual: [] })), ...judged]
    .map(({ index, code, facts, unusual }): OfferVerdict => ({ index, code, facts, unusual }))
    .sort((a, b) => a.index - b.index)
  if (stop !== null) return { ...stopped(stop), receipt: earlier?.receipt ?? null, offers }
  const best = choose(judged, input.policy)
  if (best === null) return { ...stopped(furthest(refused)), offers }
  return {
    code: best.code,
    facts: best.facts,
    offer: best.index,
    amount: best.admitted.amount.toString(),
    windowSeconds: best.windowSeconds,
    receipt: null,
    mandate: best.code === 'READY_TO_SIGN' ? best.mandate : null,
    account: best.account,
    offers,
  }
}

/**
 * The rules for quotes of one version. An imported configuration names networks as one version spells them,
 * and is for its quotes alone. Version 1 knows `exact`, by EIP-3009 on EVM and no other way of paying there: a
 * server of that version cannot settle a Permit2 transfer.
 */
function forVersion(version: 1 | 2, input: AdmissionInput): AdmissionInput {
  const { policy } = input
  const assets = policy.assets.filter((entry) => (entry.quoteVersion ?? version) === version)
  if (version === 2) return { ...input, policy: { ...policy, assets } }
  const schemes = policy.schemes.filter((name) => name !== 'upto')
  const methods = (policy.methods ?? ['eip3009', 'svm']).filter((name) => name !== 'permit2')
  return { ...input, policy: { ...policy, assets, schemes, methods } }
}

function stopped({ code, facts }: Reason): Decision {
  return {
    code,
    facts,
    offer: null,
    amount: null,
    windowSeconds: null,
    receipt: null,
    mandate: null,
    account: null,
    offers: [],
  }
}

/** Step 2. */
const quoteFault = ({ code, detail }: QuoteFault): Reason => ({
  code: code === 'version' ? 'BLOCK_UNSUPPORTED_VERSION' : 'BLOCK_MALFORMED_QUOTE',
  facts: [{ rule: 'quote', reason: detail }],
})

/** Steps 7 to 9 for one admitted offer. */
function judgeAdmitted(input: AdmissionInput, admitted: Admitted): Judged {
  const covered = coverage(input, admitted)
  const unusual = softHolds(input, admitted, covered)
  const answered = judgeApproval(input, admitted, covered.mandate, unusual)
  // What a person answers is paid from the wallet's own account, whatever a mandate pays from.
  const mandate = unusual.length === 0 ? covered.mandate : null
  return {
    ...answered,
    ...hardHold(input, admitted, covered.mandate, mandate?.account ?? null),
    index: admitted.index,
    admitted,
    unusual,
    mandate: mandate?.id ?? null,
    account: mandate?.account ?? ownAccount(input, admitted.offer.network),
  }
}
