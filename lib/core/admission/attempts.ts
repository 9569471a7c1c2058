import { sameAddress } from '../caip/address'
import { parseAtomic } from '../money/amount'
import type { Offer, ReadQuote } from '../quote/read'
import type { AdmissionInput, AttemptFacts, Reason } from './types'
import { sameTarget } from './url'

/** A reason that ends the decision; `receipt` where an earlier payment answers this request. */
export type Earlier = Reason & { readonly receipt: string | null }

/**
 * Step 3: what earlier attempts of this asker say.
 *
 * Released ones are proved dead and count for nothing; settled ones are paid; every other state is
 * live, whatever its valid-before says.
 */
export function judgeAttempts({ intent, ledger }: AdmissionInput, quote: ReadQuote): Earlier | null {
  const offers = quote.offers.flatMap((o) => (o.ok ? [o.offer] : []))
  const offered = (attempt: AttemptFacts) => offers.some((offer) => hasTerms(offer, attempt.terms))
  const standing = ledger.attempts.filter((a) => a.state !== 'released')
  const own = standing.filter((a) => a.intentId === intent.id)
  const live = own.find((a) => a.state !== 'settled')
  if (live) return earlier('HOLD_RECONCILIATION', 'attempt', live)
  const conflict = standing.find(
    (a) =>
      intent.paymentIdentifier !== null &&
      a.paymentIdentifier === intent.paymentIdentifier &&
      (a.intentId !== intent.id ||
        a.request.method !== intent.method ||
        !sameTarget(a.request.url, intent.url) ||
        !offered(a)),
  )
  if (conflict) return earlier('BLOCK_ID_CONFLICT', 'payment-identifier', conflict)
  const paid = own.find(offered)
  if (paid) return { ...earlier('RETURN_CACHED_RECEIPT', 'attempt', paid), receipt: paid.receiptId }
  const [other] = own
  return other ? earlier('BLOCK_ALREADY_ATTEMPTED', 'attempt', other) : null
}

function earlier(code: Reason['code'], rule: string, { state, terms }: AttemptFacts): Earlier {
  return { code, facts: [{ rule, state, amount: terms.amount, payTo: terms.payTo }], receipt: null }
}

/** Whether an offer asks for exactly this money: scheme, network, asset, payee and amount. */
export function hasTerms(offer: Offer, terms: AttemptFacts['terms']): boolean {
  return (
    offer.scheme === terms.scheme &&
    offer.network === terms.network &&
    sameAddress(terms.network, offer.asset, terms.asset) &&
    sameAddress(terms.network, offer.payTo, terms.payTo) &&
    parseAtomic(offer.amount)?.toString() === terms.amount
  )
}
