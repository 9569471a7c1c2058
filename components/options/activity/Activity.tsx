import { useState } from 'react'

import { PAGE_SIZE, type PageKey, type PaymentLine, paymentsMatching } from '@/lib/ledger/read/payments'
import type { StateWord } from '@/lib/ledger/read/standing'

import { useLive } from '../../hooks/useLive'
import { useTitle } from '../../hooks/useTitle'
import { useWords } from '../../i18n/context'
import { Rebuild } from '../../notices/Rebuild'
import { Strangers } from '../../notices/Strangers'
import { Icon } from '../../parts/Icon'
import { byDay } from './days'
import { Find } from './Find'
import { filterOf, NOTHING_TYPED, type Typed } from './filter'
import { Line } from './Line'
import { SaveAs } from './SaveAs'

type Asked = [
  text: string,
  site: string | null,
  state: string | null,
  from: number | null,
  until: number | null,
  createdAt: number | null,
  id: string | null,
]

const read = (...[text, site, state, from, until, createdAt, id]: Asked) =>
  paymentsMatching(
    { text, site, state: state as StateWord | null, from, until },
    createdAt === null || id === null ? null : { createdAt, id },
    PAGE_SIZE,
  )

/** Payments, newest first, fifty a page; a page begins after the last line of the one before. */
export function Activity() {
  const { t } = useWords()
  useTitle(t.activity.title)
  const [typed, setTyped] = useState<Typed>(NOTHING_TYPED)
  const [after, setAfter] = useState<PageKey | null>(null)
  const { text, site, state, from, until } = filterOf(typed)
  const page = useLive(read, [text, site, state, from, until, after?.createdAt ?? null, after?.id ?? null])
  const turn = (to: PageKey | null) => {
    setAfter(to)
    window.scrollTo(0, 0)
  }
  const find = (next: Typed) => {
    setTyped(next)
    setAfter(null)
  }
  const isEmpty = page?.lines.length === 0
  const next = page?.next ?? null
  return (
    <>
      <div className="head">
        <h1 className="title">{t.activity.title}</h1>
        <SaveAs />
      </div>
      <Strangers />
      <Rebuild />
      <Find typed={typed} onTyped={find} />
      <p className="quiet spaced" role="status">
        {!isEmpty
          ? ''
          : typed === NOTHING_TYPED
            ? t.activity.empty
            : next === null
              ? t.activity.none
              : t.activity.noneYet}
      </p>
      {page !== undefined &&
        byDay(page.lines).map((day) => <Day key={day.start} start={day.start} lines={day.lines} />)}
      <div className="pager">
        {after !== null && (
          <button className="btn" type="button" onClick={() => turn(null)}>
            <Icon name="left" /> {t.activity.newest}
          </button>
        )}
        {next !== null && (
          <button className="btn" type="button" onClick={() => turn(next)}>
            {isEmpty ? t.activity.further : t.activity.older} <Icon name="right" />
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
