import type { AuthorizationRow, IntentRow, QuoteRow, ReceiptRow } from '../schema'
import { wordsIn } from '../words'
import { ledger } from './ledger'
import { candidates, hasTerm, isAfter } from './search'
import { type StateWord, standing } from './standing'

/** One line of the activity: what was wanted, what was signed for it last, and where it stands. */
export type PaymentLine = {
  readonly intent: IntentRow
  readonly authorization: AuthorizationRow | null
  readonly state: StateWord
}

/** Everything the ledger keeps about one payment; authorizations and receipts from first to last. */
export type PaymentRecord = {
  readonly intent: IntentRow
  readonly quote: QuoteRow | null
  readonly authorizations: readonly AuthorizationRow[]
  readonly receipts: readonly ReceiptRow[]
  readonly state: StateWord
}

/** Where a page of the activity ends, so that the next begins after it. */
export type PageKey = { readonly createdAt: number; readonly id: string }

/** Lines of one page of the activity. */
export const PAGE_SIZE = 50

/** What the owner looks for; null leaves it open. Times are Unix milliseconds, `until` is the first moment after. */
export type PaymentFilter = {
  readonly site: string | null
  readonly state: StateWord | null
  /** beginnings of words of the asker, the address, the agent's name, the payee or the transaction, in any case, all of which must be there; empty for all */
  readonly text: string
  readonly from: number | null
  readonly until: number | null
}

/** So many payments are looked at for one page of what matches: a rare match is looked for in several steps. */
const LOOKED_AT = 5_000
const STEP = 500

/** One page of what matches, and where to go on; null where nothing is left. */
export type PaymentPage = { readonly lines: readonly PaymentLine[]; readonly next: PageKey | null }

/**
 * Payments before a key, newest first. Pages go by key, so one costs the same at the end of a long ledger.
 *
 * @param createdAt of the last line of the page before, Unix milliseconds; null for the first page
 * @param id of that line: payments of one millisecond are ordered by it
 * @param site registrable domain; null for every site
 */
export async function paymentsBefore(
  createdAt: number | null,
  id: string | null,
  count: number,
  site: string | null = null,
): Promise<PaymentLine[]> {
  const rows =
    site === null
      ? ledger.intents.where('createdAt').belowOrEqual(createdAt ?? Number.MAX_SAFE_INTEGER)
      : ledger.intents
          .where('[site+createdAt]')
          .between([site, 0], [site, createdAt ?? Number.MAX_SAFE_INTEGER], true, true)
  const newest =
    createdAt === null
      ? rows.reverse()
      : rows.reverse().filter((row) => row.createdAt < createdAt || (id !== null && row.id < id))
  return await linesOf(await newest.limit(count).toArray())
}

/** The lines of these purchases, in their order. */
async function linesOf(intents: readonly IntentRow[]): Promise<PaymentLine[]> {
  const authorizations = await ledger.authorizations
    .where('intentId')
    .anyOf(intents.map((intent) => intent.id))
    .toArray()
  const byIntent = Map.groupBy(authorizations, (row) => row.intentId)
  return intents.map((intent) => line(intent, lastOf(byIntent.get(intent.id) ?? [])))
}

/** Every payment after a key, newest first, in pieces; what a site has is read by itself. */
async function* walk(
  after: PageKey | null,
  step: number,
  site: string | null,
): AsyncGenerator<PaymentLine[]> {
  for (let key = after; ; ) {
    const lines = await paymentsBefore(key?.createdAt ?? null, key?.id ?? null, step, site)
    yield lines
    const last = lines.at(-1)
    if (last === undefined || lines.length < step) return
    key = keyOf(last)
  }
}

/** What the index of words says may match, after a key, newest first, in pieces. */
async function* named(found: AsyncIterable<readonly IntentRow[]>, site: string | null) {
  for await (const rows of found)
    yield await linesOf(rows.filter((row) => site === null || row.site === site))
}

const keyOf = ({ intent: { createdAt, id } }: PaymentLine): PageKey => ({ createdAt, id })

/** Whether a payment is what the owner looks for: each word begins one of the payment's, or its transaction. */
function matches(
  { intent, authorization, state }: PaymentLine,
  terms: readonly string[],
  filter: PaymentFilter,
) {
  return (
    (filter.state === null || state === filter.state) &&
    terms.every((term) => hasTerm(intent, authorization?.transaction ?? null, term))
  )
}

/**
 * Payments that match, after a key, newest first. What is typed is looked up in the ledger's index of words, so
 * that an answer takes as long in a long history as in a short one; a state alone is looked for in the list
 * itself, in some thousands at most, and the page says where to go on.
 *
 * @param count lines of a page
 * @param most how many payments are looked at
 * @param last where the page ends at the latest, that payment with it; null for no end
 */
export async function paymentsMatching(
  filter: PaymentFilter,
  after: PageKey | null,
  count: number,
  most: number = LOOKED_AT,
  last: PageKey | null = null,
): Promise<PaymentPage> {
  const terms = wordsIn(filter.text)
  const begin =
    filter.until === null || (after !== null && after.createdAt < filter.until)
      ? after
      : { createdAt: filter.until, id: '' }
  const found = terms.length === 0 ? null : await candidates(terms, begin)
  // Where every payment matches, no more are read than are shown.
  const isAll = filter.state === null && terms.length === 0
  const step = isAll ? Math.min(count, last === null ? STEP : PAGE_SIZE) : STEP
  const pieces = found === null ? walk(begin, step, filter.site) : named(found, filter.site)
  const lines: PaymentLine[] = []
  let key = begin
  let seen = 0
  for await (const piece of pieces) {
    for (const each of piece) {
      if (filter.from !== null && each.intent.createdAt < filter.from) return { lines, next: null }
      if (last !== null && isAfter(each.intent, last)) return { lines, next: key }
      key = keyOf(each)
      if (!matches(each, terms, filter)) continue
      lines.push(each)
      if (lines.length === count) return { lines, next: key }
    }
    seen += piece.length
    if (seen >= most && key !== null) return { lines, next: key }
  }
  return { lines, next: null }
}

/** The sites that ever asked, by name, some hundreds at most: one key is read for each. */
export async function sitesKnown(): Promise<readonly string[]> {
  const sites: string[] = []
  for (let above = ''; sites.length < 500; above = sites.at(-1) ?? '') {
    const next = await ledger.intents
      .where('[site+createdAt]')
      .above([above, Number.MAX_SAFE_INTEGER])
      .first()
    if (next === undefined) break
    sites.push(next.site)
  }
  return sites
}

/** The last few payments, for the first screen. */
export function lastPayments(count: number): Promise<PaymentLine[]> {
  return paymentsBefore(null, null, count)
}

/** One payment with all that was kept of it; null where there is none of that id. */
export async function paymentRecord(intentId: string): Promise<PaymentRecord | null> {
  const intent = await ledger.intents.get(intentId)
  if (intent === undefined) return null
  const [quote, authorizations, receipts] = await Promise.all([
    ledger.quotes.get(intent.quoteId),
    ledger.authorizations.where('intentId').equals(intentId).sortBy('createdAt'),
    ledger.receipts.where('intentId').equals(intentId).sortBy('seq'),
  ])
  const { state } = line(intent, lastOf(authorizations))
  return { intent, quote: quote ?? null, authorizations, receipts, state }
}

function line(intent: IntentRow, authorization: AuthorizationRow | null): PaymentLine {
  const state = standing(intent, authorization?.state ?? null)
  // The server said that it settled, by a transaction that the chain shows to be no such thing.
  const isUnproved = authorization?.proved === 0 && authorization.claim === 'contradicted'
  return { intent, authorization, state: state === 'settled' && isUnproved ? 'unknown' : state }
}

function lastOf(authorizations: readonly AuthorizationRow[]): AuthorizationRow | null {
  return authorizations.reduce<AuthorizationRow | null>(
    (last, row) => (last === null || row.createdAt >= last.createdAt ? row : last),
    null,
  )
}
