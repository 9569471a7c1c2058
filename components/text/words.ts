/** Places of the words that a person is asked for; fixed by nothing but chance. */
const ASKED = 3

/** What somebody pasted to import: a private key, or words. */
export type Secret = { readonly privateKey: string } | { readonly words: string }

const KEY = /^(?:0x)?[0-9a-fA-F]{64}$/

/** Reads pasted text; what it is worth the background decides. Spaces and line breaks do not count. */
export function secretOf(text: string): Secret {
  const compact = text.trim()
  if (KEY.test(compact)) return { privateKey: compact.startsWith('0x') ? compact : `0x${compact}` }
  return { words: wordsOf(compact).join(' ') }
}

/** The words of a phrase, in small letters. */
export function wordsOf(phrase: string): string[] {
  return phrase.trim().toLowerCase().split(/\s+/)
}

/**
 * Three different places among the words, in order.
 *
 * @param random numbers from 0 up to 1, one for each step of the draw
 */
export function placesToCheck(count: number, random: () => number): number[] {
  const places = Array.from({ length: count }, (_, index) => index)
  const drawn: number[] = []
  while (drawn.length < Math.min(ASKED, count)) {
    const [place] = places.splice(Math.floor(random() * places.length), 1)
    if (place !== undefined) drawn.push(place)
  }
  return drawn.sort((a, b) => a - b)
}
