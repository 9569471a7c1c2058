import type { UiError } from './ui-protocol'

/** A value for the screen, or why there is none. */
export type Reply<T> = { readonly ok: T } | { readonly error: UiError }

/** The answer with this value. */
export const ok = <T>(value: T): { readonly ok: T } => ({ ok: value })

/** The answer that there is none, and why. */
export const fail = (error: UiError): { readonly error: UiError } => ({ error })

/** The answer of what gives nothing back but may be refused. */
export const done = (error: UiError | null): Reply<null> => (error === null ? ok(null) : fail(error))

/** The answer of what makes something, or says why it did not. */
export const made = <T extends object>(result: T | UiError): Reply<T> =>
  'code' in result ? fail(result) : ok(result)

/**
 * Why a call ended without an answer, as far as a person can do something about it: no room to write. The database
 * wraps the browser's own error (`inner`), and names an ended transaction for it.
 */
export function faultOf(thrown: unknown): UiError {
  for (let each = thrown, depth = 0; typeof each === 'object' && each !== null && depth < 5; depth++) {
    const { name, inner, cause } = each as { name?: unknown; inner?: unknown; cause?: unknown }
    if (name === 'QuotaExceededError') return { code: 'disk-full' }
    each = inner ?? cause
  }
  return { code: 'failed' }
}
