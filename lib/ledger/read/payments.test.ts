import 'fake-indexeddb/auto'

import { beforeEach, describe, expect, it } from 'vitest'

import { wordsOf } from '../words'
import { authorizationRow, intentRow, NOW } from '../write/testing'
import { ledger } from './ledger'
import { type PageKey, type PaymentFilter, paymentsMatching, sitesKnown } from './payments'

const ALL: PaymentFilter = { site: null, state: null, text: '', from: null, until: null }

async function add(id: string, createdAt: number, change: Parameters<typeof intentRow>[1] = {}) {
  const row = intentRow(id, { createdAt, ...change })
  await ledger.intents.add({ ...row, words: wordsOf(row) })
}

beforeEach(async () => {
  await Promise.all(ledger.tables.map((table) => table.clear()))
})

async function everyPage(filter: PaymentFilter, count: number): Promise<string[]> {
  const ids: string[] = []
  let key: PageKey | null = null
  do {
    const page: Awaited<ReturnType<typeof paymentsMatching>> = await paymentsMatching(filter, key, count)
    ids.push(...page.lines.map(({ intent }) => intent.id))
    key = page.next
  } while (key !== null)
  return ids
}

describe('finding payments', () => {
  it('turns pages over every payment once, newest first, those of one moment too', async () => {
    for (let i = 0; i < 23; i++) await add(`p${String(i).padStart(2, '0')}`, NOW + Math.floor(i / 4))
    const ids = await everyPage(ALL, 5)
    expect(ids).toHaveLength(23)
    expect(ids).toEqual([...new Set(ids)].sort().reverse())
  })

  it('finds by site, by the beginning of a word of the address in any case, by agent, and by what was signed', async () => {
    await add('a', NOW, { site: 'news.example', url: 'https://news.example/Tides' })
    await add('b', NOW + 1, { site: 'data.example', url: 'https://data.example/x', agent: 'Research' })
    await ledger.authorizations.add(
      authorizationRow('b', { transaction: `0x${'ab'.repeat(32)}`, state: 'settled' }),
    )
    expect(await everyPage({ ...ALL, site: 'news.example' }, 5)).toEqual(['a'])
    expect(await everyPage({ ...ALL, text: 'tIDE' }, 5)).toEqual(['a'])
    expect(await everyPage({ ...ALL, text: 'research' }, 5)).toEqual(['b'])
    expect(await everyPage({ ...ALL, text: 'abab' }, 5)).toEqual(['b'])
    expect(await everyPage({ ...ALL, state: 'settled' }, 5)).toEqual(['b'])
    expect(await everyPage({ ...ALL, state: 'declined' }, 5)).toEqual([])
  })

  it('keeps to the days asked for, both ends exact', async () => {
    for (let i = 0; i < 5; i++) await add(`d${i}`, NOW + i * 1_000)
    const between = { ...ALL, from: NOW + 1_000, until: NOW + 3_000 }
    expect(await everyPage(between, 1)).toEqual(['d2', 'd1'])
  })

  it('stops after so many payments and says where to go on', async () => {
    await ledger.intents.bulkAdd(
      Array.from({ length: 1_100 }, (_, i) =>
        intentRow(`n${i}`, { createdAt: NOW + i, state: i === 0 ? 'declined' : 'gone' }),
      ),
    )
    const first = await paymentsMatching({ ...ALL, state: 'declined' }, null, 50, 1_000)
    expect([first.lines.length, first.next === null]).toEqual([0, false])
    const second = await paymentsMatching({ ...ALL, state: 'declined' }, first.next, 50, 1_000)
    expect(second.lines.map(({ intent }) => intent.id)).toEqual(['n0'])
    expect(second.next).toBeNull()
  })

  it('names each site that asked once', async () => {
    for (let i = 0; i < 30; i++) await add(`s${i}`, NOW + i, { site: `s${i % 3}.example` })
    expect(await sitesKnown()).toEqual(['s0.example', 's1.example', 's2.example'])
  })
})
