import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'

import { wordsIn, wordsOf } from '../words'
import { authorizationRow, intentRow, NOW } from '../write/testing'
import { ledger } from './ledger'
import { type PageKey, type PaymentFilter, paymentsMatching } from './payments'

const ALL: PaymentFilter = { site: null, state: null, text: '', from: null, until: null }

/** One payment as the property makes it: few words, few moments, so that much is alike. */
type Made = { host: string; path: string; agent: string | null; at: number; transaction: string | null }

const WORDS = ['tide', 'tides', 'clock', 'a', 'an', 'ab12', 'news', 'x']
const word = fc.constantFrom(...WORDS)
const made: fc.Arbitrary<Made> = fc.record({
  host: fc.constantFrom('news.example', 'data.example', 'tide.example'),
  path: fc
    .array(fc.oneof(word, fc.stringMatching(/^[a-f0-9]{2}$/)), { maxLength: 3 })
    .map((words) => words.join('/')),
  agent: fc.option(fc.constantFrom('Finder', 'Tide watcher')),
  at: fc.integer({ min: NOW, max: NOW + 12 }),
  transaction: fc.option(fc.constantFrom('ab12', 'cd34', 'ab99').map((text) => `0x${text}${'0'.repeat(60)}`)),
})

async function fill(payments: readonly Made[]): Promise<void> {
  await Promise.all(ledger.tables.map((table) => table.clear()))
  const intents = payments.map(({ host, path, agent, at }, i) => {
    const of = { asker: `https://${host}`, site: host, url: `https://${host}/${path}`, agent, createdAt: at }
    const id = `p${(i * 7_919) % 10_007}`
    return { ...intentRow(id, of), words: wordsOf({ ...intentRow(id, of) }) }
  })
  await ledger.intents.bulkAdd(intents)
  await ledger.authorizations.bulkAdd(
    intents.flatMap((intent, i) => {
      const transaction = payments[i]?.transaction ?? null
      return transaction === null ? [] : [authorizationRow(intent.id, { transaction, state: 'settled' })]
    }),
  )
}

/** The same by reading everything: what the search is held to. */
async function plainly({ text, site, from, until }: PaymentFilter): Promise<string[]> {
  const signed = new Map(
    (await ledger.authorizations.toArray()).map((a) => [a.intentId, a.transaction ?? '']),
  )
  return (await ledger.intents.toArray())
    .filter((row) => {
      const words = wordsIn(`${row.asker} ${row.agent ?? ''} ${row.url}`)
      const transaction = wordsIn(signed.get(row.id) ?? '')
      return (
        (site === null || row.site === site) &&
        (from === null || row.createdAt >= from) &&
        (until === null || row.createdAt < until) &&
        wordsIn(text).every((term) =>
          [...words, ...(term.length < 4 ? [] : transaction)].some((each) => each.startsWith(term)),
        )
      )
    })
    .toSorted((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
    .map((row) => row.id)
}

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

beforeEach(() => fill([]))

describe('the search', () => {
  it('gives what reading everything gives, in the same order, on pages of any size', async () => {
    const text = fc.oneof(
      word,
      fc.constantFrom('ti', 'TIDE cl', 'news.example/tide', '0xab', 'ab12', 'find', 'zebra', ' '),
      fc.tuple(word, word).map((words) => words.join(' ')),
    )
    const filter = fc.record({
      text,
      site: fc.option(fc.constantFrom('news.example', 'tide.example')),
      state: fc.constant(null),
      from: fc.option(fc.integer({ min: NOW, max: NOW + 12 })),
      until: fc.option(fc.integer({ min: NOW, max: NOW + 13 })),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(made, { maxLength: 120 }),
        fc.array(filter, { minLength: 3, maxLength: 3 }),
        fc.integer({ min: 1, max: 40 }),
        async (payments, filters, count) => {
          await fill(payments)
          for (const each of filters) expect(await everyPage(each, count)).toEqual(await plainly(each))
        },
      ),
      { numRuns: 25 },
    )
  }, 120_000)

  it('finds the same where one beginning has more words than are followed one by one', async () => {
    const many = Array.from({ length: 900 }, (_, i) => ({
      host: 'news.example',
      path: `c${i.toString(16).padStart(4, '0')}`,
      agent: null,
      at: NOW + (i % 300),
      transaction: null,
    }))
    await fill(many)
    for (const text of ['c', 'c00', 'c000', 'c0001', 'news c00'])
      expect(await everyPage({ ...ALL, text }, 50)).toEqual(await plainly({ ...ALL, text }))
  }, 60_000)

  it('finds the same where very many payments are of one moment', async () => {
    const same = Array.from({ length: 700 }, (_, i) => ({
      host: i % 3 === 0 ? 'tide.example' : 'news.example',
      path: 'x',
      agent: null,
      at: NOW,
      transaction: null,
    }))
    await fill(same)
    expect(await everyPage({ ...ALL, text: 'tide' }, 50)).toEqual(await plainly({ ...ALL, text: 'tide' }))
    expect(await everyPage({ ...ALL, text: 'news' }, 50)).toHaveLength(466)
  }, 60_000)

  it('ends a page where it is told to, with that payment, however many come before it', async () => {
    await fill(
      Array.from({ length: 30 }, (_, i) => ({
        host: 'news.example',
        path: '',
        agent: null,
        at: NOW + i,
        transaction: null,
      })),
    )
    const first = await paymentsMatching(ALL, null, 10)
    await ledger.intents.bulkAdd([31, 32].map((i) => intentRow(`new${i}`, { createdAt: NOW + i })))
    const again = await paymentsMatching(ALL, null, 1_000, 5_000, first.next)
    expect(again.lines).toHaveLength(12)
    expect(again.next).toEqual(first.next)
  })
})
