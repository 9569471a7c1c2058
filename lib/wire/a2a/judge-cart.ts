import { parseAtomic } from '@/lib/core/money/amount'

import type { Cart } from './cart'

/** How a cart and the offer that would be paid may disagree. */
export type CartDoubt =
  /** the cart is over */
  | 'expired'
  /** the payment could be settled after the cart is over */
  | 'expires-before-payment'
  | 'expiry-unreadable'
  /** no total to compare with */
  | 'no-total'
  /** the total is in no dollars, or the offer is in a token that is none */
  | 'not-comparable'
  /** the offer asks for more or less than the total, to the cent */
  | 'total-differs'

/** What a person is shown about a cart: whether it says what will be signed. Times in Unix seconds. */
export type JudgedCart = {
  readonly expiresAt: number | null
  readonly agrees: boolean
  readonly why: readonly CartDoubt[]
}

/**
 * Holds a cart's total and expiry against what would be signed.
 *
 * @param paid amount (atomic), the token's decimals (null for a token that is no dollar), and the
 * last second at which the payment can be settled
 * @param now Unix seconds
 */
export function judgeCart(
  { total, currency, expiry }: Pick<Cart, 'total' | 'currency' | 'expiry'>,
  paid: { readonly amount: string; readonly decimals: number | null; readonly validBefore: number },
  now: number,
): JudgedCart {
  const why: CartDoubt[] = []
  const expiresAt = secondsOf(expiry)
  if (expiresAt === null) {
    if (expiry !== null) why.push('expiry-unreadable')
  } else if (expiresAt <= now) why.push('expired')
  else if (paid.validBefore > expiresAt) why.push('expires-before-payment')
  const doubt = compare(total, currency, paid.amount, paid.decimals)
  if (doubt !== null) why.push(doubt)
  return { expiresAt, agrees: why.length === 0, why }
}

function compare(
  total: string | null,
  currency: string | null,
  asked: string,
  decimals: number | null,
): CartDoubt | null {
  const [, whole, fraction = ''] = /^(\d{1,20})(?:\.(\d{1,18}))?$/.exec(total ?? '') ?? []
  if (whole === undefined) return 'no-total'
  if (currency !== 'USD' || decimals === null || decimals > 18) return 'not-comparable'
  const amount = parseAtomic(asked)
  if (amount === null) return 'total-differs'
  const unit = 10n ** 18n
  const difference = amount * (unit / 10n ** BigInt(decimals)) - BigInt(whole + fraction.padEnd(18, '0'))
  // Sellers round the total to cents and not the amount, so less than a cent is no difference.
  const cent = unit / 100n
  return difference < cent && difference > -cent ? null : 'total-differs'
}

/** A time of ISO 8601 with date and time; one without a zone is UTC, as AP2's types write it. */
function secondsOf(time: string | null): number | null {
  const [, moment, zone = 'Z'] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?$/.exec(time ?? '') ?? []
  const seconds = moment === undefined ? Number.NaN : Date.parse(moment + zone) / 1000
  return Number.isFinite(seconds) ? Math.floor(seconds) : null
}
