import { sameAddress } from '../caip/address'
import type { Admitted } from './offer'
import type { AdmissionInput, MandateFacts } from './types'
import { parseUrl } from './url'

/** Only a page's own call or a navigation is paid without a person (I7). */
const MANDATABLE = ['fetch', 'xhr', 'navigation']

/**
 * The mandate that covers an offer: asker and top-level origin are both its origin (I7).
 *
 * @returns the first that covers, or null
 */
export function coveringMandate(input: AdmissionInput, { offer, amount }: Admitted): MandateFacts | null {
  const { asker, request, now } = input
  if (!MANDATABLE.includes(request.kind) || asker.origin === 'null' || asker.origin !== asker.topOrigin)
    return null
  const path = parseUrl(request.url)?.pathname ?? ''
  const covers = (m: MandateFacts) =>
    !m.revoked &&
    now < m.expiresAt &&
    m.scope.origin === asker.origin &&
    (m.scope.agent === undefined || m.scope.agent === asker.agent) &&
    (m.scope.pathPrefix === undefined || isBelow(path, m.scope.pathPrefix)) &&
    m.network === offer.network &&
    sameAddress(m.network, m.asset, offer.asset) &&
    (m.payTo === '*' || sameAddress(m.network, m.payTo, offer.payTo)) &&
    amount <= BigInt(m.maxAmount)
  return input.mandates.find(covers) ?? null
}

/** Whole segments: `/news` covers `/news/1` and not `/newsletter`. */
function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`)
}
