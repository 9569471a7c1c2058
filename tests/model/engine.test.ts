import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'

import { FOUND } from './found'
import { Run } from './run'
import { programs } from './steps'

vi.mock('wxt/browser', async () => ({ browser: (await import('./edges')).browser }))
vi.mock('viem/accounts', async (original) => {
  const { watchKey } = await import('./edges')
  const accounts = await original<typeof import('viem/accounts')>()
  return { ...accounts, signTypedData: watchKey(accounts.signTypedData as never) }
})

/** How many programs: `COUNTERSIGN_RUNS=1000 vitest run tests/model`. */
const RUNS = Number(process.env.COUNTERSIGN_RUNS ?? 12)
/** The seed that a failure printed: `COUNTERSIGN_SEED=-123 vitest run tests/model` runs it again. */
const SEED = process.env.COUNTERSIGN_SEED
/** Steps of one program, at most. */
const MOST_STEPS = 200

describe('the engine', () => {
  it.each(Object.entries(FOUND))('holds in a program in which once %s', async (_name, program) => {
    expect(await new Run().play(program)).toEqual([])
  })

  it('I1 to I6: no program of kills, lost answers, clock jumps and failing writes overspends, signs twice or loses anything', async () => {
    await fc.assert(
      fc.asyncProperty(programs(MOST_STEPS), async (program) => {
        expect(await new Run().play(program)).toEqual([])
      }),
      { numRuns: RUNS, ...(SEED === undefined ? {} : { seed: Number(SEED) }) },
    )
  }, 86_400_000)
})
