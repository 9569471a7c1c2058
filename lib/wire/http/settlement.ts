import { isRecord, parseJson } from '@/lib/core/json/parse'
import { err, ok, type Result } from '@/lib/core/result'

import { decodeBase64Text } from './base64'
import { type HeaderPairs, headerValues } from './headers'

/** Looked up in this order (x402 v2, then v1). */
const SETTLEMENT_HEADERS = ['PAYMENT-RESPONSE', 'X-PAYMENT-RESPONSE'] as const

const MAX_RAW = 16_384
const MAX_WORDS = 512
const MAX_VALUE = 256

/** What the seller claims about settlement. A claim is not proof: only the chain is. */
export type Settlement = {
  readonly success: boolean
  /** the seller's words, cut at 512 characters; null where not stated */
  readonly errorReason: string | null
  readonly errorMessage: string | null
  readonly payer: string | null
  /** empty where nothing was broadcast, or nothing is told */
  readonly transaction: string
  readonly network: string | null
  /** atomic, what upto really charged */
  readonly amount: string | null
  /** the JSON text, kept as evidence */
  readonly raw: string
}

export type SettlementError = { readonly code: 'none' | 'malformed'; readonly detail: string }

/**
 * Reads the settlement header of an answer to a payment.
 *
 * Encoding is read leniently; `success` must be a boolean and the values short text, else the header
 * says nothing. Two different headers of one name say nothing either.
 */
export function readSettlement(headers: HeaderPairs): Result<Settlement, SettlementError> {
  const pairs = [...headers]
  const found = SETTLEMENT_HEADERS.map((name) => headerValues(pairs, name)).find(
    (values) => values.length > 0,
  )
  const [value, ...others] = found ?? []
  if (value === undefined) return err({ code: 'none', detail: 'no settlement header' })
  if (others.length > 0) return malformed('several different settlement headers')
  if (value.length > MAX_RAW) return malformed('too long')
  const text = value.startsWith('{') ? ok(value) : decodeBase64Text(value)
  if (!text.ok) return malformed(text.error)
  const parsed = parseJson(text.value)
  if (!parsed.ok) return malformed(parsed.error.code)
  return settlementOf(parsed.value, text.value)
}

function settlementOf(claim: unknown, raw: string): Result<Settlement, SettlementError> {
  if (!isRecord(claim) || typeof claim.success !== 'boolean') return malformed('success is no boolean')
  for (const field of ['payer', 'transaction', 'network', 'amount'] as const) {
    const value = claim[field] ?? ''
    if (typeof value !== 'string' || value.length > MAX_VALUE) return malformed(`${field} is no short text`)
  }
  return ok({
    success: claim.success,
    errorReason: textOf(claim.errorReason),
    errorMessage: textOf(claim.errorMessage),
    payer: textOf(claim.payer),
    transaction: textOf(claim.transaction) ?? '',
    network: textOf(claim.network),
    amount: textOf(claim.amount),
    raw,
  })
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, MAX_WORDS) : null
}

function malformed(detail: string): Result<never, SettlementError> {
  return err({ code: 'malformed', detail })
}
