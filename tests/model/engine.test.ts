import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'

import { FOUND } from './found'
import { Run } from './run'
import { shrink } from './shrink'
import { programs } from './steps'

vi.mock('wxt/browser', async () => ({ browser: (await import('./edges')).browser }))
vi.mock('@/lib/schemes/evm/sign', async (original) => {
  const { watchKey } = await import('./edges')
  const sign = await original<typeof import('@/lib/schemes/evm/sign')>()
  return { ...sign, signReserved: watchKey(sign) }
})

/** How many programs, a second or so each: `COUNTERSIGN_RUNS=1000 vitest run tests/model`. */
const RUNS = Number(process.env.COUNTERSIGN_RUNS ?? 20)
/** The seed that a failure printed: `COUNTERSIGN_SEED=-123 vitest run tests/model` runs it again. */
const SEED = process.env.COUNTERSIGN_SEED
/** Steps of one program, at most. */
const MOST_STEPS = 200

describe('the engine', () => {
  it.each(Object.entries(FOUND))(
    'holds in a program in which once %s',
    async (_name, program) => {
      expect(await new Run().play(program)).toBeNull()
    },
    60_000,
  )

  it('I1 to I6: no program of kills, lost answers, clock jumps and failing writes overspends, signs twice or loses anything', async () => {
    const property = fc.asyncProperty(programs(MOST_STEPS), async (program) => {
      expect(await new Run().play(program)).toBeNull()
    })
    const seed = SEED === undefined ? {} : { seed: Number(SEED) }
    const result = await fc.check(property, { numRuns: RUNS, endOnFailure: true, ...seed })
    if (!result.failed) return
    const [program] = result.counterexample ?? [[]]
    const short = await shrink(program, async (shorter) => (await new Run().play(shorter))?.at ?? null)
    const broken = await new Run().play(short)
    throw new Error(
      `seed ${result.seed}: ${JSON.stringify(broken, null, 1)}\nprogram: ${JSON.stringify(short, null, 1)}`,
    )
  }, 86_400_000)
})
