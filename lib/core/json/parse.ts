import { err, ok, type Result } from '../result'

export type JsonError = {
  readonly code: 'not-json' | 'too-deep' | 'too-large' | 'duplicate-key'
  readonly detail: string
}

/** Bounds that hold before a value is built. `characters` counts UTF-16 units. */
export type JsonLimits = { readonly characters: number; readonly depth: number }

const DEFAULTS: JsonLimits = { characters: 65_536, depth: 16 }

/** An object with members, and no list. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Parses JSON from outside.
 *
 * Refuses an object that names a member twice: readers differ in which one counts, and what is shown
 * must be what is signed. Depth and length are checked on the text, before anything is built.
 * `__proto__` becomes an ordinary member and changes no prototype.
 */
export function parseJson(text: string, limits: JsonLimits = DEFAULTS): Result<unknown, JsonError> {
  if (text.length > limits.characters) {
    return err({ code: 'too-large', detail: `${text.length} characters, at most ${limits.characters}` })
  }
  const depth = depthOf(text)
  if (depth > limits.depth)
    return err({ code: 'too-deep', detail: `${depth} levels, at most ${limits.depth}` })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return err({ code: 'not-json', detail: 'not valid JSON' })
  }
  const twice = duplicateKey(text)
  return twice === null ? ok(value) : err({ code: 'duplicate-key', detail: twice })
}

/** The deepest nesting of a text; in text that is no JSON, an upper bound that costs one pass. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (c === '"') i = endOfString(text, i)
    else if (c === '{' || c === '[') deepest = Math.max(deepest, ++depth)
    else if (c === '}' || c === ']') depth--
  }
  return deepest
}

/** The first member name that one object holds twice, in text that is valid JSON. */
function duplicateKey(text: string): string | null {
  const open: (Set<string> | null)[] = []
  for (let i = 0; i < text.length; i++) {
    const c = text[i]
    if (c === '{') open.push(new Set())
    else if (c === '[') open.push(null)
    else if (c === '}' || c === ']') open.pop()
    else if (c === '"') {
      const end = endOfString(text, i)
      const keys = open.at(-1)
      if (keys && isKey(text, end + 1)) {
        // Two spellings of one name are one name: "a" and "\u0061".
        const key = JSON.parse(text.slice(i, end + 1)) as string
        if (keys.has(key)) return key
        keys.add(key)
      }
      i = end
    }
  }
  return null
}

/** Index of the quote that ends the string which begins at `start`; the text's end where none does. */
function endOfString(text: string, start: number): number {
  let i = start + 1
  while (i < text.length && text[i] !== '"') i += text[i] === '\\' ? 2 : 1
  return i
}

/** In valid JSON, a string is a member's name when the next thing after it is a colon. */
function isKey(text: string, from: number): boolean {
  let i = from
  while (text[i] === ' ' || text[i] === '\n' || text[i] === '\r' || text[i] === '\t') i++
  return text[i] === ':'
}
