import 'fake-indexeddb/auto'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const fake = vi.hoisted(() => {
  const session = new Map<string, unknown>()
  return {
    session,
    shown: new Map<string, { title: string; message: string; buttons?: unknown }>(),
    opened: [] as string[],
    icons: [] as unknown[],
    titles: [] as string[],
  }
})
vi.mock('wxt/browser', () => ({
  browser: {
    i18n: { getUILanguage: () => 'en-US' },
    runtime: { getURL: (path: string) => `chrome-extension://id${path}` },
    storage: {
      session: {
        get: async (key: string) => ({ [key]: structuredClone(fake.session.get(key)) }),
        set: async (all: Record<string, unknown>) => {
          for (const [key, value] of Object.entries(all)) fake.session.set(key, structuredClone(value))
        },
        remove: async (key: string) => void fake.session.delete(key),
      },
    },
    tabs: { create: async ({ url }: { url: string }) => void fake.opened.push(url) },
    windows: {
      update: async () => null,
      create: async ({ url }: { url: string }) => {
        fake.opened.push(url)
        return { id: 7 }
      },
    },
    action: {
      setIcon: async ({ path }: { path: unknown }) => void fake.icons.push(path),
      setTitle: async ({ title }: { title: string }) => void fake.titles.push(title),
    },
    notifications: {
      create: async (id: string, said: { title: string; message: string }) => void fake.shown.set(id, said),
      clear: async (id: string) => fake.shown.delete(id),
    },
  },
}))

import { Ledger } from '@/lib/ledger/schema'
import { writeSettings } from '@/lib/ledger/write/documents'
import { authorizationRow, intentRow, mandateRow } from '@/lib/ledger/write/testing'

// The setup of the tests has loaded these with the browser that there is none of.
vi.resetModules()
const { showPaused } = await import('../toolbar')
const { openNotice } = await import('./open')
const { beginNews, tellNews } = await import('./tell')

describe('notices over the ledger', () => {
  let ledger: Ledger
  const shown = () => [...fake.shown.keys()]
  const later = (ms = 1) => Date.now() + ms
  const paid = (id: string, mandateId: string | null = 'm') =>
    authorizationRow(id, { mandateId, createdAt: later(Number(id)) })

  beforeEach(async () => {
    vi.stubGlobal('navigator', { locks: { request: (_name: string, work: () => Promise<void>) => work() } })
    ledger = new Ledger()
    await ledger.mandates.add(mandateRow('m'))
    fake.session.clear()
    fake.shown.clear()
    fake.opened.length = 0
  })
  afterEach(async () => {
    vi.unstubAllGlobals()
    await ledger.delete()
  })

  it('tells nothing of what stands when they begin', async () => {
    await ledger.authorizations.bulkAdd([paid('1'), authorizationRow('2', { state: 'unknown' })])
    await ledger.intents.add(intentRow('3', { state: 'asking', mayOpen: false }))
    await beginNews(ledger)
    expect(shown()).toEqual([])
  })

  it('tell what a mandate paid since, once, and not what a person approved', async () => {
    await beginNews(ledger)
    await ledger.authorizations.bulkAdd([paid('1'), paid('2'), paid('3', null)])
    await tellNews(ledger)
    expect(shown()).toEqual(['mandate m'])
    expect(fake.shown.get('mandate m')).toMatchObject({
      title: 'Paid without asking',
      message: '2 payments, $0.02 in all, to news.example.',
      silent: true,
      buttons: [{ title: 'Stop this site' }],
    })
    fake.shown.clear()
    await tellNews(ledger)
    expect(shown()).toEqual([])
  })

  it('tell a payment that became unknown, in the owner’s language', async () => {
    await beginNews(ledger)
    await writeSettings(ledger, { language: 'es' })
    await ledger.authorizations.add(authorizationRow('1', { state: 'unknown' }))
    await tellNews(ledger)
    expect(fake.shown.get('payment 1')).toMatchObject({
      message: expect.stringMatching(/^0,01\sUS\$ a news\.example\. Sigue retenido/),
    })
  })

  it('tell a total of a mandate at 80 and at 100 percent, what is held counted', async () => {
    await beginNews(ledger)
    const hour = Math.floor(Date.now() / 3_600_000)
    const total = { budgetKey: 'mandate:m', hour, settled: 300_000_000_000_000_000n }
    await ledger.totals.put({ ...total, reserved: 100_000_000_000_000_000n })
    await tellNews(ledger)
    expect(fake.shown.get('budget mandate:m')?.message).toBe('news.example: $0.40 of $0.50.')
    await ledger.totals.put({ ...total, reserved: 200_000_000_000_000_000n })
    await tellNews(ledger)
    expect(fake.shown.get('budget mandate:m')?.title).toBe('A limit is used up')
  })

  it('tell what waits without a window, and take that back when nothing waits', async () => {
    await beginNews(ledger)
    await ledger.intents.add(intentRow('1', { state: 'asking', mayOpen: true }))
    await tellNews(ledger)
    expect(shown()).toEqual([])
    await ledger.intents.add(intentRow('2', { state: 'asking', mayOpen: false }))
    await tellNews(ledger)
    expect(fake.shown.get('waiting')?.title).toBe('2 requests wait for you')
    await ledger.intents.clear()
    await tellNews(ledger)
    expect(shown()).toEqual([])
  })

  it.each([
    ['mandate m', '/options.html#/budgets/m'],
    ['budget site-day:news.example', '/options.html#/budgets'],
    ['payment 1/2', '/options.html#/payment/1%2F2'],
    ['outstanding', '/options.html#/outstanding'],
  ])('a click on “%s” opens %s', async (id, place) => {
    fake.shown.set(id, { title: '', message: '' })
    await openNotice(ledger, id, false)
    expect(fake.opened).toEqual([`chrome-extension://id${place}`])
    expect(shown()).toEqual([])
  })

  it('a click on what waits opens the approval window at the oldest', async () => {
    await ledger.intents.bulkAdd([
      intentRow('new', { state: 'asking', createdAt: 2 }),
      intentRow('old', { state: 'asking', createdAt: 1 }),
    ])
    await openNotice(ledger, 'waiting', false)
    expect(fake.opened).toEqual(['chrome-extension://id/approval.html?id=old'])
  })

  it('say that a site was stopped in place of what it was paid', async () => {
    await openNotice(ledger, 'mandate m', true)
    expect(fake.shown.get('mandate m')).toMatchObject({ title: 'Stopped' })
    expect(fake.opened).toEqual([])
  })

  it('the toolbar’s button is drawn and named by the pause', async () => {
    await writeSettings(ledger, { paused: true })
    await showPaused(ledger)
    await writeSettings(ledger, { paused: false })
    await showPaused(ledger)
    expect(fake.icons).toMatchObject([{ '16': '/icon/paused-16.png' }, { '16': '/icon/16.png' }])
    expect(fake.titles).toEqual(['Countersign: all payments are paused', 'Countersign'])
  })
})
