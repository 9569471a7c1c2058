import type { LimitView } from '@/lib/doors/ui-protocol'

import { useWords } from '../i18n/context'
import { dollars, excess, share } from '../text/amount'
import { Exact } from './Amount'
import { SiteText } from './SiteText'

/** The label of a limit in the language of the screen; a site's own name where it is about one. */
export function useLimitLabel(): (limit: LimitView) => string {
  const { t } = useWords()
  return (limit) => {
    if (limit.scope === 'everything') return t.approval.allToday
    return limit.scope === 'site' ? t.approval.siteToday : limit.label
  }
}

/** Limits as bars with their numbers beside them. `asked` draws this payment's part with the pen. */
export function Limits({
  limits,
  named = false,
}: {
  readonly limits: readonly LimitView[]
  readonly named?: boolean
}) {
  const labelOf = useLimitLabel()
  const { t } = useWords()
  return (
    <ul className="limits">
      {limits.map((limit) => (
        <Limit
          key={`${limit.scope}${limit.label}`}
          limit={limit}
          label={named ? (limit.scope === 'everything' ? t.home.allSites : limit.label) : labelOf(limit)}
        />
      ))}
    </ul>
  )
}

/** One bar: ink settled, hatched held, pen this payment, hatched amber what goes over. */
export function Limit({
  limit,
  label,
}: {
  readonly limit: Pick<LimitView, 'limit' | 'settled' | 'reserved' | 'after'>
  readonly label: string
}) {
  const { t, format } = useWords()
  const after = dollars(limit.after, format.locale)
  const all = dollars(limit.limit, format.locale)
  const over = excess(limit.after, limit.limit)
  const scale = over === null ? limit.limit : limit.after
  const used = share(limit.settled, scale)
  const held = share(limit.reserved, scale)
  const end = over === null ? share(limit.after, scale) : share(limit.limit, scale)
  const now = Math.max(0, end - used - held)
  const part = (name: string, percent: number) =>
    percent > 0 && <i className={name} style={{ inlineSize: `${percent}%` }} />
  return (
    <li>
      <span className="quiet">
        <SiteText text={label} />
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a meter element has one value; this bar has up to four parts */}
      <span
        className={over === null ? 'bar' : 'bar is-over'}
        role="meter"
        aria-label={t.approval.meter(label, after.text, all.text)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share(limit.after, limit.limit))}
        aria-valuetext={t.approval.meter(label, after.text, all.text)}
      >
        {part('used', used)}
        {part('held', held)}
        {part('now', now)}
        {over !== null && part('over', 100 - end)}
      </span>
      <span className="of">
        <b>
          <Exact amount={after} />
        </b>{' '}
        {t.approval.of(all.text)}
      </span>
    </li>
  )
}
