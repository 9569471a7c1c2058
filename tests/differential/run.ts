import { DIFFERENCES, type DifferenceName } from './differences'
import { type Judged, judge } from './judge'
import { type Pair, pairAt } from './pair'
import { PublishedClient } from './published'
import { shrink } from './shrink'

/** How many pairs showed each named difference, and how many were answered alike. */
export type Tally = {
  readonly pairs: number
  readonly alike: number
  readonly counts: Readonly<Record<DifferenceName, number>>
}

/** A pair on which the two differ and no name says why. */
export type Unexplained = {
  readonly seed: number
  readonly place: number
  readonly pair: Pair
  readonly judged: Judged
}

export type RunOptions = {
  readonly runs: number
  readonly seed: number
  /** the wallet; a test puts a faulty one in its place */
  readonly answer?: (pair: Pair) => string
  /** told now and then how far the run is */
  readonly progress?: (tally: Tally) => void
}

const PROGRESS_EVERY = 50_000

/**
 * Runs the pairs of a seed through both, up to the first one that nothing explains; that one is made smaller.
 */
export async function runPairs({ runs, seed, answer, progress }: RunOptions): Promise<Tally | Unexplained> {
  const client = new PublishedClient()
  const counts = Object.fromEntries(DIFFERENCES.map((name) => [name, 0])) as Record<DifferenceName, number>
  let alike = 0
  // Thousands of its errors are made and dropped; their stacks say nothing.
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    for (let place = 0; place < runs; place++) {
      const pair = pairAt(seed, place)
      const judged = await judge(pair, client, answer)
      if (!judged.agrees) return await unexplained({ seed, place, pair }, client, answer)
      if (judged.names.length === 0) alike += 1
      for (const name of judged.names) counts[name] += 1
      if ((place + 1) % PROGRESS_EVERY === 0) progress?.({ pairs: place + 1, alike, counts })
    }
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
  return { pairs: runs, alike, counts }
}

async function unexplained(
  { seed, place, pair }: Pick<Unexplained, 'seed' | 'place' | 'pair'>,
  client: PublishedClient,
  answer: RunOptions['answer'],
): Promise<Unexplained> {
  const smallest = await shrink(pair, async (candidate) => {
    try {
      return !(await judge(candidate, client, answer)).agrees
    } catch {
      return false
    }
  })
  return { seed, place, pair: smallest, judged: await judge(smallest, client, answer) }
}

/** What a person needs to see the fault again. */
export function describeUnexplained({ seed, place, pair, judged }: Unexplained): string {
  const write = (_: string, value: unknown) =>
    value === undefined ? '(undefined)' : Object.is(value, -0) ? '-0' : value
  return [
    `no name explains pair ${place} of seed ${seed}`,
    `published client: ${judged.published.join(' or ')}`,
    `expected here:    ${judged.expected.join(' or ')}`,
    `got:              ${judged.got}`,
    `named:            ${judged.names.join(', ') || 'nothing'}`,
    JSON.stringify(pair, write, 2),
  ].join('\n')
}
