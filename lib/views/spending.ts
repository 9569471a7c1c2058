import { usdOf } from '@/lib/core/assets/lookup'
import { formatAmount } from '@/lib/core/money/amount'
import { isOwnMove } from '@/lib/core/policy/own'
import type { AuthorizationRow, Ledger } from '@/lib/ledger/schema'

/** What spending is shown over: hours of a day, days of a week, or weeks. */
export type Period = 'day' | 'week' | 'month'
/** Whom it is shown by. */
export type SpenderKind = 'site' | 'agent' | 'mandate'

/** One stretch of time, Unix milliseconds; `end` is the first moment after it. */
export type Column = { readonly start: number; readonly end: number }

/** What one spender cost in each column and in all, decimal dollars. */
export type SpendingRow = { readonly amounts: readonly string[]; readonly total: string }

/** Spending in columns of time, the dearest first, the rest in one row. Amounts are decimal dollars. */
export type SpendingView = {
  readonly columns: readonly Column[]
  /** `name` is the site's domain, the agent's own name, or the mandate's id */
  readonly rows: readonly (SpendingRow & { readonly name: string })[]
  readonly others: (SpendingRow & { readonly count: number }) | null
  readonly all: SpendingRow
  /** whether something in the column is held and not proved yet */
  readonly open: readonly boolean[]
  /** the highest column, decimal dollars */
  readonly highest: string
}

const ROWS = 4
/** How many payments are read at once: a month may hold a hundred thousand. */
const AT_ONCE = 2_000
const HOURS_A_COLUMN = 3

/**
 * The columns of a period that ends with today, in the computer's time zone. Days are the calendar's, so that
 * one of 23 or 25 hours is one day; weeks begin on Monday.
 *
 * @param now Unix milliseconds
 */
export function columnsOf(period: Period, now: number): readonly Column[] {
  const today = new Date(now)
  const [year, month, day] = [today.getFullYear(), today.getMonth(), today.getDate()]
  const at = (days: number, hours = 0) => new Date(year, month, day + days, hours).getTime()
  if (period === 'day') {
    return Array.from({ length: 24 / HOURS_A_COLUMN }, (_, i) => ({
      start: at(0, HOURS_A_COLUMN * i),
      end: at(0, HOURS_A_COLUMN * (i + 1)),
    }))
  }
  const [count, days] = period === 'week' ? [7, 1] : [5, 7]
  // The last column ends after today, and in weeks with its Sunday.
  const last = period === 'week' ? 1 : 7 - ((today.getDay() + 6) % 7)
  return Array.from({ length: count }, (_, i) => ({
    start: at(last - (count - i) * days),
    end: at(last - (count - i - 1) * days),
  }))
}

const nameOf = (row: AuthorizationRow, by: SpenderKind): string | null =>
  by === 'site' ? row.site : by === 'agent' ? row.agent : row.mandateId

type Sums = { readonly amounts: bigint[]; total: bigint }

/**
 * Adds up what was signed in a period: what is settled by what moved, what is held by its whole amount, and
 * what was given back not at all. Assets without a dollar value are in no sum, and real money and test money
 * never in the same one.
 *
 * @param now Unix milliseconds
 * @param testnet which of the two is added up
 */
export async function spendingView(
  ledger: Ledger,
  of: { readonly period: Period; readonly by: SpenderKind; readonly testnet: boolean },
  now: number,
): Promise<SpendingView> {
  const columns = columnsOf(of.period, now)
  const empty = (): Sums => ({ amounts: columns.map(() => 0n), total: 0n })
  const byName = new Map<string, Sums>()
  const all = empty()
  const open = columns.map(() => false)
  for await (const row of signedWithin(ledger, columns[0]?.start ?? now, columns.at(-1)?.end ?? now)) {
    // Between own accounts nothing was spent.
    if (isOwnMove(row.asker, row.method)) continue
    const name = nameOf(row, of.by)
    const value = usdOf(row.network, row.asset, BigInt(row.moved ?? row.amount))
    if (name === null || value === null || value.testnet !== of.testnet || row.state === 'released') continue
    const at = columns.findIndex(({ start, end }) => start <= row.createdAt && row.createdAt < end)
    if (at < 0) continue
    const sums = byName.get(name) ?? empty()
    byName.set(name, sums)
    for (const each of [sums, all]) {
      each.amounts[at] = (each.amounts[at] ?? 0n) + value.usd
      each.total += value.usd
    }
    if (row.state !== 'settled') open[at] = true
  }
  const ordered = [...byName].sort(
    ([a, x], [b, y]) => (y.total > x.total ? 1 : y.total < x.total ? -1 : 0) || (a < b ? -1 : 1),
  )
  // One more is shown by its own name rather than as "one other".
  const shown = ordered.length === ROWS + 1 ? ROWS + 1 : ROWS
  const rest = ordered.slice(shown).map(([, sums]) => sums)
  const others = rest.reduce<Sums>((sum, { amounts, total }) => {
    return { amounts: sum.amounts.map((amount, i) => amount + (amounts[i] ?? 0n)), total: sum.total + total }
  }, empty())
  return {
    columns,
    rows: ordered.slice(0, shown).map(([name, sums]) => ({ name, ...textOf(sums) })),
    others: rest.length === 0 ? null : { count: rest.length, ...textOf(others) },
    all: textOf(all),
    open,
    highest: usd([...all.amounts].sort((a, b) => (a < b ? 1 : -1))[0] ?? 0n),
  }
}

const usd = (amount: bigint): string => formatAmount(amount, 18)

const textOf = ({ amounts, total }: Sums): SpendingRow => ({ amounts: amounts.map(usd), total: usd(total) })

/** What was signed between two times, some thousands at a time; each page ends with a whole moment. */
async function* signedWithin(ledger: Ledger, start: number, end: number): AsyncGenerator<AuthorizationRow> {
  for (let from = start; from < end; ) {
    const page = await ledger.authorizations
      .where('createdAt')
      .between(from, end, true, false)
      .limit(AT_ONCE)
      .toArray()
    const last = page.at(-1)?.createdAt
    if (last === undefined) return
    yield* page.filter((row) => row.createdAt < last)
    yield* await ledger.authorizations.where('createdAt').equals(last).toArray()
    from = last + 1
  }
}
