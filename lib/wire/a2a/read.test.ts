import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { artifactIn } from './message'
import { readA2a } from './read'
import { answerV03, answerV10, asks, quoteV1, quoteV2, receipt, taskObject } from './testing'

describe('readA2a finds the message', () => {
  const place = { taskId: 'task-1', contextId: 'context-1', status: 'payment-required' }
  const task = answerV10(asks(quoteV1)).result.task
  const { status } = task
  const event = { taskId: 'task-1', contextId: 'context-1', status }
  const objects = taskObject(asks(quoteV1))

  it.each([
    ['a task of 0.3', answerV03(asks(quoteV1)), '0.3', false],
    ['a bare task of 0.3', answerV03(asks(quoteV1)).result, '0.3', false],
    [
      'an event of 0.3',
      {
        result: {
          ...answerV03(asks(quoteV1)).result,
          kind: 'status-update',
          id: undefined,
          taskId: 'task-1',
        },
      },
      '0.3',
      false,
    ],
    ['a task of 1.0', answerV10(asks(quoteV1)), '1.0', false],
    ['a bare task of 1.0', task, '1.0', false],
    ['an event of 1.0', { result: { statusUpdate: event } }, '1.0', false],
    ['a bare event of 1.0', event, '1.0', false],
    [
      'a message of 1.0',
      { result: { message: { ...status.message, taskId: 'task-1', contextId: 'context-1' } } },
      '1.0',
      false,
    ],
    [
      'a message of 0.3',
      {
        result: {
          kind: 'message',
          role: 'agent',
          taskId: 'task-1',
          contextId: 'context-1',
          metadata: asks(quoteV1),
        },
      },
      '0.3',
      false,
    ],
    ['a task of the SDK', objects, '1.0', true],
    ['a stream response of the SDK', { payload: { $case: 'task', value: objects } }, '1.0', true],
    [
      'an event of the SDK',
      { payload: { $case: 'statusUpdate', value: { ...objects, id: undefined, taskId: 'task-1' } } },
      '1.0',
      true,
    ],
  ])('in %s', (_where, answer, wire, isObjects) => {
    expect(readA2a(answer)).toMatchObject({ ...place, wire, objects: isObjects, quote: { quote: quoteV1 } })
  })

  it('of npm a2a-x402, whose tasks state no kind', () => {
    const { kind: _, ...bare } = answerV03(asks(quoteV1)).result
    expect(readA2a(bare)).toMatchObject({ ...place, wire: '0.3' })
  })

  it('and reads what states its kind as 0.3, whatever else stands beside it', () => {
    const { result } = answerV03(asks(quoteV1))
    const other = { messageId: 'm2', role: 'ROLE_AGENT', taskId: 'task-2', metadata: asks(quoteV2) }
    expect(readA2a({ result: { ...result, message: other } })).toMatchObject({
      taskId: 'task-1',
      wire: '0.3',
    })
  })
})

describe('readA2a', () => {
  it.each([
    ['the number 1', { ...quoteV2, x402Version: 1 }, 1],
    ['the number 2', quoteV2, 2],
    ['text', { ...quoteV1, x402Version: '1' }, 2],
    ['nothing', { accepts: [] }, 2],
  ])('takes the version from the quote alone: %s', (_what, quote, version) => {
    for (const answer of [answerV03(asks(quote)), answerV10(asks(quote))]) {
      expect(readA2a(answer)?.quote).toMatchObject({ version, quote })
    }
  })

  it('keeps the quote value for value, and its text', () => {
    const quote = readA2a(answerV10(asks(quoteV2)))?.quote
    expect(quote?.raw).toBe(JSON.stringify(quoteV2))
    expect(quote?.quote).toEqual(quoteV2)
  })

  it('gives a quote that nobody can change afterwards', () => {
    const held = structuredClone(quoteV2)
    const read = readA2a(answerV10(asks(held)))
    for (const offer of held.accepts) offer.amount = '999999'
    expect(read?.quote?.quote).toEqual(quoteV2)
  })

  it('goes by the payment status, whatever the state of the task', () => {
    for (const state of ['completed', 'failed', 'working', 'input-required', 'no-such-state']) {
      const metadata = { 'x402.payment.status': 'payment-completed' }
      expect(readA2a(answerV03(metadata, [], state))).toMatchObject({
        status: 'payment-completed',
        quote: null,
      })
    }
  })

  it('sees no quote without the status that asks for payment', () => {
    for (const status of ['payment-verified', 'payment-completed', 'payment-failed', 'payment-rejected']) {
      const metadata = { ...asks(quoteV1), 'x402.payment.status': status }
      expect(readA2a(answerV03(metadata))?.quote).toBeNull()
    }
    expect(readA2a(answerV03({ 'x402.payment.required': quoteV1 }))).toBeNull()
    expect(readA2a(answerV03({ ...asks(quoteV1), 'x402.payment.status': 'PAYMENT-REQUIRED' }))).toBeNull()
    expect(readA2a(answerV03({ ...asks(quoteV1), 'x402.payment.status': 'toString' }))).toBeNull()
  })

  it('sees no quote outside a task, nor one in a task without a usable id (case-090)', () => {
    const message = { kind: 'message', role: 'agent', metadata: asks(quoteV1) }
    expect(readA2a({ result: message })).toMatchObject({ taskId: null, quote: null })
    const { result } = answerV03(asks(quoteV1))
    expect(readA2a({ result: { ...result, id: 'x'.repeat(257) } })).toMatchObject({
      taskId: null,
      quote: null,
    })
    expect(readA2a({ result: { ...result, id: 7 } })).toMatchObject({ taskId: null, quote: null })
  })

  it('binds a quote to the task that it stands in, not to one that the message names (case-090)', () => {
    const answer = answerV10(asks(quoteV1))
    Object.assign(answer.result.task.status.message, { taskId: 'task-2' })
    expect(readA2a(answer)?.taskId).toBe('task-1')
  })

  it('refuses a quote that is too long, or is none', () => {
    for (const quote of ['x'.repeat(65_536), null, undefined, () => 1, 1n]) {
      expect(readA2a(answerV03(asks(quote)))?.quote).toBeNull()
    }
    const circle: Record<string, unknown> = {}
    circle.self = circle
    expect(readA2a(answerV03(asks(circle)))?.quote).toBeNull()
  })

  it('reads receipts and the error code', () => {
    const metadata = {
      'x402.payment.status': 'payment-failed',
      'x402.payment.error': 'EXPIRED_PAYMENT',
      'x402.payment.receipts': [receipt(false, '', { errorReason: 'too late' }), { success: 'yes' }, 7],
    }
    expect(readA2a(answerV10(metadata))).toMatchObject({
      error: 'EXPIRED_PAYMENT',
      receipts: [{ success: false, transaction: '', network: 'base-sepolia', errorReason: 'too late' }],
    })
  })

  it('names the x402 extensions of the message and no others', () => {
    const uris = [
      'https://github.com/google-a2a/a2a-x402/v0.1',
      'https://github.com/google-agentic-commerce/a2a-x402/blob/main/spec/v0.2',
    ]
    const answer = answerV10(asks(quoteV1))
    Object.assign(answer.result.task.status.message, {
      extensions: [...uris, 'https://other.example/v0.1', 7],
    })
    expect(readA2a(answer)?.extensions).toEqual(uris)
  })

  it('says nothing of errors, artifacts, and whatever else comes, and never throws', () => {
    for (const other of [null, undefined, 7, 'text', [], {}, { error: { code: -32008 } }, { result: null }]) {
      expect(readA2a(other)).toBeNull()
    }
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (one, other) => {
        readA2a(one)
        readA2a(answerV03(asks(one), [other]))
        readA2a(
          taskObject({ 'x402.payment.status': 'payment-completed', 'x402.payment.receipts': [one, other] }),
        )
      }),
    )
  })

  it('ignores what a prototype says', () => {
    const answer = answerV03({})
    Object.setPrototypeOf(answer.result.status.message.metadata, asks(quoteV1))
    expect(readA2a(answer)).toBeNull()
  })
})

describe('artifactIn', () => {
  const artifact = { artifactId: 'a', parts: [] }

  it.each([
    ['0.3', { result: { kind: 'artifact-update', taskId: 't', artifact } }],
    ['1.0', { result: { artifactUpdate: { taskId: 't', artifact } } }],
    ['the SDK', { payload: { $case: 'artifactUpdate', value: { taskId: 't', artifact } } }],
    ['a bare event', { taskId: 't', artifact }],
  ])('gives the artifact of an event of %s', (_of, event) => {
    expect(artifactIn(event)).toEqual(artifact)
  })

  it('gives null for any other event', () => {
    expect(artifactIn(answerV03(asks(quoteV1)))).toBeNull()
    expect(artifactIn(null)).toBeNull()
  })
})
