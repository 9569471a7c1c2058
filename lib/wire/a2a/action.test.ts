import { describe, expect, it } from 'vitest'

import { sha256Hex } from '@/lib/core/json/digest'
import { a2aAction, saidIn } from './action'

const message = { kind: 'message', messageId: 'm1', role: 'user', parts: [{ kind: 'text', text: 'Tides' }] }
const digest = (sent: unknown) => {
  const text = saidIn(sent)
  return text === null ? null : sha256Hex(text)
}

describe('the action of a payment over A2A', () => {
  it('names task, context and what was said', () => {
    expect(a2aAction({ taskId: 'task-1', contextId: 'context-1' }, digest(message))).toEqual({
      taskId: 'task-1',
      contextId: 'context-1',
      messageDigest: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    })
    expect(a2aAction({ taskId: 'task-1', contextId: null }, null)).toEqual({ taskId: 'task-1' })
  })

  it('is another for another task or other words (case-090)', () => {
    const other = { ...message, parts: [{ kind: 'text', text: 'Weather' }] }
    expect(digest(other)).not.toBe(digest(message))
    const one = a2aAction({ taskId: 'task-1', contextId: null }, digest(message))
    expect(a2aAction({ taskId: 'task-2', contextId: null }, digest(message))).not.toEqual(one)
  })

  it('is the same for the same words under a new message id, wherever the message stands', () => {
    const again = { ...message, messageId: 'm2' }
    expect(digest(again)).toBe(digest(message))
    expect(digest({ message })).toBe(digest(message))
    expect(digest({ jsonrpc: '2.0', method: 'message/send', params: { message } })).toBe(digest(message))
  })

  it('has no digest where there is no message', () => {
    for (const other of [null, {}, { params: {} }, 'text']) expect(saidIn(other)).toBeNull()
  })
})
