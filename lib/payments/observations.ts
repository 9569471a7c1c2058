/**
 * 402 answers as the browser itself saw them, waiting for the page's report of the same answer.
 *
 * A page can report anything; what pairs with an observation of the same document, method and URL
 * is known to have happened. Each observation is used once. The newest are kept, for a short time.
 */
export type Observation = {
  /** null for a worker's request; the browsers differ in which of a page's workers have one */
  readonly documentId: string | null
  /** who asked, as the browser says; null for an opaque origin */
  readonly origin: string | null
  /** -1 for a worker that belongs to no tab: a service worker, a shared one */
  readonly tabId: number
  readonly frameId: number
  readonly method: string
  /** without a fragment */
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly at: number
}

/** Who reports; where the browser names another for the request, its origin and tab tell that it is the same. */
export type Reporter = { readonly documentId: string; readonly origin: string; readonly tabId: number }

const KEEP = 200
/** The page's half follows within milliseconds; what joined calls leave over must not meet a later one. */
const KEEP_MS = 10_000

/** Holds what `onHeadersReceived` reported until the page's half arrives. */
export class Observations {
  #seen: Observation[] = []
  /** when each was last reported: a call that joined another has a 402 of its own, and no report */
  readonly #reported = new Map<string, number>()
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
   * Takes the newest matching observation: the document's own; else one of its origin's, in its tab or in
   * no tab. The browser names no document where the page's service worker asked in its place, and the
   * parent's for a frame whose document is the first, empty one.
   *
   * @returns it, and whether all candidates carry the same quote: where they differ nobody can say
   * which answer belongs to this call, and nothing may be automatic
   */
  take(
    { documentId, origin, tabId }: Reporter,
    method: string,
    url: string,
    now: number,
  ): { found: Observation | null; same: boolean } {
    this.#seen = this.#seen.filter((o) => now - o.at < KEEP_MS)
    for (const [name, at] of this.#reported) if (now - at >= KEEP_MS) this.#reported.delete(name)
    this.#reported.set(nameOf({ origin, method, url }), now)
    const equal = this.#seen.filter((o) => o.method === method && o.url === url)
    const own = equal.filter((o) => o.documentId === documentId)
    const near = equal.filter((o) => o.origin === origin && (o.tabId === tabId || o.tabId === -1))
    const candidates = own.length > 0 ? own : near
    const found = candidates.at(-1) ?? null
    this.#seen = this.#seen.filter((o) => o !== found)
    return { found, same: new Set(candidates.map(quoteOf)).size <= 1 }
  }

  /** Whether no page has reported this one, nor an equal one of its origin around that time. Takes it. */
  leftOver(observation: Observation): boolean {
    const isLeft = this.#seen.includes(observation)
    this.#seen = this.#seen.filter((o) => o !== observation)
    const reported = this.#reported.get(nameOf(observation)) ?? 0
    return isLeft && observation.at - reported >= KEEP_MS
  }
}

const nameOf = (o: Pick<Observation, 'origin' | 'method' | 'url'>): string =>
  `${o.origin} ${o.method} ${o.url}`

const quoteOf = (o: Observation): string =>
  o.headers.find(([name]) => name.toLowerCase() === 'payment-required')?.[1] ?? ''
