import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { UNPROVED } from '@/lib/ledger/migrations'
import { exportLedger } from '@/lib/ledger/read/export'
import { type AuthorizationRow, Ledger } from '@/lib/ledger/schema'
import { isImporting } from './documents'
import { checkImport, finishImport, importLedger } from './import'
import { appendReceipt } from './receipts'
import { recordTables } from './reserve'
import { authorizationRow, intentRow, mandateRow, NOW, quoteRow } from './testing'

// A busy machine takes its time over hundreds of transactions; no test here measures any.
vi.setConfig({ testTimeout: 60_000 })
let serial = 0
const ledgers: Ledger[] = []

function newLedger(): Ledger {
  const ledger = new Ledger(`transfer-${++serial}`)
  ledgers.push(ledger)
  return ledger
}

afterEach(async () => {
  for (const ledger of ledgers.splice(0)) await ledger.delete()
})

/** A ledger with so many payments, each with its receipts, and a mandate. */
async function filled(count: number, ledger = newLedger(), from = 0): Promise<Ledger> {
  for (let i = from; i < count; i++) {
    const change = { state: 'settled', createdAt: NOW + i, updatedAt: NOW + i } as const
    const row: AuthorizationRow = authorizationRow(`p${i}`, change)
    await ledger.quotes.add(quoteRow(`p${i}`))
    await ledger.intents.add(intentRow(`p${i}`, { state: 'done' }))
    await ledger.authorizations.add(row)
    await ledger.transaction('rw', recordTables(ledger), () =>
      appendReceipt(ledger, row, { event: 'answered', settlement: null }),
    )
  }
  await ledger.mandates.put(mandateRow('m1', { origin: 'https://news.example' }))
  await ledger.payees.put({
    id: 'https://news.example 0x1',
    origin: 'https://news.example',
    payTo: '0x1',
    network: 'eip155:84532',
    asset: '0x2',
    amount: '1',
    count: 3,
    totalUsd: 3n * 10n ** 18n,
    firstSeen: 1,
    lastSeen: 2,
  })
  return ledger
}

async function textOf(ledger: Ledger): Promise<string> {
  const parts: string[] = []
  for await (const part of exportLedger(ledger)) parts.push(part)
  return parts.join('')
}

async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.split('\n')
}

const digests = async (ledger: Ledger) =>
  (await ledger.receipts.orderBy('seq').toArray()).map((r) => r.digest)

describe('a file of the whole ledger', () => {
  it('is one JSON text', async () => {
    const file = JSON.parse(await textOf(await filled(3))) as { rows: unknown[] }
    expect(file).toMatchObject({ format: 'countersign-ledger', version: 2 })
    expect(file.rows).toHaveLength(3 * 4 + 2)
  })

  /** The file as version 1 of the format wrote it. */
  const asVersion1 = (text: string) =>
    text
      .replace('"version":2', '"version":1')
      .split('\n')
      .map((line) => {
        const isLast = !line.endsWith(',')
        if (!line.startsWith('["authorizations"')) return line
        const [table, row] = JSON.parse(isLast ? line : line.slice(0, -1))
        for (const field of [...Object.keys(UNPROVED), 'transferMethod']) delete row[field]
        return `${JSON.stringify([table, row])}${isLast ? '' : ','}`
      })
      .join('\n')

  it('is read as older versions wrote it, with neutral values for what they did not say', async () => {
    const text = asVersion1(await textOf(await filled(3)))
    expect(text).not.toContain('"transferMethod"')
    const target = newLedger()
    expect(await importLedger(target, () => linesOf(text))).toMatchObject({ adds: { authorizations: 3 } })
    for (const row of await target.authorizations.toArray())
      expect(row).toMatchObject({ ...UNPROVED, transferMethod: 'eip3009', sends: 1 })
  })

  it.each([
    ['transferMethod', '"cheque"'],
    ['moved', '"-1"'],
    ['provedBlock', '1.5'],
    ['claim', '"maybe"'],
    ['attestations', '[{"of":"offer"}]'],
    ['sends', '-1'],
    ['checks', '"3"'],
  ])('is refused where an authorization says %s as %s', async (field, value) => {
    const text = await textOf(await filled(1))
    const changed = text.replace(new RegExp(`"${field}":("[^"]*"|null|\\[\\]|\\d+)`), `"${field}":${value}`)
    expect(changed).not.toBe(text)
    expect(await checkImport(newLedger(), linesOf(changed))).toMatchObject({
      fault: { code: 'bad-row', detail: `authorizations.${field}` },
    })
  })

  it.each(['searched', 'searchedTo'])('is refused where an authorization says %s as text', async (field) => {
    const text = await textOf(await filled(1))
    const changed = text.replace('"checks":', `"${field}":"12","checks":`)
    expect(changed).not.toBe(text)
    expect(await checkImport(newLedger(), linesOf(changed))).toMatchObject({
      fault: { code: 'bad-row', detail: `authorizations.${field}` },
    })
  })

  it('explains what was read from the chain before it came, so that nothing counts twice', async () => {
    const target = newLedger()
    const { from: account, network, asset, payTo, amount, nonce } = authorizationRow('p0')
    const stranger = { account, network, asset, payTo, amount, block: 1, at: NOW, known: 0 } as const
    await target.strangers.bulkAdd([
      { ...stranger, id: 'a', transaction: '0xa', nonce },
      { ...stranger, id: 'b', transaction: '0xb', nonce: null },
    ])
    const text = await textOf(await filled(1))
    await importLedger(target, () => linesOf(text))
    expect((await target.strangers.toArray()).map((s) => s.id)).toEqual(['b'])
    const total = (await target.totals.toArray()).find((t) => t.budgetKey === 'everything-day-test:*')
    expect([total?.reserved, total?.settled]).toEqual([0n, 2n * 10n ** 16n])
  })

  it('makes an empty ledger the same one, with its chain and its totals', async () => {
    const source = await filled(600)
    const text = await textOf(source)
    const target = newLedger()
    const taken = await importLedger(target, () => linesOf(text))
    expect(taken).toMatchObject({ adds: { authorizations: 600, receipts: 600, mandates: 1 } })
    expect(await digests(target)).toEqual(await digests(source))
    expect(await target.payees.toArray()).toEqual(await source.payees.toArray())
    const totals = await target.totals
      .where('[budgetKey+hour]')
      .between(['everything', 0], ['f', 0])
      .toArray()
    expect(totals.reduce((sum, row) => sum + row.settled, 0n)).toBe(600n * 10n ** 16n)
    expect(await isImporting(target)).toBe(false)
  })

  it('adds what is new where the file continues the history that is here, and nothing twice', async () => {
    const ledger = await filled(2)
    const older = await textOf(ledger)
    await filled(4, ledger, 2)
    const newer = await textOf(ledger)
    const target = newLedger()
    await importLedger(target, () => linesOf(older))
    expect(await importLedger(target, () => linesOf(newer))).toMatchObject({
      adds: { receipts: 2, intents: 2 },
    })
    expect(await importLedger(target, () => linesOf(newer))).toMatchObject({
      adds: { receipts: 0, intents: 0 },
    })
    expect(await digests(target)).toEqual(await digests(ledger))
  })

  it('is refused where this wallet has a history of its own', async () => {
    const text = await textOf(await filled(2))
    const other = await filled(1)
    const before = await textOf(other)
    expect(await importLedger(other, () => linesOf(text))).toMatchObject({ fault: { code: 'other-history' } })
    expect(await textOf(other)).toBe(before)
  })

  it.each([
    [
      'a receipt that was changed',
      (text: string) => text.replace('\\"decimals\\":6', '\\"decimals\\":7'),
      'bad-chain',
    ],
    ['a receipt that is missing', (text: string) => dropLine(text, '"receipts"'), 'bad-chain'],
    ['an authorization that is missing', (text: string) => dropLine(text, '"authorizations"'), 'bad-chain'],
    [
      'a quote that was changed',
      (text: string) => text.replace('\\"amount\\":\\"10000\\"', '\\"amount\\":\\"1\\"'),
      'bad-chain',
    ],
    [
      'another nonce than the receipt has',
      (text: string) => text.replace(/"nonce":"0x0/, '"nonce":"0x1'),
      'bad-chain',
    ],
    [
      'an amount that is none',
      (text: string) => text.replace('"amount":"10000"', '"amount":"1e4"'),
      'bad-row',
    ],
    [
      'a state that is none',
      (text: string) => text.replace('"state":"settled"', '"state":"free"'),
      'bad-row',
    ],
    ['an end that is cut off', (text: string) => text.slice(0, -40), 'not-a-ledger'],
    ['something else', () => '{"x402Version":2}', 'not-a-ledger'],
  ])('is refused whole with %s', async (_, change, code) => {
    const text = change(await textOf(await filled(3)))
    const target = newLedger()
    const taken = await importLedger(target, () => linesOf(text))
    expect(taken).toMatchObject({
      fault: { code: code === 'not-a-ledger' ? expect.stringMatching(/not-a-ledger|bad-row/) : code },
    })
    expect(await target.receipts.count()).toBe(0)
    expect(await target.authorizations.count()).toBe(0)
  })

  it('brings no consent: mandates wait for a person, approvals are used up, nothing waits to be paid', async () => {
    const source = await filled(1)
    await source.intents.update('p0', { state: 'approved' })
    const text = await textOf(source)
    const target = newLedger()
    await importLedger(target, () => linesOf(text))
    expect((await target.mandates.get('m1'))?.state).toBe('paused')
    expect((await target.intents.get('p0'))?.state).toBe('done')
  })

  it('frees no money that is held here, whatever it says', async () => {
    const source = await filled(1)
    const target = newLedger()
    await importLedger(target, async function* () {
      yield* linesOf(await textOf(source))
    })
    await target.authorizations.update('auth-p0', { state: 'sent' })
    await source.authorizations.update('auth-p0', { state: 'released' })
    const text = await textOf(source)
    await importLedger(target, () => linesOf(text))
    expect((await target.authorizations.get('auth-p0'))?.state).toBe('sent')
  })

  it('does not say that something is dead: the chain is asked again, and until then it counts', async () => {
    const source = await filled(1)
    await source.authorizations.update('auth-p0', { state: 'released', proved: 1 })
    const text = await textOf(source)
    const target = newLedger()
    await importLedger(target, () => linesOf(text), NOW + 5_000)
    expect(await target.authorizations.get('auth-p0')).toMatchObject({ state: 'unknown', proved: 0 })
    expect((await target.reservations.toArray()).every((r) => r.state === 'reserved')).toBe(true)
    expect(await target.reservations.count()).toBe(2)
  })

  it('lifts no question where this wallet has a history: what it remembers of others stays outside', async () => {
    const ledger = await filled(1)
    const older = await textOf(ledger)
    await filled(2, ledger, 1)
    await ledger.hosts.put({ answered: 'a.test', named: 'b.test', approvedAt: 1 })
    await ledger.payees.put({ ...(await ledger.payees.toArray())[0], id: 'x', payTo: '0x9' } as never)
    const newer = await textOf(ledger)
    const target = newLedger()
    await importLedger(target, () => linesOf(older))
    await importLedger(target, () => linesOf(newer))
    expect(await target.hosts.count()).toBe(0)
    expect(await target.payees.count()).toBe(1)
  })

  it('is not later than now, whatever it says', async () => {
    const source = await filled(1)
    await source.authorizations.update('auth-p0', { createdAt: 8.6e15 })
    const text = await textOf(source)
    const target = newLedger()
    await importLedger(target, () => linesOf(text), NOW)
    expect((await target.authorizations.get('auth-p0'))?.createdAt).toBe(NOW)
  })

  it('that was cut off by a restart is counted before anything is paid, and can be taken again', async () => {
    const source = await filled(3)
    const text = await textOf(source)
    const target = newLedger()
    const cut = async function* () {
      let calls = 0
      for await (const line of linesOf(text)) {
        if (passes === 2 && ++calls > 8) throw new Error('the worker ended')
        yield line
      }
    }
    let passes = 0
    await expect(
      importLedger(target, () => {
        passes++
        return cut()
      }),
    ).rejects.toThrow('the worker ended')
    expect(await isImporting(target)).toBe(true)
    await finishImport(target)
    expect(await isImporting(target)).toBe(false)
    expect(await importLedger(target, () => linesOf(text))).toHaveProperty('adds')
    expect(await digests(target)).toEqual(await digests(source))
  })

  it('is checked without writing anything', async () => {
    const text = await textOf(await filled(2))
    const target = newLedger()
    expect(await checkImport(target, linesOf(text))).toMatchObject({ adds: { receipts: 2 } })
    expect(await target.receipts.count()).toBe(0)
  })
})

function dropLine(text: string, of: string): string {
  const lines = text.split('\n')
  const at = lines.findIndex((line) => line.startsWith(`[${of}`))
  return lines.filter((_, i) => i !== at).join('\n')
}
