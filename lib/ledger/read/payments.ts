import type { AuthorizationRow, IntentRow, QuoteRow, ReceiptRow } from '../schema'
import { ledger } from './ledger'
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
  /** a part of the address, the agent's name, the payee or the transaction, in any case; empty for all */
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
  const intents = await newest.limit(count).toArray()
  const authorizations = await ledger.authorizations
    .where('intentId')
    .anyOf(intents.map((intent) => intent.id))
    .toArray()
  const byIntent = Map.groupBy(authorizations, (row) => row.intentId)
  return intents.map((intent) => line(intent, lastOf(byIntent.get(intent.id) ?? [])))
}

/**
 * Payments that match, before a key, newest first. It looks at some thousands at most and says where to go on,
 * so that it ends in time whatever the history.
 *
 * @param count lines of a page
 * @param most how many payments are looked at
 */
export async function paymentsMatching(
  filter: PaymentFilter,
  after: PageKey | null,
  count: number,
  most: number = LOOKED_AT,
): Promise<PaymentPage> {
  const sought = filter.text.trim().toLowerCase()
  const isMatch = ({ intent, authorization, state }: PaymentLine): boolean =>
    (filter.state === null || state === filter.state) &&
    [intent.asker, intent.url, intent.agent, authorization?.payTo, authorization?.transaction].some(
      (text) => text?.toLowerCase().includes(sought) === true,
    )
  const lines: PaymentLine[] = []
  let key: PageKey | null =
    filter.until === null || (after !== null && after.createdAt < filter.until)
      ? after
      : { createdAt: filter.until, id: '' }
  // Where every payment matches, no more are read than are shown.
  const step = filter.state === null && sought === '' ? count : STEP
  for (let seen = 0; seen < most; seen += step) {
    const page = await paymentsBefore(key?.createdAt ?? null, key?.id ?? null, step, filter.site)
    for (const each of page) {
      if (filter.from !== null && each.intent.createdAt < filter.from) return { lines, next: null }
      key = { createdAt: each.intent.createdAt, id: each.intent.id }
      if (!isMatch(each)) continue
      lines.push(each)
      if (lines.length === count) return { lines, next: key }
    }
    if (page.length < step) return { lines, next: null }
  }
  return { lines, next: key }
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
