import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { isToBeSent, MOST_SENDS, type SentPayment, UNDERWAY_MS, whyNotAgain } from './resend'

const NOW = 1_800_000_000
const any: fc.Arbitrary<SentPayment> = fc.record({
  state: fc.constantFrom('reserved', 'signed', 'sent', 'failed', 'unknown', 'settled', 'released'),
  outcome: fc.constantFrom(null, 'unknown', 'refused', 'settled'),
  delivered: fc.constantFrom(0, 1),
  validBefore: fc.integer({ min: NOW - 100, max: NOW + 100 }),
  updatedAt: fc.integer({ min: NOW - 100, max: NOW }).map((s) => s * 1_000),
  sends: fc.nat(2 * MOST_SENDS),
  header: fc.constantFrom(
    null,
    { name: 'PAYMENT-SIGNATURE' },
    { name: 'X-PAYMENT' },
    { name: 'signature' },
    { name: 'transaction' },
  ),
})

describe('sending a payment again', () => {
  it('lets nothing leave that is not signed, that is dead, that is over, or that a page carries (I6)', () => {
    fc.assert(
      fc.property(any, fc.constantFrom('page', 'agent', 'owner'), (sent, by) => {
        if (whyNotAgain(sent, by, NOW) !== null) return
        expect(sent.header?.name).toMatch(/^(PAYMENT-SIGNATURE|X-PAYMENT)$/)
        expect(['reserved', 'released']).not.toContain(sent.state)
        expect(sent.state === 'settled' ? sent.delivered === 0 : NOW < sent.validBefore).toBe(true)
      }),
    )
  })

  it('refuses the owner nothing that a page or an agent may', () => {
    fc.assert(
      fc.property(any, (sent) => {
        if (whyNotAgain(sent, 'page', NOW) === null) expect(whyNotAgain(sent, 'agent', NOW)).toBeNull()
        if (whyNotAgain(sent, 'agent', NOW) === null) expect(whyNotAgain(sent, 'owner', NOW)).toBeNull()
      }),
    )
  })

  it('counts a window as open until its very last second', () => {
    const sent = { state: 'unknown', outcome: 'unknown', delivered: 0, updatedAt: 0, sends: 1 } as const
    const header = { name: 'X-PAYMENT' }
    expect(whyNotAgain({ ...sent, header, validBefore: NOW + 1 }, 'page', NOW)).toBeNull()
    expect(whyNotAgain({ ...sent, header, validBefore: NOW }, 'page', NOW)).toBe('window-over')
  })

  it('waits for an answer fifteen seconds and no longer', () => {
    const sent = { state: 'sent', outcome: null, delivered: 0, validBefore: NOW + 9, sends: 1 } as const
    const left = (ago: number) => ({ ...sent, header: { name: 'X-PAYMENT' }, updatedAt: NOW * 1_000 - ago })
    expect(whyNotAgain(left(UNDERWAY_MS - 1), 'page', NOW)).toBe('underway')
    expect(whyNotAgain(left(UNDERWAY_MS), 'page', NOW)).toBeNull()
  })
})

describe('what is to leave', () => {
  it('is what nothing was answered to since it was signed or taken up, and is not on its way', () => {
    const of = (state: SentPayment['state'], outcome: string | null = null) =>
      isToBeSent({ state, outcome, header: { name: 'X-PAYMENT' } })
    expect(
      ['signed', 'unknown', 'failed', 'settled'].map((state) => of(state as SentPayment['state'])),
    ).toEqual([true, true, true, true])
    expect(['reserved', 'sent', 'released'].map((state) => of(state as SentPayment['state']))).toEqual([
      false,
      false,
      false,
    ])
    expect(of('unknown', 'unknown')).toBe(false)
    expect(isToBeSent({ state: 'signed', outcome: null, header: null })).toBe(false)
  })
})
