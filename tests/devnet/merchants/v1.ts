import express, { type Request, type RequestHandler } from 'express'
import { networkV1, usdc } from '../chain'
import { listen, type Running } from '../server'
import { encode } from './gate'
import type { MerchantInput } from './newsstand'
import { trialPage } from './page'

/** Price of everything that this merchant sells, in atomic USDC. */
export const v1Amount = 40_000n

/** A merchant of x402 version 1. */
export interface V1Merchant extends Running {
  /** asks this much from here on, in atomic USDC: also of who was told another price */
  raise(amount: bigint): void
  /** the next answer to a payment is lost, after it was settled */
  loseNext(): void
  /** goes back to the first price */
  reset(): void
}

/**
 * Starts a merchant that speaks x402 version 1: the offer is the body of the 402, the payment comes in
 * X-PAYMENT, the receipt goes in X-PAYMENT-RESPONSE, and the network has its short name.
 *
 * Free: `/`, a page with buttons. Paid: GET `/weather`, POST `/echo`.
 */
export async function startV1({ facilitatorUrl, payTo, recorder }: MerchantInput): Promise<V1Merchant> {
  const app = express()
  let amount = v1Amount
  let isLost = false
  app.use(recorder.middleware('v1'))
  app.get('/', (_req, res) => {
    res.type('html').send(v1Page())
  })
  const paid: RequestHandler = async (req, res, next) => {
    const offer = offerV1(req, payTo, amount)
    const refuse = (error: string) => res.status(402).json({ x402Version: 1, error, accepts: [offer] })
    const header = req.get('x-payment')
    if (header === undefined) return refuse('X-PAYMENT header is required')
    const payment = decode(header)
    if (payment === undefined) return refuse('X-PAYMENT cannot be read')
    const call = { x402Version: 1, paymentPayload: payment, paymentRequirements: offer }
    const verified = await ask<{ isValid: boolean; invalidReason?: string }>(facilitatorUrl, 'verify', call)
    if (!verified.isValid) return refuse(verified.invalidReason ?? 'The payment is not valid')
    const settled = await ask<{ success: boolean; errorReason?: string }>(facilitatorUrl, 'settle', call)
    res.set('x-payment-response', encode(settled))
    if (!settled.success) return refuse(settled.errorReason ?? 'The payment was not settled')
    if (isLost) {
      isLost = false
      res.socket?.destroy()
      return
    }
    next()
  }
  app.get('/weather', paid, (_req, res) => {
    res.json({ weather: 'fog until noon' })
  })
  app.post('/echo', paid, (req, res) => {
    res.json({ received: req.body ?? null })
  })
  return {
    ...(await listen(app)),
    raise: (price) => {
      amount = price
    },
    loseNext: () => {
      isLost = true
    },
    reset: () => {
      amount = v1Amount
      isLost = false
    },
  }
}

function offerV1(req: Request, payTo: string, amount: bigint) {
  return {
    scheme: 'exact',
    network: networkV1,
    maxAmountRequired: amount.toString(),
    resource: `${req.protocol}://${req.get('host')}${req.originalUrl}`,
    description: 'The weather at Marren harbour',
    mimeType: 'application/json',
    payTo,
    maxTimeoutSeconds: 60,
    asset: usdc,
    extra: { name: 'USDC', version: '2' },
  }
}

async function ask<T>(facilitatorUrl: string, path: 'verify' | 'settle', call: unknown): Promise<T> {
  const response = await fetch(`${facilitatorUrl}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(call),
  })
  return (await response.json()) as T
}

function decode(header: string): unknown {
  try {
    return JSON.parse(Buffer.from(header, 'base64').toString('utf8'))
  } catch {
    return undefined
  }
}

function v1Page(): string {
  return trialPage('The first version of the protocol', 'These answers carry their offer in the body.', [
    { id: 'fetch-get', label: 'fetch GET', run: `return show(await fetch('/weather'))` },
    {
      id: 'fetch-post',
      label: 'fetch POST',
      run: `return show(await fetch('/echo', { method: 'POST', body: 'Is it clear?' }))`,
    },
    { id: 'xhr-get', label: 'XHR GET', run: `return viaXhr('GET', '/weather')` },
  ])
}
