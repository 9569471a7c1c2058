import { isRecord } from '@/lib/core/json/parse'
import type { Result } from '@/lib/core/result'
import { classifyOutcome, type Outcome } from '@/lib/wire/http/outcome'
import { readSettlement, type Settlement, type SettlementError } from '@/lib/wire/http/settlement'

import { findMcpQuote, type McpQuote } from './find-quote'
import { errorOf, jsonTextOf, resultOf } from './message'

/** Names of the receipt in a result's `_meta`, looked up in this order. */
const RECEIPT_META = ['x402/payment-response', 'x402.payment-response'] as const

/** Longest words of a seller that are kept, as in a receipt. */
const MAX_WORDS = 512

/**
 * Reads the receipt in the answer to a paid MCP request.
 *
 * It stands in the result's `_meta`, as object, JSON text or base64; a settlement that failed stands
 * in the quote that is sent again (x402, MCP transports of both versions). Read as the HTTP header is.
 *
 * @returns 'none' without one, 'malformed' where it says nothing
 */
export function readMcpSettlement(message: unknown): Result<Settlement, SettlementError> {
  const claim = claimIn(message, findMcpQuote(message))
  return readSettlement(claim === null ? [] : [['PAYMENT-RESPONSE', claim]])
}

/** What the answer to a paid MCP request says, unread: who has the key reads and classifies it. */
export function seenInMcp(message: unknown): {
  /** in HTTP's words */
  readonly status: number | null
  /** the receipt: JSON text, or base64 of it */
  readonly settlement: string | null
  readonly hasNewQuote: boolean
} {
  const quote = findMcpQuote(message)
  return {
    status: statusOf(message, quote),
    settlement: claimIn(message, quote),
    hasNewQuote: quote !== null,
  }
}

/**
 * Classifies the answer to a paid MCP request, in HTTP's words.
 *
 * A quote in it is never a fresh one: servers answer in that way when they turn a payment away, and
 * also when settlement broke off and the money may have moved. So it says `refused`, the signature
 * stays live, and `findMcpQuote` tells its terms. A tool's own error without a receipt is `unknown`:
 * most servers then do not settle, and all hold the signature.
 *
 * @param message the answer, null where none came
 * @param error what broke the call, null where it ended well
 */
export function classifyMcp(message: unknown, error: string | null = null): Outcome {
  const settlement = readMcpSettlement(message)
  const quote = findMcpQuote(message)
  const words = quote?.quote.error
  const outcome = classifyOutcome({
    status: statusOf(message, quote),
    settlement: settlement.ok ? settlement.value : null,
    hasNewQuote: quote !== null,
    error,
  })
  if (outcome.outcome !== 'refused' || typeof words !== 'string') return outcome
  return { ...outcome, reason: words.slice(0, MAX_WORDS) }
}

function statusOf(message: unknown, quote: McpQuote | null): number | null {
  if (quote) return quote.quote.error === 'permit2_allowance_required' ? 412 : 402
  if (errorOf(message)) return 500
  const result = resultOf(message)
  return result && (result.isError === true ? 500 : 200)
}

function claimIn(message: unknown, quote: McpQuote | null): string | null {
  const claim = receiptIn(resultOf(message)?._meta) ?? receiptIn(quote?.quote)
  if (claim === undefined) return null
  return typeof claim === 'string' ? claim : jsonTextOf(claim)
}

function receiptIn(holder: unknown): unknown {
  if (!isRecord(holder)) return undefined
  const name = RECEIPT_META.find((each) => Object.hasOwn(holder, each))
  return name && holder[name]
}
