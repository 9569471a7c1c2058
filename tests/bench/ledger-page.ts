import { Dexie } from 'dexie'

import { exportLedger } from '@/lib/ledger/read/export'
import { GENESIS, receiptDigest } from '@/lib/ledger/receipt-digest'
import { type AuthorizationRow, type IntentRow, Ledger, type ReceiptRow } from '@/lib/ledger/schema'
import { wordsOf } from '@/lib/ledger/words'
import { writeSettings } from '@/lib/ledger/write/documents'
import { importLedger } from '@/lib/ledger/write/import'
import { receiptBody } from '@/lib/ledger/write/receipts'
import { reserve } from '@/lib/ledger/write/reserve'
import {
  ACCOUNT,
  authorizationRow,
  intentRow,
  mandateRow,
  ORIGIN,
  quoteRow,
} from '@/lib/ledger/write/testing'
import { draftOf } from '@/lib/payments/draft'

/** Rows that are written in one transaction. */
const BATCH = 10_000
/** History ends this long before now, and has one payment every so often. */
const STEP_MS = 30_000

const ledgers = new Map<string, Ledger>()

function ledgerOf(name: string): Ledger {
  const known = ledgers.get(name) ?? new Ledger(name)
  ledgers.set(name, known)
  return known
}

/** What a purchase that was settled long ago left behind. */
function pastPurchase(n: number, at: number): { intent: IntentRow; authorization: AuthorizationRow } {
  const id = `past-${n}`
  const times = { createdAt: at, updatedAt: at }
  const intent = intentRow(id, { state: 'done', createdAt: at, deadline: at })
  const authorization = authorizationRow(id, {
    ...times,
    state: 'settled',
    proved: 1,
    delivered: 1,
    mandateId: 'm',
  })
  return { intent: { ...intent, words: wordsOf(intent, authorization.payTo) }, authorization }
}

/** Fills a ledger with so many settled payments, one receipt each; the first has this number. Their quotes are not kept. */
async function seed(name: string, count: number, chained: boolean, start = 0): Promise<void> {
  const ledger = ledgerOf(name)
  const unit = { kind: 'usd', testnet: true } as const
  await writeSettings(ledger, { testnets: true, perDayUsd: '100000', perSiteDayUsd: '100000' })
  await ledger.mandates.put(
    mandateRow('m', { limit: '100000', unit, automaticPerMinute: 100_000, expiresAt: 4e9, payees: '*' }),
  )
  const begin = Date.now() - 2 * 86_400_000 - (start + count) * STEP_MS
  // A history that is only made up need not survive a power cut: written loosely, it takes a third of the time.
  await ledger.open()
  const loose = await new Dexie(name, { chromeTransactionDurability: 'relaxed' }).open()
  let previous = GENESIS
  for (let from = start; from < start + count; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, start + count - from) }, (_, i) =>
      pastPurchase(from + i, begin + (from + i) * STEP_MS),
    )
    const receipts = rows.map(({ authorization }, i): ReceiptRow => {
      const body = chained
        ? receiptBody(authorization, undefined, undefined, [], { event: 'proved', settlement: null })
        : `{"seeded":${from + i}}`
      const digest = chained
        ? receiptDigest(previous, body)
        : `0x${(from + i).toString(16).padStart(64, '0')}`
      const row = {
        id: `r-${from + i}`,
        intentId: authorization.intentId,
        authorizationId: authorization.id,
        previous,
        digest,
        body,
        createdAt: authorization.createdAt,
      }
      previous = digest
      return row
    })
    await loose.transaction('rw', ['intents', 'authorizations', 'receipts'], async () => {
      await loose.table('intents').bulkAdd(rows.map((row) => row.intent))
      await loose.table('authorizations').bulkAdd(rows.map((row) => row.authorization))
      await loose.table('receipts').bulkAdd(receipts)
    })
  }
  loose.close()
}

let serial = 0

/** Decides and reserves one new purchase under a mandate; milliseconds. */
async function decideOnce(name: string): Promise<number> {
  const ledger = ledgerOf(name)
  const id = `new-${++serial}`
  const now = Date.now()
  await ledger.quotes.add(quoteRow(id))
  await ledger.intents.add(intentRow(id, { createdAt: now, deadline: now + 120_000 }))
  const settings = { ...(await writeSettings(ledger, {})) }
  const wallet = { locked: false, account: ACCOUNT, own: [ACCOUNT], unlockedAt: 1, balances: [] }
  const begin = performance.now()
  const reserved = await reserve(ledger, { intentId: id, wallet, now, draft: draftOf(now, settings) })
  const took = performance.now() - begin
  if ('held' in reserved) throw new Error(`held: ${reserved.held}`)
  return took
}

/** Takes a whole ledger into an empty one; milliseconds, and the size of the file in bytes. */
async function importOf(name: string): Promise<{ ms: number; bytes: number }> {
  const parts: string[] = []
  for await (const part of exportLedger(ledgerOf(name))) parts.push(part)
  const file = new Blob(parts)
  const begin = performance.now()
  const taken = await importLedger(ledgerOf(`${name}-copy`), () => linesOf(file))
  if ('fault' in taken) throw new Error(`import: ${taken.fault.code} at ${taken.fault.line}`)
  return { ms: performance.now() - begin, bytes: file.size }
}

async function* linesOf(file: Blob): AsyncGenerator<string> {
  let rest = ''
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

/** What the page offers to the benchmark. */
export const ledgerBench = { seed, decideOnce, importOf, ORIGIN }

Object.assign(globalThis, { ledgerBench })
