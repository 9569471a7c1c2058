import { isRecord, parseJson } from '@/lib/core/json/parse'
import { sameTerms } from '@/lib/wire/http/same-terms'

import { errorOf, type JsonObject, jsonTextOf, resultOf } from './message'

/**
 * In which of the forms that servers really use a quote came; the payment goes back in the same.
 *
 * - A: tool result with `isError` and `structuredContent` (x402 v2, MCP transport)
 * - A-text: the same without `structuredContent`: the quote is JSON in a text of `content`
 * - B: tool result with `isError` and `_meta["x402/error"]` (Cloudflare's agents package)
 * - C: JSON-RPC error -32042, the quote in `data` or `data.x402`
 * - D: JSON-RPC error 402, the quote in `data` (x402 v1, MCP transport)
 * - E: A or A-text in version 1 (the x402-mcp package)
 * - draft: result with `resultType` "payment_required" (x402 extension for MCP 2026-07-28)
 * - G: a JSON-RPC error of any other code whose `data` is a quote (earlier proposals)
 */
export type McpDialect = 'A' | 'A-text' | 'B' | 'C' | 'D' | 'E' | 'draft' | 'G'

/** What is unusual about how the quote was sent. The approval screen shows these. */
export type McpNote = 'quoted-twice-with-other-terms' | 'other-protocol-offered'

/** A quote as an MCP answer carried it. What it says is not judged here. */
export type McpQuote = {
  /** which form of payment the server reads: 1 where the quote says the number 1, else 2 */
  readonly version: 1 | 2
  /** an object with `x402Version` and a list `accepts`, value for value */
  readonly quote: JsonObject
  /** the JSON text of `quote`: as received where it came as text, else written anew */
  readonly raw: string
  readonly dialect: McpDialect
  readonly notes: readonly McpNote[]
}

/** Where MCP asks for an URL to be opened, and some servers for a payment. */
const ELICITATION_OR_PAYMENT = -32042

/**
 * Finds the quote in the answer to an MCP request.
 *
 * Only an answer that says it is no success is looked at, so a tool that returns a sample quote as its
 * content quotes nothing. Error -32042 belongs to three protocols and is told apart by its data: with
 * `elicitations` it asks for a page to be opened; with `challenges` alone it is MPP's. A quote that
 * cannot be read (over 64 kB, deeper than 16, a member named twice) is none.
 *
 * @param message a JSON-RPC response, a bare CallToolResult, or an error as an MCP client throws it
 */
export function findMcpQuote(message: unknown): McpQuote | null {
  const error = errorOf(message)
  if (error) return inError(error)
  const result = resultOf(message)
  return result && inResult(result)
}

function inError({ code, data }: JsonObject): McpQuote | null {
  if (code === ELICITATION_OR_PAYMENT && isRecord(data) && Object.hasOwn(data, 'elicitations')) return null
  const dialect = code === ELICITATION_OR_PAYMENT ? 'C' : code === 402 ? 'D' : 'G'
  const isShared = isRecord(data) && Array.isArray(data.challenges)
  return found(dialect, read(data), isShared ? ['other-protocol-offered'] : [])
}

function inResult(result: JsonObject): McpQuote | null {
  if (result.resultType === 'payment_required') return found('draft', read(result.paymentRequired))
  if (result.isError !== true) return null
  const marked = isRecord(result._meta) ? read(result._meta['x402/error']) : null
  const structured = read(result.structuredContent)
  const text = inTexts(result.content)
  const first = marked ?? structured ?? text
  if (!first) return null
  const isOne = [structured, text].every((other) => !other || sameTerms(first.quote, other.quote))
  const dialect = marked ? 'B' : first.quote.x402Version === 1 ? 'E' : structured ? 'A' : 'A-text'
  return found(dialect, first, isOne ? [] : ['quoted-twice-with-other-terms'])
}

type Read = { readonly quote: JsonObject; readonly raw: string }

function found(dialect: McpDialect, read: Read | null, notes: readonly McpNote[] = []): McpQuote | null {
  return read && { version: read.quote.x402Version === 1 ? 1 : 2, ...read, dialect, notes }
}

function inTexts(content: unknown): Read | null {
  for (const part of Array.isArray(content) ? content : []) {
    const quote = isRecord(part) && part.type === 'text' ? read(part.text) : null
    if (quote) return quote
  }
  return null
}

/** The quote that a value is or wraps; text is JSON. What a value holds is copied by way of its JSON text. */
function read(value: unknown): Read | null {
  if (typeof value === 'string') {
    const parsed = value.trimStart().startsWith('{') ? parseJson(value) : null
    if (!parsed?.ok || !isRecord(parsed.value)) return null
    return isQuote(parsed.value) ? { quote: parsed.value, raw: value } : unwrapped(parsed.value)
  }
  if (!isRecord(value)) return null
  return isQuote(value) ? read(jsonTextOf(value)) : unwrapped(value)
}

/** `x402/error` holds a JSON-RPC error with the quote in `data`; `x402` stands beside other protocols. */
function unwrapped(value: JsonObject): Read | null {
  const wrapper = value['x402/error']
  const inner = isRecord(wrapper) ? wrapper.data : value.x402
  return isRecord(inner) && isQuote(inner) ? read(inner) : null
}

function isQuote(value: JsonObject): boolean {
  return Object.hasOwn(value, 'x402Version') && Array.isArray(value.accepts)
}
