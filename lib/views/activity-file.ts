import { formatAmount } from '@/lib/core/money/amount'
import type { PageKey, PaymentLine } from '@/lib/ledger/read/payments'

/** Lines that are read at once. */
const PAGE = 500

/** The columns of a file of the activity, in order. */
const COLUMNS = [
  'time',
  'state',
  'asker',
  'agent',
  'method',
  'url',
  'network',
  'asset',
  'symbol',
  'amount',
  'moved',
  'from',
  'payTo',
  'mandate',
  'decision',
  'transaction',
  'proved',
  'nonce',
  'id',
] as const

/** One payment as a file of the activity has it; amounts are decimal, `time` is ISO 8601 in UTC. */
export type ActivityRecord = Readonly<Record<(typeof COLUMNS)[number], string>>

/** Reads one page of the activity before a key, as `paymentsBefore` does. */
export type ReadLines = (
  createdAt: number | null,
  id: string | null,
  count: number,
) => Promise<readonly PaymentLine[]>

function recordOf({ intent, authorization: a, state }: PaymentLine): ActivityRecord {
  const decimal = (atomic: string | null | undefined) =>
    atomic === null || atomic === undefined ? '' : formatAmount(BigInt(atomic), a?.decimals ?? 0)
  return {
    time: new Date(intent.createdAt).toISOString(),
    state,
    asker: intent.asker,
    agent: intent.agent ?? '',
    method: intent.method,
    url: intent.url,
    network: a?.network ?? '',
    asset: a?.asset ?? '',
    symbol: a?.symbol ?? '',
    amount: decimal(a?.amount),
    moved: decimal(a?.moved),
    from: a?.from ?? '',
    payTo: a?.payTo ?? '',
    mandate: a?.mandateId ?? '',
    decision: intent.decision.code,
    transaction: a?.transaction ?? '',
    proved: a === null ? '' : a.proved === 1 ? 'yes' : 'no',
    nonce: a?.nonce ?? '',
    id: intent.id,
  }
}

/**
 * One field of a CSV file (RFC 4180). What a spreadsheet would take for a formula is made text by an
 * apostrophe: addresses and names here were written by strangers.
 */
export function csvField(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const csvLine = (fields: readonly string[]): string => `${fields.map(csvField).join(',')}\r\n`

async function* records(read: ReadLines): AsyncGenerator<readonly ActivityRecord[]> {
  let after: PageKey | null = null
  for (;;) {
    const lines: readonly PaymentLine[] = await read(after?.createdAt ?? null, after?.id ?? null, PAGE)
    const last = lines.at(-1)
    if (last === undefined) return
    yield lines.map(recordOf)
    after = { createdAt: last.intent.createdAt, id: last.intent.id }
  }
}

/**
 * Every payment, newest first, as CSV or as a JSON list of the same fields.
 *
 * @yields pieces of the file, in order
 */
export async function* activityFile(read: ReadLines, form: 'csv' | 'json'): AsyncGenerator<string> {
  if (form === 'csv') {
    yield csvLine(COLUMNS)
    for await (const page of records(read))
      yield page.map((record) => csvLine(COLUMNS.map((column) => record[column]))).join('')
    return
  }
  yield '['
  let first = true
  for await (const page of records(read)) {
    yield `${first ? '\n' : ',\n'}${page.map((record) => JSON.stringify(record)).join(',\n')}`
    first = false
  }
  yield '\n]\n'
}
