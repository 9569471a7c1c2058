/** One piece of a text that somebody else wrote: plain, or a code point that must be seen to be believed. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly code: string; readonly times: number }

/** What may be shown of a foreign text; `cut` says that more follows. */
export type Visible = { readonly pieces: readonly Piece[]; readonly cut: boolean }

/** How much of a foreign text stands on a screen before somebody asks for all of it, in code points. */
export const SHOWN_AT_MOST = 200

/** A letter may carry this many combining marks; a pile of more covers the lines around it. */
const MARKS_AT_MOST = 2

/**
 * Controls, format characters (direction, zero width, tags), line separators, surrogates, private use and
 * unassigned points; then the letters and spaces that draw nothing (Hangul fillers, braille blank, odd spaces,
 * variation selectors, the combining grapheme joiner).
 */
const UNSEEN =
  /[\p{C}\p{Zl}\p{Zp}\u00a0\u115f\u1160\u1680\u2000-\u200a\u202f\u205f\u2800\u3000\u3164\uffa0]|\u034f|\u17b4|\u17b5|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/u

const MARK = /\p{M}/u

/**
 * Prepares a foreign text for a screen: bounded, and with every character that is not seen, or that moves its
 * neighbours, as its code point. A run of the same code point is one piece with a count.
 *
 * @param limit in code points of the source; Infinity for all
 */
export function visible(text: string, limit: number = SHOWN_AT_MOST): Visible {
  const pieces: Piece[] = []
  let plain = ''
  let marks = 0
  let seen = 0
  let cut = false
  const flush = () => {
    if (plain !== '') pieces.push({ kind: 'text', text: plain })
    plain = ''
  }
  for (const point of text) {
    if (seen === limit) {
      cut = true
      break
    }
    seen += 1
    marks = MARK.test(point) ? marks + 1 : 0
    if (!UNSEEN.test(point) && marks <= MARKS_AT_MOST) {
      plain += point
      continue
    }
    flush()
    const code = codePoint(point)
    const last = pieces.at(-1)
    if (last?.kind === 'code' && last.code === code)
      pieces[pieces.length - 1] = { ...last, times: last.times + 1 }
    else pieces.push({ kind: 'code', code, times: 1 })
  }
  flush()
  return { pieces, cut }
}

/** A foreign text for the middle of a sentence of ours: what would not be seen stands as `[U+202E]`. */
export function plainText(text: string, limit: number = SHOWN_AT_MOST): string {
  const { pieces, cut } = visible(text, limit)
  const shown = pieces.map((piece) => (piece.kind === 'text' ? piece.text : `[${piece.code}]`)).join('')
  return cut ? `${shown}…` : shown
}

/** `U+202E` for the character of that code point. */
export function codePoint(character: string): string {
  const value = character.codePointAt(0) ?? 0
  return `U+${value.toString(16).toUpperCase().padStart(4, '0')}`
}
