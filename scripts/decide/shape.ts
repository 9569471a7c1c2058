import { isRecord } from '@/lib/core/json/parse'
import { dollarsOfPolicy } from '@/lib/core/policy/dollars'

/** What a value must be. `atomic` is text of digits, `dollars` a decimal amount, `any` anything that is there. */
export type Shape =
  | 'text'
  | 'number'
  | 'flag'
  | 'atomic'
  | 'dollars'
  | 'any'
  | { readonly list: Shape }
  | { readonly map: Shape }
  | { readonly fields: Readonly<Record<string, Shape>>; readonly maybe?: Readonly<Record<string, Shape>> }

const WORDS = {
  text: 'text',
  number: 'a number',
  flag: 'true or false',
  atomic: 'text of digits (atomic units)',
  dollars: 'text of a decimal number of dollars',
} as const

/**
 * Finds the first field of a value that is missing or of another kind than its shape says. Members that the
 * shape does not name are ignored; those under `maybe` may be absent or null.
 *
 * @param path what the value is called
 * @returns one line that names the field, or null where all is there
 */
export function faultIn(value: unknown, shape: Shape, path: string): string | null {
  if (value === undefined) return `${path} is missing`
  if (shape === 'any') return null
  if (typeof shape === 'string') return isPlain(value, shape) ? null : `${path} must be ${WORDS[shape]}`
  if ('list' in shape) {
    if (!Array.isArray(value)) return `${path} must be a list`
    return first(value.entries(), ([i, item]) => faultIn(item, shape.list, `${path}[${i}]`))
  }
  if (!isRecord(value)) return `${path} must be an object`
  if ('map' in shape) return first(Object.entries(value), ([k, v]) => faultIn(v, shape.map, `${path}.${k}`))
  const fault = first(Object.entries(shape.fields), ([key, of]) =>
    faultIn(Object.hasOwn(value, key) ? value[key] : undefined, of, `${path}.${key}`),
  )
  return (
    fault ??
    first(Object.entries(shape.maybe ?? {}), ([key, of]) => {
      const member = Object.hasOwn(value, key) ? value[key] : undefined
      return member === undefined || member === null ? null : faultIn(member, of, `${path}.${key}`)
    })
  )
}

function isPlain(value: unknown, shape: keyof typeof WORDS): boolean {
  switch (shape) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'flag':
      return typeof value === 'boolean'
    case 'text':
      return typeof value === 'string'
    case 'atomic':
      return typeof value === 'string' && /^\d+$/.test(value)
    case 'dollars':
      return typeof value === 'string' && isDollars(value)
  }
}

function isDollars(text: string): boolean {
  try {
    dollarsOfPolicy(text)
    return true
  } catch {
    return false
  }
}

function first<T>(items: Iterable<T>, faultOf: (item: T) => string | null): string | null {
  for (const item of items) {
    const fault = faultOf(item)
    if (fault !== null) return fault
  }
  return null
}
