import { type QuoteFault, type ReadQuote, readQuote } from '../quote/read'
import { coveringMandate, type Hold, hardHold, softHolds } from './holds'
import { type Admitted, judgeOffer, type Refused } from './offer'
import { judgeAttempts, judgeExtensions, judgeRequest, type Stop } from './request'
import type { AdmissionInput, Decision, DecisionCode, OfferVerdict } from './types'

/** The longest window that a person can approve. */
export const MAX_WINDOW_WITH_PERSON = 3_600

type Judged = {
  readonly admitted: Admitted
  readonly code: DecisionCode
  readonly facts: Hold['facts']
  readonly unusual: readonly Hold[]
  readonly windowSeconds: number
  readonly mandate: string | null
}

/**
 * Decides about one request for payment: pure, total, in a fixed order (docs/policy.md).
 *
 * Every offer is judged alone; the owner's rule then chooses among those admitted, and the server's
 * order means nothing. The result carries the rule and the numbers behind each outcome.
 */
export function decide(input: AdmissionInput): Decision {
  const early = judgeRequest(input)
  if (early !== null) return stopped(early)
  const read = readQuote(input.quote)
  if (!read.ok) return stopped(quoteFault(read.error))
  const quote = read.value
  const later = judgeAttempts(input, quote) ?? judgeExtensions(input, quote)
  const judgements = quote.offers.map((offer) => judgeOffer(offer, input))
  const refused = judgements.filter((j) => 'code' in j)
  const judged = judgements
    .filter((j) => 'offer' in j)
    .map((admitted) => judgeAdmitted(input, quote, admitted))
  const offers = verdicts(refused, judged)
  if (later !== null) return { ...stopped(later), offers }
  const best = choose(judged, input)
  if (best === null) return { ...stopped(furthest(refused)), offers }
  return {
    code: best.code,
    facts: best.facts,
    offer: best.admitted.index,
    amount: best.admitted.amount.toString(),
    windowSeconds: best.windowSeconds,
    receipt: null,
    mandate: best.code === 'READY_TO_SIGN' ? best.mandate : null,
    offers,
  }
}

function stopped({ code, facts, receipt }: Stop): Decision {
  return {
    code,
    facts,
    offer: null,
    amount: null,
    windowSeconds: null,
    receipt: receipt ?? null,
    mandate: null,
    offers: [],
  }
}

const quoteFault = ({ code, detail }: QuoteFault): Stop => ({
  code: code === 'version' ? 'BLOCK_UNSUPPORTED_VERSION' : 'BLOCK_MALFORMED_QUOTE',
  facts: [{ rule: 'quote', reason: detail }],
})

/** Step 6: the offer that came nearest speaks for all; among equals the first. */
function furthest(refused: readonly Refused[]): Stop {
  return refused.reduce((best, r) => (r.step > best.step ? r : best))
}

/** Steps 7 to 9 for one admitted offer. */
function judgeAdmitted(input: AdmissionInput, quote: ReadQuote, admitted: Admitted): Judged {
  const mandate = coveringMandate(input, admitted)
  const unusual = softHolds(input, quote, admitted, mandate)
  const asked = admitted.offer.windowSeconds
  const byPerson = Math.min(asked, MAX_WINDOW_WITH_PERSON)
  const of = (code: DecisionCode, facts: Hold['facts'], windowSeconds = byPerson): Judged => ({
    admitted,
    code,
    facts,
    unusual,
    windowSeconds,
    mandate: mandate?.id ?? null,
  })
  const hard = hardHold(input, admitted, mandate)
  if (hard !== null) return of(hard.code, hard.facts)
  const { approval } = input
  if (approval?.decision === 'decline' && approval.intentId === input.intent.id)
    return of('HOLD_DECLINED', [])
  const [first] = unusual
  if (first === undefined) {
    const automatic = Math.min(asked, input.policy.maxWindowSeconds, mandate?.maxWindowSeconds ?? 0)
    return of('READY_TO_SIGN', [{ rule: 'mandate', mandate: mandate?.id ?? '' }], automatic)
  }
  if (approval === null) return of(first.code, first.facts)
  if (approval.used) return of('HOLD_APPROVAL_USED', [])
  if (input.now >= approval.expiresAt) return of('HOLD_APPROVAL_EXPIRED', [])
  const differs = approvalDiffers(input, admitted)
  if (differs !== null) return of('HOLD_APPROVAL_MISMATCH', [{ rule: 'approval', field: differs }])
  return of('READY_TO_SIGN', [{ rule: 'approval' }], Math.min(byPerson, approval.maxWindowSeconds))
}

/** The first thing in which an approval is for another purchase than this. */
function approvalDiffers(
  { approval, intent, asker, request }: AdmissionInput,
  { offer, amount }: Admitted,
): string | null {
  if (approval === null) return 'approval'
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  const pairs: readonly (readonly [string, boolean])[] = [
    ['intent', approval.intentId === intent.id],
    ['asker', approval.asker === asker.origin],
    ['method', approval.method === request.method],
    ['url', approval.url === request.url],
    ['bodyDigest', approval.bodyDigest === intent.bodyDigest],
    ['network', approval.network === offer.network],
    ['asset', same(approval.asset, offer.asset)],
    ['payTo', same(approval.payTo, offer.payTo)],
    ['amount', /^\d+$/.test(approval.amount) && amount <= BigInt(approval.amount)],
  ]
  return pairs.find(([, equal]) => !equal)?.[0] ?? null
}

/** Step 10: ready, authorization flow, cheapest in dollars, preferred network, first. */
function choose(judged: readonly Judged[], input: AdmissionInput): Judged | null {
  const preferred = input.policy.preferredNetworks ?? []
  const place = (network: string) =>
    preferred.includes(network) ? preferred.indexOf(network) : preferred.length
  const late = (j: Judged) =>
    ![undefined, null, 'authorization'].includes(j.admitted.offer.extra.paymentFlow as string)
  const compare = (a: Judged, b: Judged): number =>
    Number(a.code !== 'READY_TO_SIGN') - Number(b.code !== 'READY_TO_SIGN') ||
    Number(late(a)) - Number(late(b)) ||
    byPrice(a.admitted, b.admitted) ||
    place(a.admitted.offer.network) - place(b.admitted.offer.network) ||
    a.admitted.index - b.admitted.index
  return [...judged].sort(compare)[0] ?? null
}

/** Dollars compare with dollars; assets without a price come after, and only within one asset. */
function byPrice(a: Admitted, b: Admitted): number {
  if (a.usd !== null && b.usd !== null) return Math.sign(Number(a.usd.usd - b.usd.usd))
  if (a.usd !== null || b.usd !== null) return a.usd !== null ? -1 : 1
  const one =
    a.offer.network === b.offer.network && a.offer.asset.toLowerCase() === b.offer.asset.toLowerCase()
  return one ? Math.sign(Number(a.amount - b.amount)) : 0
}

function verdicts(refused: readonly Refused[], judged: readonly Judged[]): readonly OfferVerdict[] {
  return [
    ...refused.map(({ index, code, facts }) => ({ index, code, facts, unusual: [] })),
    ...judged.map(({ admitted, code, facts, unusual }) => ({ index: admitted.index, code, facts, unusual })),
  ].sort((a, b) => a.index - b.index)
}
