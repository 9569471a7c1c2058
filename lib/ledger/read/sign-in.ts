import { sameAddress } from '@/lib/core/caip/address'
import { readQuote } from '@/lib/core/quote/read'
import { answerChallenge, type Challenge, readChallenge, type SignInText } from '@/lib/core/signin/challenge'

import type { AuthorizationRow, IntentRow, Ledger, QuoteRow } from '../schema'

/** A way back to what was paid for already: the earlier payment, and what signing in would sign. */
export type WayBack = {
  readonly paid: AuthorizationRow
  readonly challenge: Challenge
  readonly text: SignInText
}

/** What asks for it now. */
export type Returning = {
  readonly intent: Pick<IntentRow, 'kind' | 'answeredUrl'>
  /** the names under which an equal purchase may stand, see `returnKeys` */
  readonly keys: readonly string[]
  readonly quote: Pick<QuoteRow, 'source' | 'notes' | 'raw'>
  /** every EVM address of the wallet, checksummed */
  readonly own: readonly string[]
  /** Unix seconds */
  readonly now: number
}

/** Requests that the wallet itself can give a header; who carries a payment itself signs in by itself. */
const CARRIED: readonly IntentRow['kind'][] = ['fetch', 'xhr', 'navigation', 'next']

/**
 * Finds the settled payment of ours that this 402 asks for again, where its server lets who paid sign in
 * (x402 sign-in-with-x): the same request, answered at the same address, for the same payee.
 *
 * Only a quote that the browser itself saw counts: a challenge that a page reports could be another visitor's.
 *
 * @returns null where there is none, or what would be signed is not as it must be
 */
export async function wayBack(
  ledger: Ledger,
  { intent, keys, quote, own, now }: Returning,
): Promise<WayBack | null> {
  if (!CARRIED.includes(intent.kind) || quote.source !== 'browser' || quote.notes.includes('uncertain'))
    return null
  const raw: unknown = JSON.parse(quote.raw)
  const challenge = readChallenge(raw)
  const read = readQuote(raw)
  if (challenge === null || !read.ok) return null
  const offers = read.value.offers.flatMap((each) => (each.ok ? [each.offer] : []))
  const accountOf = ({ from }: AuthorizationRow) =>
    own.find((address) => address.toLowerCase() === from.toLowerCase())
  const isIt = (row: AuthorizationRow) =>
    row.state === 'settled' &&
    row.network.startsWith('eip155:') &&
    row.answeredUrl === intent.answeredUrl &&
    accountOf(row) !== undefined &&
    offers.some((o) => o.network.startsWith('eip155:') && sameAddress(row.network, o.payTo, row.payTo))
  for (const key of keys) {
    const paid = await ledger.authorizations
      .where('[key+delivered+createdAt]')
      .between([key, 0, 0], [key, 1, Number.MAX_SAFE_INTEGER])
      .reverse()
      .filter(isIt)
      .first()
    const account = paid && accountOf(paid)
    if (paid === undefined || account === undefined) continue
    const text = answerChallenge(challenge, { account, network: paid.network }, intent.answeredUrl, now)
    if (text !== null) return { paid, challenge, text }
  }
  return null
}
