import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { withX402 } from 'agents/x402'
import type { Address } from 'viem'
import { network } from '../chain'
import type { Connectable } from './mcp-sessions'

/** Price of each tool of Cloudflare's server, in atomic USDC. */
export const cloudflareAmount = 10_000n

/** Such a server; its tool `tides` can be offered at another price, in dollars, while it runs. */
export interface CloudflareServer extends Connectable {
  raise(usd: number): void
}

/**
 * The MCP server of Cloudflare's `agents` package, unmodified, with two paid tools: `tides`, and `weather`, whose
 * quote has letters outside of Latin 1 in the resource, which a payment repeats.
 */
export function cloudflareServer(facilitatorUrl: string, payTo: string): CloudflareServer {
  const server = withX402(new McpServer({ name: 'Cloudflare’s', version: '1.0.0' }), {
    network,
    recipient: payTo as Address,
    facilitator: { url: facilitatorUrl },
  })
  const tides = { content: [{ type: 'text' as const, text: 'High water at noon' }] }
  const sell = (usd: number) => server.paidTool('tides', 'The tides of Marren', usd, {}, {}, () => tides)
  let sold = sell(0.01)
  server.paidTool('weather', 'Le temps à Marren: ☂ ou ☀', 0.01, {}, {}, () => tides)
  return Object.assign(server, {
    raise(usd: number) {
      sold.remove()
      sold = sell(usd)
    },
  })
}
