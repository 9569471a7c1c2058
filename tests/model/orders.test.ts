import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { Run } from './run'
import { approve, DIME, QUARTER, want } from './scene'
import type { Step } from './steps'

vi.mock('wxt/browser', async () => ({ browser: (await import('./edges')).browser }))
vi.mock('@/lib/schemes/evm/sign', async (original) => {
  const { watchKey } = await import('./edges')
  const sign = await original<typeof import('@/lib/schemes/evm/sign')>()
  return { ...sign, signReserved: watchKey(sign) }
})

/** The page asks what became of its payment, and sends it. */
const sends: Step = { type: 'ask-again', n: 0 }
const tick: Step = { type: 'tick' }
const mined: Step = { type: 'chain', n: 0, does: 'use' }
const answered = (kind: 'settled' | 'plain', settles: boolean): Step => ({
  type: 'answer',
  n: 0,
  kind,
  settles,
  shown: true,
})
const mandate = (mayRepeat = false): Step => ({
  type: 'mandate',
  origin: 0,
  payee: 0,
  asset: 0,
  max: 4,
  cents: 90,
  window: 1,
  hours: 24,
  own: true,
  mayRepeat,
})

let run: Run

beforeEach(async () => {
  run = new Run()
  await run.world.begin()
})

afterEach(async () => {
  await run.world.end()
})

async function play(...steps: readonly Step[]): Promise<void> {
  for (const step of steps) await run.step(step)
  expect(run.world.model.faults).toEqual([])
}

const signed = () => [...run.world.model.signatures.values()].map(({ what }) => Number(what.value) / 10_000)
const questions = () => [...run.world.model.intents.values()].filter((i) => i.state === 'asking')

describe('an answer and its proof, in any order', () => {
  it('are both kept when the chain proves the payment before its answer comes', async () => {
    await play(want(), approve, sends, mined, tick)
    const { ledger } = run.world.wallet
    expect(await ledger.authorizations.toArray()).toMatchObject([
      { state: 'settled', proved: 1, outcome: null },
    ])
    await play(answered('settled', false))
    expect(await ledger.authorizations.toArray()).toMatchObject([
      { state: 'settled', proved: 1, outcome: 'settled', delivered: 1 },
    ])
    expect(await ledger.payees.count()).toBe(1)
    expect((await ledger.payees.toArray())[0]?.count).toBe(1)
    expect(await ledger.receipts.count()).toBe(2)
  })

  it('are both kept for a navigation too', async () => {
    await play(want(DIME, { navigation: true }), approve, mined, tick, answered('settled', false))
    expect(await run.world.wallet.ledger.authorizations.toArray()).toMatchObject([
      { state: 'settled', proved: 1, outcome: 'settled', delivered: 1 },
    ])
  })

  it('remember the payee also where the server never said that it settled', async () => {
    await play(want(), approve, sends, answered('plain', true), tick)
    const { ledger } = run.world.wallet
    expect(await ledger.authorizations.toArray()).toMatchObject([{ state: 'settled', outcome: 'unknown' }])
    expect(await ledger.payees.count()).toBe(1)
  })

  it('are those of the request that was paid for: its tag on another address says nothing', async () => {
    await play(want(), approve)
    const { engine, wallet } = run.world
    const [row] = await wallet.ledger.authorizations.toArray()
    const elsewhere = { tag: row?.tag ?? '', method: 'GET', url: 'https://evil.test/other' }
    const answer = { status: 200, headers: [] }
    await run.world.act(() => engine.onAnswered(wallet, elsewhere, answer))
    expect(await wallet.ledger.authorizations.toArray()).toMatchObject([{ outcome: null, delivered: 0 }])
  })
})

describe('a mandate', () => {
  it('pays no rise of the price past the owner’s share, also where nothing was settled yet', async () => {
    await play(mandate(true), want(), answered('plain', false), want(QUARTER))
    expect(signed()).toEqual([10])
    expect(questions().map((i) => i.decision.code)).toEqual(['HOLD_TERMS_CHANGED'])
    await play(want(QUARTER, { path: 1 }))
    expect(signed()).toEqual([10, 25])
  })

  it('signs nothing for a page that gave up before it was given', async () => {
    await play(want(), want(DIME, { path: 1 }), { type: 'pass', seconds: 130 }, mandate())
    expect(signed()).toEqual([])
  })

  it('does not pay for the same again a moment later, however often the page tried in between', async () => {
    await play(mandate(), want(), answered('settled', true))
    for (let i = 0; i < 22; i++) await play(want(), { type: 'cancel', n: 0 })
    expect(signed()).toEqual([10])
  })

  it('does not pay for the same again when the clock is set back', async () => {
    await play(mandate(), want(), answered('settled', true), { type: 'skew', seconds: -3_600 }, want())
    expect(signed()).toEqual([10])
  })
})

describe('a lock', () => {
  it('ends what was approved and not paid yet', async () => {
    await play(
      want(),
      { type: 'pass', seconds: 130 },
      approve,
      { type: 'lock' },
      { type: 'pass', seconds: 1 },
      { type: 'unlock' },
      want(),
    )
    expect(signed()).toEqual([])
    expect(questions()).toHaveLength(1)
  })
})
