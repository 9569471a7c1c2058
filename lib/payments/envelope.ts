import { buildEnvelope, type Envelope, envelopeDigest } from '@/lib/core/admission/envelope'
import { isPermitFor } from '@/lib/core/admission/permit'
import type { Decision } from '@/lib/core/admission/types'
import { canonicalJson } from '@/lib/core/json/canonical'
import { sha256Hex } from '@/lib/core/json/digest'
import { readQuote } from '@/lib/core/quote/read'
import type { IntentRow, QuoteRow } from '@/lib/ledger/schema'

export type NamedEnvelope = {
  readonly envelope: Envelope
  readonly digest: string
  readonly offerIndex: number
  readonly terms: Envelope['terms']
}

/** Equal wishes have equal keys: who asks, and for what (design: intent). */
export function intentKey(
  wish: Pick<IntentRow, 'asker' | 'method' | 'url' | 'bodyDigest' | 'action'>,
): string {
  const { asker, method, url, bodyDigest, action } = wish
  // What an agent says beside its task makes no other purchase of it: asked again in a task, a person decides.
  const of = action?.kind === 'a2a' ? {} : action && { action }
  return sha256Hex(canonicalJson({ asker, bodyDigest, method, url, ...of }))
}

/**
 * The keys under which an earlier purchase of what is asked for now may stand. Who loads a page by a link of
 * another site and by its address is one person: what a navigation brings is shown to them alone.
 */
export function returnKeys(
  intent: Parameters<typeof intentKey>[0] & Pick<IntentRow, 'kind' | 'answeredUrl'>,
) {
  const own = intentKey(intent)
  if (intent.kind !== 'navigation') return [own]
  return [own, intentKey({ ...intent, asker: new URL(intent.answeredUrl).origin })]
}

/**
 * Names what a person would approve: this intent with the offer that the decision chose.
 *
 * @returns null where the decision names no offer that could be paid
 */
export function envelopeOf(
  intent: Omit<IntentRow, 'state' | 'decision' | 'envelopeDigest'>,
  quote: QuoteRow,
  decision: Decision,
): NamedEnvelope | null {
  const { offer: index, amount, windowSeconds, account: payer } = decision
  if (index === null || amount === null || windowSeconds === null || payer === null) return null
  const read = readQuote(JSON.parse(quote.raw))
  const offer = read.ok ? read.value.offers.find((o) => o.index === index) : undefined
  if (!offer?.ok) return null
  const { asker, topOrigin, method, url, bodyDigest, id, paymentIdentifier, action } = intent
  const purchase = { payer, asker, topOrigin, method, url, bodyDigest, intent: id, paymentIdentifier, action }
  const { permit } = intent
  const isOurs = permit !== undefined && isPermitFor(permit, offer.offer, amount, payer)
  const permitNonce = isOurs ? permit.nonce : undefined
  const chosen = { version: quote.version, offer, amount, windowSeconds, permitNonce }
  const envelope = buildEnvelope(purchase, chosen)
  return { envelope, digest: envelopeDigest(envelope), offerIndex: offer.index, terms: envelope.terms }
}
