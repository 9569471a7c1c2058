import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from 'vitest'

import { authorizationRow, NOW } from '@/lib/ledger/write/testing'
import { ledger } from './ledger'
import { OUTSTANDING_PAGE, outstanding, outstandingBefore } from './outstanding'

beforeEach(async () => {
  await ledger.authorizations.clear()
})

const row = (n: number, change: Parameters<typeof authorizationRow>[1] = {}) =>
  authorizationRow(`p${n}`, { state: 'unknown', createdAt: NOW + Math.floor(n / 3), ...change })

/** Every page, one after the other. */
async function walk(): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = []
  let key: { createdAt: number; id: string } | null = null
  for (;;) {
    const page = await outstandingBefore(key?.createdAt ?? null, key?.id ?? null, OUTSTANDING_PAGE)
    const last = page.at(-1)
    if (last === undefined) return pages
    pages.push(page.map((each) => each.id))
    key = { createdAt: last.createdAt, id: last.id }
  }
}

describe('what is outstanding', () => {
  it('is what is signed and not proved, whatever a server said of it', async () => {
    await ledger.authorizations.bulkAdd([
      row(1, { state: 'reserved' }),
      row(2, { state: 'failed' }),
      row(3, { state: 'settled' }),
      row(4, { state: 'settled', proved: 1 }),
      row(5, { state: 'released', proved: 1 }),
    ])
    expect((await walk()).flat().toSorted()).toEqual(['auth-p1', 'auth-p2', 'auth-p3'])
    expect(await outstanding()).toMatchObject({ count: 3, sums: [{ symbol: 'USDC', amount: '30000' }] })
  })

  it('is added up for each asset alone, and ends with its last window', async () => {
    const other = {
      network: 'eip155:8453',
      symbol: 'EURC',
      asset: '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42',
    }
    await ledger.authorizations.bulkAdd([
      row(1),
      row(2, { validBefore: 5 }),
      row(3, { ...other, amount: '7' }),
    ])
    const { sums, lastEnd } = await outstanding()
    expect(lastEnd).toBe(NOW / 1_000 + 60)
    expect(sums.map(({ symbol, amount }) => [symbol, amount]).toSorted()).toEqual([
      ['EURC', '7'],
      ['USDC', '20000'],
    ])
  })

  it('is listed whole in ten thousand rows, each once, newest first, page by page', async () => {
    const count = 10_000
    await ledger.authorizations.bulkAdd(
      Array.from({ length: count }, (_, n) => row(n, n % 2 === 0 ? {} : { proved: 1, state: 'settled' })),
    )
    const pages = await walk()
    expect(pages.every((page) => page.length === OUTSTANDING_PAGE)).toBe(true)
    const ids = pages.flat()
    expect(new Set(ids).size).toBe(count / 2)
    expect(ids).toHaveLength(count / 2)
    const times = (await ledger.authorizations.bulkGet(ids)).map((each) => each?.createdAt ?? 0)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
  }, 60_000)
})
