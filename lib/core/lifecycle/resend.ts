import type { AuthorizationState } from './transition'

/** What must be known of a signed payment to say whether it may leave once more. Times: Unix seconds, but for `updatedAt`. */
export type SentPayment = {
  readonly state: AuthorizationState
  /** what the last answer said; null while none came to the last time that it left */
  readonly outcome: string | null
  readonly delivered: 0 | 1
  readonly validBefore: number
  /** Unix milliseconds */
  readonly updatedAt: number
  /** how often it left */
  readonly sends: number
  readonly header: { readonly name: string } | null
}

/**
 * Why a payment is not sent again.
 *
 * - unsigned: there is nothing to send yet
 * - dead: the chain proved that nobody can use it any more
 * - carried: its page, or the wallet's own node, has it; the wallet puts it on no request
 * - delivered: it was paid and answered; asking again is a new purchase
 * - window-over: nobody takes it any more; only the chain can say what became of it
 * - underway: it has just left, and its answer may still come
 * - old: it was paid, and nobody asked for its answer for ten minutes; a page that asks now wants it anew
 * - often: the page had its share; the owner may still send it
 */
export type NoResend =
  | 'unsigned'
  | 'dead'
  | 'carried'
  | 'delivered'
  | 'window-over'
  | 'underway'
  | 'old'
  | 'often'

/** Who wants it sent again: the page by its own retry, an agent by its idempotency key, the owner on the wallet's screen. */
export type Resender = 'page' | 'agent' | 'owner'

/** Headers that carry a payment on a request (x402 v2, v1). */
const CARRIERS: readonly string[] = ['PAYMENT-SIGNATURE', 'X-PAYMENT']
/** An answer that is expected still is waited for this long. */
export const UNDERWAY_MS = 15_000
/** For so long an equal GET that was paid and not delivered is the same wish, and no new purchase. */
export const UNDELIVERED_SECONDS = 600
/** A page that asks over and over sends one payment this often at most. */
export const MOST_SENDS = 10

/**
 * Whether the identical payload may leave once more. That spends nothing: one nonce moves money once, so it
 * needs no new consent. A second signature is another matter, and waits for proof (I3).
 *
 * @param now Unix seconds
 * @returns null where it may
 */
export function whyNotAgain(sent: SentPayment, by: Resender, now: number): NoResend | null {
  const { state, header, outcome } = sent
  if (state === 'released') return 'dead'
  if (state === 'reserved' || header === null) return 'unsigned'
  if (!CARRIERS.includes(header.name)) return 'carried'
  if (state === 'settled' && sent.delivered === 1) return 'delivered'
  // What is settled can move nothing more; a server that keeps answers by identifier gives its own again.
  if (state !== 'settled' && now >= sent.validBefore) return 'window-over'
  if (by === 'owner') return null
  const isUnanswered = outcome === null && (state === 'signed' || state === 'sent')
  if (isUnanswered && now * 1_000 - sent.updatedAt < UNDERWAY_MS) return 'underway'
  if (by === 'agent') return null
  if (state === 'settled' && now - sent.updatedAt / 1_000 >= UNDELIVERED_SECONDS) return 'old'
  return sent.sends >= MOST_SENDS ? 'often' : null
}

/** Whether a signed payment is to leave: it has not yet, or it was taken up again and nothing was answered since. */
export const isToBeSent = ({
  state,
  outcome,
  header,
}: Pick<SentPayment, 'state' | 'outcome' | 'header'>): boolean =>
  header !== null && outcome === null && state !== 'reserved' && state !== 'sent' && state !== 'released'
