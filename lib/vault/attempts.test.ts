import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { FREE_ATTEMPTS, parseAttempts, waitMs } from './attempts'

const now = 1_800_000_000_000

describe('the wait after wrong passwords', () => {
  it.each([
    [4, 0],
    [5, 30_000],
    [6, 60_000],
    [8, 240_000],
    [12, 3_600_000],
    [5000, 3_600_000],
  ])('after %i failures is %i ms', (failures, wait) => {
    expect(waitMs({ failures, lastAt: now }, now)).toBe(wait)
  })

  it('ends when it has passed, and not a millisecond earlier', () => {
    expect(waitMs({ failures: 5, lastAt: now }, now + 29_999)).toBe(1)
    expect(waitMs({ failures: 5, lastAt: now }, now + 30_000)).toBe(0)
  })

  it('is never shortened by a clock that is set back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 100 }), fc.nat(1e12), (failures, back) => {
        expect(waitMs({ failures, lastAt: now }, now - back)).toBe(waitMs({ failures, lastAt: now }, now))
      }),
    )
  })
})

describe('the stored count', () => {
  it('starts at none', () => {
    expect(parseAttempts(undefined, now).failures).toBe(0)
  })

  it('reads back as it was written', () => {
    expect(parseAttempts({ failures: 3, lastAt: now - 5 }, now)).toEqual({ failures: 3, lastAt: now - 5 })
  })

  it('counts from now when it was written by a later clock, so that the wait still ends', () => {
    expect(parseAttempts({ failures: 6, lastAt: now + 1e12 }, now)).toEqual({ failures: 6, lastAt: now })
  })

  it.each([
    [{}],
    ['5'],
    [{ failures: -1, lastAt: 0 }],
    [{ failures: 0.5, lastAt: 0 }],
    [{ failures: 0, lastAt: 'x' }],
  ])('counts the free attempts as used when it is %j', (value) => {
    expect(parseAttempts(value, now)).toEqual({ failures: FREE_ATTEMPTS, lastAt: now })
  })
})
