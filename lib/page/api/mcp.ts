import type { PaymentV2 } from '@/lib/wire/http/payment'
import { mcpCall } from '@/lib/wire/mcp/action'
import { findMcpQuote, type McpDialect, type McpQuote } from '@/lib/wire/mcp/find-quote'
import { carriesMcpPayment, type McpRequest, payMcp } from '@/lib/wire/mcp/payment'
import { seenInMcp } from '@/lib/wire/mcp/settlement'
import type { RpcOutcome, RpcProtocol } from './rpc'
import { bought, type RpcOptions, type RpcSend } from './rpc-helper'

type Params = Readonly<Record<string, unknown>>

/** An MCP client: the SDK's, or a function that sends one request and gives its answer. */
type McpClient = RpcSend | { callTool(params: Params): unknown }

/** What a page calls to pay over MCP by whichever transport. docs/mcp.md. */
export type McpApi = {
  callTool(client: McpClient, params: Params, options: RpcOptions): Promise<unknown>
  request(send: RpcSend, request: McpRequest, options: RpcOptions): Promise<unknown>
  quoteOf(message: unknown): McpQuote | null
  withPayment(request: McpRequest, dialect: McpDialect, payment: object): McpRequest
  outcomeOf(message: unknown): RpcOutcome
}

/** Calls that the helper is making: what the page's own fetch carries of them is not paid for twice. */
const ours: string[] = []

/** MCP: quotes in the results and errors of tools, prompts and resources. */
export const mcpProtocol: RpcProtocol = {
  name: 'mcp',
  asks(request) {
    const call = mcpCall(request)
    return call !== null && !ours.includes(call.text) && !carriesMcpPayment(request)
  },
  read(request, message) {
    const call = mcpCall(request)
    const found = findMcpQuote(message)
    if (call === null || found === null) return null
    const { raw: quote, dialect, notes } = found
    const said = notes.length === 0 ? {} : { notes: notes.join(' ') }
    const action = { kind: 'mcp', tool: call.tool, ...said }
    const isCertain = !notes.includes('quoted-twice-with-other-terms')
    return { quote, dialect, subject: call.text, action, isCertain }
  },
  retry: (request, { dialect }, payment) => payMcp(request, dialect as McpDialect, payment as PaymentV2),
  outcome: seenInMcp,
}

/** Makes the helper. */
export function mcpApi(): McpApi {
  async function request(send: RpcSend, of: McpRequest, options: RpcOptions): Promise<unknown> {
    const text = mcpCall(of)?.text ?? ''
    ours.push(text)
    try {
      return await bought(mcpProtocol, of, send, options)
    } finally {
      ours.splice(ours.indexOf(text), 1)
    }
  }
  return Object.freeze<McpApi>({
    callTool: (client, params, options) =>
      request(
        typeof client === 'function' ? client : ({ params: of }) => client.callTool(of ?? {}),
        { method: 'tools/call', params },
        options,
      ),
    request,
    quoteOf: findMcpQuote,
    withPayment: (of, dialect, payment) => payMcp(of, dialect, payment as PaymentV2),
    outcomeOf: seenInMcp,
  })
}
