import type { Ledger } from '../schema'
import { CLOSE_ROWS, OPEN_ROWS, TABLES } from '../transfer-format'

/** Rows that are read at once. */
const PAGE = 500

/** How many rows a file of the ledger holds now, for the progress of writing it. */
export async function rowsToExport(ledger: Ledger): Promise<number> {
  const counts = await Promise.all(TABLES.map((name) => ledger.table(name).count()))
  return counts.reduce((all, count) => all + count, 0)
}

/**
 * The whole ledger as JSON, one row a line: what was wanted, allowed, signed and proved. No seed, no key
 * and no setting is in it.
 *
 * @yields pieces of the file, in order
 */
export async function* exportLedger(ledger: Ledger): AsyncGenerator<string> {
  yield `${OPEN_ROWS}\n`
  let first = true
  // What is recorded while the file is written is not in it: its receipts would speak of rows that are not.
  const last = (await ledger.receipts.orderBy('seq').last())?.seq ?? 0
  for (const name of TABLES) {
    const table = ledger.table<Record<string, unknown>, unknown>(name)
    const key = table.schema.primKey.keyPath as string | string[]
    let after: unknown
    for (;;) {
      const page = await (after === undefined ? table.orderBy(':id') : table.where(':id').above(after))
        .limit(PAGE)
        .toArray()
      const end = page.at(-1)
      if (end === undefined) break
      after = Array.isArray(key) ? key.map((part) => end[part]) : end[key]
      const kept = name === 'receipts' ? page.filter((row) => Number(row.seq) <= last) : page
      if (kept.length === 0) break
      const lines = kept.map((row) =>
        // Words are made of the row's other fields, wherever it comes to.
        JSON.stringify([name, name === 'intents' ? { ...row, words: undefined } : row], (_, value) =>
          typeof value === 'bigint' ? value.toString() : value,
        ),
      )
      yield `${first ? '' : ',\n'}${lines.join(',\n')}`
      first = false
    }
  }
  yield `\n${CLOSE_ROWS}\n`
}
