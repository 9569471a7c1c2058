/** What worked, or a fault that the caller must tell apart. Exceptions are left for bugs and for storage. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E }

/** Wraps a value that worked. */
export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })

/** Wraps a fault. */
export const err = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error })
