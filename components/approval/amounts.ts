import type { OfferView } from '@/lib/doors/ui-protocol'

import { type AmountText, dollars, units } from '../text/amount'

/** What an offer costs, as the largest thing on the screen; null where its amount cannot be read. */
export function mainAmount(offer: OfferView, locale: string): AmountText | null {
  if (offer.usd !== null) return dollars(offer.usd, locale)
  return offer.amountText === null ? null : units(offer.amountText, locale)
}

/** The amount for a button or a label: `$0.25`, or `0.5 WETH` without a dollar price. */
export function amountLabel(offer: OfferView, locale: string): string {
  const amount = mainAmount(offer, locale)
  if (amount === null) return offer.amount
  return offer.usd === null ? `${amount.text} ${offer.symbol ?? ''}`.trimEnd() : amount.text
}
