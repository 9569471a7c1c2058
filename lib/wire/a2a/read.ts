import { MAX_RAW_QUOTE } from '@/lib/wire/http/find-quote'
import type { Settlement } from '@/lib/wire/http/settlement'

import { type Cart, findCart } from './cart'
import { type A2aWire, extensionVersion } from './extension'
import { jsonOf, listOf, own, textOf } from './fields'
import { spokenIn } from './message'
import { readReceipts } from './receipts'
import { type A2aStatus, statusOf } from './status'

/** Longest error code that is kept. */
const MAX_ERROR = 200

/** A quote as an agent's message carried it. What it says is not judged here. */
export type A2aQuote = {
  /** 1 where the object says the number 1, else 2: neither wire nor extension tells */
  readonly version: 1 | 2
  readonly quote: unknown
  /** the JSON text of `quote` */
  readonly raw: string
}

/** What a message says about payment. Every word of it is the agent's claim. */
export type A2aPayment = {
  readonly wire: A2aWire
  /** as @a2a-js/sdk 1 keeps it in memory, not as JSON; the answer must be built alike */
  readonly objects: boolean
  readonly taskId: string | null
  readonly contextId: string | null
  readonly status: A2aStatus
  /** URIs of x402 extensions that the message names */
  readonly extensions: readonly string[]
  /** null where none is asked for, and where what asks cannot be answered: no quote, no task, too long */
  readonly quote: A2aQuote | null
  /** the embedded flow: the cart that the quote stood in; null in the standalone flow */
  readonly cart: Cart | null
  readonly receipts: readonly Settlement[]
  /** a short code in any case; show it as untrusted text */
  readonly error: string | null
}

/**
 * Reads what an agent's answer says about payment (a2a-x402 v0.1 and v0.2, over A2A 0.3 and 1.0).
 *
 * Only `x402.payment.status` of the status message tells: the state of the task says other things
 * with every seller. A quote counts only with `payment-required`, and only in a task, since the
 * answer must name it.
 *
 * @param answer a parsed JSON-RPC answer or streamed event, or a bare Task, Message or event
 * @param artifacts of the task that came before, in events of their own
 * @returns null where the answer says nothing about payment
 */
export function readA2a(answer: unknown, artifacts: readonly unknown[] = []): A2aPayment | null {
  const spoken = spokenIn(answer)
  const metadata = own(spoken?.message, 'metadata')
  const said = (key: string) => own(metadata, `x402.payment.${key}`)
  const status = statusOf(said('status'))
  if (spoken === null || status === null) return null
  const { message, artifacts: ownArtifacts, ...where } = spoken
  const asks = status === 'payment-required' && where.taskId !== null
  const required = said('required')
  const found = asks && required === undefined ? findCart([...artifacts, ...ownArtifacts]) : undefined
  return {
    ...where,
    status,
    extensions: listOf(own(message, 'extensions')).filter(
      (uri): uri is string => extensionVersion(uri) !== null,
    ),
    quote: asks ? quoteOf(found ? found.quote : required) : null,
    cart: found?.cart ?? null,
    receipts: readReceipts(said('receipts')),
    error: textOf(said('error'), MAX_ERROR),
  }
}

/** The quote as a value of its own: whoever holds the message cannot change it any more. */
function quoteOf(sent: unknown): A2aQuote | null {
  const raw = jsonOf(sent ?? undefined, MAX_RAW_QUOTE)
  if (raw === null) return null
  const quote: unknown = JSON.parse(raw)
  return { version: own(quote, 'x402Version') === 1 ? 1 : 2, quote, raw }
}
