import { toCaip2 } from '../caip/network'
import { isRecord } from '../json/parse'
import type { Seconds } from '../money/units'
import { err, ok, type Result } from '../result'

/** Longest list of offers that is read. */
export const MAX_OFFERS = 20

/** One offer as both versions of the protocol mean it. Amount is judged later, and kept as it came. */
export type Offer = {
  readonly scheme: string
  /** CAIP-2; a v1 name that no table knows stays as it is, behind `v1:` so that it passes for no other */
  readonly network: string
  readonly asset: string
  readonly payTo: string
  readonly amount: unknown
  readonly windowSeconds: Seconds
  readonly extra: Readonly<Record<string, unknown>>
  /** what the seller says this pays for: the quote's word in version 2, the offer's own in version 1 */
  readonly resourceUrl: unknown
}

/** An offer with its place in the list and the object as received, which is what the seller gets back. */
export type ReadOffer =
  | { readonly ok: true; readonly index: number; readonly raw: unknown; readonly offer: Offer }
  | { readonly ok: false; readonly index: number; readonly raw: unknown; readonly reason: string }

export type ReadQuote = {
  readonly version: 1 | 2
  /** the seller's words, of the first offer in version 1 */
  readonly description: string | null
  readonly extensions: Readonly<Record<string, unknown>>
  readonly offers: readonly ReadOffer[]
}

export type QuoteFault = { readonly code: 'malformed' | 'version'; readonly detail: string }

/**
 * Reads a PaymentRequired object of either version. One bad offer never spoils the others, and
 * nothing is coerced: a list is no text, a number is no network.
 *
 * @param raw parsed JSON, any type
 */
export function readQuote(raw: unknown): Result<ReadQuote, QuoteFault> {
  if (!isRecord(raw)) return err({ code: 'malformed', detail: 'the quote is no object' })
  const version = own(raw, 'x402Version')
  if (version !== 1 && version !== 2) return err({ code: 'version', detail: 'x402Version is not 1 or 2' })
  const accepts = own(raw, 'accepts')
  if (!Array.isArray(accepts) || accepts.length === 0 || accepts.length > MAX_OFFERS) {
    return err({ code: 'malformed', detail: 'accepts is no list of 1 to 20 offers' })
  }
  const list: readonly unknown[] = accepts
  const resource = own(raw, 'resource')
  const described = version === 2 ? resource : list[0]
  const description = own(described, 'description')
  const extensions = own(raw, 'extensions')
  const named = own(resource, 'url')
  return ok({
    version,
    description: typeof description === 'string' && description !== '' ? description : null,
    extensions: isRecord(extensions) ? extensions : {},
    offers: list.map((offer, index) =>
      version === 1 ? readOffer(offer, index, 1, own(offer, 'resource')) : readOffer(offer, index, 2, named),
    ),
  })
}

function readOffer(raw: unknown, index: number, version: 1 | 2, resourceUrl: unknown): ReadOffer {
  const bad = (reason: string): ReadOffer => ({ ok: false, index, raw, reason })
  if (!isRecord(raw)) return bad('the offer is no object')
  for (const field of ['scheme', 'network', 'asset', 'payTo'] as const) {
    if (typeof own(raw, field) !== 'string') return bad(`${field} is no text`)
  }
  const windowSeconds = wholeSeconds(own(raw, 'maxTimeoutSeconds'))
  if (windowSeconds === null) return bad('maxTimeoutSeconds is no whole number from 1 up')
  const named = String(own(raw, 'network'))
  const extra = own(raw, 'extra')
  return {
    ok: true,
    index,
    raw,
    offer: {
      scheme: String(own(raw, 'scheme')),
      network: toCaip2(named, version) ?? (version === 1 ? `v1:${named}` : named),
      asset: String(own(raw, 'asset')),
      payTo: String(own(raw, 'payTo')),
      amount: own(raw, version === 1 ? 'maxAmountRequired' : 'amount'),
      windowSeconds,
      extra: isRecord(extra) ? extra : {},
      resourceUrl,
    },
  }
}

/** A number, or text of digits; sellers send both. */
function wholeSeconds(value: unknown): Seconds | null {
  const seconds = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof seconds === 'number' && Number.isSafeInteger(seconds) && seconds >= 1 ? seconds : null
}

/** Own members only: what a prototype says is not what the seller said. */
function own(of: unknown, key: string): unknown {
  return isRecord(of) && Object.hasOwn(of, key) ? of[key] : undefined
}
