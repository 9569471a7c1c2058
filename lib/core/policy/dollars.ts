import { parseDollars } from '../money/dollars'
import type { Usd18 } from '../money/units'

/**
 * Dollars of the owner's policy or of a running total, which were validated when they were written.
 *
 * @throws RangeError for text that is no amount of dollars: a bug, never a quote's doing
 */
export function dollarsOfPolicy(text: string): Usd18 {
  const read = parseDollars(text)
  if (!read.ok) throw new RangeError(`${text} is no amount of dollars`)
  return read.value
}
