/**
 * 402 answers as the browser itself saw them, waiting for the page's report of the same answer.
 *
 * A page can report anything; what pairs with an observation of the same document, method and URL
 * is known to have happened. Each observation is used once. The newest are kept, for a short time.
 */
export type Observation = {
  readonly documentId: string
  readonly method: string
  /** without a fragment */
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly at: number
}

const KEEP = 200
/** The page's half follows within milliseconds; what joined calls leave over must not meet a later one. */
const KEEP_MS = 10_000

/** Holds what `onHeadersReceived` reported until the page's half arrives. */
export class Observations {
  #seen: Observation[] = []
  readonly #waiting = new Set<() => void>()

  add(observation: Observation): void {
    this.#seen = [...this.#seen, observation].slice(-KEEP)
    for (const wake of this.#waiting) wake()
  }

  /** Resolves at the next observation, or after `ms`, whichever comes first. */
  next(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#waiting.delete(done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      this.#waiting.add(done)
    })
  }

  /**
   * Takes the newest matching observation.
   *
   * @returns it, and whether all candidates carry the same quote: where they differ nobody can say
   * which answer belongs to this call, and nothing may be automatic
   */
  take(
    documentId: string,
    method: string,
    url: string,
    now: number,
  ): { found: Observation | null; same: boolean } {
    this.#seen = this.#seen.filter((o) => now - o.at < KEEP_MS)
    const candidates = this.#seen.filter(
      (o) => o.documentId === documentId && o.method === method && o.url === url,
    )
    const found = candidates.at(-1) ?? null
    this.#seen = this.#seen.filter((o) => o !== found)
    return { found, same: new Set(candidates.map(quoteOf)).size <= 1 }
  }
}

const quoteOf = (o: Observation): string =>
  o.headers.find(([name]) => name.toLowerCase() === 'payment-required')?.[1] ?? ''
