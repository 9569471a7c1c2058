import type { OfferView } from '@/lib/doors/ui-protocol'

import { useWords } from '../i18n/context'
import { Facts } from '../parts/Facts'
import { Fold } from '../parts/Fold'
import { Icon } from '../parts/Icon'
import { SiteText } from '../parts/SiteText'
import { dollars, units } from '../text/amount'
import { decimalsOf } from './amounts'

/** The other offers of the quote, each with the reason that stands against it. */
export function Others({ offers }: { readonly offers: readonly OfferView[] }) {
  const { t } = useWords()
  const refused = offers.filter((offer) => offer.code.startsWith('BLOCK_')).length
  return (
    <Fold title={t.approval.others} aside={t.approval.othersCount(offers.length - refused, refused)}>
      <ul className="offers">
        {offers.map((offer) => (
          <Other key={offer.index} offer={offer} />
        ))}
      </ul>
    </Fold>
  )
}

function Other({ offer }: { readonly offer: OfferView }) {
  const { t, format } = useWords()
  const isRefused = offer.code.startsWith('BLOCK_')
  return (
    <li>
      <span className={isRefused ? 'red' : 'quiet'}>
        <Icon name={isRefused ? 'block' : 'check'} />
      </span>
      <span>
        {offer.amountText === null ? (
          <SiteText text={offer.amount} />
        ) : (
          units(offer.amountText, format.locale).text
        )}{' '}
        <SiteText text={offer.symbol ?? offer.asset} /> {t.approval.on} <SiteText text={offer.networkName} />{' '}
        {offer.testnet && <span className="tag">{t.common.testMoney}</span>}
      </span>
      {isRefused ? (
        <span className="red">{t.approval.refused}</span>
      ) : (
        <span>{offer.usd === null ? t.approval.possible : dollars(offer.usd, format.locale).text}</span>
      )}
      <div className="why why-s">
        {isRefused || offer.code !== 'HOLD_APPROVAL_REQUIRED' ? t.reasons[offer.code] : ''}{' '}
        {isRefused && <span className="nowrap mono">{offer.code}</span>}
        <Facts facts={offer.facts} decimals={decimalsOf(offer)} symbol={offer.symbol} />
      </div>
    </li>
  )
}
