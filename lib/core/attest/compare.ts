import { sameAddress } from '../caip/address'
import { toCaip2 } from '../caip/network'
import type { OfferStatement, ReceiptStatement } from './statement'

/** How far a server's clock may be from ours, in seconds. */
const SKEW_SECONDS = 60

/** What is known of a payment, for a server's signed word to be held against. Times are Unix seconds. */
export type PaidFacts = {
  readonly scheme: string
  /** CAIP-2 */
  readonly network: string
  readonly asset: string
  readonly payTo: string
  /** atomic, as the offer stated it */
  readonly amount: string
  readonly payer: string
  /** what was asked for, what answered, and what the quote says that it pays for */
  readonly urls: readonly string[]
  readonly signedAt: number
  /** when the answer was recorded; null before */
  readonly answeredAt: number | null
  /** the transaction of the settlement, or better the one that the chain proves; null where none is known */
  readonly transaction: string | null
}

/** The fields of a signed offer that differ from what was paid; empty where all is equal. */
export function offerDifferences(offer: OfferStatement, paid: PaidFacts): readonly string[] {
  const { network } = paid
  return named({
    version: offer.version === 1,
    resourceUrl: isAmong(offer.resourceUrl, paid.urls),
    scheme: offer.scheme === paid.scheme,
    network: isNetwork(offer.network, network),
    asset: sameAddress(network, offer.asset, paid.asset),
    payTo: sameAddress(network, offer.payTo, paid.payTo),
    amount: offer.amount === paid.amount,
    validUntil: offer.validUntil === 0 || paid.signedAt <= offer.validUntil + SKEW_SECONDS,
  })
}

/**
 * The fields of a signed receipt that differ from the payment; empty where all is equal.
 *
 * A genuine receipt of another payment is told by its payer, its resource, its time or its transaction
 * (case-085).
 */
export function receiptDifferences(receipt: ReceiptStatement, paid: PaidFacts): readonly string[] {
  const { network, transaction, signedAt, answeredAt } = paid
  const said = receipt.transaction
  return named({
    version: receipt.version === 1,
    network: isNetwork(receipt.network, network),
    resourceUrl: isAmong(receipt.resourceUrl, paid.urls),
    payer: sameAddress(network, receipt.payer, paid.payer),
    issuedAt:
      receipt.issuedAt >= signedAt - SKEW_SECONDS &&
      (answeredAt === null || receipt.issuedAt <= answeredAt + SKEW_SECONDS),
    transaction: said === '' || (transaction !== null && sameAddress(network, said, transaction)),
  })
}

const named = (holds: Readonly<Record<string, boolean>>): readonly string[] =>
  Object.keys(holds).filter((name) => holds[name] === false)

/** Names of version 1 mean their networks here too: servers sign either. */
const isNetwork = (said: string, network: string): boolean => said === network || toCaip2(said, 1) === network

/** Whether a URL names the same resource as one of these. The scheme is left out: servers stand behind proxies. */
function isAmong(said: string, urls: readonly string[]): boolean {
  const resource = resourceOf(said)
  return urls.some((url) => url === said || (resource !== null && resourceOf(url) === resource))
}

function resourceOf(text: string): string | null {
  if (!URL.canParse(text)) return null
  const { protocol, host, pathname, search } = new URL(text)
  return protocol === 'https:' || protocol === 'http:' ? `${host}${pathname}${search}` : null
}
