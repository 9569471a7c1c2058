import { err, ok, type Result } from '../result'

export type JsonError = {
  readonly code: 'not-json' | 'too-deep' | 'too-large' | 'duplicate-key' | 'inexact-number'
  readonly detail: string
}

/** Bounds that hold before a value is built. `characters` counts UTF-16 units. */
export type JsonLimits = { readonly characters: number; readonly depth: number }

const DEFAULTS: JsonLimits = { characters: 65_536, depth: 16 }

/** An object with members, and no list. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Parses JSON from outside, so that what is read, shown, signed and sent back is one and the same.
 *
 * Refused are an object that names a member twice (readers differ in which one counts) and a number
 * that would come back as another one (past 17 digits or so). Depth and length are checked on the
 * text, before anything is built. `__proto__` becomes an ordinary member and changes no prototype.
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
  const ambiguous = ambiguityOf(text)
  return ambiguous === null ? ok(value) : err(ambiguous)
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

const NUMBER = /-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y

/** The first member named twice or number that loses digits, in text that is valid JSON. */
function ambiguityOf(text: string): JsonError | null {
  const open: (Set<string> | null)[] = []
  for (let i = 0; i < text.length; i++) {
    const c = text[i] ?? ''
    if (c === '{') open.push(new Set())
    else if (c === '[') open.push(null)
    else if (c === '}' || c === ']') open.pop()
    else if (c === '"') {
      const end = endOfString(text, i)
      const keys = open.at(-1)
      if (keys && isKey(text, end + 1)) {
        // Two spellings of one name are one name: "a" and "\u0061".
        const key = JSON.parse(text.slice(i, end + 1)) as string
        if (keys.has(key)) return { code: 'duplicate-key', detail: key }
        keys.add(key)
      }
      i = end
    } else if (c === '-' || (c >= '0' && c <= '9')) {
      NUMBER.lastIndex = i
      const number = NUMBER.exec(text)?.[0] ?? c
      if (!comesBack(number)) return { code: 'inexact-number', detail: number.slice(0, 100) }
      i += number.length - 1
    }
  }
  return null
}

/** Whether a number, read and written again, is the same decimal number. */
function comesBack(number: string): boolean {
  // A double keeps any 15 digits; most numbers need no closer look.
  if (number.length <= 15 && !/[eE]/.test(number)) return true
  const value = Number(number)
  return Number.isFinite(value) && decimalOf(number) === decimalOf(String(value))
}

/** One spelling for each decimal number: its digits without zeros at either end, and an exponent. */
function decimalOf(number: string): string {
  const [significand = '', exponent = '0'] = number.replace(/^-/, '').toLowerCase().split('e')
  const [whole = '', fraction = ''] = significand.split('.')
  const digits = (whole + fraction).replace(/^0+/, '')
  const trimmed = digits.replace(/0+$/, '')
  return trimmed === ''
    ? '0'
    : `${trimmed}e${Number(exponent) - fraction.length + digits.length - trimmed.length}`
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
