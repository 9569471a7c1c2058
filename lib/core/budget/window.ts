import type { BudgetWindow } from '../admission/types'
import type { UnixSeconds } from '../money/units'

const HOUR = 3_600

/** What one budget took in one hour, in the budget's unit: 18-decimal dollars, or atomic. */
export type Bucket = {
  /** whole hours since 1970 */
  readonly hour: number
  readonly settled: bigint
  readonly reserved: bigint
}

/** The bucket that a moment falls into. */
export function hourOf(time: UnixSeconds): number {
  return Math.floor(time / HOUR)
}

/**
 * The first hour that a budget's window counts. Everything from there on counts, also hours to come:
 * a clock that was set back must not forget what was spent before.
 *
 * Months are those of UTC: an owner who travels gets no second one.
 */
export function firstHour(window: BudgetWindow, now: UnixSeconds): number {
  switch (window.kind) {
    case 'rolling':
      return hourOf(now - window.seconds)
    case 'month': {
      const today = new Date(now * 1_000)
      return hourOf(Date.UTC(today.getUTCFullYear(), today.getUTCMonth()) / 1_000)
    }
    case 'total':
      return 0
  }
}

/**
 * What a budget has settled and reserved inside its window.
 *
 * Whole hours are counted even where the window starts inside one, so the result is never below the
 * true sum: a budget may hold early, never overspend.
 */
export function standingWithin(
  buckets: readonly Bucket[],
  window: BudgetWindow,
  now: UnixSeconds,
): { readonly settled: bigint; readonly reserved: bigint } {
  const from = firstHour(window, now)
  return buckets
    .filter((bucket) => bucket.hour >= from)
    .reduce(
      (sum, { settled, reserved }) => ({ settled: sum.settled + settled, reserved: sum.reserved + reserved }),
      { settled: 0n, reserved: 0n },
    )
}

/** What a budget has committed inside its window: settled money and held money count alike. */
export function committedWithin(buckets: readonly Bucket[], window: BudgetWindow, now: UnixSeconds): bigint {
  const { settled, reserved } = standingWithin(buckets, window, now)
  return settled + reserved
}
