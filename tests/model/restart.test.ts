import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { Run } from './run'
import { approve, want } from './scene'

vi.mock('wxt/browser', async () => ({ browser: (await import('./edges')).browser }))
vi.mock('@/lib/schemes/evm/sign', async (original) => {
  const { watchKey } = await import('./edges')
  const sign = await original<typeof import('@/lib/schemes/evm/sign')>()
  return { ...sign, signReserved: watchKey(sign) }
})

let run: Run

beforeEach(async () => {
  run = new Run()
  await run.world.begin()
})

afterEach(async () => {
  await run.world.end()
})

const states = async () => (await run.world.wallet.ledger.intents.toArray()).map((i) => i.state)

describe('a browser that starts anew', () => {
  it('has no question left whose page is gone: a person who presses Pay there would pay for nobody', async () => {
    await run.step(want())
    run.world.forget()
    await run.world.kill()
    expect(await states()).toEqual(['gone'])
    await run.step(approve)
    expect(run.world.model.signatures.size).toBe(0)
    expect(run.world.model.faults).toEqual([])
  })

  it('keeps what is held: money that may be signed for is not given back', async () => {
    await run.step(want())
    await run.step(approve)
    run.world.forget()
    await run.world.kill()
    expect(await run.world.wallet.ledger.reservations.toArray()).toMatchObject([
      { state: 'reserved' },
      { state: 'reserved' },
    ])
    expect(run.world.model.faults).toEqual([])
  })
})

describe('a worker that starts anew', () => {
  it('leaves every question as it is (case-043)', async () => {
    await run.step(want())
    await run.world.kill()
    expect(await states()).toEqual(['asking'])
  })
})
