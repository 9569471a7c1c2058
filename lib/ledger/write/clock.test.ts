import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { Ledger } from '@/lib/ledger/schema'
import { ledgerMoment, ledgerTime } from '../read/documents'
import { standingOf } from '../read/totals'
import { keepTimeOf } from './documents'

const NOON = Date.UTC(2026, 0, 20, 12) / 1_000
const HOUR = 3_600

let serial = 0
let ledger: Ledger

beforeEach(() => {
  ledger = new Ledger(`clock-${++serial}`)
})

afterEach(() => ledger.delete())

const paidAt = async (seconds: number) => {
  const now = await ledgerTime(ledger, seconds)
  await keepTimeOf(ledger, now)
  return now
}

describe('the time that limits go by', () => {
  it('is the computer’s before anything was paid', async () => {
    expect(await ledgerTime(ledger, NOON)).toBe(NOON)
  })

  it('goes on with the computer’s', async () => {
    await paidAt(NOON)
    expect(await ledgerTime(ledger, NOON + 1)).toBe(NOON + 1)
  })

  it('stands still at the last payment while a clock is set back', async () => {
    await paidAt(NOON)
    expect(await ledgerTime(ledger, NOON - 26 * HOUR)).toBe(NOON)
    expect(await ledgerMoment(ledger, (NOON - HOUR) * 1_000)).toBe(NOON * 1_000)
  })

  it('never runs backwards, whatever the clock does between payments', async () => {
    const clock = fc.integer({ min: NOON - 40 * 24 * HOUR, max: NOON + 40 * 24 * HOUR })
    await fc.assert(
      fc.asyncProperty(fc.array(clock, { minLength: 1, maxLength: 20 }), async (clocks) => {
        await ledger.documents.clear()
        let last = 0
        for (const each of clocks) {
          const now = await paidAt(each)
          expect(now).toBe(Math.max(last, each))
          last = now
        }
      }),
      { numRuns: 50 },
    )
  })

  it('does not reopen the window of a limit', async () => {
    const spent = { budgetKey: 'day:*', hour: NOON / HOUR, reserved: 5n, settled: 0n }
    await ledger.totals.put(spent)
    await paidAt(NOON)
    const day = { id: 'day:*', window: { kind: 'rolling', seconds: 24 * HOUR } } as const
    for (const back of [HOUR, 25 * HOUR, 40 * 24 * HOUR]) {
      const standing = await standingOf(ledger, day, await ledgerTime(ledger, NOON - back))
      expect(standing).toEqual({ settled: 0n, reserved: 5n })
    }
  })

  it('does not give last month’s limit a second month', async () => {
    const first = Date.UTC(2026, 1, 1) / 1_000
    await ledger.totals.put({ budgetKey: 'month:*', hour: first / HOUR, reserved: 7n, settled: 0n })
    await paidAt(first)
    const month = { id: 'month:*', window: { kind: 'month' } } as const
    const standing = await standingOf(ledger, month, await ledgerTime(ledger, first - 48 * HOUR))
    expect(standing.reserved).toBe(7n)
  })
})
