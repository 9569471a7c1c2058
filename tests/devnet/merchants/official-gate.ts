import { HTTPFacilitatorClient } from '@x402/core/http'
import type { ResourceServerExtension } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/server'
import { UptoEvmScheme } from '@x402/evm/upto/server'
import {
  type PaywallProvider,
  paymentMiddlewareFromHTTPServer,
  x402HTTPResourceServer,
  x402ResourceServer,
} from '@x402/express'
import type { RequestHandler } from 'express'
import { network } from '../chain'

/** A paid route of the published middleware: `METHOD /path`, its price in dollars now, and what is sold. */
export interface PaidRoute {
  route: string
  price: string | (() => string)
  description: string
  mimeType?: string
  scheme?: 'exact' | 'upto'
  extra?: Record<string, unknown>
  /** What the server declares of extensions. */
  extensions?: Record<string, unknown>
  /** The facilitator hands in an allowance for the payer (x402, eip2612GasSponsoring). */
  sponsored?: boolean
}

/** As a server declares it: what it says of the extension, and the schema of what the payer adds. */
const SPONSORING = {
  eip2612GasSponsoring: {
    info: { description: 'The facilitator hands in a signed allowance to Permit2.', version: '1' },
    schema: { type: 'object' },
  },
}

/**
 * The published express middleware for these routes, ready: it has asked the facilitator what it supports.
 *
 * @param paywall page for browsers; without one the middleware answers with its own plain page
 * @param extension of the server's own, such as the one that signs offers and receipts
 */
export async function officialGate(
  facilitatorUrl: string,
  payTo: string,
  routes: readonly PaidRoute[],
  paywall?: PaywallProvider,
  extension?: ResourceServerExtension,
): Promise<RequestHandler> {
  const server = new x402ResourceServer(new HTTPFacilitatorClient({ url: facilitatorUrl }))
    .register(network, new ExactEvmScheme())
    .register(network, new UptoEvmScheme())
  if (extension !== undefined) server.registerExtension(extension)
  const configured = routes.map(
    ({ route, price, description, mimeType, scheme, extra, extensions, sponsored }) => [
      route,
      {
        accepts: { scheme: scheme ?? 'exact', network, payTo, price, ...(extra && { extra }) },
        description,
        mimeType: mimeType ?? 'application/json',
        ...(sponsored && { extensions: SPONSORING }),
        ...(extensions && { extensions }),
      },
    ],
  )
  const http = new x402HTTPResourceServer(server, Object.fromEntries(configured))
  await http.initialize()
  return paymentMiddlewareFromHTTPServer(
    http,
    { appName: 'The Harbour Courier', testnet: true },
    paywall,
    false,
  )
}
