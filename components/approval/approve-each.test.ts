import { beforeEach, describe, expect, it, vi } from 'vitest'

import type { ApprovalView } from '@/lib/doors/ui-protocol'

const { call, ask } = vi.hoisted(() => ({ call: vi.fn(), ask: vi.fn() }))
vi.mock('../client', () => {
  class UiCallError extends Error {
    constructor(readonly error: { readonly code: string }) {
      super(error.code)
    }
  }
  return { call, UiCallError }
})
vi.mock('../reads', () => ({ ask }))

import { approveEach } from './approve-each'

const view = (paymentId: string, of: Partial<ApprovalView> = {}): ApprovalView =>
  ({
    paymentId,
    state: 'asking',
    code: 'HOLD_APPROVAL_REQUIRED',
    asker: 'https://news.example',
    method: 'POST',
    url: 'https://news.example/api',
    bodyDigest: 'b',
    offer: { index: 0, code: 'HOLD_APPROVAL_REQUIRED', facts: [], amount: '250000', payTo: '0x1' },
    envelopeDigest: `digest of ${paymentId}`,
    signed: [
      { name: 'value', value: '250000' },
      { name: 'envelope', value: paymentId },
      { name: 'nonce', value: '' },
    ],
    needsPassword: false,
    ...of,
  }) as ApprovalView

const approved = () =>
  call.mock.calls.filter(([name]) => name === 'approval.approve').map(([, value]) => value as unknown)

describe('one answer to equal requests', () => {
  const views = new Map<string, ApprovalView | null>()
  beforeEach(() => {
    call.mockReset().mockResolvedValue(null)
    ask.mockReset().mockImplementation(async (_, { paymentId }) => views.get(paymentId) ?? null)
    views.clear()
    for (const id of ['a', 'b', 'c']) views.set(id, view(id))
  })

  it('approves each by its own envelope, the one on the screen last', async () => {
    const steps: number[] = []
    await approveEach(view('a'), ['a', 'b', 'c'], undefined, (step) => steps.push(step))
    expect(approved()).toEqual(
      ['b', 'c', 'a'].map((paymentId) => ({ paymentId, envelopeDigest: `digest of ${paymentId}` })),
    )
    expect(steps).toEqual([1, 2, 3])
  })

  it('hands the password to each where they need it', async () => {
    for (const id of ['a', 'b']) views.set(id, view(id, { needsPassword: true }))
    await approveEach(view('a', { needsPassword: true }), ['a', 'b'], 'typed', () => undefined)
    expect(approved()).toEqual(
      ['b', 'a'].map((paymentId) => ({
        paymentId,
        envelopeDigest: `digest of ${paymentId}`,
        password: 'typed',
      })),
    )
  })

  it.each<[string, Partial<ApprovalView>]>([
    ['another method', { method: 'PUT' }],
    ['another body', { bodyDigest: 'other' }],
    ['another window', { windowSeconds: 3_600 }],
    ['another field in what is signed', { signed: [{ name: 'value', value: '250001' }] }],
    ['a password where the screen asked for none', { needsPassword: true }],
    ['other words of the site', { description: 'something else' }],
  ])('stops at one with %s, and approves none after it', async (_, of) => {
    views.set('b', view('b', of))
    await expect(approveEach(view('a'), ['a', 'b', 'c'], undefined, () => undefined)).rejects.toThrow(
      'changed',
    )
    expect(approved()).toEqual([])
  })

  it('stops at the first that a limit holds, and leaves the one on the screen asking', async () => {
    views.set('c', view('c', { code: 'HOLD_OVER_BUDGET' }))
    await expect(approveEach(view('a'), ['a', 'b', 'c'], undefined, () => undefined)).rejects.toThrow('held')
    expect(approved()).toEqual([{ paymentId: 'b', envelopeDigest: 'digest of b' }])
  })

  it('passes over one that is gone or answered meanwhile', async () => {
    views.set('b', null)
    views.set('c', view('c', { state: 'gone' }))
    await approveEach(view('a'), ['a', 'b', 'c'], undefined, () => undefined)
    expect(approved()).toEqual([{ paymentId: 'a', envelopeDigest: 'digest of a' }])
  })
})
