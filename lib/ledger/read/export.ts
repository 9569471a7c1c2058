import type { Ledger } from '../schema'
import { CLOSE_ROWS, OPEN_ROWS, TABLES } from '../transfer-format'

/** Rows that are read at once. */
const PAGE = 500

/**
 * The whole ledger as JSON, one row a line: what was wanted, allowed, signed and proved. No seed, no key
 * and no setting is in it.
 *
 * @yields pieces of the file, in order
 */
export async function* exportLedger(ledger: Ledger): AsyncGenerator<string> {
  yield `${OPEN_ROWS}\n`
  let first = true
  for (const name of TABLES) {
    const table = ledger.table<Record<string, unknown>, unknown>(name)
    const key = table.schema.primKey.keyPath as string | string[]
    let after: unknown
    for (;;) {
      const page = await (after === undefined ? table.orderBy(':id') : table.where(':id').above(after))
        .limit(PAGE)
        .toArray()
      const last = page.at(-1)
      if (last === undefined) break
      after = Array.isArray(key) ? key.map((part) => last[part]) : last[key]
      const lines = page.map((row) =>
        JSON.stringify([name, row], (_, value) => (typeof value === 'bigint' ? value.toString() : value)),
      )
      yield `${first ? '' : ',\n'}${lines.join(',\n')}`
      first = false
    }
  }
  yield `\n${CLOSE_ROWS}\n`
}
