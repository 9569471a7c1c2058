import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { type A2aStatus, nextStatus, statusOf } from './status'

const all: readonly A2aStatus[] = [
  'payment-required',
  'payment-submitted',
  'payment-verified',
  'payment-rejected',
  'payment-completed',
  'payment-failed',
]

describe('nextStatus', () => {
  it.each<[A2aStatus | null, A2aStatus, string]>([
    [null, 'payment-required', 'legal'],
    [null, 'payment-completed', 'legal'],
    ['payment-required', 'payment-submitted', 'legal'],
    ['payment-required', 'payment-rejected', 'legal'],
    ['payment-required', 'payment-completed', 'legal'],
    ['payment-submitted', 'payment-verified', 'legal'],
    ['payment-submitted', 'payment-completed', 'legal'],
    ['payment-submitted', 'payment-failed', 'legal'],
    ['payment-verified', 'payment-completed', 'legal'],
    ['payment-verified', 'payment-failed', 'legal'],
    ['payment-failed', 'payment-required', 'new-quote'],
    ['payment-submitted', 'payment-required', 'new-quote'],
    ['payment-verified', 'payment-required', 'new-quote'],
    ['payment-submitted', 'payment-rejected', 'flagged'],
    ['payment-verified', 'payment-rejected', 'flagged'],
    ['payment-verified', 'payment-submitted', 'flagged'],
    ['payment-completed', 'payment-required', 'flagged'],
    ['payment-completed', 'payment-failed', 'flagged'],
    ['payment-rejected', 'payment-required', 'flagged'],
    ['payment-rejected', 'payment-submitted', 'flagged'],
    ['payment-failed', 'payment-completed', 'flagged'],
  ])('from %s to %s is %s', (from, to, move) => {
    expect(nextStatus(from, to)).toBe(move)
  })

  it('is the same where nothing changed', () => {
    for (const status of all) expect(nextStatus(status, status)).toBe('same')
  })

  it('never lets a payment be asked for a second time as an ordinary step, once one was sent (I3)', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...all)), (steps) => {
        let last: A2aStatus = 'payment-submitted'
        for (const step of steps) {
          const move = nextStatus(last, step)
          if (step === 'payment-required') expect(['same', 'new-quote', 'flagged']).toContain(move)
          if (step === 'payment-required' && move === 'same') expect(last).toBe('payment-required')
          last = step
        }
      }),
    )
  })
})

describe('statusOf', () => {
  it('reads the six and nothing else', () => {
    expect(all.map(statusOf)).toEqual(all)
    for (const other of [
      '',
      'payment',
      'toString',
      '__proto__',
      'PAYMENT-FAILED',
      1,
      null,
      ['payment-failed'],
    ]) {
      expect(statusOf(other)).toBeNull()
    }
  })
})
