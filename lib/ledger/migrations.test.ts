import 'fake-indexeddb/auto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TotalRow } from './budget-rows'
import { readSettings } from './read/documents'
import { GENESIS, receiptDigest } from './receipt-digest'
import { type AuthorizationRow, Ledger, type PriceRow } from './schema'
import { wordsIn } from './words'
import { repairTables, repairTotals } from './write/recount'
import { approvalFor } from './write/snapshot'

/** The tables of version 1, as that version declared them. */
const VERSION_1 = {
  intents: 'id, key, state, createdAt, documentId',
  quotes: 'id, receivedAt',
  approvals: 'id, intentId, key',
  authorizations: 'id, intentId, key, state, tag, createdAt, [asker+createdAt], paymentIdentifier, nonce',
  reservations: 'id, authorizationId, budgetKey',
  totals: '[budgetKey+hour]',
  payees: 'id, origin, payTo',
  receipts: '++seq, &id, intentId, authorizationId',
  documents: 'name',
}

type Rows = readonly Record<string, unknown>[]
type Stored = { readonly version: number; readonly tables: Readonly<Record<string, Rows>> }

const isBigint = (value: unknown): value is { readonly $bigint: string } =>
  typeof value === 'object' && value !== null && '$bigint' in value

type Version = 1 | 2 | 3 | 4 | 5
const storedAt = (version: Version): Stored =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, `../../tests/fixtures/ledger-v${version}.json`), 'utf8'),
    (_, value: unknown) => (isBigint(value) ? BigInt(value.$bigint) : value),
  )
const stored = () => storedAt(1)

const rowsOf = (name: string): Rows => stored().tables[name] ?? []

/** What version 2 declared anew. */
const VERSION_2 = {
  ...VERSION_1,
  intents: 'id, [key+createdAt], [site+createdAt], state, [state+createdAt], createdAt, documentId, reportId',
  approvals: 'id, intentId, [key+upTo]',
  authorizations:
    'id, intentId, [key+delivered+createdAt], [state+proved], tag, createdAt, [asker+createdAt], paymentIdentifier, nonce, mandateId, [mandateId+createdAt]',
  mandates: 'id, origin, [origin+state+changedAt]',
  payees: 'id, [origin+lastSeen], payTo',
  prices: 'id, [origin+method+path]',
  hosts: '[answered+named]',
}

/** What version 3 declared anew. */
const VERSION_3 = {
  ...VERSION_2,
  intents:
    'id, [key+createdAt], [site+createdAt], state, [state+createdAt], createdAt, documentId, reportId, [asker+idempotencyKey]',
  requests: 'id, state, reportId, createdAt, [site+createdAt]',
  connections: 'origin',
}

/** What version 4 declared anew. */
const VERSION_4 = {
  ...VERSION_3,
  authorizations:
    'id, intentId, [key+delivered+createdAt], [state+proved], [proved+nextCheckAt], [proved+createdAt], tag, createdAt, [asker+createdAt], paymentIdentifier, nonce, mandateId, [mandateId+createdAt], transaction',
  watches: 'id',
  strangers: 'id, [account+network+asset], known',
}

/** What version 5 declared anew. */
const VERSION_5 = {
  ...VERSION_4,
  intents:
    'id, [key+createdAt], [site+createdAt], state, [state+createdAt], createdAt, documentId, reportId, [asker+idempotencyKey], *words',
}
const TABLES_OF = { 1: VERSION_1, 2: VERSION_2, 3: VERSION_3, 4: VERSION_4, 5: VERSION_5 }

let serial = 0
let ledger: Ledger

async function open(version: Version): Promise<void> {
  const name = `old-${++serial}`
  const old = new Dexie(name)
  old.version(version).stores(TABLES_OF[version])
  for (const [table, rows] of Object.entries(storedAt(version).tables)) await old.table(table).bulkAdd(rows)
  old.close()
  ledger = new Ledger(name)
}

afterEach(() => ledger.delete())

describe('the upgrade from version 5', () => {
  beforeEach(() => open(5))

  it.each(Object.keys(VERSION_5))('keeps every row of %s as it is', async (name) => {
    const before = storedAt(5).tables[name] ?? []
    expect(await ledger.table(name).toArray()).toEqual(before)
  })

  it('has room for what comes to the owner’s accounts, of which nothing is known yet', async () => {
    expect(storedAt(5).tables.intents?.length).toBeGreaterThan(10)
    expect(await ledger.incoming.orderBy('at').toArray()).toEqual([])
  })
})

describe('the upgrade from version 4', () => {
  beforeEach(() => open(4))

  it.each(Object.keys(VERSION_4))('keeps every row of %s, and every field of it', async (name) => {
    const before = storedAt(4).tables[name] ?? []
    const rows = await ledger.table(name).toArray()
    expect(rows).toHaveLength(before.length)
    for (const [index, row] of before.entries()) expect(rows[index]).toMatchObject(row)
  })

  it('finds each payment by the words that the search knows it by, its payee among them', async () => {
    const payees = new Map((await ledger.authorizations.toArray()).map((a) => [a.intentId, a.payTo]))
    expect(payees.size).toBeGreaterThan(10)
    for (const intent of await ledger.intents.toArray()) {
      for (const word of [...wordsIn(intent.asker), ...wordsIn(payees.get(intent.id) ?? '')]) {
        const found = await ledger.intents.where('words').startsWith(`${word} `).primaryKeys()
        expect(found).toContain(intent.id)
      }
    }
  })
})

describe('the upgrade from version 3', () => {
  beforeEach(() => open(3))
  const byState = (state: string, scheme: string) =>
    ledger.authorizations.filter((a) => a.state === state && a.scheme === scheme).toArray()

  it.each(Object.keys(VERSION_3))('keeps every row of %s, and every field of it', async (name) => {
    const before = storedAt(3).tables[name] ?? []
    const rows = await ledger.table(name).toArray()
    expect(rows).toHaveLength(before.length)
    expect(rows.length).toBeGreaterThan(0)
    for (const [index, row] of before.entries()) expect(rows[index]).toMatchObject(row)
  })

  it('says of each payment how it moves', async () => {
    const methods = (await ledger.authorizations.toArray()).map((a) => [a.scheme, a.transferMethod].join(' '))
    expect(new Set(methods)).toEqual(
      new Set(['exact eip3009', 'permit page', 'permit2-transfer page', 'transaction transaction']),
    )
  })

  it('says that what was proved moved whole, and of nothing else that it moved', async () => {
    const rows = await ledger.authorizations.toArray()
    for (const row of rows) {
      const isPaid = row.proved === 1 && row.state === 'settled'
      expect(row.moved).toBe(isPaid ? row.amount : null)
      expect([row.provedBlock, row.responseDigest, row.attestations]).toEqual([null, null, []])
    }
    expect(rows.some((row) => row.moved !== null)).toBe(true)
  })

  it('takes a transaction that a server named as its claim, and none that the wallet sent', async () => {
    for (const row of await byState('settled', 'exact'))
      expect([row.claimedTransaction, row.claim]).toEqual([row.transaction, 'proved'])
    for (const state of ['settled', 'sent', 'released'])
      for (const row of await byState(state, 'transaction'))
        expect([row.claimedTransaction, row.claim]).toEqual([null, 'none'])
  })

  it('asks at once about all that is not proved, by the new index', async () => {
    const due = await ledger.authorizations
      .where('[proved+nextCheckAt]')
      .between([0, 0], [0, 1], true, true)
      .toArray()
    const open = (storedAt(3).tables.authorizations ?? []).filter((row) => row.proved === 0)
    expect(due.map((row) => row.id).sort()).toEqual(open.map((row) => row.id).sort())
    expect(open.length).toBeGreaterThan(4)
  })

  it('finds a payment by its transaction', async () => {
    const [paid] = await byState('settled', 'transaction')
    const found = await ledger.authorizations
      .where('transaction')
      .equals(paid?.transaction ?? '')
      .toArray()
    expect(found.map((row) => row.id)).toEqual([paid?.id])
  })

  it('counts the same in every limit as the authorizations add up to', async () => {
    expect(await ledger.transaction('rw', repairTables(ledger), () => repairTotals(ledger))).toEqual([])
    expect(await ledger.totals.count()).toBeGreaterThan(8)
  })

  it('I5: leaves the chain of receipts as it was', async () => {
    let previous = GENESIS
    for (const receipt of await ledger.receipts.orderBy('seq').toArray()) {
      expect(receipt.previous).toBe(previous)
      expect(receiptDigest(receipt.previous, receipt.body)).toBe(receipt.digest)
      previous = receipt.digest
    }
  })

  it('begins with no watch and no stranger', async () => {
    expect(await ledger.watches.count()).toBe(0)
    expect(await ledger.strangers.count()).toBe(0)
  })
})

describe('the upgrade from version 2', () => {
  beforeEach(() => open(2))

  it.each(Object.keys(VERSION_2))('keeps every row of %s, and every field of it', async (name) => {
    const before = storedAt(2).tables[name] ?? []
    const rows = await ledger.table(name).toArray()
    expect(rows).toHaveLength(before.length)
    expect(rows.length).toBeGreaterThan(0)
    for (const [index, row] of before.entries()) expect(rows[index]).toMatchObject(row)
  })

  it('says that every purchase was asked for by HTTP, without a caller', async () => {
    for (const intent of await ledger.intents.toArray()) {
      expect(intent).toMatchObject({ transport: 'http', action: null, idempotencyKey: null, maxAmount: null })
    }
  })

  it('counts the same in every limit, the mandate among them, as the authorizations add up to', async () => {
    expect(await ledger.transaction('rw', repairTables(ledger), () => repairTotals(ledger))).toEqual([])
    expect(await ledger.totals.where('budgetKey').startsWith('mandate').count()).toBeGreaterThan(0)
  })

  it('begins with no question and no connected site', async () => {
    expect(await ledger.requests.count()).toBe(0)
    expect(await ledger.connections.count()).toBe(0)
  })
})

describe('the upgrade from version 1', () => {
  beforeEach(() => open(1))

  it.each(Object.keys(VERSION_1).filter((name) => name !== 'payees'))(
    'keeps every row of %s, and every field of it but what is proved to be over',
    async (name) => {
      const rows = await ledger.table(name).toArray()
      expect(rows).toHaveLength(rowsOf(name).length)
      expect(rows.length).toBeGreaterThan(0)
      for (const [index, before] of rowsOf(name).entries()) {
        const over = name === 'authorizations' && before.state === 'released'
        expect(rows[index]).toMatchObject(over ? { ...before, delivered: 1 } : before)
      }
    },
  )

  it('gives each origin and payee one row, with what was paid in all', async () => {
    const before = rowsOf('payees')
    const pairs = new Set(before.map((row) => `${row.origin} ${String(row.payTo).toLowerCase()}`))
    const rows = await ledger.payees.toArray()
    expect(new Set(rows.map((row) => row.id))).toEqual(pairs)
    expect(pairs.size).toBeLessThan(before.length)
    for (const row of rows) {
      const same = before.filter((old) => old.origin === row.origin && old.payTo === row.payTo)
      expect(row.count).toBe(same.reduce((sum, old) => sum + Number(old.count), 0))
      expect(row.totalUsd).toBe(same.reduce((sum, old) => sum + (old.totalUsd as bigint), 0n))
      expect(row.firstSeen).toBe(Math.min(...same.map((old) => Number(old.firstSeen))))
      expect(row.lastSeen).toBe(Math.max(...same.map((old) => Number(old.lastSeen))))
      expect(row.amount).toBe(same.find((old) => old.lastSeen === row.lastSeen)?.amount)
    }
  })

  it('keeps each price with its method and path', async () => {
    const price = ({ id, origin, method, path, payTo, network, asset, amount, lastSeen }: PriceRow) =>
      [id, origin, method, path, payTo, network, asset, amount, lastSeen].join()
    const rows = await ledger.prices.toArray()
    expect(rows.map(price)).toEqual(rowsOf('payees').map((row) => price(row as PriceRow)))
    expect(rows.every((row) => !('totalUsd' in row))).toBe(true)
  })

  it('counts the same in every limit as the authorizations add up to', async () => {
    const differences = await ledger.transaction('rw', repairTables(ledger), () => repairTotals(ledger))
    expect(differences).toEqual([])
    const spent = (rows: readonly TotalRow[]) => rows.reduce((sum, t) => sum + t.reserved + t.settled, 0n)
    const totals = await ledger.totals.toArray()
    expect(spent(totals)).toBe(spent(rowsOf('totals') as unknown as TotalRow[]))
    expect(spent(totals)).toBeGreaterThan(0n)
  })

  it('I5: leaves the chain of receipts as it was', async () => {
    const receipts = await ledger.receipts.orderBy('seq').toArray()
    let previous = GENESIS
    for (const receipt of receipts) {
      expect(receipt.previous).toBe(previous)
      expect(receiptDigest(receipt.previous, receipt.body)).toBe(receipt.digest)
      previous = receipt.digest
    }
    expect(receipts.length).toBeGreaterThan(10)
  })

  it('knows the site of every payment, and that nobody asked for it but a page and a person', async () => {
    const sites = new Map(rowsOf('intents').map((row) => [row.id, row.site]))
    const rows: readonly AuthorizationRow[] = await ledger.authorizations.toArray()
    for (const row of rows) {
      expect(row.site).toBe(sites.get(row.intentId))
      expect([row.agent, row.mandateId]).toEqual([null, null])
    }
  })

  it('finds what is not proved yet, and what waits for an answer, by the new indexes', async () => {
    const before = rowsOf('authorizations')
    const live = before.filter((row) => row.state === 'failed' || row.state === 'signed')
    const found = await ledger.authorizations
      .where('[state+proved]')
      .anyOf(['failed', 'signed'].map((state) => [state, 0]))
      .toArray()
    expect(found.map((row) => row.id).sort()).toEqual(live.map((row) => row.id).sort())
    expect(found.length).toBeGreaterThan(0)
    for (const row of found) {
      const waiting = await ledger.authorizations.where('[key+delivered]').equals([row.key, 0]).toArray()
      expect(waiting.map((a) => a.id)).toContain(row.id)
    }
  })

  it('gives no old answer of a person to a new request', async () => {
    for (const paid of await ledger.authorizations.toArray()) {
      const intent = await ledger.intents.get(paid.intentId)
      if (intent === undefined) throw new Error('a payment without its purchase')
      const asked = { now: 0, payers: [paid.from], unlockedAt: null, terms: [paid] }
      expect(await approvalFor(ledger, { ...intent, id: 'another' }, asked)).toBeNull()
    }
  })

  it('keeps the settings and the sealed vault', async () => {
    const settings = await readSettings(ledger)
    expect(settings).toMatchObject({ testnets: true, blockedOrigins: ['https://bad.test'], budgets: [] })
    expect(await ledger.documents.get('vault')).toEqual(rowsOf('documents').find((d) => d.name === 'vault'))
  })
})
