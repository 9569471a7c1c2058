import 'fake-indexeddb/auto'
import { describe, expect, it, vi } from 'vitest'

import { Run } from './run'
import { approve, want } from './scene'
import type { Step } from './steps'

vi.mock('wxt/browser', async () => ({ browser: (await import('./edges')).browser }))
vi.mock('@/lib/schemes/evm/sign', async (original) => {
  const { watchKey } = await import('./edges')
  const sign = await original<typeof import('@/lib/schemes/evm/sign')>()
  return { ...sign, signReserved: watchKey(sign) }
})

/** One payment as it goes where nothing fails: wanted, approved, sent, settled, proved. */
const PAYMENT: readonly Step[] = [
  want(),
  approve,
  { type: 'ask-again', n: 0 },
  { type: 'answer', n: 0, kind: 'settled', settles: true, shown: true },
]
/** What the chain says of what was left, once its windows are over. */
const LATER: readonly Step[] = Array.from({ length: 4 }, () => [
  { type: 'pass' as const, seconds: 600 },
  { type: 'tick' as const },
]).flat()

/** Plays the payment until it is settled, with one write that fails; a person and the page try again. */
async function playWithFailure(writes: number) {
  const run = new Run()
  await run.world.begin()
  try {
    await run.step({ type: 'fail-in', writes })
    const rows = () => run.world.wallet.ledger.authorizations.toArray()
    const isPaid = async () => (await rows()).some((row) => row.state === 'settled')
    for (let round = 0; round < 3; round++)
      for (const step of PAYMENT) if (!(await isPaid())) await run.step(step)
    for (const step of LATER) await run.step(step)
    return {
      failed: run.world.plan.failed,
      faults: run.world.model.faults,
      spendable: (await rows()).filter((row) => row.state !== 'released').length,
      unproved: (await rows()).filter((row) => row.proved === 0).length,
      differences: await run.world.differences(),
    }
  } finally {
    await run.world.end()
  }
}

describe('one payment in which the n-th write fails (I2, I6: disk full, database closed)', () => {
  it('ends proved, paid at most once, with totals that add up, for every n', async () => {
    let failures = 0
    for (let writes = 1; writes < 80; writes++) {
      const end = await playWithFailure(writes)
      const of = { writes, ...end }
      expect(of).toMatchObject({
        faults: [],
        differences: [],
        unproved: 0,
      })
      // Paid once, or proved to be not paid: never twice.
      expect(of.spendable).toBeLessThanOrEqual(1)
      if (end.failed === 0) break
      failures++
    }
    // Every write of a payment had its turn, and the last round met none.
    expect(failures).toBeGreaterThan(10)
    expect(failures).toBeLessThan(79)
  }, 180_000)
})
