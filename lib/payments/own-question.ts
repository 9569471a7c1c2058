import { OWN_ORIGIN } from '@/lib/core/policy/own'
import type { Action } from '@/lib/ledger/schema'
import type { FoundQuote } from '@/lib/wire/http/find-quote'
import type { Wish } from './intake'

/** What the owner's own transaction pays: amounts in atomic units, addresses as the chain writes them. */
type OwnOffer = {
  readonly network: string
  readonly asset: string
  readonly amount: string
  readonly payTo: string
  readonly maxTimeoutSeconds: number
}

/** A transaction of the owner's own as a purchase: its wish and its quote, for the same admission as any other. */
export type OwnQuestion = { readonly wish: Wish; readonly found: FoundQuote }

/**
 * Puts a transaction that the owner wants into the form of a purchase.
 *
 * @param of.method what it does, a word that no request has
 * @param of.url below the wallet's own origin
 */
export function ownQuestion(of: {
  readonly method: string
  readonly url: string
  readonly action: Action
  readonly offer: OwnOffer
}): OwnQuestion {
  const { method, url, action } = of
  const quote = { x402Version: 2, resource: { url }, accepts: [{ scheme: 'exact', ...of.offer }] }
  return {
    wish: {
      kind: 'transaction',
      transport: 'provider',
      action,
      terms: null,
      reportId: null,
      asker: OWN_ORIGIN,
      topOrigin: OWN_ORIGIN,
      tabId: -1,
      frameId: 0,
      documentId: null,
      method,
      url,
      answeredUrl: url,
      bodyDigest: null,
      certain: false,
      mayOpen: true,
    },
    found: { version: 2, quote, raw: JSON.stringify(quote), where: 'header', notes: [] },
  }
}
