import express, { type RequestHandler } from 'express'
import { listen, type Running } from '../server'
import { gate } from './gate'
import type { MerchantInput } from './newsstand'
import { trialPage } from './page'

/** Price of everything that this merchant sells, in atomic USDC. */
export const crossOriginAmount = 30_000n

/**
 * Starts an API of another origin whose cross-origin headers do only half of what x402 needs: a page may read
 * its answers, but PAYMENT-REQUIRED and PAYMENT-RESPONSE are hidden from it, and a preflight that asks for
 * PAYMENT-SIGNATURE is refused. A preflight for a JSON body is answered.
 *
 * Paid: GET `/api/quotes/oats`, POST `/api/quotes` (echoes what it received), and GET `/closed/quotes/oats`,
 * whose answers no page of another origin can read at all. Free: `/frame`, a page to be framed.
 */
export async function startCrossOrigin({ facilitatorUrl, payTo, recorder }: MerchantInput): Promise<Running> {
  const app = express()
  app.use(recorder.middleware('crossOrigin'))
  app.use('/api', halfOpen)
  const terms = { amount: crossOriginAmount.toString(), payTo, description: 'The price of oats' }
  const oats: RequestHandler = async (req, res) => {
    const paid = await gate(req, res, facilitatorUrl, terms)
    res.json(paid ? { oats: 'steady', received: req.body ?? null } : {})
  }
  app.get(['/api/quotes/oats', '/closed/quotes/oats'], oats)
  app.post('/api/quotes', oats)
  app.get('/frame', (_req, res) => {
    const run = `return show(await fetch('/api/quotes/oats'))`
    res
      .type('html')
      .send(trialPage('A frame', 'Of its own origin.', [{ id: 'frame-fetch', label: 'fetch', run }]))
  })
  return listen(app)
}

const halfOpen: RequestHandler = (req, res, next) => {
  const origin = req.get('origin')
  const allow = { 'access-control-allow-origin': origin ?? '*', vary: 'origin' }
  if (req.method !== 'OPTIONS') {
    if (origin !== undefined) res.set(allow)
    next()
    return
  }
  const asked = (req.get('access-control-request-headers') ?? '')
    .split(',')
    .map((h) => h.trim().toLowerCase())
  if (asked.some((h) => h !== '' && h !== 'content-type')) {
    res.status(403).end()
    return
  }
  res
    .set({ ...allow, 'access-control-allow-headers': 'content-type' })
    .status(204)
    .end()
}
