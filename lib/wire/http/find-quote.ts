import { isRecord, type JsonError, parseJson } from '@/lib/core/json/parse'
import { err, ok, type Result } from '@/lib/core/result'

import { decodeBase64Text } from './base64'
import { type HeaderPairs, headerValues } from './headers'
import { sameTerms } from './same-terms'

/** The header of a v2 quote (x402 v2, HTTP transport). */
export const QUOTE_HEADER = 'PAYMENT-REQUIRED'
/** Longest quote header, as received, and longest body that is read for a quote; characters. */
export const MAX_RAW_QUOTE = 65_536
/**
 * Longest decoded quote header, characters. Node's clients break at 16 kB of headers, so no seller
 * who can be paid sends more.
 */
export const MAX_HEADER_QUOTE = 16_384
/** Deepest nesting of a quote. */
const MAX_DEPTH = 16

/** A quote as the answer carried it. What it says is not judged here. */
export type FoundQuote = {
  /** which protocol's retry header the seller reads: see {@link findQuote} */
  readonly version: 1 | 2
  /** the parsed JSON, value for value; any type at all */
  readonly quote: unknown
  /** the JSON text that `quote` was parsed from */
  readonly raw: string
  readonly where: 'header' | 'body'
  readonly notes: readonly QuoteNote[]
}

/** Header and body name different terms: the header's count, and a person decides. */
export const DISAGREE = 'header-and-body-disagree'
/** What is unusual about how the quote was sent. The approval screen shows these. */
export type QuoteNote = 'challenge is not base64' | 'v1-in-header' | 'v2-in-body' | typeof DISAGREE

export type QuoteError = {
  readonly code: 'none' | 'several-headers' | 'not-base64' | 'not-utf8' | JsonError['code']
  readonly detail: string
}

/**
 * Finds the quote in a 402 answer.
 *
 * The header goes before the body, and a header that cannot be read does not fall back to the body:
 * whoever can write a body (a page, a proxy) must not replace what the browser saw. The version is 1
 * where the object says the number 1, else 2 for a header; for a body 2 where it says 2, also as
 * text, else 1. Anything else about the object (versions as text, offers that are no list) is admission's.
 *
 * @param answer headers, and the body's text where it is known
 * @returns the quote, or why there is none; 'none' is an answer that has nothing to do with x402
 */
export function findQuote(answer: {
  readonly headers: HeaderPairs
  readonly body: string | null
}): Result<FoundQuote, QuoteError> {
  const values = headerValues(answer.headers, QUOTE_HEADER)
  if (values.length > 1) {
    return err({ code: 'several-headers', detail: `${values.length} different ${QUOTE_HEADER} headers` })
  }
  const [header] = values
  return header === undefined ? fromBody(answer.body) : fromHeader(header, answer.body)
}

function fromHeader(header: string, body: string | null): Result<FoundQuote, QuoteError> {
  if (header.length > MAX_RAW_QUOTE) return tooLarge(header.length)
  const notes: QuoteNote[] = []
  let raw = header
  // `{` is no base64 character in either alphabet, so this cannot mistake one form for the other.
  if (header.startsWith('{')) notes.push('challenge is not base64')
  else {
    const text = decodeBase64Text(header)
    if (!text.ok) return err({ code: text.error, detail: `${QUOTE_HEADER} cannot be decoded` })
    raw = text.value
  }
  if (raw.length > MAX_HEADER_QUOTE) return tooLarge(raw.length)
  const parsed = parseJson(raw, { characters: MAX_HEADER_QUOTE, depth: MAX_DEPTH })
  if (!parsed.ok) return err({ code: parsed.error.code, detail: `${QUOTE_HEADER}: ${parsed.error.detail}` })
  const quote = parsed.value
  const version = versionOf(quote) === 1 ? 1 : 2
  if (version === 1) notes.push('v1-in-header')
  const other = fromBody(body)
  if (other.ok && !sameTerms(quote, other.value.quote)) notes.push(DISAGREE)
  return ok({ version, quote, raw, where: 'header', notes })
}

function fromBody(body: string | null): Result<FoundQuote, QuoteError> {
  const none = err({ code: 'none' as const, detail: 'the answer carries no quote' })
  const raw = body?.trim() ?? ''
  if (!raw.startsWith('{')) return none
  const parsed = parseJson(raw, { characters: MAX_RAW_QUOTE, depth: MAX_DEPTH })
  if (!parsed.ok) {
    // An error page of some other kind may be no JSON at all; only what claims to be x402 is worth a word.
    return raw.includes('"x402Version"')
      ? err({ code: parsed.error.code, detail: `body: ${parsed.error.detail}` })
      : none
  }
  const quote = parsed.value
  if (!isRecord(quote) || !(Object.hasOwn(quote, 'x402Version') || Array.isArray(quote.accepts))) return none
  const stated = versionOf(quote)
  const version = stated === 2 || stated === '2' ? 2 : 1
  return ok({ version, quote, raw, where: 'body', notes: version === 2 ? ['v2-in-body'] : [] })
}

function versionOf(quote: unknown): unknown {
  return isRecord(quote) && Object.hasOwn(quote, 'x402Version') ? quote.x402Version : undefined
}

function tooLarge(characters: number): Result<never, QuoteError> {
  return err({ code: 'too-large', detail: `challenge too large: ${characters} characters` })
}
