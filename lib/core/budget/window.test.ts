import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { BudgetWindow } from '../admission/types'
import { type Bucket, committedWithin, firstHour, hourOf, standingWithin } from './window'

const DAY: BudgetWindow = { kind: 'rolling', seconds: 86_400 }
const at = (iso: string) => Date.parse(iso) / 1_000
const bucket = (iso: string, settled: bigint, reserved = 0n): Bucket => ({
  hour: hourOf(at(iso)),
  settled,
  reserved,
})

describe('firstHour', () => {
  it('begins a rolling window in the hour that its start falls into', () => {
    expect(firstHour(DAY, at('2026-03-02T10:59:59Z'))).toBe(hourOf(at('2026-03-01T10:00:00Z')))
  })

  it('begins a month at its first hour in UTC', () => {
    expect(firstHour({ kind: 'month' }, at('2026-02-28T23:59:59Z'))).toBe(hourOf(at('2026-02-01T00:00:00Z')))
    expect(firstHour({ kind: 'month' }, at('2026-03-01T00:00:00Z'))).toBe(hourOf(at('2026-03-01T00:00:00Z')))
  })

  it('lets a total begin before everything', () => {
    expect(firstHour({ kind: 'total' }, at('2026-03-01T00:00:00Z'))).toBe(0)
  })
})

describe('committedWithin', () => {
  const now = at('2026-03-02T10:30:00Z')

  it('adds settled and reserved money alike', () => {
    expect(committedWithin([bucket('2026-03-02T09:00:00Z', 3n, 4n)], DAY, now)).toBe(7n)
    expect(standingWithin([bucket('2026-03-02T09:00:00Z', 3n, 4n)], DAY, now)).toEqual({
      settled: 3n,
      reserved: 4n,
    })
  })

  it('counts the whole hour in which the window begins, and none before', () => {
    const buckets = [bucket('2026-03-01T10:00:00Z', 5n), bucket('2026-03-01T09:59:59Z', 7n)]
    expect(committedWithin(buckets, DAY, now)).toBe(5n)
  })

  it('counts what a clock that was set back left in hours to come', () => {
    expect(committedWithin([bucket('2026-03-05T00:00:00Z', 2n)], DAY, now)).toBe(2n)
  })

  it('is nothing without buckets', () => {
    expect(committedWithin([], DAY, now)).toBe(0n)
  })

  it('I1: never says less than what was spent inside the window, at any second', () => {
    const spending = fc.record({
      ago: fc.integer({ min: 0, max: 3 * 86_400 }),
      amount: fc.bigInt({ min: 0n, max: 10n ** 24n }),
    })
    fc.assert(
      fc.property(
        fc.array(spending),
        fc.integer({ min: 0, max: 86_400 }),
        fc.integer({ min: 4e8, max: 4e9 }),
        (all, seconds, time) => {
          const buckets = all.map(({ ago, amount }) => ({
            hour: hourOf(time - ago),
            settled: amount,
            reserved: 0n,
          }))
          const within = (length: number) =>
            all.filter((s) => s.ago <= length).reduce((sum, s) => sum + s.amount, 0n)
          const counted = committedWithin(buckets, { kind: 'rolling', seconds }, time)
          expect(counted >= within(seconds)).toBe(true)
          expect(counted <= within(seconds + 3_600)).toBe(true)
        },
      ),
    )
  })
})
