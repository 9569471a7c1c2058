import type { PaymentLine } from '@/lib/ledger/read/payments'

/** Lines of one day of the computer's own time zone; `start` is its midnight, Unix milliseconds. */
export type DayLines = { readonly start: number; readonly lines: PaymentLine[] }

/** Cuts lines into days, keeping their order. */
export function byDay(lines: readonly PaymentLine[]): DayLines[] {
  const days: DayLines[] = []
  for (const line of lines) {
    const start = new Date(line.intent.createdAt).setHours(0, 0, 0, 0)
    const last = days.at(-1)
    if (last?.start === start) last.lines.push(line)
    else days.push({ start, lines: [line] })
  }
  return days
}
