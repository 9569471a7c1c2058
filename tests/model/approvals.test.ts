import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { Run } from './run'
import { approve, DIME, offer, QUARTER, want } from './scene'
import type { Step } from './steps'

vi.mock('wxt/browser', async () => ({ browser: (await import('./edges')).browser }))
vi.mock('@/lib/schemes/evm/sign', async (original) => {
  const { watchKey } = await import('./edges')
  const sign = await original<typeof import('@/lib/schemes/evm/sign')>()
  return { ...sign, signReserved: watchKey(sign) }
})

const delivered: Step = { type: 'answer', n: 0, kind: 'settled', settles: true, shown: true }
/** The page asks what became of its payment, and is told to send. */
const send: Step = { type: 'ask-again', n: 0 }
const giveUp: Step = { type: 'pass', seconds: 130 }

let run: Run

beforeEach(async () => {
  run = new Run()
  await run.world.begin()
})

afterEach(async () => {
  await run.world.end()
})

/** Plays the steps and tells what was signed, in cents, and how many questions wait. */
async function playing(...steps: readonly Step[]): Promise<{ signed: readonly number[]; waiting: number }> {
  for (const step of steps) await run.step(step)
  const { model } = run.world
  expect(model.faults).toEqual([])
  return {
    signed: [...model.signatures.values()].map(({ what }) => Number(what.value) / 10_000),
    waiting: [...model.intents.values()].filter((i) => i.state === 'asking').length,
  }
}

describe('an approval', () => {
  it('pays once, however often the page asks again', async () => {
    expect(await playing(want(), approve, send, send)).toEqual({ signed: [10], waiting: 0 })
  })

  it('pays once when it is given twice at the same time', async () => {
    expect(await playing(want(), { ...approve, how: 'twice' })).toEqual({ signed: [10], waiting: 0 })
  })

  it.each([false, true])(
    'is used up by its payment: the next equal request asks again (POST: %s)',
    async (post) => {
      const wish = want(DIME, { post })
      expect(await playing(wish, approve, send, delivered, wish)).toEqual({ signed: [10], waiting: 1 })
    },
  )

  it('is used up also where the chain proved the payment before the answer came', async () => {
    const use: Step = { type: 'chain', n: 0, does: 'use' }
    const steps = [want(), approve, send, use, { type: 'tick' }, delivered, want()] as const
    expect(await playing(...steps)).toEqual({ signed: [10], waiting: 1 })
  })

  it('for another envelope than the one on screen pays nothing', async () => {
    expect(await playing(want(), { ...approve, how: 'unread' })).toEqual({ signed: [], waiting: 1 })
  })

  it('survives a killed worker, and still pays once', async () => {
    const { model } = run.world
    for (let commits = 1; commits <= 6; commits++) {
      await run.step(want(DIME, { path: commits, doc: commits % 4 }))
      await run.step({ type: 'kill-after-commit', commits })
      await run.step(approve)
      await run.step({ type: 'ask-again', n: 0 })
    }
    expect(model.faults).toEqual([])
    const purchases = new Set([...model.authorizations.values()].map((a) => a.intentId))
    expect(purchases.size).toBe(model.authorizations.size)
    expect(model.signatures.size).toBeGreaterThan(0)
    expect(model.signatures.size).toBeLessThanOrEqual(purchases.size)
  })
})

describe('an approval that comes when the page has given up', () => {
  it('signs nothing by itself', async () => {
    expect(await playing(want(), giveUp, approve)).toEqual({ signed: [], waiting: 0 })
  })

  it('pays the next equal request, at once', async () => {
    expect(await playing(want(), giveUp, approve, want())).toEqual({ signed: [10], waiting: 0 })
  })

  it('pays it at a lower price', async () => {
    expect(await playing(want(QUARTER), giveUp, approve, want(DIME))).toEqual({ signed: [10], waiting: 0 })
  })

  it('does not pay it at a higher one', async () => {
    expect(await playing(want(DIME), giveUp, approve, want(QUARTER))).toEqual({ signed: [], waiting: 1 })
  })

  it('does not pay another payee', async () => {
    const other = want(DIME, { offers: [{ ...offer, payee: 1 }] })
    expect(await playing(want(), giveUp, approve, other)).toEqual({ signed: [], waiting: 1 })
  })

  it('does not pay a request of another document', async () => {
    expect(await playing(want(), giveUp, approve, want(DIME, { doc: 1 }))).toEqual({ signed: [], waiting: 1 })
  })

  it('pays one request: the third call asks again', async () => {
    expect(await playing(want(), giveUp, approve, want(), delivered, want())).toEqual({
      signed: [10],
      waiting: 1,
    })
  })

  it('is over after five minutes', async () => {
    const steps = [want(), giveUp, approve, { type: 'pass', seconds: 301 }, want()] as const
    expect(await playing(...steps)).toEqual({ signed: [], waiting: 1 })
  })

  it('does not pay from another account than the one on the screen', async () => {
    const steps = [want(), giveUp, approve, { type: 'account', n: 1 }, want()] as const
    expect(await playing(...steps)).toEqual({ signed: [], waiting: 1 })
  })
})
