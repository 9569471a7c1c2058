import type { SettleResponse } from '@x402/core/types'
import { networkV1, usdc } from '../chain'
import { offerOf, type Terms } from './gate'

/** What a cart says beside its offer; what is absent is right: the offer's amount, in an hour. */
export interface CartWords {
  total?: string
  currency?: string
  expiry?: string
}

/** A payment, as an agent received it. */
export type Payment = { x402Version: number; payload: unknown } & Record<string, unknown>

/** The offer of these terms, in the words of one version of x402. */
export function offerIn(version: 1 | 2, terms: Terms): Record<string, unknown> {
  const v2 = offerOf(terms)
  if (version === 2) return { ...v2 }
  const { amount, network: _, ...same } = v2
  return {
    ...same,
    network: networkV1,
    maxAmountRequired: amount,
    asset: terms.asset ?? usdc,
    resource: 'a2a://tide-tables',
    description: terms.description ?? '',
    mimeType: 'text/plain',
  }
}

/** The quote of these terms, in the words of one version of x402. */
export function quoteIn(version: 1 | 2, terms: Terms, error: string): Record<string, unknown> {
  const accepts = [offerIn(version, terms)]
  const resource = { url: 'a2a://tide-tables', description: terms.description ?? '', mimeType: 'text/plain' }
  return version === 1 ? { x402Version: 1, error, accepts } : { x402Version: 2, error, resource, accepts }
}

/** A cart of AP2 v0.1 with the quote in it, as the artifact's data. */
export function cartWith(
  quote: Record<string, unknown>,
  terms: Terms,
  words: CartWords,
): Record<string, unknown> {
  const dollars = (Number(terms.amount) / 1e6).toFixed(2)
  const amount = { currency: words.currency ?? 'USD', value: words.total ?? dollars }
  return {
    'ap2.mandates.CartMandate': {
      contents: {
        id: crypto.randomUUID(),
        user_cart_confirmation_required: true,
        payment_request: {
          method_data: [{ supported_methods: 'https://www.x402.org/', data: quote }],
          details: { id: 'order-1', total: { label: 'Total', amount } },
        },
        cart_expiry: words.expiry ?? new Date(Date.now() + 3_600_000).toISOString(),
        merchant_name: 'The chandler of Marren',
      },
      merchant_authorization: 'not signed',
    },
  }
}

/** Verifies and settles through the facilitator, in the terms of one offer. */
export async function settleOffer(
  facilitatorUrl: string,
  payment: Payment,
  offer: Record<string, unknown>,
): Promise<SettleResponse> {
  const ask = async (path: 'verify' | 'settle') => {
    const response = await fetch(`${facilitatorUrl}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        x402Version: payment.x402Version,
        paymentPayload: payment,
        paymentRequirements: offer,
      }),
    })
    return response.json()
  }
  const verified = (await ask('verify')) as { isValid: boolean; invalidReason?: string }
  if (verified.isValid) return (await ask('settle')) as SettleResponse
  const network = String(offer.network) as SettleResponse['network']
  return { success: false, errorReason: verified.invalidReason ?? 'invalid', transaction: '', network }
}
