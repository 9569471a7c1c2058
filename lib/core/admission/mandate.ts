import { isOfUnit } from '../budget/scope'
import { sameAddress } from '../caip/address'
import { formatDollars } from '../money/dollars'
import { dollarsOfPolicy } from '../policy/dollars'
import { balanceOf } from './balance'
import type { Admitted } from './offer'
import type { AdmissionInput, Fact, MandateFacts } from './types'
import { parseUrl } from './url'

/** Only a page's own call, by request or by the provider, or a navigation is paid without a person (I7). */
const MANDATABLE = ['fetch', 'xhr', 'navigation', 'call', 'signature']

/** The mandate that covers an offer, or why the one that came nearest does not. */
export type Coverage = { readonly mandate: MandateFacts | null; readonly why: Fact }

type Check = (mandate: MandateFacts, input: AdmissionInput, admitted: Admitted) => true | Fact

const fails = (reason: string, numbers: Readonly<Record<string, string>> = {}): Fact => ({
  rule: 'mandate',
  reason,
  ...numbers,
})

/** In this order: the later one fails, the nearer the mandate came. */
const CHECKS: readonly Check[] = [
  (m) => !m.revoked || fails('revoked'),
  (m, { now }) => now < m.expiresAt || fails('expired', { expiresAt: String(m.expiresAt) }),
  (m) => m.paused !== true || fails('paused'),
  (m, { intent }) =>
    intent.payer === undefined ||
    m.account === undefined ||
    sameAddress(m.network, m.account, intent.payer) ||
    fails('account'),
  (m, { asker }) => m.scope.agent === undefined || m.scope.agent === asker.agent || fails('agent'),
  (m, { request }) =>
    m.transports === undefined || m.transports.includes(request.transport) || fails('transport'),
  ({ scope }, { request }) =>
    scope.pathPrefix === undefined ||
    // What was asked for is the page's word, what answered is the browser's: both must be below.
    [request.url, request.answeredUrl].every((url) =>
      isBelow(parseUrl(url)?.pathname ?? '', scope.pathPrefix ?? ''),
    ) ||
    fails('path', { limit: scope.pathPrefix }),
  (m, _, { offer }) =>
    (m.network === offer.network && sameAddress(m.network, m.asset, offer.asset)) || fails('asset'),
  // What is paid is the facilitator's to say, up to the most: the owner has to have allowed that by name.
  (m, _, { offer }) => offer.scheme !== 'upto' || m.upto === true || fails('upto'),
  (m, { request }, { offer }) =>
    // Any payee whom the site's own page names; a link that leads elsewhere names one that is none of its.
    (m.payTo === '*'
      ? request.kind !== 'navigation' || parseUrl(request.answeredUrl)?.origin === m.scope.origin
      : sameAddress(m.network, m.payTo, offer.payTo)) || fails('payee'),
  (m, _, { amount }) =>
    amount <= BigInt(m.maxAmount) || fails('amount', { limit: m.maxAmount, asked: amount.toString() }),
  hasLeft,
  // What was delivered a moment ago may ask for itself again: whether it is bought twice, a person says.
  ({ repeatAfterSeconds: after = 0 }, { ledger: { recent } }) =>
    (recent.samePaidSecondsAgo ?? after) >= after ||
    fails('repeated', { secondsAgo: String(recent.samePaidSecondsAgo) }),
  (m, input, { offer, amount }) => {
    const balance = m.account === undefined ? undefined : balanceOf(input, offer, m.account)
    return balance === undefined || BigInt(balance) >= amount || fails('funds', { balance })
  },
]

/** Whether its own total admits this much more. */
function hasLeft({ total }: MandateFacts, _: AdmissionInput, admitted: Admitted): true | Fact {
  if (total === undefined) return true
  const { amount, usd, offer } = admitted
  // What its total cannot count (an asset without a price, money of the other kind) it does not cover.
  if (!isOfUnit(total.unit, { network: offer.network, asset: offer.asset, usd })) return fails('total')
  const inDollars = total.unit.kind === 'usd'
  const read = (value: string): bigint => (inDollars ? dollarsOfPolicy(value) : BigInt(value))
  const over = read(total.committed) + (inDollars ? (usd?.usd ?? 0n) : amount) - read(total.limit)
  if (over <= 0n) return true
  const { limit, committed } = total
  return fails('total', { limit, committed, over: inDollars ? formatDollars(over) : over.toString() })
}

/**
 * Finds the mandate that covers an offer: asker and top-level origin are both its origin (I7), and each
 * of its own limits admits the payment. One that is used up covers nothing, so that a person is asked.
 */
export function coverage(input: AdmissionInput, admitted: Admitted): Coverage {
  const { asker, request } = input
  const none: Coverage = { mandate: null, why: { rule: 'mandate' } }
  if (asker.origin === 'null' || asker.origin !== asker.topOrigin) return none
  if (!MANDATABLE.includes(request.kind)) return none
  let nearest = { step: -1, why: none.why }
  for (const mandate of input.mandates.filter((m) => m.scope.origin === asker.origin)) {
    const step = CHECKS.findIndex((check) => check(mandate, input, admitted) !== true)
    if (step < 0) return { mandate, why: { rule: 'mandate', mandate: mandate.id } }
    const failed = CHECKS[step]?.(mandate, input, admitted)
    if (step > nearest.step && typeof failed === 'object')
      nearest = { step, why: { ...failed, mandate: mandate.id } }
  }
  return { mandate: null, why: nearest.why }
}

/** Whole segments: `/news` covers `/news/1` and not `/newsletter`. */
function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(prefix.endsWith('/') ? prefix : `${prefix}/`)
}
