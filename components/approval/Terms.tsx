import type { ApprovalView } from '@/lib/doors/ui-protocol'

import { useWords } from '../i18n/context'
import { Address } from '../parts/Address'
import { Icon } from '../parts/Icon'
import { SiteText } from '../parts/SiteText'
import { dollars } from '../text/amount'
import { placeText } from '../text/host'
import { SHOWN_AT_MOST } from '../text/visible'
import { Grants } from './Grants'
import { OnSolana } from './OnSolana'
import { isOwnTransfer, OwnTransfer } from './OwnTransfer'
import { Peer } from './Peer'
import { Permit2Terms } from './Permit2'
import { Sends } from './Sends'

/** What for, to whom, and how long the site can use it. */
export function Terms({ view }: { readonly view: ApprovalView }) {
  const { t, format } = useWords()
  const words = view.description
  const isSignature = view.kind === 'signature'
  const isOwn = isSignature || view.kind === 'transaction'
  // The wallet's own: a payment ended by its owner, or the allowance that this site's payment needs.
  const isWallets = view.action?.cancels !== undefined || view.action?.allow !== undefined
  const sentBy =
    view.action?.cancels !== undefined
      ? t.signing.sentToEnd
      : isWallets
        ? t.signing.sentForSite
        : t.signing.sentByPage
  if (isOwnTransfer(view))
    return (
      <dl className="terms">
        <OwnTransfer view={view} />
        <Sends view={view} />
      </dl>
    )
  const isCut = words !== null && [...words].length > SHOWN_AT_MOST
  return (
    <dl className="terms">
      <dt>{t.approval.forTerm}</dt>
      <dd>
        <span className="mono w clamp">
          <SiteText text={isOwn ? placeText(view.url) : `${view.method} ${placeText(view.url)}`} />
        </span>
        {isOwn ? (
          <span className="quiet">{isSignature ? t.signing.onPage : sentBy}</span>
        ) : words === null || words === '' ? (
          <span className="quiet">{t.approval.noWords}</span>
        ) : (
          <>
            <SiteText text={words} quoted />
            <span className="quiet">
              {t.approval.siteWords}
              {isCut && `, ${t.common.cutAt(format.number(SHOWN_AT_MOST))}`}
            </span>
          </>
        )}
      </dd>
      <Peer view={view} />
      {view.offer !== null && (
        <>
          <dt>{t.approval.toTerm}</dt>
          <dd>
            <Address value={view.offer.payTo} />
            {view.payee !== null && view.payee.count > 0 ? (
              <span className="quiet">
                {t.approval.paidBefore(view.payee.count, dollars(view.payee.totalUsd, format.locale).text)}
              </span>
            ) : (
              <span className="amber copy">
                <Icon name="warn" /> {t.approval.neverPaid}
              </span>
            )}
          </dd>
        </>
      )}
      <OnSolana view={view} />
      <Permit2Terms view={view} />
      {isSignature && <Grants view={view} />}
      {view.kind === 'transaction' && <Sends view={view} />}
      {view.windowSeconds !== null && !isOwn && (
        <>
          <dt>{t.approval.validTerm}</dt>
          <dd>
            {view.offer?.svm == null
              ? t.approval.validFor(format.duration(view.windowSeconds))
              : t.solana.window}
          </dd>
        </>
      )}
    </dl>
  )
}
