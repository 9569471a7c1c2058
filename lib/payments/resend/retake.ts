import { hasTerms } from '@/lib/core/admission/attempts'
import { type Resender, whyNotAgain } from '@/lib/core/lifecycle/resend'
import { transition } from '@/lib/core/lifecycle/transition'
import { readQuote } from '@/lib/core/quote/read'
import { readChallenge } from '@/lib/core/signin/challenge'
import { ledgerMoment, readSettings } from '@/lib/ledger/read/documents'
import type { AuthorizationRow, IntentRow, Ledger } from '@/lib/ledger/schema'
import { isImporting } from '@/lib/ledger/write/documents'
import { isTagged } from '@/lib/payments/draft'

/** Where the payload is to leave from now. */
type From = Pick<
  IntentRow,
  'kind' | 'reportId' | 'tabId' | 'frameId' | 'documentId' | 'method' | 'topOrigin' | 'answeredUrl' | 'asker'
>

/** What asks again: the wish as the browser tells it, its key, and what the 402 said this time. */
export type AskedAgain = {
  readonly wish: From & {
    /** false where nobody can say which answer belongs to this request */
    readonly certain: boolean
  }
  readonly key: string
  /** as parsed */
  readonly quote: unknown
  /** Unix milliseconds */
  readonly now: number
  /** until when its page waits, Unix milliseconds */
  readonly deadline: number
  /** authorizations that the owner said may leave again */
  readonly allowed: readonly string[]
}

/** Asking for it once more has no effect of its own. */
const isRepeatable = (method: string): boolean => method === 'GET' || method === 'HEAD'

/**
 * A page asks again for what it has a signed payment for that nobody answered clearly: the purchase is taken
 * up, and the very same payload leaves on this request.
 *
 * Only for the same asker and top document's origin, at the same address, and where the same terms are asked:
 * a request that would be turned down is not worth sending. Requests that may repeat an effect (any but GET
 * and HEAD), and such whose answer is not certain, wait for the owner's word.
 *
 * @returns the purchase, to be sent, and the authorization; null where there is none, or it may not leave
 */
export function retake(
  ledger: Ledger,
  { wish, key, quote, now, deadline, allowed }: AskedAgain,
): Promise<{ readonly intent: IntentRow; readonly of: string } | null> {
  return ledger.transaction('rw', tablesOf(ledger), async () => {
    const earlier = await ledger.authorizations
      .where('[key+delivered+createdAt]')
      .between([key, 0, 0], [key, 0, Number.MAX_SAFE_INTEGER])
      .reverse()
      .toArray()
    for (const row of earlier) {
      const by = allowed.includes(row.id) ? 'owner' : 'page'
      // Served once more it was not: signing in is the other way back, and a person's to choose.
      if (by === 'page' && row.state === 'settled' && row.sends > 1 && readChallenge(quote) !== null) continue
      if (by === 'page' && !(wish.certain && wish.asker !== 'null' && isRepeatable(wish.method))) continue
      const intent = await ledger.intents.get(row.intentId)
      // What an agent carries is the agent's to send.
      if (intent === undefined || intent.kind === 'call' || intent.topOrigin !== wish.topOrigin) continue
      if (row.answeredUrl !== wish.answeredUrl || !isAsked(row, quote)) continue
      const open = await reopen(ledger, row, intent, wish, by, now, deadline)
      if (open !== null) return { intent: open, of: row.id }
    }
    return null
  })
}

/**
 * An agent names a purchase by its idempotency key once more: where it has a signed payment without a clear
 * answer, that leaves again, whatever the method; the agent said that it is the same purchase.
 *
 * @param intent the purchase, with the document that asks now
 * @returns the purchase, to be sent; null where nothing of it may leave
 */
export function retakeNamed(
  ledger: Ledger,
  intent: IntentRow,
  now: number,
  deadline: number,
): Promise<IntentRow | null> {
  return ledger.transaction('rw', tablesOf(ledger), async () => {
    const row = await ledger.authorizations.where('intentId').equals(intent.id).last()
    return row === undefined ? null : await reopen(ledger, row, intent, intent, 'agent', now, deadline)
  })
}

const tablesOf = (ledger: Ledger) => [ledger.intents, ledger.authorizations, ledger.documents]

/** Whether the 402 still asks for what was signed. */
function isAsked({ scheme, network, asset, payTo, amount }: AuthorizationRow, quote: unknown): boolean {
  const read = readQuote(quote)
  const terms = { scheme, network, asset, payTo, amount }
  return read.ok && read.value.offers.some((each) => each.ok && hasTerms(each.offer, terms))
}

/**
 * Marks a payment as one that is to leave again. What was said of it stays in its receipts; its money stays
 * held. Runs inside the caller's transaction over intents, authorizations and documents.
 */
export async function reopen(
  ledger: Ledger,
  row: AuthorizationRow,
  intent: IntentRow,
  {
    kind,
    reportId,
    tabId,
    frameId,
    documentId,
  }: Pick<From, 'kind' | 'reportId' | 'tabId' | 'frameId' | 'documentId'>,
  by: Resender,
  now: number,
  deadline: number,
): Promise<IntentRow | null> {
  const settings = await readSettings(ledger)
  const isBlocked = [intent.asker, new URL(row.answeredUrl).origin].some((origin) =>
    settings.blockedOrigins.includes(origin),
  )
  if (settings.paused || isBlocked || (await isImporting(ledger))) return null
  const at = await ledgerMoment(ledger, now)
  if (whyNotAgain(row, by, Math.floor(at / 1_000)) !== null) return null
  const lost = row.state === 'sent' ? transition(row.state, { type: 'unknown' }) : null
  const tag = row.tag ?? newTag()
  await ledger.authorizations.put({
    ...row,
    state: lost?.ok ? lost.value : row.state,
    outcome: null,
    status: null,
    tag: isTagged({ kind }) ? tag : null,
    tabId,
    documentId,
    updatedAt: at,
  })
  const where = { kind, reportId, tabId, frameId, documentId }
  const open: IntentRow = { ...intent, ...where, state: 'paying', deadline }
  await ledger.intents.put(open)
  return open
}

/** 128 random bits in hex. */
const newTag = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
