import { browser } from 'wxt/browser'

import { lastPayments } from '@/lib/ledger/read/payments'

import { useLive } from '../hooks/useLive'
import { useWords } from '../i18n/context'
import { openPage } from '../open'
import { About } from '../parts/About'
import { Icon } from '../parts/Icon'
import { LineAmount } from '../parts/LineAmount'
import { LOOKS, Mark } from '../parts/Mark'

const SHOWN = 5

/** The last five payments, each with its state. */
export function Last() {
  const { t, format } = useWords()
  const lines = useLive(lastPayments, [SHOWN])
  if (lines === undefined) return null
  if (lines.length === 0) {
    return (
      <section className="block">
        <div className="head">
          <h2>{t.home.nothingYet}</h2>
        </div>
        <p className="quiet">{t.home.nothingYetMore}</p>
      </section>
    )
  }
  return (
    <section className="block">
      <div className="head">
        <h2>{t.home.last}</h2>
        <button className="link" type="button" onClick={() => openPage('#/activity')}>
          {t.common.all} <Icon name="right" />
        </button>
      </div>
      <ul className="rows">
        {lines.map((line) => {
          const look = LOOKS[line.state]
          return (
            <li key={line.intent.id}>
              <a
                href={`${browser.runtime.getURL('/options.html')}#/payment/${encodeURIComponent(line.intent.id)}`}
                target="_blank"
                rel="noreferrer"
              >
                <Mark strokes={look.strokes} tone={look.tone} size={16} />
                <About line={line} />
                <span className={`st ${look.word}`}>
                  {t.states[line.state]} {format.time(line.intent.createdAt)}
                </span>
                <span className="sum">
                  <LineAmount line={line} />
                </span>
              </a>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
