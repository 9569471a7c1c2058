import type { Branded } from '../brand'
import { canonicalJson } from '../json/canonical'
import { sha256Hex } from '../json/digest'
import type { Seconds } from '../money/units'
import type { ReadOffer } from '../quote/read'
import { methodOf } from './offer'

/** Who wants what: the part of an envelope that no offer changes. URLs are absolute, the digest is 0x hex. */
export type Purchase = {
  /** the account that signs: another account is another purchase */
  readonly payer: string
  readonly asker: string
  readonly topOrigin: string
  readonly method: string
  readonly url: string
  readonly bodyDigest: string | null
  readonly intent: string
  readonly paymentIdentifier: string
  /** what it is for beyond method and URL: a tool, a task, typed data; absent for plain HTTP */
  readonly action?: Readonly<Record<string, string>> | null
}

/** What one purchase is, in full. Consent names it by its digest. */
export type Envelope = Purchase & {
  readonly version: 1 | 2
  readonly offerIndex: number
  /** the offer as received, value for value */
  readonly offer: unknown
  readonly terms: {
    readonly scheme: string
    readonly network: string
    readonly asset: string
    readonly payTo: string
    /** atomic */
    readonly amount: string
    readonly windowSeconds: Seconds
    /** how the token moves, where that is by Permit2; absent for EIP-3009 */
    readonly method?: 'permit2'
    /** of `upto`: who alone may settle it */
    readonly facilitator?: string
    /** the token's count of permits, where an allowance to Permit2 of exactly the amount is signed too (EIP-2612) */
    readonly permitNonce?: string
  }
}

/** SHA-256 of an envelope, 0x hex. */
export type EnvelopeDigest = Branded<`0x${string}`, 'EnvelopeDigest'>

/**
 * Puts a purchase and one offer of its quote together.
 *
 * Amount and window are admission's, not the offer's: they are what may be signed.
 */
export function buildEnvelope(
  purchase: Purchase,
  chosen: {
    readonly version: 1 | 2
    readonly offer: Extract<ReadOffer, { readonly ok: true }>
    /** atomic */
    readonly amount: string
    readonly windowSeconds: Seconds
    /** of an allowance that a person lets be signed with it */
    readonly permitNonce?: string | undefined
  },
): Envelope {
  const { payer, asker, topOrigin, method, url, bodyDigest, intent, paymentIdentifier, action } = purchase
  const { version, offer, amount, windowSeconds, permitNonce } = chosen
  const { scheme, network, asset, payTo, extra } = offer.offer
  const { facilitatorAddress } = extra
  return {
    payer,
    asker,
    topOrigin,
    method,
    url,
    bodyDigest,
    intent,
    paymentIdentifier,
    ...(action == null ? {} : { action }),
    version,
    offerIndex: offer.index,
    offer: offer.raw,
    terms: {
      scheme,
      network,
      asset,
      payTo,
      amount,
      windowSeconds,
      ...(methodOf(offer.offer) === 'permit2' ? { method: 'permit2' } : {}),
      ...(scheme === 'upto' && typeof facilitatorAddress === 'string'
        ? { facilitator: facilitatorAddress }
        : {}),
      ...(permitNonce === undefined ? {} : { permitNonce }),
    },
  }
}

const DOMAIN = 'countersign:envelope:v1\n'

/**
 * Names an envelope: SHA-256 over a domain tag and its canonical JSON (RFC 8785).
 *
 * @throws TypeError where the offer holds what JSON cannot
 */
export function envelopeDigest(envelope: Envelope): EnvelopeDigest {
  return sha256Hex(DOMAIN + canonicalJson(envelope))
}
