import { parseAtomic } from '../money/amount'
import type { Offer, ReadQuote } from '../quote/read'
import type { AdmissionInput, AttemptFacts, DecisionCode, Fact } from './types'

/** A code that ends the decision for the whole request, or null. */
export type Stop = {
  readonly code: DecisionCode
  readonly facts: readonly Fact[]
  readonly receipt?: string | null
}

const stop = (code: DecisionCode, ...facts: Fact[]): Stop => ({ code, facts })

/** Step 1: is this a request that may be paid for at all? */
export function judgeRequest(input: AdmissionInput): Stop | null {
  const { wallet, asker, request, intent, policy } = input
  if (wallet.paused) return stop('BLOCK_PAUSED')
  const url = parse(request.url)
  const answered = parse(request.answeredUrl)
  const blocked = policy.origins.block.find((o) => o === asker.origin || o === url?.origin)
  if (blocked !== undefined) return stop('BLOCK_ORIGIN', { rule: 'origins.block', origin: blocked })
  if (url === null || answered === null || !isSecure(url) || !isSecure(answered)) {
    return stop('BLOCK_INSECURE', { rule: 'https', url: request.url, answered: request.answeredUrl })
  }
  const wanted = parse(intent.url)
  if (
    request.method !== intent.method ||
    wanted === null ||
    withoutFragment(url) !== withoutFragment(wanted)
  ) {
    return stop('BLOCK_INTENT_MISMATCH', {
      rule: 'intent',
      wanted: `${intent.method} ${intent.url}`,
      asked: `${request.method} ${request.url}`,
    })
  }
  if (answered.origin !== url.origin) {
    return stop('BLOCK_REDIRECTED', { rule: 'redirect', asked: url.origin, answered: answered.origin })
  }
  return null
}

const parse = (url: string): URL | null => (URL.canParse(url) ? new URL(url) : null)

const withoutFragment = (url: URL): string => url.href.split('#', 1)[0] ?? url.href

/** https, or http to this very machine. */
function isSecure(url: URL): boolean {
  if (url.protocol === 'https:') return true
  const { hostname } = url
  const here =
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d{1,3}){3}$/.test(hostname)
  return url.protocol === 'http:' && here
}

/** Step 3: what earlier attempts of this purchase say. */
export function judgeAttempts(input: AdmissionInput, quote: ReadQuote): Stop | null {
  const { intent, ledger } = input
  const offers = quote.offers.flatMap((o) => (o.ok ? [o.offer] : []))
  const held = ledger.attempts.filter((a) => a.state !== 'released')
  const own = held.filter((a) => a.intentId === intent.id)
  const live = own.find((a) => a.state !== 'settled')
  if (live)
    return stop('HOLD_RECONCILIATION', {
      rule: 'attempt',
      state: live.state,
      amount: live.terms.amount,
      payTo: live.terms.payTo,
    })
  const conflict = held.find(
    (a) =>
      intent.paymentIdentifier !== null &&
      a.paymentIdentifier === intent.paymentIdentifier &&
      (a.intentId !== intent.id ||
        a.request.method !== intent.method ||
        a.request.url !== intent.url ||
        !offers.some((o) => hasTerms(o, a.terms))),
  )
  if (conflict)
    return stop('BLOCK_ID_CONFLICT', {
      rule: 'payment-identifier',
      amount: conflict.terms.amount,
      payTo: conflict.terms.payTo,
    })
  const paid = own.find((a) => offers.some((o) => hasTerms(o, a.terms)))
  if (paid)
    return {
      code: 'RETURN_CACHED_RECEIPT',
      facts: [{ rule: 'attempt', state: 'settled' }],
      receipt: paid.receiptId,
    }
  const other = own[0]
  return other
    ? stop('BLOCK_ALREADY_ATTEMPTED', {
        rule: 'attempt',
        state: 'settled',
        amount: other.terms.amount,
        payTo: other.terms.payTo,
      })
    : null
}

function hasTerms(offer: Offer, terms: AttemptFacts['terms']): boolean {
  return (
    offer.scheme === terms.scheme &&
    offer.network === terms.network &&
    offer.asset.toLowerCase() === terms.asset.toLowerCase() &&
    offer.payTo.toLowerCase() === terms.payTo.toLowerCase() &&
    parseAtomic(offer.amount)?.toString() === terms.amount
  )
}

/** Step 4: an extension that the seller requires and this wallet does not have. */
export function judgeExtensions(input: AdmissionInput, quote: ReadQuote): Stop | null {
  const missing = Object.entries(quote.extensions).find(
    ([key, block]) => required(block) && !input.policy.extensions.includes(key),
  )
  return missing ? stop('BLOCK_EXTENSION_REQUIRED', { rule: 'extension', extension: missing[0] }) : null
}

function required(block: unknown): boolean {
  const info = typeof block === 'object' && block !== null && 'info' in block ? block.info : null
  return typeof info === 'object' && info !== null && 'required' in info && info.required === true
}
