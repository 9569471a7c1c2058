import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { answer, quoteV1, quoteV2, textOf } from '@/lib/wire/mcp/testing'
import { TIMEOUT } from '../harness'
import { ApiStage, asked, PAYS, WAITS } from './harness'

vi.setConfig(TIMEOUT)
const stage = new ApiStage()
beforeAll(() => stage.open())
afterAll(() => stage.close())

const quoteResult = { isError: true, structuredContent: quoteV2, content: textOf(quoteV2) }
const tides = { content: textOf('High at noon.'), _meta: { 'x402/payment-response': { success: true } } }

/** A client in the page: quotes first, by a result or by an error that it throws, and keeps what it was sent. */
const CLIENT = `
  window.sent = []
  window.quoteResult = ${JSON.stringify(quoteResult)}
  window.quoteV2 = ${JSON.stringify(quoteV2)}
  window.tides = ${JSON.stringify(tides)}
  const paid = (params) => params._meta && params._meta['x402/payment']
  window.client = { callTool: async (params) => { sent.push(params); return paid(params) ? tides : quoteResult } }
  window.throwing = async ({ method, params }) => {
    sent.push({ method, ...params })
    if (paid(params)) return tides
    throw Object.assign(new Error('MCP error 402'), { code: 402, data: quoteV2 })
  }
  window.params = { name: 'tides', arguments: { harbour: 'Marren' } }
  window.plain = (running) => running.catch((error) => ({ failed: error.message, code: error.code, payment: error.payment }))
`
const SERVER = 'https://tides.example/mcp'
const names = (calls: readonly { readonly name?: string }[]) => calls.map(({ name }) => name)

describe('the MCP helper', () => {
  it('pays through any client with callTool, and gives the result', async () => {
    const page = await stage.page(PAYS, CLIENT)
    const seen = await page.evaluate(
      `countersign.mcp.callTool(client, params, { server: '${SERVER}#x', maxUsd: 0.05, agent: 'planner' })`,
    )
    expect(seen).toEqual(tides)
    expect(await page.evaluate('sent')).toEqual([
      { name: 'tides', arguments: { harbour: 'Marren' } },
      {
        name: 'tides',
        arguments: { harbour: 'Marren' },
        _meta: { 'x402/payment': { x402Version: 2, payload: 'signed' } },
      },
    ])
    await expect.poll(async () => names(await asked(page))).toEqual(['pay', 'paid'])
    expect((await asked(page))[0]?.value).toMatchObject({
      transport: 'mcp',
      url: SERVER,
      terms: { maxUsd: '0.05', agent: 'planner' },
      action: { kind: 'mcp', tool: 'tides', server: SERVER },
    })
    // What was delivered, in the canonical order of its members.
    const canonical = JSON.stringify({
      _meta: tides._meta,
      content: [{ text: 'High at noon.', type: 'text' }],
    })
    const responseDigest = `0x${createHash('sha256').update(canonical).digest('hex')}`
    expect((await asked(page))[1]?.value).toMatchObject({ status: 200, responseDigest })
  })

  it('pays through a function that throws what a client throws, also for a resource', async () => {
    const page = await stage.page(PAYS, CLIENT)
    const seen = await page.evaluate(
      `countersign.mcp.request(throwing, { method: 'resources/read', params: { uri: 'tides://today' } }, { server: '${SERVER}' })`,
    )
    expect(seen).toEqual(tides)
    expect((await asked(page))[0]?.value).toMatchObject({ action: { tool: 'tides://today' } })
  })

  it('throws on what the client throws, and gives an answer without a quote as it is', async () => {
    const page = await stage.page(PAYS, CLIENT)
    const seen = await page.evaluate(`(async () => [
      await plain(countersign.mcp.callTool(async () => { throw new TypeError('no net') }, params, { server: '${SERVER}' })),
      await countersign.mcp.callTool(async () => ({ content: [quoteV2] }), params, { server: '${SERVER}' }),
    ])()`)
    expect(seen).toEqual([{ failed: 'no net' }, { content: [quoteV2] }])
    expect(await asked(page)).toEqual([])
  })

  it('rejects with the decision’s code where it is not paid', async () => {
    const page = await stage.page(
      `return { id: 'p1', status: 'declined', code: 'HOLD_DECLINED', reason: 'declined' }`,
      CLIENT,
    )
    const seen = await page.evaluate(
      `plain(countersign.mcp.callTool(client, params, { server: '${SERVER}' }))`,
    )
    expect(seen).toEqual({
      failed: 'declined',
      code: 'HOLD_DECLINED',
      payment: { id: 'p1', status: 'declined', code: 'HOLD_DECLINED', reason: 'declined' },
    })
    expect(await page.evaluate('sent.length')).toBe(1)
  })

  it('ends when its patience does, and takes the question back', async () => {
    const page = await stage.page(WAITS, CLIENT)
    const seen = await page.evaluate(
      `plain(countersign.mcp.callTool(client, params, { server: '${SERVER}', patienceMs: 50 }))`,
    )
    expect(seen).toMatchObject({ code: 'HOLD_APPROVAL_EXPIRED', payment: { id: 'p1' } })
    expect(names(await asked(page)).at(-1)).toBe('cancel')
  })

  it('says at once that a person is asked where it may not wait, and leaves the question open', async () => {
    const page = await stage.page(
      `return { id: 'p1', status: 'pending', code: 'HOLD_APPROVAL_REQUIRED', reason: 'a person is asked' }`,
      CLIENT,
    )
    const seen = await page.evaluate(
      `plain(countersign.mcp.callTool(client, params, { server: '${SERVER}', wait: false, idempotencyKey: 'k' }))`,
    )
    expect(seen).toMatchObject({ code: 'HOLD_APPROVAL_REQUIRED', payment: { id: 'p1', status: 'pending' } })
    expect(names(await asked(page))).toEqual(['pay'])
    expect((await asked(page))[0]?.value).toMatchObject({ terms: { idempotencyKey: 'k' } })
  })

  it('tells that no answer came where the paid call fails, and throws on why', async () => {
    const page = await stage.page(PAYS, CLIENT)
    const seen = await page.evaluate(`plain(countersign.mcp.callTool(async ({ params }) => {
      if (params._meta) throw new TypeError('cut')
      return quoteResult
    }, params, { server: '${SERVER}' }))`)
    expect(seen).toEqual({ failed: 'cut' })
    await expect.poll(async () => names(await asked(page))).toEqual(['pay', 'paid'])
    expect((await asked(page))[1]?.value).toMatchObject({ status: null, hasNewQuote: false })
  })

  it('does not wait for ever on a server that never answers', async () => {
    const page = await stage.page(PAYS, CLIENT)
    const seen = await page.evaluate(
      `plain(countersign.mcp.callTool(() => new Promise(() => {}), params, { server: '${SERVER}', patienceMs: 50 }))`,
    )
    expect(seen).toEqual({ failed: 'the server does not answer' })
  })

  it('pays once where its client uses the page’s own fetch', async () => {
    const page = await stage.page(PAYS, CLIENT)
    const json = (message: unknown) => (to: ServerResponse) =>
      void to.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message))
    stage.answers = [json(answer(quoteResult)), json(answer(tides))]
    const seen = await page.evaluate(`countersign.mcp.callTool(
      ({ method, params }) => post({ id: 7, method, params }).then((r) => r.json()), params, { server: '/mcp' })`)
    expect(seen).toEqual(answer(tides))
    expect(names(await asked(page)).filter((name) => name === 'pay')).toHaveLength(1)
    expect((await asked(page))[0]?.value).toMatchObject({ url: `${stage.origin}/mcp` })
  })

  it('reads and writes what a caller of its own needs, in plain JSON', async () => {
    const page = await stage.page(PAYS, CLIENT)
    const seen = await page.evaluate(`(() => {
      const { quoteOf, withPayment, outcomeOf } = countersign.mcp
      return [
        quoteOf({ result: { isError: true, structuredContent: ${JSON.stringify(quoteV1)} } })?.dialect,
        quoteOf(tides),
        withPayment({ method: 'tools/call', params }, 'C', { x402Version: 2 }).params._meta,
        outcomeOf(tides),
        Object.isFrozen(countersign.mcp),
      ]
    })()`)
    expect(seen).toEqual([
      'E',
      null,
      { 'x402/payment': { x402Version: 2 } },
      { status: 200, settlement: '{"success":true}', hasNewQuote: false },
      true,
    ])
  })

  it('asks a person where a quote is written twice with other terms', async () => {
    const page = await stage.page(PAYS, CLIENT)
    const [offer] = quoteV2.accepts as object[]
    const other = { ...quoteV2, accepts: [{ ...offer, amount: '1' }] }
    const twice = JSON.stringify({ ...quoteResult, content: textOf(other) })
    await page.evaluate(
      `countersign.mcp.callTool(({ params }) => params._meta ? tides : ${twice}, params, { server: '${SERVER}' })`,
    )
    expect((await asked(page))[0]?.value).toMatchObject({
      certain: false,
      action: { notes: 'quoted-twice-with-other-terms' },
    })
  })
})
