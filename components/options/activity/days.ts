import type { PaymentLine } from '@/lib/ledger/read/payments'

/** Lines of one day of the computer's own time zone; `start` is its midnight, Unix milliseconds. */
export type DayLines = { readonly start: number; readonly lines: PaymentLine[] }

/** The midnight that a moment's day began with, in the computer's own time zone; both Unix milliseconds. */
export const dayOf = (at: number): number => new Date(at).setHours(0, 0, 0, 0)

/** Cuts lines into days, keeping their order. */
export function byDay(lines: readonly PaymentLine[]): DayLines[] {
  const days: DayLines[] = []
  for (const line of lines) {
    const start = dayOf(line.intent.createdAt)
    const last = days.at(-1)
    if (last?.start === start) last.lines.push(line)
    else days.push({ start, lines: [line] })
  }
  return days
}
