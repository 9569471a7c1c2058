import type { NoResend } from '@/lib/core/lifecycle/resend'

/**
 * What became of the owner's wish to send a payment again.
 *
 * - loaded: its page is loaded again, with the payment on that request
 * - page: the page that asked is in front; its next equal request carries the payment
 * - closed: that page is not open; opened and asked again soon, it carries the payment
 */
export type SentAgain =
  | { readonly how: 'loaded' | 'page' | 'closed' }
  /** `agent`: who asked has the payment, and sends it when it is asked to; `paused`: nothing leaves now */
  | { readonly cannot: NoResend | 'agent' | 'paused' | 'missing' }

/**
 * What a cancellation came to: a question that waits in the approval window, with the fee, or why there is none.
 *
 * - no-gas: the account cannot pay the fee
 * - no-node: no node answers, so the fee is not known
 * - no-way: there is no transaction that ends such a payment
 * - over: there is nothing to cancel any more
 */
export type CancelOpened =
  | { readonly paymentId: string }
  | { readonly cannot: 'no-gas' | 'no-node' | 'no-way' | 'over' | 'paused' | 'missing' }

/** What the chain said just now: proved, or still open; or that no node answered, or nodes contradict each other. */
export type AskedNow = { readonly said: 'proved' | 'open' | 'down' | 'disagree' }
