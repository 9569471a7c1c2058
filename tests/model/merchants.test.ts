import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { standing } from '@/lib/ledger/read/standing'
import type { AuthorizationRow } from '@/lib/ledger/schema'
import type { Signature } from './chain'
import { Run } from './run'
import { approve, DIME, want } from './scene'
import type { AnswerKind, Step } from './steps'
import { PAYEES } from './wishes'

vi.mock('wxt/browser', async () => ({ browser: (await import('./edges')).browser }))
vi.mock('@/lib/schemes/evm/sign', async (original) => {
  const { watchKey } = await import('./edges')
  const sign = await original<typeof import('@/lib/schemes/evm/sign')>()
  return { ...sign, signReserved: watchKey(sign) }
})

const sends: Step = { type: 'ask-again', n: 0 }
const tick: Step = { type: 'tick' }
const answered = (kind: AnswerKind, settles = false): Step => ({
  type: 'answer',
  n: 0,
  kind,
  settles,
  shown: true,
})
const pass = (seconds: number): Step => ({ type: 'pass', seconds })
const chain = (does: 'use' | 'cancel'): Step => ({ type: 'chain', n: 0, does })
const SLOW = want(DIME, { offers: [{ asset: 0, payee: 0, amount: DIME, window: 2 }] })
const COST = 100_000n

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

/** What the seller says of a transaction of its choice. */
async function claims(transaction: string): Promise<void> {
  const { engine, wallet, model } = run.world
  const [row] = await rows()
  const headers = [
    [
      'payment-response',
      Buffer.from(JSON.stringify({ success: true, transaction, network: 'eip155:84532' })).toString('base64'),
    ],
  ] as const
  const of = { tag: row?.tag ?? '', method: row?.method ?? '', url: row?.answeredUrl ?? '' }
  await run.world.act(() => engine.onAnswered(wallet, of, { status: 200, headers }))
  model.answered.add(row?.nonce ?? '')
}

const rows = (): Promise<AuthorizationRow[]> => run.world.wallet.ledger.authorizations.toArray()

/** What reached the payee by the chain, what the ledger says was paid, what is held, and the word on the screen. */
async function end() {
  const { model, wallet, chain: truth } = run.world
  const moved = [...model.signatures.values()].filter(({ what }) => truth.fateOf(what.nonce) === 'used')
  const all = await rows()
  const of = (state: 'reserved' | 'settled') =>
    wallet.ledger.totals
      .toArray()
      .then((totals) =>
        totals.filter((t) => t.budgetKey.startsWith('perDayUsd')).reduce((sum, t) => sum + t[state], 0n),
      )
  const settled = all.filter((a) => a.state === 'settled')
  return {
    signatures: model.signatures.size,
    chain: moved.reduce((sum, { what }) => sum + what.value, 0n),
    paid: settled.reduce((sum, a) => sum + BigInt(a.amount), 0n),
    held: all
      .filter((a) => a.state !== 'settled' && a.state !== 'released')
      .reduce((sum, a) => sum + BigInt(a.amount), 0n),
    counted: (await of('settled')) + (await of('reserved')),
    words: await Promise.all(
      all.map(async (a) => {
        const intent = await wallet.ledger.intents.get(a.intentId)
        return intent && standing(intent, a.state)
      }),
    ),
    proved: all.map((a) => a.proved),
  }
}

const paidOnce = { signatures: 1, chain: COST, paid: COST, held: 0n, words: ['settled'], proved: [1] }
const unpaid = { signatures: 1, chain: 0n, paid: 0n, held: 0n, words: ['unused'], proved: [1] }

describe('a seller that settles and says something else', () => {
  it('answers 402: nothing is proved by that, and the chain says paid', async () => {
    await play(want(), approve, sends, answered('again', true))
    expect(await end()).toMatchObject({ chain: COST, signatures: 1 })
    await play(tick)
    expect(await end()).toMatchObject(paidOnce)
  })

  it('cuts the connection (case-014)', async () => {
    await play(want(), approve, sends, answered('nothing', true), tick)
    expect(await end()).toMatchObject(paidOnce)
  })

  it('settles after the client gave up: until then it is unknown, and held (case-009)', async () => {
    await play(want(), approve, sends, answered('nothing'), tick)
    expect(await end()).toMatchObject({ chain: 0n, held: COST, words: ['unknown'] })
    await play(pass(30), chain('use'), tick)
    expect(await end()).toMatchObject(paidOnce)
  })

  it('says that it failed, and settles at the end of the window', async () => {
    await play(SLOW, approve, sends, answered('refused'), pass(700), tick)
    expect(await end()).toMatchObject({ chain: 0n, paid: 0n, held: COST, words: ['failed'] })
    await play(pass(150), chain('use'), tick)
    expect(await end()).toMatchObject(paidOnce)
  })

  it('says that it is pending: it is no failure, and nothing is signed anew (case-008)', async () => {
    await play(want(), approve, sends, answered('pending'))
    expect(await end()).toMatchObject({ held: COST, words: ['unknown'] })
    await play(chain('use'), tick)
    expect(await end()).toMatchObject(paidOnce)
  })

  it('says 502 with a receipt: it is paid, and the same payment is sent for what was not delivered (case-016)', async () => {
    await play(want(), approve, sends, answered('settled-500', true), tick, want(), answered('settled'))
    expect(await end()).toMatchObject(paidOnce)
    expect(await rows()).toMatchObject([{ sends: 2, delivered: 1 }])
  })
})

describe('a seller that says success', () => {
  const shown = (value: Partial<Signature> = {}): Signature => ({
    nonce: `0x${'5'.repeat(64)}`,
    from: '0x1111111111111111111111111111111111111111',
    to: PAYEES[0],
    value: COST,
    validAfter: 0,
    validBefore: Math.floor(Date.now() / 1_000) + 3_600,
    chainId: 84532,
    asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    ...value,
  })

  it('with an invented transaction is believed in what it takes, and not in what it proves (atk-069)', async () => {
    await play(want(), approve, sends)
    await claims(`0x${'d'.repeat(64)}`)
    await play(tick)
    expect(await end()).toMatchObject({ chain: 0n, paid: COST, proved: [0] })
    await play(pass(150), tick)
    expect(await end()).toMatchObject(unpaid)
  })

  it('with a transaction of somebody else’s proves nothing', async () => {
    await play(want(), approve, sends)
    const { chain: truth } = run.world
    truth.use(shown())
    await claims(truth.hashOf(shown().nonce) ?? '')
    await play(tick)
    expect(await end()).toMatchObject({ paid: COST, proved: [0] })
    await play(pass(150), tick)
    expect(await end()).toMatchObject(unpaid)
  })

  it('with the transaction of an earlier payment proves nothing of the later one (case-013)', async () => {
    await play(want(), approve, sends, answered('settled', true), tick)
    const [first] = await rows()
    await play(want(DIME, { path: 1 }), approve)
    const second = (await rows()).find((a) => a.id !== first?.id)
    const { engine, wallet, chain: truth, model } = run.world
    await play({ type: 'ask-again', n: 0 })
    const value = { success: true, transaction: truth.hashOf(first?.nonce ?? ''), network: 'eip155:84532' }
    const headers = [['payment-response', Buffer.from(JSON.stringify(value)).toString('base64')]] as const
    const of = { tag: second?.tag ?? '', method: 'GET', url: second?.answeredUrl ?? '' }
    await run.world.act(() => engine.onAnswered(wallet, of, { status: 200, headers }))
    model.answered.add(second?.nonce ?? '')
    await play(tick)
    const now = await end()
    expect(now).toMatchObject({ signatures: 2, chain: COST, paid: 2n * COST })
    expect(now.proved.toSorted()).toEqual([0, 1])
    await play(pass(150), tick)
    expect(await end()).toMatchObject({ chain: COST, paid: COST, held: 0n })
  })

  it('and never settles is paid for nothing once the window is over', async () => {
    await play(want(), approve, sends, answered('garbage'), tick)
    await play(pass(150), tick)
    expect(await end()).toMatchObject(unpaid)
  })
})

describe('a nonce that its owner cancels', () => {
  it.each<AnswerKind>(['nothing', 'refused', 'settled'])(
    'is released by the chain’s word alone: %s',
    async (kind) => {
      await play(want(), approve, sends, answered(kind))
      expect((await end()).held + (await end()).paid).toBe(COST)
      await play(chain('cancel'), tick)
      expect(await end()).toMatchObject(unpaid)
    },
  )

  it('loses the race where the seller was faster', async () => {
    await play(want(), approve, sends, answered('nothing'), chain('use'), chain('cancel'), tick)
    expect(await end()).toMatchObject(paidOnce)
  })
})

describe('a seller that never settles', () => {
  it('holds the amount until the window is over on the chain, and not a moment less (case-010)', async () => {
    await play(want(), approve, sends, answered('plain'), tick)
    expect(await end()).toMatchObject({ chain: 0n, held: COST, words: ['unknown'] })
    await play(pass(62), tick)
    expect(await end()).toMatchObject({ held: COST })
    await play(pass(90), tick)
    expect(await end()).toMatchObject(unpaid)
  })

  it('is not believed while the node is down: what is unknown stays held', async () => {
    await play(want(), approve, sends, answered('nothing'), { type: 'node', up: false }, pass(300), tick)
    expect(await end()).toMatchObject({ held: COST, words: ['unknown'] })
    await play({ type: 'node', up: true }, pass(60), tick)
    expect(await end()).toMatchObject(unpaid)
  })
})
