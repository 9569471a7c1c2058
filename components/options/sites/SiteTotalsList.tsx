import type { MoneySum, SiteTotals } from '@/lib/views/site-totals'

import { usePageWords } from '../../i18n/pages'
import { dollars, fromAtomic, units } from '../../text/amount'
import { plainText } from '../../text/visible'

const LONGEST_SYMBOL = 12

/** What was paid to a site, line by line: settled and held apart, and no two kinds of money in one sum. */
export function SiteTotalsList({ totals }: { readonly totals: SiteTotals }) {
  const { t, format } = usePageWords()
  const { real, test, others } = totals
  const money = (name: string, sum: MoneySum) =>
    sum.count === 0
      ? []
      : [
          {
            name,
            settled: dollars(sum.settled, format.locale).text,
            held: Number(sum.held) === 0 ? null : dollars(sum.held, format.locale).text,
          },
        ]
  const token = (atomic: string, decimals: number) => units(fromAtomic(atomic, decimals), format.locale).text
  const lines = [
    ...money(t.sites.real, real),
    ...money(t.sites.test, test),
    ...others.map(({ symbol, decimals, settled, held }) => ({
      name: plainText(symbol, LONGEST_SYMBOL),
      settled: token(settled, decimals),
      held: held === '0' ? null : token(held, decimals),
    })),
  ]
  if (lines.length === 0) return <p className="quiet">{t.sites.nothingPaid}</p>
  return (
    <ul className="known">
      {lines.map(({ name, settled, held }) => (
        <li className="sum-line" key={name}>
          <span>{name}</span>
          <span className="end">
            <b>{settled}</b> <span className="quiet">{t.sites.settled}</span>
            {held !== null && (
              <>
                , <b>{held}</b> <span className="quiet">{t.sites.held}</span>
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
