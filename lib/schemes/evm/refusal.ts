import { err, ok, type Result } from '@/lib/core/result'

import type { FieldError } from './exact-eip3009'

/** Carries a field's name up from the depth where it was found wrong, to {@link attempt}. */
export class Refusal extends Error {
  readonly field: string

  constructor(field: string, detail: string) {
    super(detail)
    this.field = field
  }
}

/** Runs a reader: a refusal inside becomes the result's error, any other exception stays one. */
export function attempt<T>(read: () => T): Result<T, FieldError> {
  try {
    return ok(read())
  } catch (error) {
    if (error instanceof Refusal) return err({ field: error.field, detail: error.message })
    throw error
  }
}
