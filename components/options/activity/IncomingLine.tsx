import { findDefaultAsset, networkById } from '@/lib/core/assets/lookup'
import type { IncomingRow } from '@/lib/ledger/watch-rows'

import { useWords } from '../../i18n/context'
import { Exact } from '../../parts/Amount'
import { Icon } from '../../parts/Icon'
import { fromAtomic, units } from '../../text/amount'
import { short } from '../../text/short'

/** Money that came to an account of the owner, in the list: of no payment, so that it leads nowhere. */
export function IncomingLine({ row }: { readonly row: IncomingRow }) {
  const { t, format } = useWords()
  const asset = findDefaultAsset(row.network, row.asset)
  if (asset === null) return null
  return (
    <li>
      <div className="came">
        <span className="time quiet">{format.time(row.at)}</span>
        <span className="what">
          <bdi className="host cut" title={row.from}>
            {t.activity.receivedFrom(short(row.from))}
          </bdi>
          <span className="for" title={row.transaction}>
            {networkById(row.network)?.name ?? row.network} · {short(row.transaction)}
          </span>
        </span>
        <span className="st">
          <span className="mark">
            <Icon name="in" />
          </span>
          <span className="word">{t.activity.received}</span>
        </span>
        <span className="sum">
          +<Exact amount={units(fromAtomic(row.amount, asset.decimals), format.locale)} /> {asset.symbol}
        </span>
      </div>
    </li>
  )
}
