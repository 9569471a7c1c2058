/** Failures in a row after which a URL is left alone. */
export const FAILURES_TO_REST = 5

/** How long it is left alone before one call may try it again. */
export const REST_MS = 30_000

type Line = { failures: number; restsUntil: number; trying: boolean }

/**
 * A circuit breaker per URL: after five failures in a row it refuses for 30 s, then lets one call try.
 * Lives in memory; a restarted worker starts afresh.
 */
export class Breaker {
  readonly #lines = new Map<string, Line>()

  /** Whether a call may go out now; for a URL that rested, only the first one until it reports. */
  admits(url: string, now: number): boolean {
    const line = this.#lines.get(url)
    if (line === undefined || line.failures < FAILURES_TO_REST) return true
    // a clock set back must not stretch the rest
    if (line.trying || (now < line.restsUntil && now >= line.restsUntil - REST_MS)) return false
    line.trying = true
    return true
  }

  /** The node answered, whatever it said. */
  succeeded(url: string): void {
    this.#lines.delete(url)
  }

  /** The node did not answer. */
  failed(url: string, now: number): void {
    const failures = (this.#lines.get(url)?.failures ?? 0) + 1
    this.#lines.set(url, { failures, restsUntil: now + REST_MS, trying: false })
  }

  /** The call was given up by us: no report on the node, but another may try. */
  abandoned(url: string): void {
    const line = this.#lines.get(url)
    if (line !== undefined) line.trying = false
  }
}
