import { useState } from 'react'

import { PAGE_SIZE, type PageKey, type PaymentLine, paymentsBefore } from '@/lib/ledger/read/payments'

import { useLive } from '../../hooks/useLive'
import { useTitle } from '../../hooks/useTitle'
import { useWords } from '../../i18n/context'
import { Icon } from '../../parts/Icon'
import { byDay } from './days'
import { Line } from './Line'

/** Every payment, newest first, fifty a page; a page begins after the last line of the one before. */
export function Activity() {
  const { t } = useWords()
  useTitle(t.activity.title)
  const [after, setAfter] = useState<PageKey | null>(null)
  const lines = useLive(paymentsBefore, [after?.createdAt ?? null, after?.id ?? null, PAGE_SIZE])
  const last = lines?.length === PAGE_SIZE ? lines.at(-1)?.intent : undefined
  const turn = (to: PageKey | null) => {
    setAfter(to)
    window.scrollTo(0, 0)
  }
  return (
    <>
      <h1 className="title">{t.activity.title}</h1>
      {lines?.length === 0 && <p className="quiet spaced">{t.activity.empty}</p>}
      {lines !== undefined &&
        byDay(lines).map((day) => <Day key={day.start} start={day.start} lines={day.lines} />)}
      <div className="pager">
        {after !== null && (
          <button className="btn" type="button" onClick={() => turn(null)}>
            <Icon name="left" /> {t.activity.newest}
          </button>
        )}
        {last !== undefined && (
          <button
            className="btn"
            type="button"
            onClick={() => turn({ createdAt: last.createdAt, id: last.id })}
          >
            {t.activity.older} <Icon name="right" />
          </button>
        )}
      </div>
    </>
  )
}

function Day({ start, lines }: { readonly start: number; readonly lines: readonly PaymentLine[] }) {
  const { t, format } = useWords()
  const now = new Date()
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime()
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1).getTime()
  const name =
    start === today
      ? t.activity.today(format.day(start))
      : start === yesterday
        ? t.activity.yesterday(format.day(start))
        : format.date(start)
  return (
    <section>
      <div className="day">
        <h2>{name}</h2>
      </div>
      <ul className="ledger">
        {lines.map((line) => (
          <Line key={line.intent.id} line={line} />
        ))}
      </ul>
    </section>
  )
}
