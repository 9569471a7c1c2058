import { isRecord } from '@/lib/core/json/parse'
import { err, ok, type Result } from '@/lib/core/result'

import { base64Length, encodeBase64Text } from './base64'

/** Longest payment header that is sent: servers answer 431 somewhere between 8 and 16 kB. Bytes. */
export const MAX_PAYMENT_HEADER = 8_192

/** The extension by which equal retries of one purchase are recognised (x402 payment-identifier). */
export const PAYMENT_IDENTIFIER = 'payment-identifier'

/** A v2 payment: `accepted` is the received offer itself, not a copy in our words. Keys in the SDK's order. */
export type PaymentV2 = {
  readonly x402Version: 2
  readonly payload: object
  readonly extensions?: Readonly<Record<string, unknown>>
  readonly resource?: object
  readonly accepted: unknown
}

/** A v1 payment: scheme and network in the offer's own words. */
export type PaymentV1 = {
  readonly x402Version: 1
  readonly scheme: string
  readonly network: string
  readonly payload: object
}

/** One header to send. `bytes` is the value's length. */
export type PaymentHeader = {
  readonly name: 'PAYMENT-SIGNATURE' | 'X-PAYMENT'
  readonly value: string
  readonly bytes: number
}

export type PaymentError = { readonly code: 'too-large' | 'malformed-offer'; readonly detail: string }

/**
 * Puts a signed payload into the object that the seller expects.
 *
 * v2 echoes the offer value for value, since sellers compare it exactly; the resource unless its URL
 * carries a query or a user, which would hand personal data on to the facilitator; and of the
 * extensions only the payment identifier and what the payer adds. v1 echoes nothing but scheme and network.
 *
 * @param quote the quote as parsed
 * @param offerIndex which entry of `accepts` was reserved
 * @param payload the scheme's part
 * @param paymentIdentifier stable over all retries of one purchase; 16 to 128 of [a-zA-Z0-9_-]
 * @param added blocks of extensions that the payer adds to, by name
 * @returns 'malformed-offer' where there is no such offer
 */
export function buildPayment(
  version: 1 | 2,
  quote: unknown,
  offerIndex: number,
  payload: object,
  paymentIdentifier: string,
  added: Readonly<Record<string, object>> = {},
): Result<PaymentV1 | PaymentV2, PaymentError> {
  const offer: unknown =
    isRecord(quote) && Array.isArray(quote.accepts) ? quote.accepts[offerIndex] : undefined
  if (!isRecord(quote) || !isRecord(offer)) {
    return err({ code: 'malformed-offer', detail: `no offer ${offerIndex}` })
  }
  if (version === 1) {
    const { scheme, network } = offer
    if (typeof scheme !== 'string' || typeof network !== 'string') {
      return err({ code: 'malformed-offer', detail: 'scheme or network is no text' })
    }
    return ok({ x402Version: 1, scheme, network, payload })
  }
  const extensions = { ...echoedExtensions(quote.extensions, paymentIdentifier), ...added }
  const resource = echoedResource(quote.resource)
  return ok({
    x402Version: 2,
    payload,
    ...(Object.keys(extensions).length === 0 ? {} : { extensions }),
    ...(resource === null ? {} : { resource }),
    accepted: offer,
  })
}

/**
 * Writes the payment's header: standard padded base64 of UTF-8 JSON.
 *
 * Call it with an unsigned payload of equal length first, so that a header no server takes is
 * refused before anything is signed.
 *
 * @returns 'too-large' above 8 kB
 */
export function paymentHeader(payment: PaymentV1 | PaymentV2): Result<PaymentHeader, PaymentError> {
  const text = JSON.stringify(payment)
  const bytes = base64Length(text)
  if (bytes > MAX_PAYMENT_HEADER) {
    return err({
      code: 'too-large',
      detail: `payment header of ${bytes} bytes, at most ${MAX_PAYMENT_HEADER}`,
    })
  }
  const name = payment.x402Version === 2 ? 'PAYMENT-SIGNATURE' : 'X-PAYMENT'
  return ok({ name, value: encodeBase64Text(text), bytes })
}

/**
 * Adds the identifier to the server's own block. A block that already states an id is left out: the
 * server must not name our purchase, and changing what it states is an echo mismatch.
 */
function echoedExtensions(declared: unknown, id: string): Record<string, unknown> | null {
  if (!isRecord(declared) || !Object.hasOwn(declared, PAYMENT_IDENTIFIER)) return null
  const block = declared[PAYMENT_IDENTIFIER]
  if (!isRecord(block) || !isRecord(block.info) || Object.hasOwn(block.info, 'id')) return null
  if (!/^[a-zA-Z0-9_-]{16,128}$/.test(id)) return null
  return { [PAYMENT_IDENTIFIER]: { ...block, info: { ...block.info, id } } }
}

function echoedResource(resource: unknown): object | null {
  if (!isRecord(resource) || typeof resource.url !== 'string') return null
  return /[?#@]/.test(resource.url) ? null : resource
}
