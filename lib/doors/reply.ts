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
