import { OWN_MOVE } from '@/lib/core/policy/own'
import type { ApprovalView } from '@/lib/doors/ui-protocol'

import { useWords } from '../i18n/context'
import { Amount, Exact } from '../parts/Amount'
import { Host } from '../parts/Host'
import { SiteText } from '../parts/SiteText'
import { units } from '../text/amount'
import { hostText } from '../text/host'
import { mainAmount } from './amounts'
import { isOwnTransfer } from './OwnTransfer'

const LONG_HOST = 32

/** Who asks, and for how much. */
export function Ask({ view }: { readonly view: ApprovalView }) {
  const { t, format } = useWords()
  const { offer } = view
  const isUpTo = view.permit2?.scheme === 'upto'
  const amount = offer === null ? null : mainAmount(offer, format.locale)
  return (
    <section className="ask">
      <h1 className={hostText(view.asker).length > LONG_HOST ? 'who who-long' : 'who'}>
        {isOwnTransfer(view) ? (
          view.method === OWN_MOVE ? (
            t.money.youMove
          ) : (
            t.money.youSend
          )
        ) : (
          <>
            <Host origin={view.asker} /> {t.approval.wants}
          </>
        )}
      </h1>
      {isUpTo && <p className="quiet">{t.permit2.upTo}</p>}
      {view.code === 'RETURN_CACHED_RECEIPT' ? null : amount === null ? (
        <p className="amount amount-long">{t.approval.cannotRead}</p>
      ) : (
        <Amount amount={amount} />
      )}
      {isUpTo && <p className="quiet">{t.permit2.upToMore}</p>}
      {offer !== null && (
        <p className="exact">
          {offer.amountText === null ? (
            <SiteText text={offer.amount} />
          ) : (
            offer.usd !== null && <Exact amount={units(offer.amountText, format.locale)} />
          )}{' '}
          <SiteText text={offer.symbol ?? t.approval.unknownToken} />{' '}
          <span className="quiet">
            {t.approval.on} {offer.networkName}
          </span>{' '}
          {offer.usd === null && <span className="tag tag-amber">{t.approval.noDollarPrice}</span>}{' '}
          {offer.testnet && <span className="tag">{t.common.testMoney}</span>}
        </p>
      )}
      {view.topOrigin !== view.asker && (
        <p className="quiet">
          {t.approval.inPage} <Host origin={view.topOrigin} />
        </p>
      )}
    </section>
  )
}
