import { isRecord } from '@/lib/core/json/parse'
import type { IntentRow, Ledger, QuoteRow } from '@/lib/ledger/schema'

/** So many of the newest are in the log. */
export const LOG_LENGTH = 100
/** A quote longer than this is cut: the log is for reading. */
const LONGEST_TEXT = 4_000
const DEEPEST = 12
const SECRET = /token|secret|passw|key|auth|session|signature|cookie|jwt|bearer|credential/i
/** Stands where something was left out. */
const LEFT_OUT = '…'

/** One quote, and what was decided about it. Times are Unix milliseconds. */
export type LogEntry = {
  readonly at: number
  readonly asker: string
  readonly method: string
  readonly url: string
  readonly transport: string
  readonly kind: string
  readonly source: string
  readonly notes: readonly string[]
  readonly state: string
  readonly code: string
  readonly decision: unknown
  readonly quote: unknown
}

/**
 * A URL without what could let its reader in somewhere: user information and fragment go, and the values of its
 * query, while their names stay.
 */
export function bareUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null) return LEFT_OUT
  url.username = ''
  url.password = ''
  url.hash = ''
  const names = [...new Set(url.searchParams.keys())]
  url.search = ''
  const query = names.map((name) => `${encodeURIComponent(name)}=${LEFT_OUT}`).join('&')
  return query === '' ? url.href : `${url.href}?${query}`
}

/** A JSON value with everything left out that is named like a secret, and every URL in it bare. */
export function withoutSecrets(value: unknown, depth = 0): unknown {
  if (depth > DEEPEST) return LEFT_OUT
  if (typeof value === 'string') {
    const text = /^[a-z][a-z+.-]*:\/\//i.test(value) ? bareUrl(value) : value
    return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}${LEFT_OUT}` : text
  }
  if (Array.isArray(value)) return value.map((each) => withoutSecrets(each, depth + 1))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, of]) => [
      name,
      SECRET.test(name) && typeof of !== 'number' ? LEFT_OUT : withoutSecrets(of, depth + 1),
    ]),
  )
}

function entryOf(intent: IntentRow, quote: QuoteRow | undefined): LogEntry {
  const { asker, method, url, transport, kind, state, decision, createdAt } = intent
  return {
    at: createdAt,
    asker,
    method,
    url: bareUrl(url),
    transport,
    kind,
    source: quote?.source ?? '',
    notes: quote?.notes ?? [],
    state,
    code: decision.code,
    decision: withoutSecrets(decision),
    quote: quote === undefined ? null : withoutSecrets(parsed(quote.raw)),
  }
}

function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw)
  } catch {
    return raw
  }
}

/** The newest quotes with what was decided about each, the newest first; bounded, and without secrets. */
export async function decisionLog(ledger: Ledger): Promise<readonly LogEntry[]> {
  const intents = await ledger.intents.orderBy('createdAt').reverse().limit(LOG_LENGTH).toArray()
  const quotes = await ledger.quotes.bulkGet(intents.map(({ quoteId }) => quoteId))
  return intents.map((intent, i) => entryOf(intent, quotes[i]))
}
