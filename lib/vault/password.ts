/** Fewest characters of a password; there is no rule on which characters. */
export const MIN_PASSWORD_LENGTH = 10

/** What the screen says of a password. `bits` is a rough guess of its entropy, for a bar and nothing else. */
export type Strength = { readonly level: 'too-short' | 'weak' | 'fair' | 'strong'; readonly bits: number }

/** Pieces that a guesser tries first; each counts as one character, however long. */
const COMMON = [
  'password',
  'passwort',
  'contrasena',
  'qwerty',
  'letmein',
  'welcome',
  'dragon',
  'monkey',
  'iloveyou',
  'bitcoin',
  'ethereum',
  'wallet',
  'crypto',
  'admin',
  'abc',
  '123',
] as const

/** Whether a password may protect a vault: at least ten characters, counted as a person counts them. */
export function isAcceptablePassword(password: string): boolean {
  return lengthOf(password) >= MIN_PASSWORD_LENGTH
}

/**
 * Guesses how hard a password is to find. Common pieces, repeated characters and runs such as "4567"
 * add almost nothing; the rest counts by the kinds of characters in it.
 */
export function estimateStrength(password: string): Strength {
  const bits = Math.round(effectiveLength(password) * Math.log2(alphabetOf(password)))
  if (!isAcceptablePassword(password)) return { level: 'too-short', bits }
  return { level: bits < 45 ? 'weak' : bits < 70 ? 'fair' : 'strong', bits }
}

function lengthOf(password: string): number {
  return [...password.normalize('NFKC')].length
}

function effectiveLength(password: string): number {
  const shortened = COMMON.reduce(
    (text, piece) => text.replaceAll(piece, '\u0000'),
    password.normalize('NFKC').toLowerCase(),
  )
  const codes = [...shortened].map((char) => char.codePointAt(0) ?? 0)
  const fresh = codes.filter((code, i) => Math.abs(code - (codes[i - 1] ?? -9)) > 1)
  // a character seen before adds half: "abababab" is barely longer than "ab"
  const different = new Set(fresh).size
  return different + Math.min(fresh.length - different, different) / 2
}

function alphabetOf(password: string): number {
  const kinds: readonly (readonly [RegExp, number])[] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/[0-9]/, 10],
    [/[^a-zA-Z0-9]/, 32],
  ]
  return kinds.reduce((size, [kind, count]) => size + (kind.test(password) ? count : 0), 1)
}
