import type { PageKey, PaymentLine } from '@/lib/ledger/read/payments'

import { useWords } from '../../i18n/context'
import { byDay, dayOf } from './days'
import { Line } from './Line'

type Props = {
  readonly lines: readonly PaymentLine[]
  /** the payment above them, whose day needs no second heading */
  readonly before: PageKey | null
}

/** Payments under the days that they were made on. */
export function Days({ lines, before }: Props) {
  const above = before === null ? null : dayOf(before.createdAt)
  return byDay(lines).map((day) => (
    <section key={day.start}>
      {day.start !== above && <Heading start={day.start} />}
      <ul className="ledger">
        {day.lines.map((line) => (
          <Line key={line.intent.id} line={line} />
        ))}
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
