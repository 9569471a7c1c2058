import type { Decision } from '@/lib/core/admission/types'
import type { Host } from '@/lib/doors/late-host'
import type { TriedQuote } from '@/lib/doors/ui-developer'
import type { UiError } from '@/lib/doors/ui-protocol'
import { ASKED_BY_HTTP } from '@/lib/ledger/migrations'
import type { IntentRow, QuoteRow } from '@/lib/ledger/schema'
import type { Wallet } from './wallet'

const LONGEST_QUOTE = 100_000

/**
 * Decides about a pasted quote as if a page of this origin had been answered with it now: by the owner's own
 * limits, mandates and memory. Nothing is stored, and nothing can be approved or signed by it.
 *
 * @returns `bad-value` where the quote is no JSON, or the address none
 */
export async function tryQuote(
  wallet: Wallet,
  { quote, method, url, asker }: TriedQuote,
  host: Pick<Host, 'decideFor' | 'siteOfOrigin'>,
): Promise<{ readonly decision: Decision } | UiError> {
  const origin = asker.trim() === '' ? url : asker
  if (!URL.canParse(url) || !URL.canParse(origin) || !isJson(quote)) return { code: 'bad-value' }
  const now = Date.now()
  const from = new URL(origin).origin
  const row: QuoteRow = { id: 'tried', version: 2, source: 'browser', raw: quote, notes: [], receivedAt: now }
  const intent: Omit<IntentRow, 'decision' | 'envelopeDigest'> = {
    ...ASKED_BY_HTTP,
    // An id and a key of its own: what is tried is no earlier purchase, and joins none.
    id: `tried ${crypto.randomUUID()}`,
    key: `tried ${crypto.randomUUID()}`,
    state: 'refused',
    asker: from,
    site: await host.siteOfOrigin(from),
    topOrigin: from,
    agent: null,
    kind: 'fetch',
    reportId: null,
    tabId: -1,
    frameId: 0,
    documentId: null,
    method: method.toUpperCase(),
    url,
    answeredUrl: url,
    bodyDigest: null,
    paymentIdentifier: `pay_${crypto.randomUUID().replaceAll('-', '')}`,
    quoteId: row.id,
    mayOpen: false,
    createdAt: now,
    deadline: now,
  }
  const { decision } = await host.decideFor(wallet, intent, row)
  return { decision }
}

function isJson(text: string): boolean {
  if (text.length > LONGEST_QUOTE) return false
  try {
    return JSON.parse(text) !== undefined
  } catch {
    return false
  }
}
