import type { PaymentLine } from '@/lib/ledger/read/payments'

import { useWords } from '../i18n/context'
import { fromAtomic, units } from '../text/amount'
import { Exact } from './Amount'
import { SiteText } from './SiteText'

/**
 * The exact amount, with its token: what the chain shows moved, else what was signed, which of `upto` is the
 * most; a dash where nothing was signed.
 */
export function LineAmount({ line }: { readonly line: PaymentLine }) {
  const { t, format } = useWords()
  const { authorization } = line
  if (authorization === null) return '–'
  const { scheme, amount, moved, decimals } = authorization
  return (
    <>
      {scheme === 'upto' && moved === null && <span className="quiet">{t.permit2.upTo} </span>}
      <Exact amount={units(fromAtomic(moved ?? amount, decimals), format.locale)} />{' '}
      <SiteText text={authorization.symbol} />
    </>
  )
}
