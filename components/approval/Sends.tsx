import { findDefaultAsset } from '@/lib/core/assets/lookup'
import { coinOf, NATIVE_DECIMALS } from '@/lib/core/assets/native'
import type { ApprovalView } from '@/lib/doors/ui-protocol'

import { useWords } from '../i18n/context'
import { fromAtomic, units } from '../text/amount'

/** What a page's transaction does, and the most that the chain takes for it. */
export function Sends({ view }: { readonly view: ApprovalView }) {
  const { t, format } = useWords()
  const { action, offer } = view
  const words: Readonly<Record<string, string>> = t.signing.sends
  if (action?.fee === undefined || offer === null) return null
  const fee = units(fromAtomic(action.fee, NATIVE_DECIMALS), format.locale).text
  const known = findDefaultAsset(offer.network, offer.asset)
  const { allow } = action
  return (
    <>
      <dt>{t.signing.sendsTerm}</dt>
      <dd>{words[action.form ?? '']}</dd>
      {allow !== undefined && (
        <>
          <dt>{t.permit2.allowsTerm}</dt>
          <dd>
            {known === null ? allow : units(fromAtomic(allow, known.decimals), format.locale).text}{' '}
            {offer.symbol}
          </dd>
        </>
      )}
      <dt>{t.signing.feeTerm}</dt>
      <dd>{t.signing.feeMost(`${fee} ${coinOf(offer.network).symbol}`)}</dd>
    </>
  )
}
