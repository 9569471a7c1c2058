import { McpError } from '@modelcontextprotocol/sdk/types.js'
import { networkV1, usdc } from '../chain'
import { encode, offerOf, type Terms } from './gate'

/** The paid tools of the MCP merchant: each quotes, and takes its payment, in a dialect of its own. */
export const paidTools = [
  'tides-a',
  'tides-text',
  'tides-schema',
  'tides-b',
  'tides-c',
  'tides-c-shared',
  'tides-d',
  'tides-e',
  'tides-draft',
] as const

/** One of them. */
export type PaidTool = (typeof paidTools)[number]

/** A result or, thrown, an error: what a dialect makes of a quote. */
export type Quoting = { result: Record<string, unknown> } | { error: McpError }

/** Why a payment of the right name is not read. */
const wrongTypes = 'The payment is not in the form that this tool takes'

/**
 * Writes the quote as the tool's dialect has it.
 *
 * @param refusal why a payment that came was not taken
 * @param failed the receipt of a settlement that failed, which the transport puts into the quote
 */
export function quoteIn(tool: PaidTool, terms: Terms, refusal?: string, failed?: object): Quoting {
  const quote = {
    ...(tool === 'tides-e' ? quoteV1(tool, terms) : quoteV2(tool, terms)),
    ...(refusal === undefined ? {} : { error: refusal }),
    ...(failed === undefined ? {} : { 'x402/payment-response': failed }),
  }
  const content = [{ type: 'text', text: JSON.stringify(quote) }]
  switch (tool) {
    case 'tides-a':
    case 'tides-schema':
    case 'tides-e':
      return { result: { isError: true, structuredContent: quote, content } }
    case 'tides-text':
      return { result: { isError: true, content } }
    case 'tides-b':
      return { result: { isError: true, _meta: { 'x402/error': quote }, content } }
    case 'tides-c':
      return { error: new McpError(-32042, 'Payment required', quote) }
    case 'tides-c-shared':
      return { error: new McpError(-32042, 'Payment required', { ...otherProtocol, x402: quote }) }
    case 'tides-d':
      return { error: new McpError(402, 'Payment required', quote) }
    case 'tides-draft':
      return { result: { resultType: 'payment_required', paymentRequired: quote, content: [] } }
  }
}

/** Reads the payment of a request in the tool's dialect: undefined without one, or an error's text. */
export function paymentIn(tool: PaidTool, meta: Record<string, unknown>): object | string | undefined {
  const carried = meta[tool === 'tides-e' ? 'x402.payment' : 'x402/payment']
  if (carried === undefined) return undefined
  const isText = tool === 'tides-b' || tool === 'tides-e'
  if (isText !== (typeof carried === 'string')) return wrongTypes
  if (typeof carried !== 'string')
    return typeof carried === 'object' && carried !== null ? carried : wrongTypes
  try {
    // As Cloudflare's servers do: bytes are taken for characters.
    const payment: unknown = JSON.parse(atob(carried))
    return typeof payment === 'object' && payment !== null ? payment : wrongTypes
  } catch {
    return wrongTypes
  }
}

/** Name of the receipt in a result's `_meta`. */
export const receiptName = (tool: PaidTool) =>
  tool === 'tides-e' ? 'x402.payment-response' : 'x402/payment-response'

/** The offer of version 1 in these terms. */
export function offerV1(tool: string, terms: Terms) {
  return {
    scheme: 'exact',
    network: networkV1,
    maxAmountRequired: terms.amount,
    resource: `mcp://tool/${tool}`,
    description: terms.description ?? '',
    mimeType: 'application/json',
    payTo: terms.payTo,
    maxTimeoutSeconds: terms.maxTimeoutSeconds ?? 300,
    asset: usdc,
    extra: { name: 'USDC', version: '2' },
  }
}

function quoteV1(tool: string, terms: Terms) {
  return { x402Version: 1, error: '_meta.x402.payment is required', accepts: [offerV1(tool, terms)] }
}

function quoteV2(tool: string, terms: Terms) {
  const scheme = tool === 'tides-b' ? 'x402://' : 'mcp://tool/'
  return {
    x402Version: 2,
    error: 'Payment required to access this tool',
    resource: {
      url: `${scheme}${tool}`,
      description: terms.description ?? '',
      mimeType: 'application/json',
    },
    accepts: [offerOf(terms)],
  }
}

/** A challenge of the Machine Payments Protocol, which shares error -32042. */
const otherProtocol = {
  httpStatus: 402,
  challenges: [
    {
      id: 'b64-challenge',
      realm: 'mcp',
      method: 'evm',
      intent: 'charge',
      request: encode({ amount: '10000' }),
    },
  ],
}
