import { describe, expect, it } from 'vitest'

import { FIRST_WAIT_MS, LONGEST_WAIT_MS, nextCheck } from './schedule'

const NOW = 1_800_000_000_000
const far = NOW / 1_000 + 86_400
const past = NOW / 1_000 - 86_400

describe('when the chain is asked again', () => {
  it.each([
    [0, FIRST_WAIT_MS],
    [1, 2 * FIRST_WAIT_MS],
    [3, 8 * FIRST_WAIT_MS],
    [6, LONGEST_WAIT_MS],
    [10_000, LONGEST_WAIT_MS],
  ])('after %i times is %i ms later', (checks, wait) => {
    expect(nextCheck({ checks, validBefore: far }, NOW, 0.5)).toBe(NOW + wait)
    expect(nextCheck({ checks, validBefore: past }, NOW, 0.5)).toBe(NOW + wait)
  })

  it('is half more or less by chance, and always later', () => {
    const at = (random: number) => nextCheck({ checks: 2, validBefore: far }, NOW, random) - NOW
    expect([at(0), at(0.999)]).toEqual([2 * FIRST_WAIT_MS, expect.closeTo(6 * FIRST_WAIT_MS, -3)])
    expect(nextCheck({ checks: 0, validBefore: past }, NOW, 0)).toBeGreaterThan(NOW)
  })

  it('is soon after the window is over, however often it was asked before', () => {
    const validBefore = NOW / 1_000 + 100
    expect(nextCheck({ checks: 50, validBefore }, NOW, 0.5)).toBe((validBefore + 60) * 1_000 + FIRST_WAIT_MS)
  })
})
