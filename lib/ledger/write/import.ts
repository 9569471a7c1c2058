import { sha256Hex } from '@/lib/core/json/digest'
import { isRecord } from '@/lib/core/json/parse'
import { ASKED_BY_HTTP, toldInVersion4 } from '@/lib/ledger/migrations'
import type {
  ApprovalRow,
  AuthorizationRow,
  IntentRow,
  Ledger,
  MandateRow,
  ReceiptRow,
} from '@/lib/ledger/schema'
import { CLOSE_ROWS, type FileRow, opensRows, readLine, type TableName } from '@/lib/ledger/transfer-format'
import { GENESIS, receiptDigest } from '../receipt-digest'
import { wordsOf } from '../words'
import { IMPORTING } from './documents'
import { type Difference, repairTables, repairTotals } from './recount'
import { dropExplained } from './strangers'

/** Why a file was not taken; `line` counts from 1. */
export type ImportFault = {
  readonly code: 'not-a-ledger' | 'bad-row' | 'bad-order' | 'bad-chain' | 'other-history'
  readonly line: number
  readonly detail: string
}

/** What the file holds beyond what is here already. */
export type ImportCount = Readonly<Record<TableName, number>>

/** Rows that are written in one transaction. */
const BATCH = 2_000

const none = (): Record<TableName, number> => ({
  mandates: 0,
  payees: 0,
  prices: 0,
  hosts: 0,
  quotes: 0,
  intents: 0,
  approvals: 0,
  authorizations: 0,
  receipts: 0,
})

class Fault extends Error {
  constructor(readonly fault: ImportFault) {
    super(fault.code)
  }
}

/** The rows of a file, each with its line. @throws Fault where a line is none */
async function* rowsOf(lines: AsyncIterable<string>): AsyncGenerator<{ row: FileRow; line: number }> {
  let line = 0
  let closed = false
  for await (const text of lines) {
    line++
    const fail = (code: ImportFault['code'], detail: string) => new Fault({ code, line, detail })
    if (line === 1) {
      if (!opensRows(text)) throw fail('not-a-ledger', 'first line')
      continue
    }
    if (text === '') continue
    if (closed) throw fail('bad-order', 'after the end')
    if (text === CLOSE_ROWS) {
      closed = true
      continue
    }
    const row = readLine(text)
    if ('fault' in row) throw fail('bad-row', row.fault)
    yield { row, line }
  }
  if (!closed) throw new Fault({ code: 'not-a-ledger', line, detail: 'no end' })
}

/**
 * Reads a whole file without writing anything: every row well formed, every receipt following the one
 * before it by its digest and speaking of an authorization of the file, and its history the one that is
 * here, continued.
 *
 * @param lines the file's lines, without their ends
 * @returns what it would add, or the first fault
 */
export async function checkImport(
  ledger: Ledger,
  lines: AsyncIterable<string>,
): Promise<{ readonly adds: ImportCount } | { readonly fault: ImportFault }> {
  const adds = none()
  const told = new Told()
  const here = await ledger.receipts.count()
  // Most files are taken into an empty ledger: its tables need not be asked row by row.
  const empty = new Set<string>()
  for (const { name } of ledger.tables) if ((await ledger.table(name).count()) === 0) empty.add(name)
  let previous = GENESIS
  let seen = 0
  try {
    for await (const { row, line } of rowsOf(lines)) {
      const [table, value] = row
      if (table !== 'receipts') {
        told.add(table, value)
        const key = table === 'hosts' ? [value.answered, value.named] : value.id
        if (empty.has(table) || (await ledger.table(table).get(key as string)) === undefined) adds[table]++
        continue
      }
      const receipt = value as ReceiptRow
      const fail = (code: ImportFault['code'], detail: string) => new Fault({ code, line, detail })
      const isNext =
        receipt.previous === previous && receiptDigest(receipt.previous, receipt.body) === receipt.digest
      if (!isNext) throw fail('bad-chain', receipt.id)
      const other = told.contradiction(receipt)
      if (other !== null) throw fail('bad-chain', other)
      previous = receipt.digest
      seen++
      if (seen > here) adds.receipts++
      else if ((await ledger.receipts.where('id').equals(receipt.id).first())?.digest !== receipt.digest)
        throw fail('other-history', receipt.id)
    }
    if (seen < here) throw new Fault({ code: 'other-history', line: 0, detail: 'shorter than what is here' })
    return { adds }
  } catch (error) {
    if (error instanceof Fault) return { fault: error.fault }
    throw error
  }
}

/** What a receipt says of its authorization, and the authorization's own row must say too. */
const SAME = [
  'network',
  'asset',
  'amount',
  'from',
  'payTo',
  'nonce',
  'validBefore',
  'envelopeDigest',
] as const

/** What the rows before the receipts say, as far as receipts speak of it too. */
class Told {
  readonly #authorizations = new Map<unknown, string>()
  readonly #quotes = new Map<unknown, string>()
  readonly #quoteOf = new Map<unknown, unknown>()

  add(table: TableName, row: Record<string, unknown>): void {
    if (table === 'authorizations') this.#authorizations.set(row.id, said(row))
    if (table === 'quotes') this.#quotes.set(row.id, sha256Hex(String(row.raw)))
    if (table === 'intents') this.#quoteOf.set(row.id, row.quoteId)
  }

  /** The part in which a receipt and the rows differ; null for none. A quote that is not kept any more is no contradiction. */
  contradiction({ body, authorizationId, intentId }: ReceiptRow): string | null {
    const receipt: unknown = JSON.parse(body)
    if (!isRecord(receipt)) return 'receipt'
    if (this.#authorizations.get(authorizationId) !== said(receipt)) return 'authorization'
    const quote = this.#quotes.get(this.#quoteOf.get(intentId))
    return quote === undefined || quote === receipt.quoteDigest ? null : 'quote'
  }
}

const said = (of: Record<string, unknown>): string => JSON.stringify(SAME.map((field) => of[field]))

/**
 * Takes a file into the ledger: only where its history is the one here, continued, or the ledger is empty.
 *
 * No consent comes with a file: its approvals are used up, its mandates wait for a person to resume them,
 * and what it says of an authorization that is here already is left aside. Totals are counted again at the
 * end; until then nothing is paid, also after a restart in the middle.
 *
 * @param open gives the lines of the file; called three times
 * @param now Unix milliseconds: nothing in a file is later
 */
export async function importLedger(
  ledger: Ledger,
  open: () => AsyncIterable<string>,
  now = Date.now(),
): Promise<
  | { readonly adds: ImportCount; readonly differences: readonly Difference[] }
  | { readonly fault: ImportFault }
> {
  const checked = await checkImport(ledger, open())
  if ('fault' in checked) return checked
  const of = Object.values(checked.adds).reduce((all, count) => all + count, 0)
  let done = 0
  const tell = async (rows: number) => {
    done += rows
    // Of what is here already nothing is counted again: the part that is done never passes the whole.
    await ledger.documents.put({ name: IMPORTING, value: { done: Math.min(done, of), of } })
  }
  await tell(0)
  // What the wallet remembers lifts questions: it comes to a new wallet, and not over what is known here.
  const isNew = (await ledger.receipts.count()) === 0 && (await ledger.authorizations.count()) === 0
  const first = (table: TableName) =>
    table !== 'authorizations' && !(REMEMBERED.includes(table) && !isNew) && table !== 'hosts'
  await writeRows(ledger, open(), first, now, tell)
  // After their receipts, so that no proof of one can be written into the middle of the chain.
  await writeRows(ledger, open(), (table) => table === 'authorizations', now, tell)
  return { adds: checked.adds, differences: await finishImport(ledger) }
}

const REMEMBERED: readonly TableName[] = ['payees', 'prices']

async function writeRows(
  ledger: Ledger,
  lines: AsyncIterable<string>,
  wanted: (table: TableName) => boolean,
  now: number,
  tell: (rows: number) => Promise<void>,
): Promise<void> {
  let batch: FileRow[] = []
  const write = async () => {
    const rows = batch
    batch = []
    await ledger.transaction('rw', ledger.tables, async () => {
      for (const table of new Set(rows.map(([name]) => name)))
        await addMissing(
          ledger,
          table,
          rows.filter(([name]) => name === table).map(([, row]) => row),
          now,
        )
    })
    await tell(rows.length)
  }
  for await (const { row } of rowsOf(lines)) {
    if (!wanted(row[0])) continue
    batch.push(row)
    if (batch.length >= BATCH) await write()
  }
  await write()
}

/** Counts the totals of what an import brought; also after a restart in the middle of one. */
export function finishImport(ledger: Ledger): Promise<readonly Difference[]> {
  return ledger.transaction('rw', repairTables(ledger), async () => {
    await dropExplained(ledger)
    const differences = await repairTotals(ledger)
    await ledger.documents.delete(IMPORTING)
    return differences
  })
}

async function addMissing(
  ledger: Ledger,
  name: TableName,
  rows: readonly Record<string, unknown>[],
  now: number,
): Promise<void> {
  if (name === 'receipts') return await addReceipts(ledger, rows as readonly ReceiptRow[])
  const table = ledger.table<Record<string, unknown>, unknown>(name)
  const keys = rows.map((row) => (name === 'hosts' ? [row.answered, row.named] : row.id))
  const present = await table.bulkGet(keys)
  const missing = rows.filter((_, i) => present[i] === undefined).map((row) => admit(name, row, now))
  await table.bulkAdd(missing)
  if (name === 'authorizations') await nameByPayees(ledger, missing as unknown as readonly AuthorizationRow[])
}

/** A payment is found by its payee too, which only what was signed for it tells. */
async function nameByPayees(ledger: Ledger, rows: readonly AuthorizationRow[]): Promise<void> {
  const payees = new Map(rows.map(({ intentId, payTo }) => [intentId, payTo]))
  const intents = (await ledger.intents.bulkGet([...payees.keys()])).filter((row) => row !== undefined)
  await ledger.intents.bulkPut(intents.map((row) => ({ ...row, words: wordsOf(row, payees.get(row.id)) })))
}

/**
 * In their order. Where the chain here ends in this batch or just before it, what follows is new; only where
 * something was recorded here meanwhile is each looked for by its id, which costs a search for each.
 */
async function addReceipts(ledger: Ledger, rows: readonly ReceiptRow[]): Promise<void> {
  const last = await ledger.receipts.orderBy('seq').last()
  const next = rows.findIndex((row) => row.previous === (last?.digest ?? GENESIS))
  const fresh = next >= 0 ? rows.slice(next) : await unknownOf(ledger, rows)
  await ledger.receipts.bulkAdd(fresh.map(({ seq: _, ...row }) => row))
}

async function unknownOf(ledger: Ledger, rows: readonly ReceiptRow[]): Promise<readonly ReceiptRow[]> {
  const ids = rows.map((row) => row.id)
  const present = await ledger.receipts.where('id').anyOf(ids).toArray()
  const known = new Set(present.map((row) => row.id))
  return rows.filter((row) => !known.has(row.id))
}

/** A row as it may come into a ledger: nothing in it allows a payment, or waits for one. */
function admit(name: TableName, row: Record<string, unknown>, now: number): Record<string, unknown> {
  switch (name) {
    case 'payees':
      return { ...row, totalUsd: BigInt(String(row.totalUsd)) }
    case 'mandates': {
      const state: MandateRow['state'] = row.state === 'revoked' ? 'revoked' : 'paused'
      return { ...row, state }
    }
    case 'approvals':
      return { ...row, used: 1 } satisfies Partial<ApprovalRow>
    case 'intents': {
      const state: IntentRow['state'] = row.state === 'declined' ? 'declined' : 'done'
      const admitted = { ...ASKED_BY_HTTP, ...row, state }
      return { ...admitted, words: wordsOf(admitted as unknown as IntentRow) }
    }
    case 'authorizations': {
      // The request that it was for is long over; what is signed is still followed to its proof. That it is
      // dead is not taken from a file: the chain is asked again.
      const isDead = row.state === 'released'
      const since = {
        createdAt: Math.min(Number(row.createdAt), now),
        updatedAt: Math.min(Number(row.updatedAt), now),
      }
      const told = toldInVersion4(row as AuthorizationRow)
      // Asked about at once, whenever the wallet that wrote the file would have asked next.
      const here = { tag: null, documentId: null, nextCheckAt: 0, checks: 0 }
      const kept = { ...told, ...row, ...since, ...here }
      const alive = { state: 'unknown', proved: 0, delivered: 1, moved: null, provedBlock: null }
      return isDead ? { ...kept, ...alive } : kept
    }
    default:
      return row
  }
}
