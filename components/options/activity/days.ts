import type { PaymentLine } from '@/lib/ledger/read/payments'
import type { IncomingRow } from '@/lib/ledger/watch-rows'

/** One row of the activity, and its moment, Unix milliseconds: a payment, or money that came. */
export type Entry = { readonly at: number } & (
  | { readonly line: PaymentLine }
  | { readonly incoming: IncomingRow }
)

/** Entries of one day of the computer's own time zone; `start` is its midnight, Unix milliseconds. */
export type DayEntries = { readonly start: number; readonly entries: Entry[] }

/** Payments and what came between them, newest first. */
export const entriesOf = (lines: readonly PaymentLine[], incoming: readonly IncomingRow[]): Entry[] =>
  [
    ...lines.map((line) => ({ at: line.intent.createdAt, line })),
    ...incoming.map((row) => ({ at: row.at, incoming: row })),
  ].sort((a, b) => b.at - a.at)

/** The midnight that a moment's day began with, in the computer's own time zone; both Unix milliseconds. */
export const dayOf = (at: number): number => new Date(at).setHours(0, 0, 0, 0)

/** Cuts entries into days, keeping their order. */
export function byDay(entries: readonly Entry[]): DayEntries[] {
  const days: DayEntries[] = []
  for (const entry of entries) {
    const start = dayOf(entry.at)
    const last = days.at(-1)
    if (last?.start === start) last.entries.push(entry)
    else days.push({ start, entries: [entry] })
  }
  return days
}
