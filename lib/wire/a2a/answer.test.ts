import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { buildPayment } from '@/lib/wire/http/payment'
import { declineA2a, payA2a } from './answer'
import { X402_V01, X402_V02 } from './extension'
import { type A2aPayment, readA2a } from './read'
import { answerV03, answerV10, asks, quoteV1, quoteV2, taskObject } from './testing'

const payload = { signature: '0x00', authorization: {} }

function asked(answer: unknown): A2aPayment {
  const of = readA2a(answer)
  if (of === null) throw new Error('it asks')
  return of
}

function paymentFor(of: A2aPayment) {
  const built = buildPayment(of.quote?.version ?? 1, of.quote?.quote, 0, payload, 'cs_0123456789abcdef')
  if (!built.ok) throw new Error(built.error.detail)
  return built.value
}

const pay = (of: A2aPayment, extensions?: readonly string[]) =>
  payA2a(of, paymentFor(of), { messageId: 'm2', ...(extensions && { extensions }) })

describe('payA2a', () => {
  it('answers 0.3 in 0.3: same task and context, status and payload in the metadata', () => {
    expect(pay(asked(answerV03(asks(quoteV1))))).toEqual({
      kind: 'message',
      messageId: 'm2',
      taskId: 'task-1',
      contextId: 'context-1',
      role: 'user',
      parts: [{ kind: 'text', text: 'Payment authorization.' }],
      metadata: {
        'x402.payment.status': 'payment-submitted',
        'x402.payment.payload': { x402Version: 1, scheme: 'exact', network: 'base-sepolia', payload },
      },
      extensions: [X402_V01],
    })
  })

  it('answers 1.0 in 1.0, and echoes a v2 offer value for value', () => {
    expect(pay(asked(answerV10(asks(quoteV2))))).toEqual({
      messageId: 'm2',
      taskId: 'task-1',
      contextId: 'context-1',
      role: 'ROLE_USER',
      parts: [{ text: 'Payment authorization.' }],
      metadata: {
        'x402.payment.status': 'payment-submitted',
        'x402.payment.payload': {
          x402Version: 2,
          payload,
          resource: quoteV2.resource,
          accepted: quoteV2.accepts[0],
        },
      },
      extensions: [X402_V01],
    })
  })

  it("answers the SDK's objects in its objects", () => {
    expect(pay(asked(taskObject(asks(quoteV1))))).toMatchObject({
      role: 1,
      parts: [{ content: { $case: 'text', value: 'Payment authorization.' } }],
      referenceTaskIds: [],
    })
  })

  it('keeps the extensions that page and agent name, each once', () => {
    const answer = answerV10(asks(quoteV1))
    Object.assign(answer.result.task.status.message, { extensions: [X402_V02] })
    const message = pay(asked(answer), ['https://other.example/ext', X402_V02])
    expect(message?.extensions).toEqual(['https://other.example/ext', X402_V02])
  })

  it('leaves out a context that the agent does not name', () => {
    const answer = answerV03(asks(quoteV1))
    Object.assign(answer.result, { contextId: undefined })
    expect(Object.keys(JSON.parse(JSON.stringify(pay(asked(answer)))) as object)).not.toContain('contextId')
  })

  it('names the task that asked, whatever it is called (case-090)', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, maxLength: 256 }),
        fc.string({ minLength: 1, maxLength: 256 }),
        (id, contextId) => {
          const answer = answerV03(asks(quoteV1))
          Object.assign(answer.result, { id, contextId })
          const of = asked(answer)
          for (const message of [pay(of), declineA2a(of, { messageId: 'm2' })]) {
            expect(message).toMatchObject({ taskId: id, contextId })
          }
        },
      ),
    )
  })

  it('answers nothing that asks for no payment, or for none that can be answered', () => {
    for (const metadata of [
      { 'x402.payment.status': 'payment-completed' },
      { 'x402.payment.status': 'payment-required' },
      { ...asks(quoteV1), 'x402.payment.status': 'payment-failed' },
    ]) {
      const payment = { x402Version: 1, scheme: 'exact', network: 'base', payload } as const
      expect(payA2a(asked(answerV03(metadata)), payment, { messageId: 'm2' })).toBeNull()
    }
  })
})

describe('declineA2a', () => {
  it.each([
    ['0.3', answerV03(asks(quoteV1)), 'user'],
    ['1.0', answerV10(asks(quoteV2)), 'ROLE_USER'],
    ['the SDK', taskObject(asks(quoteV2)), 1],
  ])('says payment-rejected without a payload (%s)', (_form, answer, role) => {
    const message = declineA2a(asked(answer), { messageId: 'm2' })
    expect(message).toMatchObject({ taskId: 'task-1', contextId: 'context-1', role, extensions: [X402_V01] })
    expect(message?.metadata).toEqual({ 'x402.payment.status': 'payment-rejected' })
  })

  it('also declines a quote that cannot be read, and nothing that asks for no payment', () => {
    const unreadable = asked(answerV03({ 'x402.payment.status': 'payment-required' }))
    expect(declineA2a(unreadable, { messageId: 'm2' })).toMatchObject({ taskId: 'task-1' })
    const done = asked(answerV03({ 'x402.payment.status': 'payment-completed' }))
    expect(declineA2a(done, { messageId: 'm2' })).toBeNull()
  })
})
