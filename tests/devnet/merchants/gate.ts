import { HTTPFacilitatorClient } from '@x402/core/http'
import type { PaymentPayload, PaymentRequirements, SettleResponse } from '@x402/core/types'
import type { Request, Response } from 'express'
import { network, usdc } from '../chain'

/** Terms of one offer that a merchant may set; the rest is that of the local network. */
export interface Terms {
  /** Atomic USDC. */
  amount: string
  payTo: string
  maxTimeoutSeconds?: number
  asset?: string
  network?: string
  extra?: Record<string, unknown>
  /** Text shown to the person. */
  description?: string
}

/** A version 2 offer in exactly these terms. */
export function offerOf(terms: Terms): PaymentRequirements {
  return {
    scheme: 'exact',
    network: (terms.network ?? network) as PaymentRequirements['network'],
    amount: terms.amount,
    asset: terms.asset ?? usdc,
    payTo: terms.payTo,
    maxTimeoutSeconds: terms.maxTimeoutSeconds ?? 300,
    extra: terms.extra ?? { name: 'USDC', version: '2' },
  }
}

/** Writes the version 2 quote into the answer's header and sets the status; the body is the caller's. */
export function quote(req: Request, res: Response, terms: Terms, error = 'Payment required'): Response {
  const paymentRequired = {
    x402Version: 2,
    error,
    resource: {
      url: `${req.protocol}://${req.get('host')}${req.originalUrl}`,
      description: terms.description ?? 'A page of the local network',
      mimeType: 'text/html',
    },
    accepts: [offerOf(terms)],
  }
  return res.status(402).set('payment-required', encode(paymentRequired))
}

/** The payment that a request carries, or undefined without one that can be read. */
export function paymentOf(req: Request): PaymentPayload | undefined {
  const header = req.get('payment-signature')
  if (header === undefined) return undefined
  try {
    return JSON.parse(Buffer.from(header, 'base64').toString('utf8')) as PaymentPayload
  } catch {
    return undefined
  }
}

/** Settles what a request carries through the facilitator, in the given terms. */
export async function settle(
  facilitatorUrl: string,
  payment: PaymentPayload,
  terms: Terms,
): Promise<SettleResponse> {
  const facilitator = new HTTPFacilitatorClient({ url: facilitatorUrl })
  return facilitator.settle(payment, offerOf(terms))
}

/** Puts the receipt into the answer's header. */
export function receipt(res: Response, settled: SettleResponse): Response {
  return res.set('payment-response', encode(settled))
}

/**
 * The ordinary gate of a merchant that is written by hand: a 402 with the quote for who does not pay, a 402
 * with the failed receipt where the payment cannot be settled, and the receipt's header where it can.
 *
 * @returns whether the request was paid; when not, it has its headers and its status, but no body yet
 */
export async function gate(
  req: Request,
  res: Response,
  facilitatorUrl: string,
  terms: Terms,
): Promise<boolean> {
  const payment = paymentOf(req)
  if (!payment) {
    quote(req, res, terms)
    return false
  }
  const settled = await settle(facilitatorUrl, payment, terms)
  receipt(res, settled)
  if (!settled.success) quote(req, res, terms, settled.errorReason ?? 'The payment was not settled')
  return settled.success
}

/** Base64 of the JSON, as every x402 header has it. */
export function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value), 'utf8').toString('base64')
}
