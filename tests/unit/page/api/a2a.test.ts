import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { X402_V01 } from '@/lib/wire/a2a/extension'
import { answerV03, answerV10, asks, quoteV1, quoteV2, receipt } from '@/lib/wire/a2a/testing'
import { TIMEOUT } from '../harness'
import { ApiStage, type Asked, asked, PAYS } from './harness'

vi.setConfig(TIMEOUT)
const stage = new ApiStage()
beforeAll(() => stage.open())
afterAll(() => stage.close())

const DECLINES = `return { id: 'p1', status: 'declined', code: 'HOLD_DECLINED', reason: 'declined' }`

const json =
  (message: unknown) =>
  (to: ServerResponse): void =>
    void to.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message))
const events =
  (...messages: readonly unknown[]) =>
  (to: ServerResponse): void =>
    void to
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end(messages.map((each) => `data: ${JSON.stringify(each)}\n\n`).join(''))
/** Begins a stream and breaks it off; a connection that was used before would be tried again by the browser. */
const broken = (to: ServerResponse): void => {
  to.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"jsonrpc"')
  setTimeout(() => to.socket?.destroy(), 20)
}

const says = (status: string, ...receipts: readonly object[]) => ({
  'x402.payment.status': `payment-${status}`,
  ...(receipts.length > 0 && { 'x402.payment.receipts': receipts }),
})
const done = says('completed', receipt(true, `0x${'ab'.repeat(32)}`))

const message = (metadata?: object) => ({
  messageId: 'page-1',
  role: 'ROLE_USER',
  parts: [{ text: 'shoes' }],
  ...(metadata && { metadata }),
})

/** Sends one request as a page does, and gives the text of its answer. */
const send = (page: Page, method = 'SendMessage', of: { headers?: object; message?: object } = {}) =>
  page.evaluate(
    async ([body, headers]) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body }
      return await (await fetch('/a2a', init)).text()
    },
    [
      JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method,
        params: { message: of.message ?? message(), configuration: { acceptedOutputModes: ['text/plain'] } },
      }),
      of.headers ?? {},
    ] as const,
  ) as Promise<string>

const sent = () => stage.arrivals.map(({ body }) => JSON.parse(body))
const callsOf = async (page: Page, name: string): Promise<Asked[]> =>
  (await asked(page)).filter((each) => each.name === name)
const payOf = async (page: Page, index = 0) =>
  (await callsOf(page, 'pay'))[index]?.value as {
    action: Record<string, string>
    certain?: boolean
    quote: string
    url: string
  }
const told = async (page: Page) => {
  await expect.poll(async () => (await callsOf(page, 'paid')).length).toBe(1)
  return (await callsOf(page, 'paid'))[0]?.value
}
const sha256 = (value: unknown) => `0x${createHash('sha256').update(JSON.stringify(value)).digest('hex')}`

describe.each([
  ['0.3', 'message/send', answerV03, 'x-a2a-extensions'],
  ['1.0', 'SendMessage', answerV10, 'a2a-extensions'],
] as const)('a message over A2A %s that is answered by payment-required', (_, method, answer, header) => {
  it('gets the answer to the message that pays, on the same task, context, method and id', async () => {
    const page = await stage.page(PAYS)
    stage.answers = [json(answer(asks(quoteV2))), json(answer(done))]
    expect(JSON.parse(await send(page, method))).toEqual(answer(done))
    const [first, second] = sent()
    expect(second).toMatchObject({ jsonrpc: '2.0', id: 1, method })
    expect(second.params).toMatchObject({
      configuration: first.params.configuration,
      message: {
        taskId: 'task-1',
        contextId: 'context-1',
        metadata: {
          'x402.payment.status': 'payment-submitted',
          'x402.payment.payload': { x402Version: 2, payload: 'signed' },
        },
      },
    })
    expect(second.params.message.messageId).not.toBe(first.params.message.messageId)
    expect(await told(page)).toMatchObject({ status: 200, hasNewQuote: false })
  })

  it('names the extension in the header of its version, beside what the page named', async () => {
    const page = await stage.page(PAYS)
    stage.answers = [json(answer(asks(quoteV1))), json(answer(done))]
    await send(page, method, { headers: { [header]: 'https://example.org/mine' } })
    const [first, second] = stage.arrivals
    expect(first?.headers[header]).toBe('https://example.org/mine')
    expect(second?.headers[header]).toBe(`https://example.org/mine, ${X402_V01}`)
  })

  it('is declined: the agent hears payment-rejected, and the page its answer to that', async () => {
    const page = await stage.page(DECLINES)
    stage.answers = [json(answer(asks(quoteV2))), json(answer(says('rejected')))]
    expect(JSON.parse(await send(page, method))).toEqual(answer(says('rejected')))
    expect(sent()[1].params.message).toMatchObject({
      taskId: 'task-1',
      contextId: 'context-1',
      metadata: { 'x402.payment.status': 'payment-rejected' },
    })
    expect(stage.arrivals[1]?.body).not.toContain('payload')
  })
})

describe('what the wallet is asked', () => {
  it('binds task, context, the agent’s real address and what the page had said', async () => {
    const page = await stage.page(PAYS)
    stage.answers = [json(answerV10(asks(quoteV2))), json(answerV10(done))]
    await send(page)
    const { action, url, quote, certain } = await payOf(page)
    expect(JSON.parse(quote)).toEqual(quoteV2)
    expect(url).toBe(`${stage.origin}/a2a`)
    expect(certain).toBe(true)
    expect(action).toEqual({
      kind: 'a2a',
      taskId: 'task-1',
      contextId: 'context-1',
      server: `${stage.origin}/a2a`,
      argumentsDigest: sha256(['task-1', 'context-1']),
      messageDigest: sha256([[{ text: 'shoes' }], null]),
    })
  })

  it('has the claims of the agent’s card, which the document reads once for an origin', async () => {
    const page = await stage.page(PAYS)
    let reads = 0
    await page.route('**/.well-known/agent-card.json', (route) => {
      reads += 1
      return route.fulfill({
        json: {
          name: 'Shoes',
          skills: Array.from({ length: 7 }, (_, index) => ({ name: `skill ${index}` })),
          capabilities: { extensions: [{ uri: X402_V01, required: true }] },
          url: 'https://elsewhere.example/a2a',
        },
      })
    })
    for (const task of ['task-1', 'task-2']) {
      const quote = JSON.parse(JSON.stringify(answerV10(asks(quoteV2))).replaceAll('task-1', task))
      stage.answers = [json(quote), json(answerV10(done))]
      await send(page)
    }
    expect(reads).toBe(1)
    const skills = ['skill 0', 'skill 1', 'skill 2', 'skill 3', 'skill 4']
    const card = { name: 'Shoes', skills, x402: 'required', here: false }
    expect(JSON.parse((await payOf(page, 1)).action.card ?? '')).toEqual(card)
  })

  it('is nothing where the page’s own message carries a payment', async () => {
    const page = await stage.page(PAYS)
    stage.answers = [json(answerV10(asks(quoteV2)))]
    await send(page, 'SendMessage', { message: message({ 'x402.payment.status': 'payment-submitted' }) })
    expect(await asked(page)).toEqual([])
  })

  it('is a person’s to answer for a cart that a stream brought, which is paid by a mandate’s data', async () => {
    const page = await stage.page(PAYS)
    const cart = {
      contents: {
        payment_request: {
          method_data: [{ supported_methods: 'https://www.x402.org/', data: quoteV1 }],
          details: { id: 'order-1', total: { amount: { currency: 'USD', value: '0.12' } } },
        },
        cart_expiry: '2030-01-01T00:00:00Z',
        merchant_name: 'Shoes',
      },
    }
    const artifactUpdate = {
      taskId: 'task-1',
      artifact: { parts: [{ data: { 'ap2.mandates.CartMandate': cart } }] },
    }
    const { status } = answerV10(says('required')).result.task
    const statusUpdate = { taskId: 'task-1', contextId: 'context-1', status }
    const event = (result: object) => ({ jsonrpc: '2.0', id: 1, result })
    stage.answers = [events(event({ artifactUpdate }), event({ statusUpdate })), events(answerV10(done))]
    const text = await send(page, 'SendStreamingMessage')
    expect(text).toContain('CartMandate')
    expect(text).not.toContain('payment-required')
    expect(text).toContain('payment-completed')
    const { action, certain } = await payOf(page)
    expect(certain).toBe(false)
    const words = { merchant: 'Shoes', total: '0.12', currency: 'USD', expiry: '2030-01-01T00:00:00Z' }
    expect(JSON.parse(action.cart ?? '')).toEqual(words)
    expect(sent()[1].params.message.metadata).toEqual({ 'x402.payment.status': 'payment-submitted' })
    expect(JSON.stringify(sent()[1].params.message.parts)).toContain('ap2.mandates.PaymentMandate')
  })
})

describe('a task that asks again after a payment', () => {
  it('is given to the page as it is, and a person decides about the next', async () => {
    const page = await stage.page(PAYS)
    const more = { ...quoteV2, accepts: [{ ...quoteV2.accepts[0], amount: '130000' }] }
    stage.answers = [
      json(answerV10(asks(quoteV2))),
      json(answerV10(asks(more))),
      json(answerV10(asks(more))),
      json(answerV10(done)),
    ]
    expect(await send(page)).toContain('130000')
    expect(await told(page)).toMatchObject({ status: 402, hasNewQuote: true })
    await send(page)
    expect((await payOf(page, 0)).certain).toBe(true)
    expect(await payOf(page, 1)).toMatchObject({ certain: false, action: { again: 'true' } })
  })

  it('keeps its receipts: a list that shrinks is told with the payment (case-090)', async () => {
    const page = await stage.page(PAYS)
    const failed = receipt(false, '', { errorReason: 'no gas' })
    stage.answers = [
      json(answerV10(asks(quoteV2))),
      json(answerV10(says('failed', failed))),
      json(answerV10({ ...asks(quoteV2), ...says('required', failed) })),
      json(answerV10(done)),
    ]
    await send(page)
    await send(page)
    await expect.poll(async () => (await callsOf(page, 'paid')).length).toBe(2)
    const [first, second] = await callsOf(page, 'paid')
    expect(first?.value).toMatchObject({ status: 403, settlement: JSON.stringify(failed) })
    expect(second?.value).toMatchObject({ status: 200, notes: 'receipts-shrunk' })
  })
})

describe('a payment whose answer is lost', () => {
  it.each([
    ['message/send', 'tasks/get', answerV03],
    ['SendMessage', 'GetTask', answerV10],
  ] as const)('is asked for by the task, and that is the answer to %s', async (method, lookUp, answer) => {
    const page = await stage.page(PAYS)
    const task =
      answer === answerV03 ? answerV03(done) : { ...answerV10(done), result: answerV10(done).result.task }
    stage.answers = [json(answer(asks(quoteV2))), broken, json(task)]
    expect(JSON.parse(await send(page, method))).toEqual(answer(done))
    expect(sent().map((each) => each.method)).toEqual([method, method, lookUp])
    expect(sent()[2].params).toEqual({ id: 'task-1' })
    expect(await told(page)).toMatchObject({ status: 200 })
    expect(await callsOf(page, 'pay')).toHaveLength(1)
  })

  it('is asked for where an error says nothing of it', async () => {
    const page = await stage.page(PAYS)
    const over = { jsonrpc: '2.0', id: 1, error: { code: -32004, message: 'the task is over' } }
    stage.answers = [
      json(answerV10(asks(quoteV2))),
      json(over),
      json({ ...answerV10(done), result: answerV10(done).result.task }),
    ]
    expect(JSON.parse(await send(page))).toEqual(answerV10(done))
  })

  it('is sent once more, the same, where the task still waits for it', async () => {
    const page = await stage.page(PAYS)
    const waits = { ...answerV10(asks(quoteV2)), result: answerV10(asks(quoteV2)).result.task }
    stage.answers = [json(answerV10(asks(quoteV2))), broken, json(waits), json(answerV10(done))]
    expect(JSON.parse(await send(page))).toEqual(answerV10(done))
    const [, first, , again] = sent()
    expect(again).toEqual(first)
    expect(await callsOf(page, 'pay')).toHaveLength(1)
  })
})

describe('the helper', () => {
  it('pays by a function that sends, and the page’s own fetch does not pay for the same message', async () => {
    const page = await stage.page(PAYS)
    stage.answers = [json(answerV10(asks(quoteV2))), json(answerV10(done))]
    const answer = await page.evaluate(
      async (params) => {
        type Helper = {
          sendMessage(send: (request: object) => unknown, params: object, options: object): Promise<unknown>
        }
        const { countersign } = window as unknown as { countersign: { a2a: Helper } }
        const send = async (request: object) => {
          const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...request })
          const headers = { 'content-type': 'application/json' }
          return await (await fetch('/a2a', { method: 'POST', headers, body })).json()
        }
        return await countersign.a2a.sendMessage(send, params, { server: '/a2a' })
      },
      { message: message() },
    )
    expect(answer).toEqual(answerV10(done))
    expect(await callsOf(page, 'pay')).toHaveLength(1)
    expect(sent()[1].params.message).toMatchObject({ taskId: 'task-1', contextId: 'context-1' })
  })

  it('throws with the decision’s code where a person declines, and tells the agent', async () => {
    const page = await stage.page(DECLINES)
    stage.answers = [json(answerV10(asks(quoteV2))), json(answerV10(says('rejected')))]
    const code = await page.evaluate(
      async (params) => {
        type Helper = {
          sendMessage(send: (request: object) => unknown, params: object, options: object): Promise<unknown>
        }
        const { countersign } = window as unknown as { countersign: { a2a: Helper } }
        const send = async (request: object) => {
          const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...request })
          const headers = { 'content-type': 'application/json' }
          return await (await fetch('/a2a', { method: 'POST', headers, body })).json()
        }
        const sending = countersign.a2a.sendMessage(send, params, { server: '/a2a' })
        return await sending.catch((error: { code: string }) => error.code)
      },
      { message: message() },
    )
    expect(code).toBe('HOLD_DECLINED')
    await expect.poll(() => stage.arrivals.length).toBe(2)
    expect(stage.arrivals[1]?.body).toContain('payment-rejected')
  })
})
