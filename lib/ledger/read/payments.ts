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

/**
 * Payments before a key, newest first. Pages go by key, so one costs the same at the end of a long ledger.
 *
 * @param createdAt of the last line of the page before, Unix milliseconds; null for the first page
 * @param id of that line: payments of one millisecond are ordered by it
 */
export async function paymentsBefore(
  createdAt: number | null,
  id: string | null,
  count: number,
): Promise<PaymentLine[]> {
  const newest =
    createdAt === null
      ? ledger.intents.orderBy('createdAt').reverse()
      : ledger.intents
          .where('createdAt')
          .belowOrEqual(createdAt)
          .reverse()
          .filter((row) => row.createdAt < createdAt || (id !== null && row.id < id))
  const intents = await newest.limit(count).toArray()
  const authorizations = await ledger.authorizations
    .where('intentId')
    .anyOf(intents.map((intent) => intent.id))
    .toArray()
  return intents.map((intent) =>
    line(intent, lastOf(authorizations.filter((row) => row.intentId === intent.id))),
  )
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
