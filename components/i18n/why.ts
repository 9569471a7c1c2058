import type { Fact } from '@/lib/core/admission/types'
import { networkById } from '@/lib/core/assets/lookup'

import { dollars, fromAtomic, units } from '../text/amount'
import { plainText } from '../text/visible'
import type { Token } from './decisions'
import type { Catalogue } from './en'
import type { Format } from './format'

const DIGITS = /^\d+$/

/**
 * One fact of a decision in words: its rule, with the numbers and names that led to it. What a site wrote is
 * bounded, and what would not be seen in it stands as its code point. Budgets and mandates have words of
 * their own in `decisions`, since they name what the owner set.
 *
 * @returns null for a fact that says no more than its code, and for a rule without words here
 */
export function whyWords(fact: Fact, t: Catalogue, format: Format, token: Token): string | null {
  const words = t.why
  const has = (...names: readonly string[]) => names.every((name) => fact[name] !== undefined)
  const of = (name: string) => plainText(fact[name] ?? '')
  const dollarsOf = (name: string) => dollars(of(name).replace(/^\$/, ''), format.locale).text
  const time = (name: string) => (DIGITS.test(of(name)) ? format.duration(Number(of(name))) : of(name))
  const amount = (name: string) => {
    const atomic = of(name)
    if (token.decimals == null || !DIGITS.test(atomic)) return atomic
    return `${units(fromAtomic(atomic, token.decimals), format.locale).text} ${plainText(token.symbol ?? '')}`.trimEnd()
  }
  const network = (name: string) => networkById(fact[name] ?? '')?.name ?? of(name)
  const stated = (name: string) => (of(name) === '' ? words.nothingStated : words.stated(of(name)))
  switch (fact.rule) {
    case 'maxRisePercent':
      return words.rise(amount('before'), amount('now'))
    case 'perPaymentUsd':
      return words.perPayment(dollarsOf('limit'), dollarsOf('asked'), dollarsOf('over'))
    case 'maxAskedWindowSeconds':
      return words.window(time('limit'), time('asked'))
    case 'automaticPerMinute':
      return words.rate(of('limit'))
    case 'payee':
      if (has('before', 'now')) return words.newPayee(of('before'), of('now'))
      return `${words.payee[fact.reason ?? ''] ?? of('reason')} ${words.payTo(of('payTo'))}`
    case 'resource':
      return fact.named === 'unreadable'
        ? words.resourceUnreadable(of('answered'))
        : words.resource(of('answered'), of('named'))
    case 'balance':
      return words.balance(amount('balance'), amount('asked'))
    case 'allowance':
      return words.allowance(amount('allowance'), amount('asked'))
    case 'approvalAbove':
      return words.askAbove(amount('limit'), amount('asked'))
    case 'networks': {
      const missing =
        fact.missing === 'account' ? words.noAccount : fact.missing === 'testnets' ? words.noTestnets : ''
      return `${words.network(network('network'))} ${missing}`.trimEnd()
    }
    case 'assets':
      return words.asset(of('asset'), network('network'))
    case 'token':
      return words.token(of('field'), of('stated'), of('pinned'))
    case 'asset-cap':
      return words.cap(amount('limit'), amount('asked'))
    case 'caller':
      return words.caller(of('limit'))
    case 'schemes':
      return stated('scheme')
    case 'method':
      return stated('method')
    case 'paymentFlow':
      return stated('flow')
    case 'amount':
      return stated('amount')
    case 'offer':
    case 'quote':
      return has('reason') && of('reason') !== '' ? words.fault(of('reason')) : null
    case 'extension':
      return words.needs(of('extension'))
    case 'origins.block':
      return words.blockedSite(of('origin'))
    case 'https':
      return words.insecure(of('answered'))
    case 'redirect':
      return words.redirected(of('asked'), of('answered'))
    case 'intent':
      return words.otherRequest(of('wanted'), of('asked'))
    case 'attempt':
    case 'payment-identifier':
      return words.earlier(
        amount('amount'),
        of('payTo'),
        words.earlierStates[fact.state ?? ''] ?? of('state'),
      )
    case 'approval':
      return has('field') ? words.differs(of('field')) : null
    default:
      return null
  }
}
