import type { AuthorizationRow } from '@/lib/ledger/schema'

import { useWords } from '../../i18n/context'
import { Exact } from '../../parts/Amount'
import { Host } from '../../parts/Host'
import { SiteText } from '../../parts/SiteText'
import { fromAtomic, units } from '../../text/amount'
import { hostText, pathText } from '../../text/host'
import { short } from '../../text/short'
import { Acts } from './Acts'

const MS = 1_000

/** One signature: its amount and payee, who asked for it, how long it can be used, and what can be done about it. */
export function Held({ row, now }: { readonly row: AuthorizationRow; readonly now: number }) {
  const { t, format } = useWords()
  const words = t.outstandingWords
  const amount = units(fromAtomic(row.amount, row.decimals), format.locale)
  const left = Math.ceil((row.validBefore * MS - now) / MS)
  const state =
    row.state === 'settled' ? words.claimed : left > 0 ? words.left(timeText(left, format)) : words.over
  return (
    <li>
      <div className="signed-line">
        <a className="signed-what" href={`#/payment/${encodeURIComponent(row.intentId)}`}>
          <Host origin={row.asker} cut />
          <span className="quiet cut-text">
            <SiteText text={`${row.method} ${pathText(row.url)}`} />
          </span>
        </a>
        <span className="sum">
          <Exact amount={amount} /> <SiteText text={row.symbol} />
        </span>
      </div>
      <p className="quiet">
        {words.to}{' '}
        <span className="mono nowrap" title={row.payTo}>
          {short(row.payTo)}
        </span>
        , {row.sends === 0 ? words.notSent : words.sent(row.sends)},{' '}
        <span className={row.state !== 'settled' && left > 0 ? undefined : 'amber'}>{state}</span>
      </p>
      <Acts
        id={row.id}
        name={(act) => words.actionOf(act, hostText(row.asker), `${amount.text} ${row.symbol}`)}
      />
    </li>
  )
}

/** Minutes while there are some, then seconds. */
function timeText(seconds: number, format: { readonly duration: (seconds: number) => string }): string {
  return format.duration(seconds > 90 ? Math.ceil(seconds / 60) * 60 : seconds)
}
