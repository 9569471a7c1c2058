import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { answer, failure, quoteV2, textOf } from '@/lib/wire/mcp/testing'
import { TIMEOUT } from '../harness'
import { ApiStage, type Arrival, asked, PAYS, WAITS } from './harness'

vi.setConfig(TIMEOUT)
const stage = new ApiStage()
beforeAll(() => stage.open())
afterAll(() => stage.close())

const quote = answer({ isError: true, structuredContent: quoteV2, content: textOf(quoteV2) })
const tides = answer({
  content: textOf('High at noon.'),
  _meta: { 'x402/payment-response': { success: true } },
})

const json =
  (message: unknown) =>
  (to: ServerResponse): void =>
    void to.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message))

const events =
  (...blocks: readonly string[]) =>
  (to: ServerResponse): void =>
    void to
      .writeHead(200, { 'content-type': 'text/event-stream', 'mcp-session-id': 's' })
      .end(blocks.join(''))

const event = (message: unknown): string => `event: message\nid: 3\ndata: ${JSON.stringify(message)}\n\n`
const progress = event({ jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 1 } })
const cut = (to: ServerResponse): void => void to.socket?.destroy()

const digest = (value: unknown): string =>
  `0x${createHash('sha256').update(JSON.stringify(value)).digest('hex')}`

/** The digest of what the call gives: its members in the order of RFC 8785. */
const TIDES = digest({
  _meta: { 'x402/payment-response': { success: true } },
  content: [{ text: 'High at noon.', type: 'text' }],
})

const names = (calls: readonly { readonly name?: string }[]) => calls.map(({ name }) => name)
const metaOf = (arrival: Arrival | undefined) => arrival?.message.params?._meta

/** The text of one answer in the page. */
const textOfCall = `call().then((response) => response.text())`

describe('a JSON-RPC call that is answered by a quote', () => {
  it('gets the answer to the same call with the payment in it', async () => {
    const page = await stage.page(PAYS)
    stage.answers = [json(quote), json(tides)]
    const seen = await page.evaluate(`call().then(async (r) => [r.status, r.url, r.type, await r.json()])`)
    expect(seen).toEqual([200, `${stage.origin}/mcp?x=1`, 'basic', tides])
    const [first, second] = stage.arrivals
    expect(JSON.parse(second?.body ?? '')).toEqual({
      ...JSON.parse(first?.body ?? ''),
      params: {
        name: 'tides',
        arguments: { harbour: 'Marren' },
        _meta: { trace: 'kept', 'x402/payment': { x402Version: 2, payload: 'signed' } },
      },
    })
    expect(second?.url).toBe('/mcp?x=1')
    expect(second?.headers).toMatchObject({ 'x-mine': 'kept', accept: first?.headers.accept })
  })

  it('names the tool, the server and the digest of the arguments to the wallet, and what came of it', async () => {
    const page = await stage.page(PAYS)
    stage.answers = [json(quote), json(tides)]
    await page.evaluate(textOfCall)
    const argumentsDigest = digest({ arguments: { harbour: 'Marren' }, method: 'tools/call', name: 'tides' })
    const server = `${stage.origin}/mcp?x=1`
    await expect.poll(async () => names(await asked(page))).toEqual(['pay', 'paid'])
    expect(await asked(page)).toEqual([
      {
        type: 'call',
        name: 'pay',
        value: {
          quote: JSON.stringify(quoteV2),
          transport: 'mcp',
          url: server,
          method: 'POST',
          bodyDigest: argumentsDigest,
          action: { kind: 'mcp', tool: 'tides', argumentsDigest, server },
          certain: true,
          terms: {},
        },
      },
      {
        type: 'call',
        name: 'paid',
        value: {
          id: 'p1',
          status: 200,
          settlement: '{"success":true}',
          hasNewQuote: false,
          responseDigest: TIDES,
        },
      },
    ])
  })

  it('pays a quote in an error, and in Cloudflare’s form by base64', async () => {
    const page = await stage.page(PAYS)
    stage.answers = [json(failure(402, quoteV2)), json(tides)]
    expect(await page.evaluate(textOfCall)).toBe(JSON.stringify(tides))
    stage.answers = [json(answer({ isError: true, _meta: { 'x402/error': quoteV2 } })), json(tides)]
    expect(await page.evaluate(textOfCall)).toBe(JSON.stringify(tides))
    expect(metaOf(stage.arrivals[3])?.['x402/payment']).toBeTypeOf('string')
  })

  it('gets a quote that comes again as it is, and it is told as no answer to pay (case-004)', async () => {
    const page = await stage.page(PAYS)
    stage.answers = [json(quote), json(quote)]
    expect(await page.evaluate(textOfCall)).toBe(JSON.stringify(quote))
    await expect.poll(async () => names(await asked(page))).toEqual(['pay', 'paid'])
    expect((await asked(page))[1]?.value).toMatchObject({ status: 402, hasNewQuote: true })
  })

  it.each([
    ['declined', `return { id: 'p1', status: 'declined', code: 'HOLD_DECLINED' }`],
    ['refused', `return { id: null, status: 'refused', code: 'BLOCK_PAYEE' }`],
    ['refused by an error', `throw new Error('no')`],
  ])('keeps its answer whole where it is %s', async (_title, wallet) => {
    const page = await stage.page(wallet)
    stage.answers = [json(quote)]
    expect(await page.evaluate(`call().then(async (r) => [r.bodyUsed, r.url, await r.text()])`)).toEqual([
      false,
      `${stage.origin}/mcp?x=1`,
      JSON.stringify(quote),
    ])
    expect(stage.arrivals).toHaveLength(1)
  })

  it('keeps its answer in a document without a bridge', async () => {
    const page = await stage.page(null)
    stage.answers = [json(quote)]
    expect(await page.evaluate(textOfCall)).toBe(JSON.stringify(quote))
  })

  it('keeps its answer when the patience of the page ends, and cancels', async () => {
    const hasty = `{ const set = setTimeout; window.setTimeout = (run, ms) => set(run, ms >= 120000 ? 100 : ms) }`
    const page = await stage.page(WAITS, hasty)
    stage.answers = [json(quote)]
    expect(await page.evaluate(textOfCall)).toBe(JSON.stringify(quote))
    expect(names(await asked(page))).toEqual(['pay', 'payment', 'cancel'])
  })

  it('rejects with the reason of its signal while a person is asked, and cancels', async () => {
    const page = await stage.page(WAITS)
    stage.answers = [json(quote)]
    const seen = await page.evaluate(`(async () => {
      const controller = new AbortController()
      const running = call({}, { signal: controller.signal })
      while (!window.answer) await new Promise((go) => setTimeout(go, 5))
      const reason = { mine: true }
      controller.abort(reason)
      return await running.catch((error) => error === reason)
    })()`)
    expect(seen).toBe(true)
    expect(names(await asked(page)).at(-1)).toBe('cancel')
    expect(stage.arrivals).toHaveLength(1)
  })

  it('keeps its answer where its client says that it waits no more, and nothing is signed', async () => {
    const page = await stage.page(WAITS)
    stage.answers = [json(quote), (to) => void to.writeHead(202).end()]
    const seen = await page.evaluate(`(async () => {
      const running = call().then((response) => response.text())
      while (!window.answer) await new Promise((go) => setTimeout(go, 5))
      await post({ method: 'notifications/cancelled', params: { requestId: 8 } })
      await post({ method: 'notifications/cancelled', params: { requestId: 7 } })
      return await running
    })()`)
    expect(seen).toBe(JSON.stringify(quote))
    expect(names(await asked(page))).toEqual(['pay', 'payment', 'cancel'])
  })

  it('rejects when the paid call fails, tells it, and sends the same payment with the next equal call (case-014)', async () => {
    const page = await stage.page(PAYS)
    stage.answers = [json(quote), cut, cut, json(quote), json(tides)]
    expect(await page.evaluate(`call().catch((error) => error.name)`)).toBe('TypeError')
    await expect.poll(async () => names(await asked(page))).toEqual(['pay', 'paid'])
    expect((await asked(page))[1]?.value).toMatchObject({ id: 'p1', status: null })
    stage.answers = [json(quote), json(tides)]
    expect(await page.evaluate(textOfCall)).toBe(JSON.stringify(tides))
    await expect.poll(async () => names(await asked(page))).toEqual(['pay', 'paid', 'payment', 'paid'])
  })

  it('is a purchase of its own beside an equal call at the same time', async () => {
    const page = await stage.page(PAYS)
    // Whichever of the four arrives first.
    stage.answers = Array.from({ length: 4 }, () => (to: ServerResponse, arrival: Arrival) => {
      json(metaOf(arrival)?.['x402/payment'] ? tides : quote)(to)
    })
    const seen = await page.evaluate(`Promise.all([call(), call()].map(async (r) => (await r).json()))`)
    expect(seen).toEqual([tides, tides])
    expect(names(await asked(page)).filter((name) => name === 'pay')).toHaveLength(2)
  })

  it('is a new purchase where the terms are no longer those of the payment that was lost', async () => {
    const page = await stage.page(PAYS)
    stage.answers = [json(quote), cut, cut]
    await page.evaluate(`call().catch(() => null)`)
    const [offer] = quoteV2.accepts as object[]
    const raised = { ...quoteV2, accepts: [{ ...offer, amount: '20000' }] }
    stage.answers = [json(answer({ isError: true, structuredContent: raised })), json(tides)]
    await page.evaluate(textOfCall)
    await expect.poll(async () => names(await asked(page))).toEqual(['pay', 'paid', 'pay', 'paid'])
  })
})

describe('a JSON-RPC call that is answered by an event stream', () => {
  it('gets what comes before the quote at once, and in its place the answer to the paid call', async () => {
    const page = await stage.page(WAITS)
    const after = ': bye\n\n'
    stage.answers = [events(progress, event(quote), after), events(progress, event(tides))]
    const seen = await page.evaluate(`(async () => {
      const response = await call()
      const reader = response.body.getReader()
      const text = async () => new TextDecoder().decode((await reader.read()).value)
      const first = await text()
      while (!window.answer) await new Promise((go) => setTimeout(go, 5))
      answer('ready')
      let rest = ''
      for (let part = await text(); part !== ''; part = await text()) rest += part
      return [response.status, response.url, response.type, response.headers.get('mcp-session-id'), first, rest]
    })()`)
    expect(seen).toEqual([
      200,
      `${stage.origin}/mcp?x=1`,
      'basic',
      's',
      progress,
      progress + event(tides) + after,
    ])
    await expect
      .poll(async () => (await asked(page)).at(-1)?.value)
      .toMatchObject({ status: 200, responseDigest: TIDES })
  })

  it('gets an answer in JSON as one event', async () => {
    const page = await stage.page(PAYS)
    stage.answers = [
      events(event(quote)),
      (to) =>
        void to.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(tides, null, 1)),
    ]
    const text = (await page.evaluate(textOfCall)) as string
    const data = text.split('\n').flatMap((line) => (line.startsWith('data: ') ? line.slice(6) : []))
    expect(JSON.parse(data.join('\n'))).toEqual(tides)
  })

  it('is given as it came, to the byte, where nothing is paid', async () => {
    const page = await stage.page(`return { id: 'p1', status: 'declined' }`)
    const stream = `\uFEFF: hello\r\n\r\n${progress}retry: 5\r\rdata: ${JSON.stringify(quote)}\r\n\r\ndata: open`
    stage.answers = [events(stream)]
    const bytes = await page.evaluate(`call().then(async (r) => [...new Uint8Array(await r.arrayBuffer())])`)
    expect(Buffer.from(bytes as number[]).toString()).toBe(stream)
  })

  it('gets an error in place of an answer that did not come, so that its client does not wait in vain', async () => {
    const page = await stage.page(PAYS)
    stage.answers = [events(event(quote)), cut, cut]
    expect(await page.evaluate(textOfCall)).toContain('"id":7,"error":{"code":-32000')
    await expect.poll(async () => (await asked(page)).at(-1)?.value).toMatchObject({ status: null })
  })

  it('ends the question where nobody reads it any more', async () => {
    const page = await stage.page(WAITS)
    stage.answers = [events(event(quote))]
    await page.evaluate(`(async () => {
      const reader = (await call()).body.getReader()
      void reader.read()
      while (!window.answer) await new Promise((go) => setTimeout(go, 5))
      await reader.cancel()
    })()`)
    await expect.poll(async () => names(await asked(page)).at(-1)).toBe('cancel')
  })
})

describe('everything else goes through untouched', () => {
  const request = { id: 7, method: 'tools/call', params: { name: 'tides', arguments: {} } }
  const paid = { ...request, params: { ...request.params, _meta: { 'x402/payment': {} } } }

  it.each<[string, string]>([
    ['a batch', `post(JSON.stringify([${JSON.stringify({ jsonrpc: '2.0', ...request })}]))`],
    ['a request of another kind', `post({ id: 7, method: 'tools/list' })`],
    ['a request that carries a payment already', `post(${JSON.stringify(paid)})`],
    ['an id that is not the call’s', `post(${JSON.stringify({ ...request, id: 9 })})`],
    ['a notification', `post({ method: 'tools/call', params: { name: 'tides' } })`],
    ['a body that is no JSON-RPC', `post('{"method":"tools/call","params":{"name":"tides"}}')`],
    ['a request that is not JSON', `call({}, { headers: { 'content-type': 'text/plain' } })`],
  ])('%s', async (_title, script) => {
    const page = await stage.page(PAYS)
    stage.answers = [json(quote)]
    expect(await page.evaluate(`${script}.then((r) => r.text())`)).toBe(JSON.stringify(quote))
    expect(await asked(page)).toEqual([])
    expect(stage.arrivals).toHaveLength(1)
  })

  it.each<[string, (to: ServerResponse) => void]>([
    ['a tool that shows a quote as its content', json(answer({ content: textOf(quoteV2) }))],
    [
      'an answer that is no JSON',
      (to) => void to.writeHead(200, { 'content-type': 'application/json' }).end('x402 {'),
    ],
    [
      'an answer of over a megabyte',
      json(answer({ isError: true, structuredContent: quoteV2, pad: 'x'.repeat(1_100_000) })),
    ],
    [
      'an answer of another type',
      (to) => void to.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(quote)),
    ],
    [
      'an answer with another status',
      (to) => void to.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify(quote)),
    ],
  ])('%s', async (_title, answered) => {
    const page = await stage.page(PAYS)
    stage.answers = [answered]
    await page.evaluate(textOfCall)
    expect(await asked(page)).toEqual([])
  })

  it('a call that was led to another origin: what it carries is not repeated there', async () => {
    const page = await stage.page(PAYS)
    const other = stage.origin.replace('127.0.0.1', 'localhost')
    stage.answers = [(to) => void to.writeHead(307, { location: `${other}/mcp` }).end(), json(quote)]
    expect(await page.evaluate(textOfCall)).toBe(JSON.stringify(quote))
    expect(await asked(page)).toEqual([])
  })

  it('a page that breaks what the wallet uses of the language still has its own answer', async () => {
    const page = await stage.page(PAYS)
    stage.answers = [json(tides)]
    const text = await page.evaluate(`(async () => {
      JSON.parse = Response.prototype.text = Response.prototype.clone = () => { throw new Error('broken') }
      return new TextDecoder().decode(await (await call()).arrayBuffer())
    })()`)
    expect(text).toBe(JSON.stringify(tides))
  })
})
