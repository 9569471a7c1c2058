import { useState } from 'react'

import { OUTSTANDING_PAGE, type OutstandingKey, outstandingBefore } from '@/lib/ledger/read/outstanding'

import { useLive } from '../../hooks/useLive'
import { useTitle } from '../../hooks/useTitle'
import { useWords } from '../../i18n/context'
import { Icon } from '../../parts/Icon'
import { Held } from './Held'
import { useClock } from './useClock'

/** Everything that is signed and not proved yet, newest first, fifty a page. */
export function Outstanding() {
  const { t } = useWords()
  const words = t.outstandingWords
  useTitle(words.title)
  const [after, setAfter] = useState<OutstandingKey | null>(null)
  const rows = useLive(outstandingBefore, [after?.createdAt ?? null, after?.id ?? null, OUTSTANDING_PAGE])
  const now = useClock()
  const last = rows?.length === OUTSTANDING_PAGE ? rows.at(-1) : undefined
  const turn = (to: OutstandingKey | null) => {
    setAfter(to)
    window.scrollTo(0, 0)
  }
  return (
    <>
      <h1 className="title">{words.title}</h1>
      <p className="quiet spaced-s">{words.lede}</p>
      {rows?.length === 0 && after === null && <p className="spaced">{words.empty}</p>}
      {rows !== undefined && rows.length > 0 && (
        <ul className="signed-list">
          {rows.map((row) => (
            <Held key={row.id} row={row} now={now} />
          ))}
        </ul>
      )}
      <div className="pager">
        {after !== null && (
          <button className="btn" type="button" onClick={() => turn(null)}>
            <Icon name="left" /> {words.newest}
          </button>
        )}
        {last !== undefined && (
          <button
            className="btn"
            type="button"
            onClick={() => turn({ createdAt: last.createdAt, id: last.id })}
          >
            {words.older} <Icon name="right" />
          </button>
        )}
      </div>
    </>
  )
}
