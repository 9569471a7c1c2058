import express from 'express'
import { listen, type Running } from '../server'
import { gate } from './gate'
import type { MerchantInput } from './newsstand'

const amount = '30000'

/**
 * Starts an API of another origin whose cross-origin headers do only half of what x402 needs: a page may read
 * its answers, but PAYMENT-REQUIRED and PAYMENT-RESPONSE are hidden from it, and a preflight that asks for
 * PAYMENT-SIGNATURE is refused. A preflight for a JSON body is answered.
 *
 * Paid: GET `/api/quotes/oats`, POST `/api/quotes` (echoes what it received). Without any cross-origin header,
 * so that no page can read it: GET `/closed/quotes/oats`.
 */
export async function startCrossOrigin({ facilitatorUrl, payTo, recorder }: MerchantInput): Promise<Running> {
  const app = express()
  app.use(recorder.middleware('crossOrigin'))
  app.use('/api', (req, res, next) => {
    const origin = req.get('origin')
    if (origin !== undefined) res.set({ 'access-control-allow-origin': origin, vary: 'origin' })
    if (req.method !== 'OPTIONS') return next()
    const asked = (req.get('access-control-request-headers') ?? '').split(',').map((h) => h.trim().toLowerCase())
    if (asked.some((h) => h !== '' && h !== 'content-type')) return res.removeHeader('access-control-allow-origin'), res.status(403).end()
    res.set('access-control-allow-headers', 'content-type').status(204).end()
  })
  const terms = { amount, payTo, description: 'The price of oats' }
  const quoteOfOats: express.RequestHandler = async (req, res) => {
    const paid = await gate(req, res, facilitatorUrl, terms)
    if (!res.headersSent) res.json(paid ? { oats: 'steady', received: req.body ?? null } : {})
  }
  app.get(['/api/quotes/oats', '/closed/quotes/oats'], quoteOfOats)
  app.post('/api/quotes', quoteOfOats)
  return listen(app)
}
