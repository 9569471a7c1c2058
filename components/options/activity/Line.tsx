import { OWN_ORIGIN } from '@/lib/core/policy/own'
import type { PaymentLine } from '@/lib/ledger/read/payments'

import { useWords } from '../../i18n/context'
import { About } from '../../parts/About'
import { LineAmount } from '../../parts/LineAmount'
import { LOOKS, Mark } from '../../parts/Mark'
import { SiteText } from '../../parts/SiteText'
import { hostText, pathText } from '../../text/host'

/** One payment in the list. */
export function Line({ line }: { readonly line: PaymentLine }) {
  const { t, format } = useWords()
  const { intent, state } = line
  const look = LOOKS[state]
  const isElsewhere = hostText(intent.url) !== hostText(intent.asker)
  return (
    <li>
      <a href={`#/payment/${encodeURIComponent(intent.id)}`}>
        <span className="time quiet">{format.time(intent.createdAt)}</span>
        <span className="what">
          <About line={line} />
          <span className="for">
            <SiteText
              text={
                intent.asker === OWN_ORIGIN
                  ? t.brand
                  : `${intent.method} ${isElsewhere ? hostText(intent.url) : ''}${pathText(intent.url)}`
              }
            />
          </span>
        </span>
        <span className={`st ${look.word}`}>
          <Mark strokes={look.strokes} tone={look.tone} size={16} />
          <span className="word">{t.states[state]}</span>
        </span>
        <span className="sum">
          <LineAmount line={line} />
        </span>
      </a>
    </li>
  )
}
