import type { SiteTotals } from '@/lib/views/site-totals'

import { usePageWords } from '../../i18n/pages'
import { dollars, fromAtomic, sum, units } from '../../text/amount'
import { plainText } from '../../text/visible'

const LONGEST_SYMBOL = 12

/** What was paid to somebody, in a line: real money first, test money named as such, other assets by name. */
export function TotalsText({ totals }: { readonly totals: SiteTotals }) {
  const { t, format } = usePageWords()
  const { real, test, others } = totals
  const all = ({ settled, held }: SiteTotals['real']) => dollars(sum([settled, held]), format.locale).text
  const parts = [
    ...(real.count > 0 ? [all(real)] : []),
    ...(test.count > 0 ? [`${all(test)} ${t.sites.test}`] : []),
    ...others.map(({ settled, held, decimals, symbol }) => {
      const amount = fromAtomic((BigInt(settled) + BigInt(held)).toString(), decimals)
      return `${units(amount, format.locale).text} ${plainText(symbol, LONGEST_SYMBOL)}`
    }),
  ]
  return <>{parts.length === 0 ? t.sites.never : parts.join(', ')}</>
}
