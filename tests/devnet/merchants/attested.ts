import {
  createOfferReceiptExtension,
  declareOfferReceiptExtension,
  type OfferReceiptIssuer,
} from '@x402/extensions/offer-receipt'
import express from 'express'
import { listen, type Running } from '../server'
import { officialGate } from './official-gate'

/** What the attested merchant asks for, in atomic USDC. */
export const attestedAmount = 20_000n

/**
 * A shop behind the published middleware with the published extension that signs every offer and a receipt for
 * every payment.
 *
 * @param issuer signs them
 */
export async function startAttested(
  of: { readonly facilitatorUrl: string; readonly payTo: string },
  issuer: OfferReceiptIssuer,
): Promise<Running> {
  const app = express()
  const route = {
    route: 'GET /almanac',
    price: '$0.02',
    description: 'The almanac of the coast',
    extensions: declareOfferReceiptExtension(),
  }
  app.use(
    await officialGate(of.facilitatorUrl, of.payTo, [route], undefined, createOfferReceiptExtension(issuer)),
  )
  app.get('/almanac', (_req, res) => void res.json({ tides: 4 }))
  return await listen(app)
}
