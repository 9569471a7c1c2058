import type { LimitView } from '@/lib/doors/ui-protocol'

import { useWords } from '../i18n/context'
import { amountOf, amountWithUnit, limitHere, subjectName } from '../i18n/limits'
import { excess, share } from '../text/amount'
import { Exact } from './Amount'

type Standing = Pick<LimitView, 'unit' | 'limit' | 'settled' | 'reserved' | 'after'>

/** Limits as bars with their numbers beside them; `named` calls each by its own name instead of `this site`. */
export function Limits({
  limits,
  named = false,
}: {
  readonly limits: readonly LimitView[]
  readonly named?: boolean
}) {
  const { t, format } = useWords()
  return (
    <ul className="limits">
      {limits.map((limit) => (
        <Limit
          key={limit.id}
          limit={limit}
          label={named ? subjectName(limit, t) : limitHere(limit, t, format)}
        />
      ))}
    </ul>
  )
}

/** One limit in a line: its name, its bar, its numbers. */
export function Limit({ limit, label }: { readonly limit: Standing; readonly label: string }) {
  const { t, format } = useWords()
  return (
    <li>
      <span className="quiet">{label}</span>
      <LimitBar limit={limit} label={label} />
      <span className="of">
        <b>
          <Exact amount={amountOf(limit.unit, limit.after, format.locale)} />
        </b>{' '}
        {t.approval.of(amountWithUnit(limit.unit, limit.limit, format.locale))}
      </span>
    </li>
  )
}

/** A bar alone: ink settled, hatched held, pen this payment, hatched amber what goes over. */
export function LimitBar({ limit, label }: { readonly limit: Standing; readonly label: string }) {
  const { t, format } = useWords()
  const over = excess(limit.after, limit.limit)
  const scale = over === null ? limit.limit : limit.after
  const used = share(limit.settled, scale)
  const held = share(limit.reserved, scale)
  const end = over === null ? share(limit.after, scale) : share(limit.limit, scale)
  const now = Math.max(0, end - used - held)
  const part = (name: string, percent: number) =>
    percent > 0 && <i className={name} style={{ inlineSize: `${percent}%` }} />
  const said = t.approval.meter(
    label,
    amountOf(limit.unit, limit.after, format.locale).text,
    amountWithUnit(limit.unit, limit.limit, format.locale),
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a meter element has one value; this bar has up to four parts
    <span
      className={over === null ? 'bar' : 'bar is-over'}
      role="meter"
      aria-label={said}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share(limit.after, limit.limit))}
      aria-valuetext={said}
    >
      {part('used', used)}
      {part('held', held)}
      {part('now', now)}
      {over !== null && part('over', 100 - end)}
    </span>
  )
}
