import express, { type RequestHandler } from 'express'
import { getAddress } from 'viem'
import { paymentMiddleware } from 'x402-express'
import { networkV1, usdc } from '../chain'
import { listen, type Running } from '../server'
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
 * Starts a merchant behind the published middleware of x402 version 1 (npm's x402-express): the offer is the
 * body of the 402, the payment comes in X-PAYMENT, the receipt goes in X-PAYMENT-RESPONSE, and the network has
 * its short name.
 *
 * Free: `/`, a page with buttons. Paid: GET `/weather`, POST `/echo`.
 */
export async function startV1({ facilitatorUrl, payTo, recorder }: MerchantInput): Promise<V1Merchant> {
  const app = express()
  const gateFor = (amount: bigint) => gate(facilitatorUrl, payTo, amount)
  let paid = gateFor(v1Amount)
  let isLost = false
  app.use(recorder.middleware('v1'))
  app.get('/', (_req, res) => {
    res.type('html').send(v1Page())
  })
  app.use((req, res, next) => {
    // The middleware settles before it lets the answer go: here the answer goes, or is lost.
    const end = res.end.bind(res)
    res.end = ((...of: Parameters<typeof end>) => {
      if (!isLost || req.get('x-payment') === undefined) return end(...of)
      isLost = false
      return res.destroy()
    }) as typeof res.end
    next()
  })
  app.use((req, res, next) => paid(req, res, next))
  app.get('/weather', (_req, res) => {
    res.json({ weather: 'fog until noon' })
  })
  app.post('/echo', (req, res) => {
    res.json({ received: req.body ?? null })
  })
  return {
    ...(await listen(app)),
    raise: (price) => {
      paid = gateFor(price)
    },
    loseNext: () => {
      isLost = true
    },
    reset: () => {
      paid = gateFor(v1Amount)
      isLost = false
    },
  }
}

function gate(facilitatorUrl: string, payTo: string, amount: bigint): RequestHandler {
  const route = {
    price: {
      amount: amount.toString(),
      asset: { address: getAddress(usdc), decimals: 6, eip712: { name: 'USDC', version: '2' } },
    },
    network: networkV1,
    config: { description: 'The weather at Marren harbour', mimeType: 'application/json' },
  } as const
  const middleware = paymentMiddleware(
    getAddress(payTo),
    { 'GET /weather': route, 'POST /echo': route },
    { url: facilitatorUrl as `${string}://${string}` },
  )
  // It was written for the express before this one, whose types differ where it does not look.
  return middleware as unknown as RequestHandler
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
