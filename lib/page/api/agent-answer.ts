import { isRecord } from '@/lib/core/json/parse'
import { decodeBase64Text } from '@/lib/wire/http/base64'
import { findQuote } from '@/lib/wire/http/find-quote'
import {
  after,
  eachHeader,
  NativePromise,
  NativeResponse,
  ofResponse,
  parse,
  responseBytes,
  stringify,
} from '../natives'
import type { CallerTerms, Json } from '../protocol'
import { answerText, digestOf } from '../replay'

/** The longest body that an answer is told with, in bytes. */
const LONGEST_BODY = 1_048_576
/** A body that takes longer is told without. */
const BODY_PATIENCE_MS = 30_000

/** The headers of an answer, names in lower case. */
export function headersOf(response: Response): Record<string, string> {
  const headers: Record<string, string> = {}
  eachHeader(ofResponse(response, 'headers'), (value, name) => {
    headers[name] = value
  })
  return headers
}

/**
 * An answer as plain JSON: status, headers, and its body as text, or in base64 where it is no text. The body
 * is null where it is over 1 MB or does not arrive in time.
 *
 * @param heard told the SHA-256 of the body, where all of it arrived
 */
export async function plainAnswer(
  response: Response,
  heard?: (digest: string | null) => void,
): Promise<Json> {
  const read = responseBytes(response).catch(() => null)
  const bytes = await NativePromise.race([read, after(BODY_PATIENCE_MS)])
  if (heard && bytes) heard(await digestOf(bytes))
  return { status: ofResponse(response, 'status'), headers: headersOf(response), ...bodyOf(bytes) }
}

function bodyOf(bytes: ArrayBuffer | null): { body: string | null; encoding?: string } {
  if (bytes === null || bytes.byteLength > LONGEST_BODY) return { body: null }
  try {
    return { body: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'text' }
  } catch {
    let binary = ''
    for (const byte of new Uint8Array(bytes)) binary += String.fromCharCode(byte)
    return { body: btoa(binary), encoding: 'base64' }
  }
}

/** What a caller says of its purchase; numbers become text. */
export function termsOf(of: unknown): CallerTerms {
  const said = (isRecord(of) ? of : {}) as { readonly [name: string]: unknown }
  const text = (name: string) => (said[name] == null ? undefined : String(said[name]))
  return {
    idempotencyKey: text('idempotencyKey'),
    maxAmount: text('maxAmount'),
    maxUsd: text('maxUsd'),
    agent: text('agent'),
    intent: text('intent'),
  }
}

/** A quote that a caller holds, with the server that made it; null where there is none to read. */
export async function statedQuote(of: {
  readonly quote?: unknown
  readonly url?: unknown
  readonly response?: unknown
}): Promise<{ quote: string; url: string } | null> {
  const { quote, response } = of
  const url = String(of.url ?? (response instanceof NativeResponse ? ofResponse(response, 'url') : ''))
  const at = new URL(url, document.baseURI).href
  if (quote !== undefined) return { quote: typeof quote === 'string' ? quote : stringify(quote), url: at }
  if (!(response instanceof NativeResponse)) return null
  const found = findQuote({
    headers: Object.entries(headersOf(response)),
    body: await answerText(response),
  })
  return found.ok ? { quote: found.value.raw, url: at } : null
}

/** The signed payment as a caller carries it: the header for HTTP, and the object that stands in it. */
export function carried(payment: unknown): Json {
  const { name, value } = payment as { readonly name: string; readonly value: string }
  const text = decodeBase64Text(value)
  return { header: { name, value }, payload: text.ok ? (parse(text.value) as Json) : null }
}
