import { isRecord } from '@/lib/core/json/parse'

/** A member of an object: own ones only, for what a prototype says was not sent. */
export function own(of: unknown, key: string): unknown {
  return isRecord(of) && Object.hasOwn(of, key) ? of[key] : undefined
}

/** A value behind a path of own members. */
export function at(of: unknown, ...path: readonly string[]): unknown {
  return path.reduce(own, of)
}

/** Text that is not empty, cut at `longest` characters; null for anything else. */
export function textOf(value: unknown, longest: number): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, longest) : null
}

/** A list, or an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** JSON text of at most `longest` characters; null for what JSON does not have, or where it is longer. */
export function jsonOf(value: unknown, longest: number): string | null {
  try {
    const text = JSON.stringify(value) ?? ''
    return text !== '' && text.length <= longest ? text : null
  } catch {
    return null
  }
}
