/** Fewest characters of a password; the background holds to the same. */
export const SHORTEST_PASSWORD = 8

/** From too short to strong, as an index into the words for it. */
export type Strength = 0 | 1 | 2 | 3 | 4

const BITS_BY_STEP = [36, 50, 64] as const
const CLASSES: readonly (readonly [RegExp, number])[] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[^a-zA-Z\d]/, 33],
]

/**
 * A rough upper bound of how hard a password is to guess: the size of its alphabet to the power of the characters
 * that do not only repeat or continue the one before. A hint while typing, no gate.
 */
export function strengthOf(password: string): Strength {
  if ([...password].length < SHORTEST_PASSWORD) return 0
  const alphabet = CLASSES.reduce((size, [pattern, more]) => (pattern.test(password) ? size + more : size), 0)
  let free = 0
  let before: number | null = null
  for (const point of password) {
    const code = point.codePointAt(0) ?? 0
    if (before === null || Math.abs(code - before) > 1) free += 1
    before = code
  }
  const bits = free * Math.log2(alphabet)
  return (1 + BITS_BY_STEP.filter((step) => bits >= step).length) as Strength
}
