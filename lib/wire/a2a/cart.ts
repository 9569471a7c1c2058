import { at, listOf, own, textOf } from './fields'
import { dataOf } from './message'

/** The payment method under which x402 stands in a cart. */
export const X402_METHOD = 'https://www.x402.org/'

const MAX_WORDS = 200

/** A cart with an x402 quote in it (AP2 v0.1), in the seller's words. */
export type Cart = {
  readonly merchant: string | null
  /** decimal number as written */
  readonly total: string | null
  readonly currency: string | null
  /** ISO 8601 as written */
  readonly expiry: string | null
  /** the cart wants a person's word, also where a standing approval would cover it */
  readonly needsPerson: boolean
  /** what the answer repeats: `payment_request.details` */
  readonly details: unknown
  /** it has the shape of AP2's own types (`contents`), not that of the extension's text */
  readonly typed: boolean
}

/**
 * Finds the newest cart with an x402 quote in a task's artifacts (a2a-x402 v0.2, 4.2; AP2 v0.1).
 *
 * Two shapes are in use: the extension's text puts `payment_request` into the mandate and the quote
 * into the method's data; AP2's types put it into `contents`, and their demo the quote one level deeper.
 */
export function findCart(
  artifacts: readonly unknown[],
): { readonly cart: Cart; readonly quote: unknown } | undefined {
  return artifacts
    .flatMap((artifact) => listOf(own(artifact, 'parts')))
    .flatMap((part) => readMandate(own(dataOf(part), 'ap2.mandates.CartMandate')) ?? [])
    .at(-1)
}

function readMandate(mandate: unknown): ReturnType<typeof findCart> {
  const inner = own(mandate, 'contents')
  const contents = inner ?? mandate
  const request = own(contents, 'payment_request')
  const method = listOf(own(request, 'method_data')).find((each) =>
    [own(each, 'supported_methods')].flat().includes(X402_METHOD),
  )
  const data = own(method, 'data')
  if (data === undefined) return undefined
  const details = own(request, 'details')
  const amount = at(details, 'total', 'amount')
  const value = own(amount, 'value')
  return {
    quote: own(data, 'x402.payment.required') ?? data,
    cart: {
      merchant: textOf(own(contents, 'merchant_name'), MAX_WORDS),
      total: textOf(typeof value === 'number' ? String(value) : value, MAX_WORDS),
      currency: textOf(own(amount, 'currency'), MAX_WORDS),
      expiry: textOf(own(contents, 'cart_expiry'), MAX_WORDS),
      needsPerson: own(contents, 'user_cart_confirmation_required') !== false,
      details,
      typed: inner !== undefined,
    },
  }
}
