import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { PaymentLine } from '@/lib/ledger/read/payments'
import { authorizationRow, intentRow, NOW } from '@/lib/ledger/write/testing'
import { activityFile, csvField, type ReadLines } from './activity-file'

const line = (id: string, createdAt = NOW): PaymentLine => ({
  intent: intentRow(id, { createdAt }),
  authorization: authorizationRow(id, { state: 'settled', moved: '10000', proved: 1 }),
  state: 'settled',
})

/** Reads pages of these lines, newest first, as the ledger does. */
const over =
  (lines: readonly PaymentLine[]): ReadLines =>
  async (createdAt, id, count) =>
    lines
      .filter(
        ({ intent }) =>
          createdAt === null ||
          intent.createdAt < createdAt ||
          (intent.createdAt === createdAt && id !== null && intent.id < id),
      )
      .slice(0, count)

async function fileOf(lines: readonly PaymentLine[], form: 'csv' | 'json'): Promise<string> {
  let text = ''
  for await (const part of activityFile(over(lines), form)) text += part
  return text
}

/** A reader of CSV as RFC 4180 has it. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  let field = ''
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const c = text[i] ?? ''
    if (quoted) {
      if (c === '"' && text[i + 1] === '"') field += text[++i]
      else if (c === '"') quoted = false
      else field += c
    } else if (c === '"') quoted = true
    else if (c === ',' || (c === '\r' && text[i + 1] === '\n')) {
      rows.at(-1)?.push(field)
      field = ''
      if (c === '\r') {
        i++
        rows.push([])
      }
    } else field += c
  }
  rows.pop()
  return rows
}

describe('a file of the activity', () => {
  it('has every payment once, over many pages', async () => {
    const lines = Array.from({ length: 1_203 }, (_, i) => line(`p${String(9_999 - i)}`, NOW - i))
    const rows = parseCsv(await fileOf(lines, 'csv'))
    expect(rows).toHaveLength(1_204)
    expect(new Set(rows.slice(1).map((row) => row.at(-1))).size).toBe(1_203)
    const json: unknown[] = JSON.parse(await fileOf(lines, 'json'))
    expect(json).toHaveLength(1_203)
  })

  it('says what was paid in decimal, and that it is proved', async () => {
    const [record] = JSON.parse(await fileOf([line('a')], 'json'))
    expect(record).toMatchObject({
      amount: '0.01',
      moved: '0.01',
      proved: 'yes',
      state: 'settled',
      symbol: 'USDC',
    })
  })

  it('is whole where nothing was paid', async () => {
    expect(parseCsv(await fileOf([], 'csv'))).toHaveLength(1)
    expect(JSON.parse(await fileOf([], 'json'))).toEqual([])
  })

  it('gives back every text that a stranger wrote, and none as a formula', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const [[field] = []] = parseCsv(`${csvField(text)}\r\n`)
        expect(field === text || field === `'${text}`).toBe(true)
        expect(/^[=+\-@\t\r]/.test(field ?? '')).toBe(false)
      }),
    )
  })
})
