import type { PaymentLine } from '@/lib/ledger/read/payments'

import { useWords } from '../i18n/context'
import { fromAtomic, units } from '../text/amount'
import { Exact } from './Amount'
import { SiteText } from './SiteText'

/** The exact amount that was signed, with its token; a dash where nothing was signed. */
export function LineAmount({ line }: { readonly line: PaymentLine }) {
  const { format } = useWords()
  const { authorization } = line
  if (authorization === null) return '–'
  return (
    <>
      <Exact amount={units(fromAtomic(authorization.amount, authorization.decimals), format.locale)} />{' '}
      <SiteText text={authorization.symbol} />
    </>
  )
}
