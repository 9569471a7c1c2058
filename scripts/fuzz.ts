/**
 * Runs random quotes and configurations through the published client and through this wallet:
 * `npm run fuzz`, `npm run fuzz -- --runs N --seed S`.
 *
 * Prints how often each named difference was seen. Exit code 1 where one has no name, with the seed and the
 * smallest input that shows it, and where a name was never seen in a long run.
 */
import { parseArgs } from 'node:util'
import { DIFFERENCES } from '../tests/differential/differences'
import { describeUnexplained, runPairs, type Tally } from '../tests/differential/run'

/** A shorter run may miss the rarest difference. */
const LONG_RUN = 20_000

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '1000000' }, seed: { type: 'string' } },
})
const runs = Number(values.runs)
const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(values.seed)
const line = (text: string) => process.stdout.write(`${text}\n`)

function table({ pairs, alike, counts }: Tally): string {
  const rows = DIFFERENCES.map((name) => `${name.padEnd(26)}${String(counts[name]).padStart(9)}`)
  return [...rows, `${'answered alike'.padEnd(26)}${String(alike).padStart(9)}`, `${pairs} pairs`].join('\n')
}

if (!Number.isSafeInteger(runs) || runs < 1 || !Number.isSafeInteger(seed)) {
  process.stderr.write('usage: npm run fuzz -- [--runs N] [--seed S], whole numbers\n')
  process.exitCode = 2
} else {
  line(`seed ${seed}`)
  const ended = await runPairs({
    runs,
    seed,
    progress: ({ pairs }) => line(`${pairs} of ${runs} pairs, nothing unexplained`),
  })
  if ('judged' in ended) {
    line(describeUnexplained(ended))
    process.exitCode = 1
  } else {
    line(table(ended))
    const dead = DIFFERENCES.filter((name) => ended.counts[name] === 0)
    if (runs >= LONG_RUN && dead.length > 0) {
      line(`never seen: ${dead.join(', ')}`)
      process.exitCode = 1
    }
  }
}
