import type { PageKey, PaymentLine } from '@/lib/ledger/read/payments'
import type { IncomingRow } from '@/lib/ledger/watch-rows'

import { useWords } from '../../i18n/context'
import { byDay, dayOf, entriesOf } from './days'
import { IncomingLine } from './IncomingLine'
import { Line } from './Line'

type Props = {
  readonly lines: readonly PaymentLine[]
  /** what came to the owner's accounts in their time */
  readonly incoming: readonly IncomingRow[]
  /** the payment above them, whose day needs no second heading */
  readonly before: PageKey | null
}

/** Payments, and money that came, under their days. */
export function Days({ lines, incoming, before }: Props) {
  const above = before === null ? null : dayOf(before.createdAt)
  return byDay(entriesOf(lines, incoming)).map((day) => (
    <section key={day.start}>
      {day.start !== above && <Heading start={day.start} />}
      <ul className="ledger">
        {day.entries.map((entry) =>
          'line' in entry ? (
            <Line key={entry.line.intent.id} line={entry.line} />
          ) : (
            <IncomingLine key={entry.incoming.id} row={entry.incoming} />
          ),
        )}
      </ul>
    </section>
  ))
}

function Heading({ start }: { readonly start: number }) {
  const { t, format } = useWords()
  const now = new Date()
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1).getTime()
  const name =
    start === dayOf(now.getTime())
      ? t.activity.today(format.day(start))
      : start === yesterday
        ? t.activity.yesterday(format.day(start))
        : format.date(start)
  return (
    <div className="day">
      <h2>{name}</h2>
    </div>
  )
}
