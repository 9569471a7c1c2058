import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { rangesOf } from './logs'

describe('the ranges that events are read in', () => {
  it('are one for each run of blocks, while there may be so many', () => {
    expect(rangesOf([9n, 7n, 8n, 30n, 7n], 8)).toEqual([
      { from: 7n, to: 9n },
      { from: 30n, to: 30n },
    ])
    expect(rangesOf([], 8)).toEqual([])
  })

  it('leave out what lies widest between them', () => {
    expect(rangesOf([1n, 4n, 100n, 900n], 2)).toEqual([
      { from: 1n, to: 100n },
      { from: 900n, to: 900n },
    ])
  })

  it('hold each block once, lie apart, and are never more than allowed (property)', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt(0n, 500n)), fc.integer({ min: 1, max: 9 }), (blocks, most) => {
        const ranges = rangesOf(blocks, most)
        expect(ranges.length).toBeLessThanOrEqual(most)
        for (const block of blocks)
          expect(ranges.filter(({ from, to }) => from <= block && block <= to)).toHaveLength(1)
        for (const [i, { from }] of ranges.entries()) {
          const before = ranges[i - 1]
          if (before !== undefined) expect(from - before.to).toBeGreaterThan(1n)
        }
      }),
    )
  })
})
