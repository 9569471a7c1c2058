/** Wrong passwords in a row, as stored. `lastAt` in Unix milliseconds. */
export type Attempts = { readonly failures: number; readonly lastAt: number }

/** Wrong passwords that cost no wait. */
export const FREE_ATTEMPTS = 5

const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 3_600_000

/**
 * How long the next try must wait: nothing up to the fifth failure, then 30 s, doubling with each
 * further one up to an hour.
 *
 * A clock that was set back counts as no time passed, so it never shortens a wait.
 *
 * @returns milliseconds, 0 when a try is admitted now
 */
export function waitMs(attempts: Attempts, now: number): number {
  if (attempts.failures < FREE_ATTEMPTS) return 0
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (attempts.failures - FREE_ATTEMPTS), LONGEST_WAIT_MS)
  return Math.max(0, wait - Math.max(0, now - attempts.lastAt))
}

/** Reads a stored count; what is not one counts as the free attempts used up, never as none. */
export function parseAttempts(value: unknown, now: number): Attempts {
  if (value === undefined || value === null) return { failures: 0, lastAt: 0 }
  if (typeof value === 'object' && 'failures' in value && 'lastAt' in value) {
    const { failures, lastAt } = value
    if (isCount(failures) && isCount(lastAt)) return { failures, lastAt: Math.min(lastAt, now) }
  }
  return { failures: FREE_ATTEMPTS, lastAt: now }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}
