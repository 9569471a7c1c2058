import 'fake-indexeddb/auto'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { OWN_MOVE, OWN_ORIGIN } from '@/lib/core/policy/own'
import { Ledger } from '@/lib/ledger/schema'
import { authorizationRow } from '@/lib/ledger/write/testing'
import { columnsOf, spendingView } from './spending'

/** A Wednesday, at noon of the computer's time zone. */
const NOW = new Date(2026, 6, 15, 12).getTime()
const at = (day: number, hour = 9) => new Date(2026, 6, day, hour).getTime()

let ledger: Ledger
let count = 0
beforeEach(() => {
  ledger = new Ledger(`spending-${++count}`)
})
afterEach(() => ledger.delete())

const add = (id: string, change: Parameters<typeof authorizationRow>[1]) =>
  ledger.authorizations.add(authorizationRow(id, { state: 'settled', ...change }))

describe('the columns of a period', () => {
  it('are three hours each, for a day', () => {
    const columns = columnsOf('day', NOW)
    expect(columns).toHaveLength(8)
    expect(columns[0]?.start).toBe(new Date(2026, 6, 15).getTime())
    expect(columns.at(-1)?.end).toBe(new Date(2026, 6, 16).getTime())
  })

  it('are the seven days that end with today, for a week', () => {
    const columns = columnsOf('week', NOW)
    expect(columns.map(({ start }) => new Date(start).getDate())).toEqual([9, 10, 11, 12, 13, 14, 15])
    expect(columns.at(-1)?.end).toBe(new Date(2026, 6, 16).getTime())
  })

  it('are five weeks from Monday, the last with today in it, for a month', () => {
    const columns = columnsOf('month', NOW)
    expect(columns.map(({ start }) => new Date(start).getDay())).toEqual([1, 1, 1, 1, 1])
    expect(columns.at(-1)?.start).toBe(new Date(2026, 6, 13).getTime())
    expect(columns.at(-1)?.end).toBe(new Date(2026, 6, 20).getTime())
  })

  it('meet without a gap, across the change of the clocks too', () => {
    for (const period of ['day', 'week', 'month'] as const) {
      for (let day = 0; day < 400; day += 3) {
        const columns = columnsOf(period, new Date(2026, 0, 1 + day, 12).getTime())
        for (const [i, { start }] of columns.entries()) if (i > 0) expect(start).toBe(columns[i - 1]?.end)
      }
    }
  })
})

describe('spending', () => {
  it('is what the owner sent to others, and not what went between own accounts', async () => {
    const own = { asker: OWN_ORIGIN, site: 'countersign.invalid', createdAt: at(15) }
    await add('sent', { ...own, method: 'SEND', amount: '250000' })
    await add('moved', { ...own, method: OWN_MOVE, amount: '2000000' })
    const view = await spendingView(ledger, { period: 'week', by: 'site', testnet: true }, NOW)
    expect(view.all.total).toBe('0.25')
  })

  it('adds up each site by day, the dearest first, and all of them', async () => {
    await add('a', { site: 'news.example', amount: '250000', createdAt: at(14) })
    await add('b', { site: 'news.example', amount: '500000', createdAt: at(15) })
    await add('c', { site: 'data.example', amount: '2000000', createdAt: at(14) })
    const view = await spendingView(ledger, { period: 'week', by: 'site', testnet: true }, NOW)
    expect(view.rows.map(({ name, total }) => [name, total])).toEqual([
      ['data.example', '2'],
      ['news.example', '0.75'],
    ])
    expect(view.all).toEqual({ amounts: ['0', '0', '0', '0', '0', '2.25', '0.5'], total: '2.75' })
    expect(view.highest).toBe('2.25')
    expect(view.others).toBeNull()
  })

  it('counts what is held in full, what moved by what moved, and what was given back not at all', async () => {
    await add('held', { state: 'unknown', amount: '100000', createdAt: at(15) })
    await add('upto', { amount: '900000', moved: '300000', createdAt: at(15) })
    await add('released', { state: 'released', amount: '700000', createdAt: at(14) })
    const view = await spendingView(ledger, { period: 'week', by: 'site', testnet: true }, NOW)
    expect(view.all.total).toBe('0.4')
    expect(view.open).toEqual([false, false, false, false, false, false, true])
  })

  it('never mixes test money with real money, and leaves out what has no dollar value', async () => {
    await add('test', { createdAt: at(15) })
    await add('own', { asset: `0x${'11'.repeat(20)}`, createdAt: at(15) })
    const real = await spendingView(ledger, { period: 'week', by: 'site', testnet: false }, NOW)
    const test = await spendingView(ledger, { period: 'week', by: 'site', testnet: true }, NOW)
    expect([real.all.total, test.all.total]).toEqual(['0', '0.01'])
  })

  it('puts the rest of many into one row, and a single one under its own name', async () => {
    for (let i = 1; i <= 5; i++)
      await add(`s${i}`, { site: `s${i}.example`, amount: `${i}0000`, createdAt: at(15) })
    const five = await spendingView(ledger, { period: 'week', by: 'site', testnet: true }, NOW)
    expect([five.rows.length, five.others]).toEqual([5, null])
    await add('s6', { site: 's6.example', amount: '60000', createdAt: at(15) })
    const six = await spendingView(ledger, { period: 'week', by: 'site', testnet: true }, NOW)
    expect(six.rows.map(({ name }) => name)).toEqual(['s6.example', 's5.example', 's4.example', 's3.example'])
    expect(six.others).toMatchObject({ count: 2, total: '0.03' })
  })

  it('shows by agent and by mandate what one of those paid', async () => {
    await add('a', { agent: 'research', mandateId: 'm1', createdAt: at(15) })
    await add('b', { createdAt: at(15) })
    const of = (by: 'agent' | 'mandate') => spendingView(ledger, { period: 'day', by, testnet: true }, NOW)
    expect((await of('agent')).rows.map(({ name }) => name)).toEqual(['research'])
    expect((await of('mandate')).all.total).toBe('0.01')
  })

  it('misses no payment where more of them fall in one moment than are read at once', async () => {
    const rows = Array.from({ length: 2_500 }, (_, i) =>
      authorizationRow(`r${String(i).padStart(5, '0')}`, {
        state: 'settled',
        createdAt: at(15, i < 2_300 ? 9 : 10),
      }),
    )
    await ledger.authorizations.bulkAdd(rows)
    const view = await spendingView(ledger, { period: 'day', by: 'site', testnet: true }, NOW)
    expect(view.all.total).toBe('25')
  })
})
