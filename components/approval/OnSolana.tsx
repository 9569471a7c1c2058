import type { ApprovalView } from '@/lib/doors/ui-protocol'

import { useWords } from '../i18n/context'
import { Address } from '../parts/Address'
import { SiteText } from '../parts/SiteText'

/** What a payment on Solana has beside every other: which token, who sends it and pays for that, and its memo. */
export function OnSolana({ view: { offer } }: { readonly view: ApprovalView }) {
  const { t } = useWords()
  const said = offer?.svm ?? null
  if (offer === null || said === null) return null
  return (
    <>
      <dt>{t.solana.mint}</dt>
      <dd>
        <Address value={offer.asset} />
        <span className="quiet">{t.solana.onNetwork(offer.networkName)}</span>
      </dd>
      <dt>{t.solana.feePayer}</dt>
      <dd>
        <Address value={said.feePayer} />
        <span className="quiet">{t.solana.feePaid}</span>
      </dd>
      {said.memo !== null && (
        <>
          <dt>{t.solana.memo}</dt>
          <dd>
            <SiteText text={said.memo} quoted />
            <span className="quiet">{t.solana.memoMore}</span>
          </dd>
        </>
      )}
    </>
  )
}
