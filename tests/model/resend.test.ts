import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { sendAgain } from '@/lib/payments/resend/owner'
import { Run } from './run'
import { approve, DIME, offer, QUARTER, want } from './scene'
import type { AnswerKind, Step } from './steps'

vi.mock('wxt/browser', async () => ({ browser: (await import('./edges')).browser }))
vi.mock('@/lib/schemes/evm/sign', async (original) => {
  const { watchKey } = await import('./edges')
  const sign = await original<typeof import('@/lib/schemes/evm/sign')>()
  return { ...sign, signReserved: watchKey(sign) }
})

/** The page asks what became of its payment, and sends it. */
const sends: Step = { type: 'ask-again', n: 0 }
const answered = (kind: AnswerKind, settles = false): Step => ({
  type: 'answer',
  n: 0,
  kind,
  settles,
  shown: true,
})
const pass = (seconds: number): Step => ({ type: 'pass', seconds })
const tick: Step = { type: 'tick' }

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

const rows = () => run.world.wallet.ledger.authorizations.toArray()
const intents = () => run.world.wallet.ledger.intents.toArray()
const asking = async () => (await intents()).filter((i) => i.state === 'asking').length
const signatures = () => run.world.model.signatures.size

/** Asks again, and tells whether the very same payload left on it. */
async function asksAgain(wish: Step): Promise<'same payload' | 'nothing'> {
  const [before] = await rows()
  await play(wish)
  const [after] = await rows()
  expect(after?.header).toEqual(before?.header)
  expect(signatures()).toBe(1)
  const intent = (await intents()).find((i) => i.id === after?.intentId)
  return intent?.state === 'paying' && after?.outcome === null ? 'same payload' : 'nothing'
}

describe('a page that asks again after an unclear answer (case-003, case-006)', () => {
  it.each<AnswerKind>(['nothing', 'error', 'plain-502', 'refused', 'again', 'pending', 'settled-500'])(
    'sends the same payload on its next equal GET, without a person: %s',
    async (kind) => {
      await play(want(), approve, sends, answered(kind))
      expect(await asksAgain(want())).toBe('same payload')
      expect(await asking()).toBe(0)
      await play(answered('settled', true), tick)
      expect(await rows()).toMatchObject([{ state: 'settled', proved: 1, delivered: 1, outcome: 'settled' }])
    },
  )

  it('counts how often the payload left', async () => {
    await play(
      want(),
      approve,
      sends,
      answered('error'),
      want(),
      answered('error'),
      want(),
      answered('settled', true),
    )
    expect(await rows()).toMatchObject([{ sends: 3, state: 'settled' }])
  })

  it('is served in another document of its origin as well', async () => {
    await play(want(), approve, sends, answered('nothing'))
    expect(await asksAgain(want(DIME, { doc: 1 }))).toBe('same payload')
  })

  it('is served when it loads as a document what it fetched before, and the other way round', async () => {
    await play(want(), approve, sends, answered('nothing'))
    expect(await asksAgain(want(DIME, { navigation: true }))).toBe('same payload')
    await play(answered('nothing'))
    expect(await asksAgain(want())).toBe('same payload')
  })

  it('gets nothing for another price or another payee: the first payment stays held (case-007, atk-003)', async () => {
    await play(want(), approve, sends, answered('again'))
    expect(await asksAgain(want(QUARTER))).toBe('nothing')
    expect(await asksAgain(want(DIME, { offers: [{ ...offer, payee: 1 }] }))).toBe('nothing')
    expect(await rows()).toMatchObject([{ state: 'failed', outcome: 'refused' }])
  })

  it('gets nothing as another origin', async () => {
    await play(want(), approve, sends, answered('nothing'))
    expect(await asksAgain(want(DIME, { doc: 3 }))).toBe('nothing')
  })

  it('gets nothing once the window is over: only the chain can say what became of it', async () => {
    await play(want(), approve, sends, answered('nothing'), pass(61))
    expect(await asksAgain(want())).toBe('nothing')
    await play(pass(90), tick)
    expect(await rows()).toMatchObject([{ state: 'released', proved: 1 }])
  })

  it('gets nothing while payments are paused', async () => {
    await play(want(), approve, sends, answered('nothing'))
    await run.world.wallet.ledger.documents.update('settings', { value: { testnets: true, paused: true } })
    expect(await asksAgain(want())).toBe('nothing')
  })

  it('sends it ten times at most (atk-048)', async () => {
    await play(want(), approve, sends, answered('again'))
    for (let i = 0; i < 15; i++) await play(want(), answered('again'))
    expect(await rows()).toMatchObject([{ sends: 10 }])
    expect(signatures()).toBe(1)
  })

  it('waits for the answer of a request that has just left', async () => {
    await play(want(), approve, sends)
    const [row] = await rows()
    await run.world.act(() => run.world.engine.onSent(run.world.wallet, row?.header?.value ?? ''))
    await play(want())
    expect(await rows()).toMatchObject([{ sends: 1, state: 'sent' }])
  })

  it('goes on from a browser that was killed while the request was on its way', async () => {
    await play(want(), approve, sends)
    const [row] = await rows()
    await run.world.act(() => run.world.engine.onSent(run.world.wallet, row?.header?.value ?? ''))
    await play({ type: 'kill' }, pass(20))
    expect(await asksAgain(want())).toBe('same payload')
  })

  it('is heard when the request that was served answers last', async () => {
    await play(want(), approve, sends, answered('nothing'), want(), answered('again'))
    expect(await rows()).toMatchObject([{ state: 'failed', outcome: 'refused' }])
    await play(answered('settled', true))
    expect(await rows()).toMatchObject([{ state: 'settled', outcome: 'settled', delivered: 1 }])
  })
})

describe('a request that may repeat an effect', () => {
  const post = want(DIME, { post: true })

  it('carries no earlier payment by itself: a person is asked about it as about a new one', async () => {
    await play(post, approve, sends, answered('nothing'), post)
    expect(await rows()).toMatchObject([{ outcome: 'unknown' }])
    expect(await asking()).toBe(1)
  })

  it('carries it once where the owner said so', async () => {
    await play(post, approve, sends, answered('nothing'))
    const [row] = await rows()
    await run.world.act(() => run.world.engine.allowAgain(row?.id ?? '', Date.now()))
    expect(await asksAgain(post)).toBe('same payload')
    await play(answered('nothing'))
    expect(await asksAgain(post)).toBe('nothing')
  })
})

describe('a payment that the chain proved and whose answer was lost', () => {
  it('is sent again for its answer: a server that keeps it gives it without another payment (case-009, case-016)', async () => {
    await play(want(), approve, sends, answered('nothing', true), tick)
    expect(await rows()).toMatchObject([{ state: 'settled', proved: 1, delivered: 0 }])
    expect(await asksAgain(want())).toBe('same payload')
    await play(answered('settled'))
    expect(await rows()).toMatchObject([{ state: 'settled', proved: 1, delivered: 1 }])
    await play(want())
    expect(await asking()).toBe(1)
  })

  it('is bought anew by a page that comes back after ten minutes, and a person is asked', async () => {
    await play(want(), approve, sends, answered('nothing', true), tick, pass(620), want())
    expect(await rows()).toMatchObject([{ sends: 1, state: 'settled' }])
    expect(await asking()).toBe(1)
  })
})

describe('the owner’s word', () => {
  it('loads a page again in a new tab where its own is closed, with the payment on that request', async () => {
    await play(want(DIME, { navigation: true }), approve, answered('nothing'))
    const [row] = await rows()
    const { engine, wallet } = run.world
    const did: string[] = []
    const tabs = {
      get: async () => Promise.reject(new Error('no such tab')),
      create: async () => ({ id: 77 }),
      update: async (_id: number, of: { url?: string }) => did.push(`load ${of.url}`),
      reload: async () => did.push('reload'),
    }
    const tools = {
      tabs: tabs as never,
      arm: async (_row: unknown, tabId: number, url: string) => {
        did.push(`arm ${tabId} ${url}`)
      },
      allow: async () => undefined,
    }
    await run.world.act(async () => {
      expect(await sendAgain(wallet.ledger, row?.id ?? '', tools, Date.now())).toEqual({ how: 'loaded' })
    })
    expect(run.world.model.faults).toEqual([])
    expect(did).toEqual([`arm 77 ${row?.answeredUrl}`, `load ${row?.answeredUrl}`])
    expect(await rows()).toMatchObject([{ outcome: null, tabId: 77, header: row?.header }])
    expect(engine).toBeDefined()
  })
})
