import { isRecord } from '@/lib/core/json/parse'

/**
 * Tells whether two quotes of one answer ask for the same money.
 *
 * Sellers that serve both versions write the same offer twice in different words, so only scheme,
 * asset, payee and amount are compared, and the network where both use the same version's names.
 * Order and repetition of offers do not count.
 */
export function sameTerms(a: unknown, b: unknown): boolean {
  const withNetwork = isRecord(a) && isRecord(b) && a.x402Version === b.x402Version
  const [left, right] = [a, b].map((quote) => termsOf(quote, withNetwork))
  return left !== undefined && left === right
}

function termsOf(quote: unknown, withNetwork: boolean): string {
  if (!isRecord(quote) || !Array.isArray(quote.accepts)) return ''
  const terms = quote.accepts.map((offer: unknown) => {
    if (!isRecord(offer)) return JSON.stringify(offer)
    const amount = Object.hasOwn(offer, 'amount') ? offer.amount : offer.maxAmountRequired
    const { scheme, network, asset, payTo } = offer
    return JSON.stringify([scheme, lower(asset), lower(payTo), amount, withNetwork ? network : null])
  })
  return [...new Set(terms)].sort().join('\n')
}

function lower(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value
}
