import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'

import { intentRow, NOW } from '../write/testing'
import { incomingBeside } from './incoming'
import { ledger } from './ledger'
import { type PageKey, type PaymentFilter, paymentsMatching } from './payments'

const ALL: PaymentFilter = { site: null, state: null, text: '', from: null, until: null }
const came = (id: string, at: number, from = '0xab12') => ({
  id,
  account: '0x9999',
  network: 'eip155:8453',
  asset: '0xcc',
  from,
  amount: '5',
  transaction: `0x7${id}`,
  block: 1,
  at,
})

beforeEach(() => Promise.all(ledger.tables.map((table) => table.clear())))

/** All pieces of the list, each with what came in its time. */
async function pieces(filter: PaymentFilter, size: number) {
  const ids: string[] = []
  for (let after: PageKey | null = null; ; ) {
    const page = await paymentsMatching(filter, after, size)
    ids.push(...(await incomingBeside(filter, page, after)).map((row) => row.id))
    if (page.next === null) return ids
    after = page.next
  }
}

describe('what came to the owner’s accounts, beside the payments', () => {
  it('is in one piece of the list and in no other, whatever their moments are (property)', async () => {
    const moments = fc.array(fc.integer({ min: NOW, max: NOW + 9 }), { maxLength: 9 })
    await fc.assert(
      fc.asyncProperty(moments, moments, fc.integer({ min: 1, max: 4 }), async (paid, received, size) => {
        await Promise.all([ledger.intents.clear(), ledger.incoming.clear()])
        await ledger.intents.bulkAdd(paid.map((createdAt, i) => intentRow(`p${i}`, { createdAt })))
        await ledger.incoming.bulkAdd(received.map((at, i) => came(`${i}`, at)))
        const found = await pieces(ALL, size)
        expect(found.toSorted()).toEqual(received.map((_, i) => `${i}`).toSorted())
      }),
      { numRuns: 60 },
    )
  })

  it('is found by its sender, its account and its transaction, and by day; never by a site or a state', async () => {
    await ledger.incoming.bulkAdd([came('1', NOW), came('2', NOW + 5, '0xcd34')])
    const found = (filter: Partial<PaymentFilter>) => pieces({ ...ALL, ...filter }, 10)
    expect(await found({ text: 'ab12' })).toEqual(['1'])
    expect(await found({ text: '0xCD' })).toEqual(['2'])
    expect(await found({ text: '9999 72' })).toEqual(['2'])
    expect(await found({ text: 'nobody' })).toEqual([])
    expect(await found({ from: NOW + 1 })).toEqual(['2'])
    expect(await found({ until: NOW + 5 })).toEqual(['1'])
    expect(await found({ site: 'news.example' })).toEqual([])
    expect(await found({ state: 'settled' })).toEqual([])
  })
})
