import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import type { PaymentPayload } from '@x402/core/types'
import express, { type RequestHandler, type Response } from 'express'
import { listen, type Running } from '../server'
import { settle, type Terms } from './gate'
import { type CloudflareServer, cloudflareServer } from './mcp-cloudflare'
import { offerV1, type PaidTool, paidTools, paymentIn, quoteIn, receiptName } from './mcp-dialects'
import { mcpSessions } from './mcp-sessions'
import type { MerchantInput } from './newsstand'
import { madeUpTransaction } from './scripted'

/**
 * How one paid request is answered.
 *
 * - `normal`: quotes to who does not pay, settles and delivers to who does
 * - `quote`: quotes these terms, whatever the request carries: a raised price, a swapped payee. What it carries
 *   is not settled. The terms stay in force for `normal` until `reset`
 * - `settle`: settles what the request carries, then answers as `answer` says: `no-receipt` delivers without
 *   one, `cut` ends the connection, `quote` says that settlement failed by a quote like the first, `tool-error`
 *   is an error of the tool's own with the receipt
 * - `claim`: delivers with a receipt that says success, but settles nothing
 * - `refuse`: a quote that holds the receipt of a failed settlement, and settles nothing
 * - `tool-error`: an error of the tool's own; settles nothing
 * - `cut`: ends the connection and settles nothing
 */
export type McpAnswer =
  | { do: 'normal' }
  | { do: 'quote'; terms?: Partial<Terms> }
  | { do: 'settle'; answer: 'no-receipt' | 'cut' | 'quote' | 'tool-error' }
  | { do: 'claim' }
  | { do: 'refuse'; reason?: string }
  | { do: 'tool-error' }
  | { do: 'cut' }

/** One request for something paid, as the merchant received it. */
export interface McpCall {
  method: 'tools/call' | 'resources/read' | 'prompts/get'
  /** Name of the tool or prompt, or URI of the resource. */
  name: string
  arguments: unknown
  /** All of `_meta`. */
  meta: Record<string, unknown>
  /** The decoded payment: absent without one. */
  payment?: unknown
  nonce?: string
}

/** An MCP server whose tools are paid for. It answers as a test says. */
export interface McpMerchant extends Running {
  /** Address of the server that answers in JSON. */
  json: string
  /** Address of the same that answers in event streams. */
  sse: string
  /** Address of the server of Cloudflare's `agents` package, which sells `tides` and `weather` for a cent each. */
  cloudflare: string
  /** Queues answers; each paid request takes one. An empty queue means `normal`. Not for Cloudflare's. */
  script(...answers: McpAnswer[]): void
  /** Raises the price of Cloudflare's `tides`, in dollars, in the sessions that are open. */
  raiseCloudflare(usd: number): void
  /** Loses Cloudflare's next answer to a payment, after it was settled. */
  loseCloudflare(): void
  /** Every request for something paid since the last reset, oldest first. Not Cloudflare's. */
  calls(): McpCall[]
  /** Empties queue and log, and goes back to the first terms. */
  reset(): void
}

/** Price of everything that this merchant sells until a script changes it, in atomic USDC. */
export const mcpAmount = 10_000n

/** What the paid tools say, with their arguments. */
export const tidesText = 'High water at noon'

/** A paid resource and a paid prompt, in the dialect of error 402. */
export const paidResource = 'tides://marren/today'
export const paidPrompt = 'tide-poem'

/**
 * Starts it: `/json` and `/sse` are one server in two forms of answer, `/cloudflare` is another. Tools: those of
 * `paidTools`, and `free`, which shows a sample quote as its content. Any origin may call it.
 *
 * The tools are on the SDK's low-level server, since the high-level one turns errors that a tool throws into
 * results and loses their data.
 */
export async function startMcp(input: MerchantInput): Promise<McpMerchant> {
  const { facilitatorUrl, payTo, recorder } = input
  const first: Terms = { amount: mcpAmount.toString(), payTo, description: 'The tides of Marren' }
  const responses = new Map<string, Response>()
  const queue: McpAnswer[] = []
  let quoted: Terms[] = [first]
  let log: McpCall[] = []

  const terms = () => quoted.at(-1) ?? first

  const settleWhatCame = async (tool: PaidTool, payment: object) => {
    if (tool === 'tides-e') return settleV1(facilitatorUrl, payment, offerV1(tool, terms()))
    const v2 = payment as PaymentPayload
    const { amount, payTo } = v2.accepted
    return settle(facilitatorUrl, v2, quoted.find((t) => t.amount === amount && t.payTo === payTo) ?? terms())
  }

  const sell = async (tool: PaidTool, call: McpCall, goods: object, response: Response | undefined) => {
    const payment = paymentIn(tool, call.meta)
    if (typeof payment === 'object') {
      call.payment = payment
      const nonce = nonceOf(payment)
      if (nonce !== undefined) call.nonce = nonce
    }
    log.push(call)
    const again = (refusal?: string, failed?: object) => {
      const quoting = quoteIn(tool, terms(), refusal, failed)
      if ('error' in quoting) throw quoting.error
      return quoting.result
    }
    const deliver = (receipt: object) => ({ ...goods, _meta: { [receiptName(tool)]: receipt } })
    const step = queue.shift() ?? { do: 'normal' }
    switch (step.do) {
      case 'quote':
        quoted.push({ ...terms(), ...step.terms })
        return again(payment === undefined ? undefined : 'The price has changed')
      case 'claim':
        return deliver({ success: true, transaction: madeUpTransaction, network: 'eip155:84532' })
      case 'refuse': {
        const errorReason = step.reason ?? 'insufficient_funds'
        const failed = { success: false, errorReason, transaction: '', network: 'eip155:84532' }
        return again(`Payment settlement failed: ${errorReason}`, failed)
      }
      case 'tool-error':
        return toolError
      case 'cut':
        return cut(response)
    }
    if (typeof payment !== 'object') return again(payment)
    const settled = await settleWhatCame(tool, payment)
    if (!settled.success) return again(settled.errorReason ?? 'SETTLEMENT_FAILED')
    if (step.do === 'normal') return deliver(settled)
    switch (step.answer) {
      case 'no-receipt':
        return { ...goods }
      case 'cut':
        return cut(response)
      case 'quote':
        return again('SETTLEMENT_FAILED')
      case 'tool-error':
        return { ...toolError, _meta: { [receiptName(tool)]: settled } }
    }
  }

  const makeServer = () => {
    const server = new Server(
      { name: 'Marren tides', version: '1.0.0' },
      { capabilities: { tools: {}, resources: {}, prompts: {} } },
    )
    const responseOf = (extra: { sessionId?: string; requestId: string | number }) =>
      responses.get(`${extra.sessionId}:${extra.requestId}`)
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: toolList }))
    server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
      const { name, arguments: args, _meta: meta } = params
      const tool = paidTools.find((each) => each === name)
      if (meta?.progressToken !== undefined) {
        const progress = { progressToken: meta.progressToken, progress: 1 }
        await extra.sendNotification({ method: 'notifications/progress', params: progress })
      }
      if (!tool) return sample
      const call: McpCall = { method: 'tools/call', name, arguments: args, meta: { ...meta } }
      return sell(tool, call, goodsOf(tool, args), responseOf(extra))
    })
    server.setRequestHandler(ListResourcesRequestSchema, () => ({
      resources: [{ uri: paidResource, name: 'Tides of today' }],
    }))
    server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri, _meta } }, extra) => {
      const call: McpCall = { method: 'resources/read', name: uri, arguments: undefined, meta: { ..._meta } }
      return sell('tides-d', call, { contents: [{ uri, text: tidesText }] }, responseOf(extra))
    })
    server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [{ name: paidPrompt }] }))
    server.setRequestHandler(GetPromptRequestSchema, async ({ params }, extra) => {
      const { name, arguments: args, _meta } = params
      const call: McpCall = { method: 'prompts/get', name, arguments: args, meta: { ..._meta } }
      const messages = [{ role: 'user', content: { type: 'text', text: tidesText } }]
      return sell('tides-d', call, { messages }, responseOf(extra))
    })
    return server
  }

  const json = mcpSessions(makeServer, true)
  const sse = mcpSessions(makeServer, false)
  const theirs: CloudflareServer[] = []
  let isLost = false
  const cloudflare = mcpSessions(() => {
    const server = cloudflareServer(facilitatorUrl, payTo)
    theirs.push(server)
    return server
  }, false)
  const app = express()
  app.use(recorder.middleware('mcp'))
  app.use(open)
  app.use((req, res, next) => {
    const key = `${req.get('mcp-session-id')}:${req.body?.id}`
    responses.set(key, res)
    res.once('close', () => responses.delete(key))
    next()
  })
  app.all('/json', json.handler)
  app.all('/sse', sse.handler)
  app.all('/cloudflare', (req, res, next) => {
    if (isLost && req.body?.params?._meta?.['x402/payment'] !== undefined) {
      isLost = false
      const cut = () => {
        res.socket?.destroy()
        return false
      }
      // The first that it writes of its answer, when it has settled.
      Object.assign(res, { write: cut, end: cut })
    }
    return cloudflare.handler(req, res, next)
  })
  const running = await listen(app)

  return {
    url: running.url,
    json: `${running.url}/json`,
    sse: `${running.url}/sse`,
    cloudflare: `${running.url}/cloudflare`,
    script: (...answers) => {
      queue.push(...answers)
    },
    raiseCloudflare: (usd) => {
      for (const server of theirs) server.raise(usd)
    },
    loseCloudflare: () => {
      isLost = true
    },
    calls: () => log,
    reset: () => {
      queue.length = 0
      quoted = [first]
      log = []
      isLost = false
    },
    stop: async () => {
      await Promise.all([json.close(), sse.close(), cloudflare.close()])
      await running.stop()
    },
  }
}

const inputSchema = { type: 'object' as const, properties: { harbour: { type: 'string' } } }
const outputSchema = {
  type: 'object' as const,
  properties: { tides: { type: 'string' } },
  required: ['tides'],
}

const toolList = [
  ...paidTools.map((name) => ({
    name,
    description: `The tides, for a cent (${name})`,
    inputSchema,
    ...(name === 'tides-schema' ? { outputSchema } : {}),
  })),
  { name: 'free', description: 'How a quote looks', inputSchema },
]

/** A success that talks about quotes; nobody may pay for it. */
const sample = (() => {
  const terms = { amount: '10000', payTo: '0x2222222222222222222222222222222222222222' }
  const quoting = quoteIn('tides-a', terms)
  return 'result' in quoting ? { ...quoting.result, isError: false } : {}
})()

const toolError = { isError: true, content: [{ type: 'text', text: 'There is no such harbour' }] }

function goodsOf(tool: PaidTool, args: unknown) {
  const tides = `${tidesText} ${JSON.stringify(args ?? null)}`
  const content = [{ type: 'text', text: tides }]
  return tool === 'tides-schema' ? { content, structuredContent: { tides } } : { content }
}

/** Ends the connection; the answer that a handler still owes goes nowhere. */
function cut(response: Response | undefined): Record<string, unknown> {
  response?.socket?.destroy()
  return { content: [] }
}

async function settleV1(facilitatorUrl: string, paymentPayload: object, paymentRequirements: object) {
  const response = await fetch(`${facilitatorUrl}/settle`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ x402Version: 1, paymentPayload, paymentRequirements }),
  })
  return (await response.json()) as { success: boolean; errorReason?: string }
}

function nonceOf(payment: object): string | undefined {
  const { payload } = payment as { payload?: { authorization?: { nonce?: string } } }
  return payload?.authorization?.nonce
}

const open: RequestHandler = (req, res, next) => {
  res.set({
    'access-control-allow-origin': req.get('origin') ?? '*',
    'access-control-expose-headers': 'mcp-session-id',
    vary: 'origin',
  })
  if (req.method !== 'OPTIONS') {
    next()
    return
  }
  const asked = req.get('access-control-request-headers') ?? ''
  res
    .set({
      'access-control-allow-headers': asked,
      'access-control-allow-methods': 'GET, POST, DELETE',
    })
    .status(204)
    .end()
}
