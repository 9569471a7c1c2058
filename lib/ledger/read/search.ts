import type { IntentRow } from '../schema'
import { rankOf, wordsIn } from '../words'
import { ledger } from './ledger'

/** Where a list goes on: after the payment of this moment (Unix milliseconds) and this id. */
type After = { readonly createdAt: number; readonly id: string } | null

/** More different words with one beginning are not followed one by one. */
const WORDS = 24
/** Payments with one beginning that are read and put in order at once. */
const FEW = 600
/** Payments of all words that one step reads. */
const STEP = 160

/** Of two payments the newer one first; of one moment by their ids. */
const newerFirst = (a: IntentRow, b: IntentRow): number =>
  b.createdAt - a.createdAt || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

/** Whether a payment comes after this key in the list. */
export const isAfter = ({ createdAt, id }: IntentRow, after: After): boolean =>
  after === null || createdAt < after.createdAt || (createdAt === after.createdAt && id < after.id)

/** Less of a transaction's name is not looked for: every sixteenth payment would have one digit. */
const SHORTEST = 4

/** Whether a term begins one of a payment's words, or the transaction that it was signed for. */
export const hasTerm = (intent: IntentRow, transaction: string | null, term: string): boolean =>
  intent.words?.some((word) => word.startsWith(term)) === true ||
  (transaction !== null &&
    term.length >= SHORTEST &&
    wordsIn(transaction).some((word) => word.startsWith(term)))

const rowsOf = async (ids: readonly string[]): Promise<IntentRow[]> =>
  (await ledger.intents.bulkGet([...new Set(ids)])).filter((row) => row !== undefined)

/** The different words that begin so; null for too many of them. */
async function wordsWith(term: string): Promise<readonly string[] | null> {
  const words: string[] = []
  for (let above = term; words.length <= WORDS; ) {
    const key = await ledger.intents.where('words').between(above, `${term}\uffff`).firstKey()
    if (key === undefined) return words
    const word = String(key).slice(0, String(key).indexOf(' '))
    words.push(word)
    // The first sign after the space: beyond every moment of this word, before every longer word.
    above = `${word}!`
  }
  return null
}

/**
 * Payments of these words, and those of these ids, newest first, some at a time: each word's are in the index in
 * that order, and what is read of each reaches down to a moment from which on another may still have some.
 */
async function* newestOf(
  words: readonly string[],
  ids: readonly string[],
  begin: After,
): AsyncGenerator<readonly IntentRow[]> {
  const few = await rowsOf(ids)
  let after = begin
  let chunk = Math.ceil(STEP / Math.max(1, words.length))
  for (;;) {
    const from = after === null ? '' : rankOf(after.createdAt)
    const lists = await Promise.all(
      words.map((word) =>
        ledger.intents.where('words').between(`${word} ${from}`, `${word}!`).limit(chunk).primaryKeys(),
      ),
    )
    const rows = await rowsOf(lists.flat())
    const times = new Map(rows.map((row) => [row.id, row.createdAt]))
    const unread = lists
      .filter((ids) => ids.length === chunk)
      .map((ids) => Math.min(...ids.map((id) => times.get(id) ?? Number.MAX_SAFE_INTEGER)))
    const horizon = Math.max(-1, ...unread)
    const certain = [...new Map([...rows, ...few].map((row) => [row.id, row])).values()]
      .filter((row) => row.createdAt > horizon && isAfter(row, after))
      .toSorted(newerFirst)
    yield certain
    if (unread.length === 0) return
    const last = certain.at(-1)
    // Nothing new is certain where very many payments are of one moment: more of them are read.
    if (last === undefined) chunk *= 2
    else after = { createdAt: last.createdAt, id: last.id }
  }
}

/** Payments that something was signed for whose transaction begins so: a handful, as such names are unlike. */
async function byTransaction(term: string): Promise<readonly string[]> {
  const found = await Promise.all(
    [term, `0x${term}`].map((text) =>
      ledger.authorizations.where('transaction').startsWithIgnoreCase(text).limit(FEW).toArray(),
    ),
  )
  return found.flat().map((row) => row.intentId)
}

/**
 * Payments whose words begin with a term, or whose transaction does, newest first after a key, in pieces of some
 * dozens; null where so much begins so that walking the list is faster.
 */
async function holding(term: string, after: After): Promise<AsyncIterable<readonly IntentRow[]> | null> {
  const signed = term.length < SHORTEST ? [] : await byTransaction(term)
  const words = await wordsWith(term)
  if (words !== null) return newestOf(words, signed, after)
  const ids = await ledger.intents.where('words').startsWith(term).limit(FEW).primaryKeys()
  if (ids.length >= FEW) return null
  return newestOf([], [...ids, ...signed], after)
}

/** Entries that are counted of each term, to find the rarest: to count all of a common one takes longer than the search. */
const COUNTED = [FEW, 8_000]

/** The term that fewest payments have, as far as they are counted; undefined without terms. */
async function rarestOf(terms: readonly string[]): Promise<string | undefined> {
  for (const most of terms.length < 2 ? [] : COUNTED) {
    const counts = await Promise.all(
      terms.map(async (term) => {
        const some = await ledger.intents.where('words').startsWith(term).limit(most).primaryKeys()
        return some.length
      }),
    )
    const least = Math.min(...counts)
    if (least < most) return terms[counts.indexOf(least)]
  }
  return terms[0]
}

/**
 * Payments that have the rarest of these terms, newest first after a key, from the ledger's index of words: how
 * many payments there are makes no difference. Null where every term is so common that the list itself is walked.
 *
 * @param terms the words of what was typed, one at least
 */
export async function candidates(
  terms: readonly string[],
  after: After,
): Promise<AsyncIterable<readonly IntentRow[]> | null> {
  const rarest = await rarestOf(terms)
  return rarest === undefined ? null : await holding(rarest, after)
}
