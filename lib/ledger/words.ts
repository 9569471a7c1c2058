import type { IntentRow } from './schema'

/** Longer words are found by their beginning; further words of one payment are not found. */
const LONGEST = 24
const MOST = 32
/** No moment is later, so what is left to it takes the same number of digits always. */
const END = 1e13 - 1

/**
 * The words of a text, as the search knows them: letters and digits, small, each once, without the sign of
 * hex numbers and of the web's schemes, which say nothing.
 */
export const wordsIn = (text: string): string[] => [
  ...new Set(
    (
      text
        .toLowerCase()
        .replace(/https?:\/\/|\b0x/g, ' ')
        .match(/[\p{L}\p{N}]+/gu) ?? []
    ).map((word) => word.slice(0, LONGEST)),
  ),
]

/** Orders moments from the last to the first. @param at Unix milliseconds */
export const rankOf = (at: number): string =>
  String(Math.max(0, Math.trunc(END - Math.max(0, at)))).padStart(13, '0')

/**
 * What a payment is found by: each word of who asked, of the address, of the agent's name and of the payee, with
 * the moment of the payment, so that an index of it holds the payments of one word newest first.
 */
export const wordsOf = (
  { asker, url, agent, createdAt }: Pick<IntentRow, 'asker' | 'url' | 'agent' | 'createdAt'>,
  payTo = '',
): string[] =>
  wordsIn(`${payTo} ${asker} ${agent ?? ''} ${url}`)
    .slice(0, MOST)
    .map((word) => `${word} ${rankOf(createdAt)}`)
