import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { toQuantity } from '@/lib/chain/hex'
import { RANGE_BLOCKS } from '@/lib/chain/logs'
import { openReading, type Reading } from '@/lib/chain/reading'
import { err, ok } from '@/lib/core/result'
import type { AuthorizationRow } from '@/lib/ledger/schema'
import { authorizationRow } from '@/lib/ledger/write/testing'
import type { Finding, Findings } from './finding'
import { search } from './search'

/** Seconds between two blocks; the first has the time 0. */
const BLOCK_SECONDS = 2
/** Ranges that one go may look through. */
const RANGES = 24
const DAY_BLOCKS = 86_400 / BLOCK_SECONDS

/** A reading of a chain that is so many blocks high. */
async function readingAt(height: number): Promise<Reading> {
  const answer = (_method: string, [tag]: readonly unknown[]) => {
    const number = tag === 'latest' ? height : Number(tag)
    const timestamp = toQuantity(BigInt(number * BLOCK_SECONDS))
    return ok({ number: toQuantity(BigInt(number)), timestamp, hash: `0x${'0'.repeat(64)}` })
  }
  const node = {
    call: async (method: string, params: readonly unknown[]) => answer(method, params),
    batch: async () => [],
    ethCall: async () => err({ kind: 'malformed' as const }),
  }
  const { reading } = await openReading([node], 0)
  if (reading === null) throw new Error('the chain cannot be read')
  return reading
}

/** A payment whose window ends at the time of this block. */
const endingAt = (block: number, id = 'a'): AuthorizationRow =>
  authorizationRow(id, { id, validBefore: block * BLOCK_SECONDS })

type Range = { readonly from: number; readonly to: number; readonly ids: readonly string[] }

/** What looks for rows that were cancelled in certain blocks, and every range that it was asked for. */
function looker(blocks: Readonly<Record<string, number>>, refuses: (range: Range) => boolean = () => false) {
  const asked: Range[] = []
  const look = async (rows: readonly AuthorizationRow[], from: bigint, to: bigint) => {
    const range = { from: Number(from), to: Number(to), ids: rows.map(({ id }) => id) }
    asked.push(range)
    if (refuses(range)) return err('refused' as const)
    const here = rows.flatMap(({ id }): [string, Finding][] => {
      const block = blocks[id] ?? -1
      const isHere = range.from <= block && block <= range.to
      return isHere ? [[id, { kind: 'cancelled', transaction: null, block: BigInt(block) }]] : []
    })
    return ok<Findings>(new Map(here))
  }
  return { look, asked }
}

/** The row as the next go reads it. */
function resumed(row: AuthorizationRow, findings: Findings): AuthorizationRow {
  const finding = findings.get(row.id)
  if (finding?.kind !== 'open' || finding.searched === undefined) return row
  return { ...row, searched: finding.searched.from, searchedTo: finding.searched.to }
}

describe('the search for what used a nonce', () => {
  it('I6: finds it in whatever block it stands, a bounded part of the chain at a time and no block twice', async () => {
    const height = 400_000
    const block = fc.nat(height)
    await fc.assert(
      fc.asyncProperty(block, block, fc.nat(10_000), async (stands, ends, grows) => {
        const { look, asked } = looker({ a: stands })
        let row = endingAt(ends)
        let found: Finding | undefined
        let goes = 0
        for (; found?.kind !== 'cancelled' && goes < 40; goes++) {
          const before = asked.length
          const findings = await search(await readingAt(height + goes * grows), [row], look)
          expect(asked.length - before).toBeLessThanOrEqual(RANGES)
          found = findings.get(row.id)
          row = resumed(row, findings)
        }
        expect(found).toMatchObject({ kind: 'cancelled', block: BigInt(stands) })
        const inOrder = [...asked].sort((a, b) => a.from - b.from)
        inOrder.forEach(({ from, to }, i) => {
          expect(to - from).toBeLessThan(Number(RANGE_BLOCKS))
          expect(from).toBeGreaterThan(inOrder[i - 1]?.to ?? -1)
        })
      }),
    )
  })

  it.each([
    ['in its window', -30, 1],
    ['a minute after its window', 30, 2],
    ['a day after it, as where the clock was a day behind', DAY_BLOCKS, RANGES * 2],
  ])('finds soon what was cancelled %s, on a chain of years', async (_when, offset, most) => {
    const [height, ends] = [20_000_000, 10_000_000]
    const { look, asked } = looker({ a: ends + offset })
    const reading = await readingAt(height)
    const first = await search(reading, [endingAt(ends)], look)
    const row = resumed(endingAt(ends), first)
    const found = row.searched === undefined ? first : await search(reading, [row], look)
    expect(found.get('a')).toMatchObject({ kind: 'cancelled', block: BigInt(ends + offset) })
    expect(asked.length).toBeLessThanOrEqual(most)
  })

  it('is kept from later blocks by no node that has forgotten the older ones', async () => {
    const { look } = looker({ a: 50_100 }, ({ from }) => from < 50_000)
    const findings = await search(await readingAt(60_000), [endingAt(50_000)], look)
    expect(findings.get('a')).toMatchObject({ kind: 'cancelled' })
  })

  it('lets what was never looked for wait for no long search of another', async () => {
    const long = { ...endingAt(390_000, 'long'), searched: 200_000, searchedTo: 395_000 }
    const { look, asked } = looker({ a: 5_000 })
    const findings = await search(await readingAt(400_000), [long, endingAt(5_010)], look)
    expect(findings.get('a')).toMatchObject({ kind: 'cancelled' })
    expect(asked[0]?.ids).toEqual(['a'])
  })

  it('begins anew at the newest block once all blocks were looked through', async () => {
    const reading = await readingAt(9_000)
    const nowhere = looker({})
    const row = resumed(endingAt(5_000), await search(reading, [endingAt(5_000)], nowhere.look))
    expect(row).toMatchObject({ searched: 0, searchedTo: 0 })
    const { look, asked } = looker({ a: 8_990 })
    expect((await search(reading, [row], look)).get('a')).toMatchObject({ kind: 'cancelled' })
    expect(asked).toHaveLength(1)
  })

  it('takes a progress that covers all blocks, wherever it comes from, for no end of the search', async () => {
    const row = { ...endingAt(5_000), searched: 0, searchedTo: 99_999_999 }
    const { look } = looker({ a: 8_990 })
    expect((await search(await readingAt(9_000), [row], look)).get('a')).toMatchObject({ kind: 'cancelled' })
  })

  it('says what it means that nothing stands below, and looks for that no further up', async () => {
    const exhausted: Finding = { kind: 'cancelled', transaction: null, block: 0n }
    const { look, asked } = looker({})
    const findings = await search(await readingAt(40_000), [endingAt(9_000)], look, exhausted)
    expect(findings.get('a')).toBe(exhausted)
    expect(Math.max(...asked.map(({ to }) => to))).toBeLessThanOrEqual(9_000)
  })
})
