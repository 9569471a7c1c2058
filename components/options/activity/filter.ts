import type { PaymentFilter } from '@/lib/ledger/read/payments'
import type { StateWord } from '@/lib/ledger/read/standing'

/** What the form of the activity holds, as it was typed; days as `YYYY-MM-DD`. */
export type Typed = {
  readonly text: string
  readonly site: string
  readonly state: StateWord | ''
  readonly from: string
  readonly until: string
}

export const NOTHING_TYPED: Typed = { text: '', site: '', state: '', from: '', until: '' }

/** The first moment of a day of the computer's own time zone, so many days on; null for no day. */
function startOf(day: string, days: number): number | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  if (match === null) return null
  return new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]) + days).getTime()
}

/** What is looked for; both days belong to it. */
export function filterOf({ text, site, state, from, until }: Typed): PaymentFilter {
  return {
    text,
    site: site === '' ? null : site,
    state: state === '' ? null : state,
    from: startOf(from, 0),
    until: startOf(until, 1),
  }
}
