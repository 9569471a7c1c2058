import type { JsonObject } from './message'

/** A quote of version 2, as an MCP server writes it. */
export const quoteV2: JsonObject = {
  x402Version: 2,
  error: 'Payment required to access this tool',
  resource: { url: 'mcp://tool/tides', description: 'Tides', mimeType: 'application/json' },
  accepts: [
    {
      scheme: 'exact',
      network: 'eip155:84532',
      amount: '10000',
      asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
      payTo: '0x1111111111111111111111111111111111111111',
      maxTimeoutSeconds: 60,
      extra: { name: 'USDC', version: '2' },
    },
  ],
}

/** A quote of version 1, as the x402-mcp package writes it. */
export const quoteV1: JsonObject = {
  x402Version: 1,
  error: '_meta.x402.payment is required',
  accepts: [
    {
      scheme: 'exact',
      network: 'base-sepolia',
      maxAmountRequired: '10000',
      payTo: '0x1111111111111111111111111111111111111111',
      asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
      maxTimeoutSeconds: 300,
      resource: 'mcp://tool/tides',
      mimeType: 'application/json',
      description: 'Tides',
      extra: { name: 'USDC', version: '2' },
    },
  ],
}

/** A content list with one text. */
export const textOf = (value: unknown): JsonObject[] => [
  { type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) },
]

/** A JSON-RPC response with this result. */
export const answer = (result: JsonObject): JsonObject => ({ jsonrpc: '2.0', id: 7, result })

/** A JSON-RPC response with this error. */
export const failure = (code: number, data?: unknown): JsonObject => ({
  jsonrpc: '2.0',
  id: 7,
  error: { code, message: 'Payment required', ...(data === undefined ? {} : { data }) },
})

/** The quote, wrapped as the transport's text form has it. */
export const wrapped = (data: unknown): JsonObject => ({
  'x402/error': { code: 402, message: 'Payment required', data },
})
