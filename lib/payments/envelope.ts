import { type Envelope, envelopeDigest } from '@/lib/core/admission/envelope'
import type { Decision } from '@/lib/core/admission/types'
import { canonicalJson } from '@/lib/core/json/canonical'
import { sha256Hex } from '@/lib/core/json/digest'
import { readQuote } from '@/lib/core/quote/read'
import type { IntentRow, QuoteRow } from '@/lib/ledger/schema'

/** The money terms of the offer that an envelope fixes; `amount` is atomic. */
export type Terms = {
  readonly scheme: string
  readonly network: string
  readonly asset: string
  readonly payTo: string
  readonly amount: string
  /** the window that the server asks for */
  readonly windowSeconds: number
}

export type NamedEnvelope = {
  readonly envelope: Envelope
  readonly digest: string
  readonly offerIndex: number
  readonly terms: Terms
}

/** Equal wishes have equal keys: who asks, and for what (design: intent). */
export function intentKey(wish: Pick<IntentRow, 'asker' | 'method' | 'url' | 'bodyDigest'>): string {
  const { asker, method, url, bodyDigest } = wish
  return sha256Hex(canonicalJson({ asker, bodyDigest, method, url }))
}

/**
 * Names what a person would approve: this intent with the offer that the decision chose.
 *
 * @returns null where the decision names no offer that could be paid
 */
export function envelopeOf(intent: IntentRow, quote: QuoteRow, decision: Decision): NamedEnvelope | null {
  if (decision.offer === null) return null
  const read = readQuote(JSON.parse(quote.raw))
  const offer = read.ok ? read.value.offers.find((o) => o.index === decision.offer) : undefined
  if (!offer?.ok) return null
  const { scheme, network, asset, payTo, windowSeconds } = offer.offer
  if (decision.amount === null) return null
  const terms: Terms = { scheme, network, asset, payTo, amount: decision.amount, windowSeconds }
  const envelope: Envelope = {
    asker: intent.asker,
    topOrigin: intent.topOrigin,
    method: intent.method,
    url: intent.url,
    bodyDigest: intent.bodyDigest,
    version: quote.version,
    intent: intent.id,
    paymentIdentifier: intent.paymentIdentifier,
    offerIndex: offer.index,
    offer: offer.raw,
    terms,
  }
  return { envelope, digest: envelopeDigest(envelope), offerIndex: offer.index, terms }
}
