import { randomBytes } from 'node:crypto'

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { withX402Client } from 'agents/x402'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { exactWindow } from '@/lib/schemes/evm/exact-eip3009'
import { signReserved } from '@/lib/schemes/evm/sign'
import { buildPayment } from '@/lib/wire/http/payment'
import { findMcpQuote, type McpDialect, type McpQuote } from '@/lib/wire/mcp/find-quote'
import { type McpRequest, payMcp } from '@/lib/wire/mcp/payment'
import { classifyMcp, readMcpSettlement } from '@/lib/wire/mcp/settlement'
import { sseBlocks } from '@/lib/wire/mcp/sse'

import { type Devnet, startDevnet } from '../devnet'
import { network } from '../devnet/chain'
import { mcpAmount, paidPrompt, paidResource, tidesText } from '../devnet/merchants/mcp'
import { cloudflareAmount } from '../devnet/merchants/mcp-cloudflare'
import type { PaidTool } from '../devnet/merchants/mcp-dialects'

let net: Devnet
const clients: Client[] = []

beforeAll(async () => {
  net = await startDevnet()
}, 60_000)

afterAll(async () => {
  await net?.stop()
})

beforeEach(() => {
  net.forgetRequests()
  net.mcp.reset()
})

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
})

async function connected(url: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  // The SDK's class declares its session id as possibly undefined, its interface does not.
  await client.connect(new StreamableHTTPClientTransport(new URL(url)) as Transport)
  clients.push(client)
  return client
}

const call = (name: string): McpRequest => ({
  method: 'tools/call',
  params: { name, arguments: { harbour: 'Marren' }, _meta: { trace: 'kept' } },
})

/** What the client makes of the answer: its result, or the error that it throws. */
async function ask(client: Client, { method, params }: McpRequest): Promise<unknown> {
  const given = params as never
  const asked =
    method === 'resources/read'
      ? client.readResource(given)
      : method === 'prompts/get'
        ? client.getPrompt(given)
        : client.callTool(given)
  return asked.catch((error: unknown) => error)
}

/** Signs the first offer of a quote with the payer's key. */
async function paymentFor({ version, quote }: McpQuote) {
  const offer = (quote.accepts as Record<string, string>[])[0]
  const { payer } = net.accounts
  const window = exactWindow(version, Math.floor(Date.now() / 1000), 300)
  if (!offer || !window.ok) throw new Error('there is nothing to sign')
  const signed = await signReserved(
    {
      scheme: 'exact',
      network,
      asset: offer.asset ?? '',
      name: 'USDC',
      tokenVersion: '2',
      from: payer.address,
      payTo: offer.payTo ?? '',
      amount: (version === 1 ? offer.maxAmountRequired : offer.amount) ?? '',
      nonce: `0x${randomBytes(32).toString('hex')}`,
      ...window.value,
    },
    payer.privateKey,
  )
  if (!signed.ok) throw new Error(signed.error.detail)
  const payment = buildPayment(
    version,
    quote,
    0,
    signed.value.payload,
    `test_${randomBytes(16).toString('hex')}`,
  )
  if (!payment.ok) throw new Error(payment.error.detail)
  return payment.value
}

/** Asks, and pays what is quoted once. */
async function buy(client: Client, request: McpRequest) {
  const found = findMcpQuote(await ask(client, request))
  if (!found) throw new Error('there is no quote')
  const answer = await ask(client, payMcp(request, found.dialect, await paymentFor(found)))
  return { found, answer }
}

/** What the payee gained and the payer lost while the purchase was made. */
async function movedBy(purchase: () => Promise<unknown>) {
  const { payer, payee } = net.accounts
  const both = () => Promise.all([net.balanceOf(payee.address), net.balanceOf(payer.address)])
  const [payeeBefore, payerBefore] = await both()
  await purchase()
  const [payeeAfter, payerAfter] = await both()
  return { gained: payeeAfter - payeeBefore, lost: payerBefore - payerAfter }
}

const exactly = (amount: bigint) => ({ gained: amount, lost: amount })
const tools: [tool: PaidTool, dialect: McpDialect][] = [
  ['tides-a', 'A'],
  ['tides-text', 'A-text'],
  ['tides-schema', 'A'],
  ['tides-b', 'B'],
  ['tides-c', 'C'],
  ['tides-c-shared', 'C'],
  ['tides-d', 'D'],
  ['tides-e', 'E'],
  ['tides-draft', 'draft'],
]

describe.each(['json', 'sse'] as const)('a tool on the MCP SDK that answers in %s', (form) => {
  it.each(tools)('is paid for once: %s, dialect %s', async (tool, dialect) => {
    const client = await connected(net.mcp[form])
    const moved = await movedBy(async () => {
      const { found, answer } = await buy(client, call(tool))
      expect(found).toMatchObject({ dialect, version: tool === 'tides-e' ? 1 : 2 })
      expect(answer).toMatchObject({ content: [{ text: expect.stringContaining(tidesText) }] })
      expect(findMcpQuote(answer)).toBeNull()
      const outcome = classifyMcp(answer)
      expect(outcome.outcome).toBe('settled')
      const settlement = readMcpSettlement(answer)
      const transfers = await net.transfersTo(net.accounts.payee.address)
      const made = transfers.find(
        (t) => t.transactionHash === (settlement.ok && settlement.value.transaction),
      )
      expect(made).toMatchObject({ from: net.accounts.payer.address, value: mcpAmount })
    })
    expect(moved).toEqual(exactly(mcpAmount))
    const [unpaid, paid, ...more] = net.mcp.calls()
    expect(more).toEqual([])
    expect(unpaid?.payment).toBeUndefined()
    expect(paid).toMatchObject({ name: tool, arguments: { harbour: 'Marren' }, meta: { trace: 'kept' } })
  })

  it('quotes nothing when it shows a sample quote as its content', async () => {
    const answer = await ask(await connected(net.mcp[form]), call('free'))
    expect(JSON.stringify(answer)).toContain('x402Version')
    expect(findMcpQuote(answer)).toBeNull()
  })
})

describe('an MCP server', () => {
  it.each<[string, McpRequest, string]>([
    ['resource', { method: 'resources/read', params: { uri: paidResource } }, 'contents'],
    ['prompt', { method: 'prompts/get', params: { name: paidPrompt } }, 'messages'],
  ])('is paid for a %s', async (_title, request, goods) => {
    const client = await connected(net.mcp.json)
    const moved = await movedBy(async () => {
      const { found, answer } = await buy(client, request)
      expect(found.dialect).toBe('D')
      expect(answer).toHaveProperty(goods)
      expect(classifyMcp(answer).outcome).toBe('settled')
    })
    expect(moved).toEqual(exactly(mcpAmount))
  })

  it('is read from its event stream as the pieces come, with what comes before the answer', async () => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const post = (body: object, session: Record<string, string> = {}) =>
      fetch(net.mcp.sse, {
        method: 'POST',
        headers: { ...headers, ...session },
        body: JSON.stringify({ jsonrpc: '2.0', ...body }),
      })
    const clientInfo = { name: 'raw', version: '1' }
    const hello = await post({
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
    })
    const session = { 'mcp-session-id': hello.headers.get('mcp-session-id') ?? '' }
    await hello.text()
    await post({ method: 'notifications/initialized' }, session)
    const { params } = call('tides-schema')
    const response = await post(
      { id: 'x', method: 'tools/call', params: { ...params, _meta: { progressToken: 1 } } },
      session,
    )
    const { push } = sseBlocks()
    const messages: unknown[] = []
    const decoder = new TextDecoder()
    const reader = response.body?.getReader()
    for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
      const events = push(decoder.decode(step.value, { stream: true }))
      for (const { data } of events) if (data) messages.push(JSON.parse(data))
    }
    expect(messages).toMatchObject([{ method: 'notifications/progress' }, { id: 'x' }])
    expect(messages.map((m) => findMcpQuote(m)?.dialect)).toEqual([undefined, 'A'])
  })

  it('quotes a tool with an output schema past a client that refuses the quote', async () => {
    const client = await connected(net.mcp.json)
    await client.listTools()
    expect(await ask(client, call('tides-schema'))).toMatchObject({ code: -32602 })
    expect(net.mcp.calls()).toHaveLength(1)
  })

  it('raises its price on the retry, and is not paid (case-004, atk-003)', async () => {
    const client = await connected(net.mcp.json)
    net.mcp.script({ do: 'normal' }, { do: 'quote', terms: { amount: '15000' } })
    const moved = await movedBy(async () => {
      const { answer } = await buy(client, call('tides-a'))
      expect(classifyMcp(answer)).toMatchObject({ outcome: 'refused', reason: 'The price has changed' })
      expect(findMcpQuote(answer)?.quote.accepts).toMatchObject([{ amount: '15000' }])
    })
    expect(moved).toEqual(exactly(0n))
  })

  it('settles and says by a new quote that it failed: the signature may not be called dead', async () => {
    const client = await connected(net.mcp.sse)
    net.mcp.script({ do: 'normal' }, { do: 'settle', answer: 'quote' })
    const moved = await movedBy(async () => {
      const { answer } = await buy(client, call('tides-b'))
      expect(classifyMcp(answer)).toMatchObject({ outcome: 'refused', reason: 'SETTLEMENT_FAILED' })
    })
    expect(moved).toEqual(exactly(mcpAmount))
  })

  it.each<[PaidTool]>([['tides-a'], ['tides-d']])(
    'puts a failed settlement into its quote: %s',
    async (tool) => {
      const client = await connected(net.mcp.json)
      net.mcp.script({ do: 'normal' }, { do: 'refuse', reason: 'insufficient_funds' })
      const { answer } = await buy(client, call(tool))
      expect(classifyMcp(answer)).toEqual({
        outcome: 'failed-live',
        reason: 'insufficient_funds',
      })
    },
  )

  it('settles and cuts the connection: the outcome is unknown (case-014)', async () => {
    const client = await connected(net.mcp.json)
    net.mcp.script({ do: 'normal' }, { do: 'settle', answer: 'cut' })
    const moved = await movedBy(async () => {
      const { answer } = await buy(client, call('tides-a'))
      expect(answer).toBeInstanceOf(TypeError)
      expect(classifyMcp(null, String(answer))).toMatchObject({ outcome: 'unknown' })
    })
    expect(moved).toEqual(exactly(mcpAmount))
  })

  it('fails in the tool itself: nothing moves, and nothing proves it', async () => {
    const client = await connected(net.mcp.json)
    net.mcp.script({ do: 'normal' }, { do: 'tool-error' })
    const moved = await movedBy(async () => {
      const { answer } = await buy(client, call('tides-a'))
      expect(classifyMcp(answer).outcome).toBe('unknown')
    })
    expect(moved).toEqual(exactly(0n))
  })

  it('fails in the tool itself after it took the money (case-016)', async () => {
    const client = await connected(net.mcp.json)
    net.mcp.script({ do: 'normal' }, { do: 'settle', answer: 'tool-error' })
    const moved = await movedBy(async () => {
      const { answer } = await buy(client, call('tides-e'))
      expect(classifyMcp(answer).outcome).toBe('paid-service-failed')
    })
    expect(moved).toEqual(exactly(mcpAmount))
  })

  it('delivers without a receipt (case-010), and with one of a transaction that is not there (atk-069)', async () => {
    const client = await connected(net.mcp.json)
    net.mcp.script({ do: 'normal' }, { do: 'settle', answer: 'no-receipt' })
    expect(classifyMcp((await buy(client, call('tides-a'))).answer).outcome).toBe('unknown')
    net.mcp.script({ do: 'normal' }, { do: 'claim' })
    const moved = await movedBy(async () => {
      expect(classifyMcp((await buy(client, call('tides-a'))).answer).outcome).toBe('settled')
    })
    expect(moved).toEqual(exactly(0n))
  })
})

describe('Cloudflare’s agents package', () => {
  /** Its client, which pays by itself. */
  async function theirs(url: string) {
    return withX402Client(await connected(url), {
      account: privateKeyToAccount(net.accounts.payer.privateKey),
      network,
    })
  }

  it.each(['tides', 'weather'])('has a server that takes what we pay for %s (case-026)', async (tool) => {
    const client = await connected(net.mcp.cloudflare)
    const moved = await movedBy(async () => {
      const { found, answer } = await buy(client, call(tool))
      expect(found).toMatchObject({ dialect: 'B', quote: { resource: { url: `x402://${tool}` } } })
      expect(answer).toMatchObject({ content: [{ text: 'High water at noon' }] })
      expect(classifyMcp(answer).outcome).toBe('settled')
    })
    expect(moved).toEqual(exactly(cloudflareAmount))
  })

  it('has a server that takes no object, and says so by its quote', async () => {
    const client = await connected(net.mcp.cloudflare)
    const found = findMcpQuote(await ask(client, call('tides')))
    if (!found) throw new Error('there is no quote')
    const moved = await movedBy(async () => {
      const answer = await ask(client, payMcp(call('tides'), 'A', await paymentFor(found)))
      expect(classifyMcp(answer)).toMatchObject({ outcome: 'refused', reason: 'PAYMENT_REQUIRED' })
    })
    expect(moved).toEqual(exactly(0n))
  })

  it('has a server whose raised price is a new quote, which nobody has to pay (case-004)', async () => {
    const client = await connected(net.mcp.cloudflare)
    const found = findMcpQuote(await ask(client, call('tides')))
    if (!found) throw new Error('there is no quote')
    const payment = await paymentFor(found)
    net.mcp.raiseCloudflare(0.02)
    const moved = await movedBy(async () => {
      const answer = await ask(client, payMcp(call('tides'), found.dialect, payment))
      expect(classifyMcp(answer)).toMatchObject({ outcome: 'refused' })
      expect(findMcpQuote(answer)?.quote.accepts).toMatchObject([{ amount: '20000' }])
    })
    expect(moved).toEqual(exactly(0n))
  })

  it('has a server whose lost answer leaves the outcome unknown (case-014)', async () => {
    const client = await connected(net.mcp.cloudflare)
    const found = findMcpQuote(await ask(client, call('tides')))
    if (!found) throw new Error('there is no quote')
    net.mcp.loseCloudflare()
    const request = payMcp(call('tides'), found.dialect, await paymentFor(found))
    const moved = await movedBy(async () => {
      const lost = client.callTool(request.params as never, undefined, { timeout: 3_000 })
      await expect(lost).rejects.toThrow()
    })
    expect(classifyMcp(null, 'no answer')).toMatchObject({ outcome: 'unknown' })
    expect(moved).toEqual(exactly(cloudflareAmount))
  })

  it('has a client that pays our server in its dialect', async () => {
    const client = await theirs(net.mcp.sse)
    const moved = await movedBy(async () => {
      const answer = await client.callTool(null, { name: 'tides-b', arguments: { harbour: 'Marren' } })
      expect(classifyMcp(answer).outcome).toBe('settled')
    })
    expect(moved).toEqual(exactly(mcpAmount))
  })

  it('has a client that cannot write a payment in letters outside of Latin 1 (case-026)', async () => {
    const client = await theirs(net.mcp.cloudflare)
    const paid = client.callTool(null, { name: 'weather', arguments: {} })
    await expect(paid).rejects.toThrow('Invalid character')
  })

  it('has a client whose receipt is read as ours is', async () => {
    const client = await theirs(net.mcp.cloudflare)
    const moved = await movedBy(async () => {
      const answer = await client.callTool(null, { name: 'tides', arguments: {} })
      expect(readMcpSettlement(answer)).toMatchObject({
        ok: true,
        value: { success: true, payer: net.accounts.payer.address },
      })
    })
    expect(moved).toEqual(exactly(cloudflareAmount))
  })
})
