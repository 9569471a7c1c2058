import type { OfferView } from '@/lib/doors/ui-protocol'

import { type AmountText, dollars, fromAtomic, units } from '../text/amount'

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

const MOST_DECIMALS = 77

/**
 * The decimals that make `amountText` of `amount`, so that other atomic numbers of the same token can be read.
 *
 * @returns null for zero, which says nothing, and where the two do not belong together
 */
export function decimalsOf({ amount, amountText }: Pick<OfferView, 'amount' | 'amountText'>): number | null {
  if (amountText === null || !/^[1-9]\d*$/.test(amount)) return null
  const wanted = plain(amountText)
  for (let decimals = 0; decimals <= MOST_DECIMALS; decimals += 1) {
    if (plain(fromAtomic(amount, decimals)) === wanted) return decimals
  }
  return null
}

function plain(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
}
