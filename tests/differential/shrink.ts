import { isRecord } from '@/lib/core/json/parse'
import type { Pair } from './pair'

/**
 * Makes a failing pair smaller while it still fails: fewer offers, fewer entries, fewer members.
 *
 * @param fails whether a pair still shows the fault
 */
export async function shrink(pair: Pair, fails: (pair: Pair) => Promise<boolean>): Promise<Pair> {
  let smallest = pair
  let isSmaller = true
  while (isSmaller) {
    isSmaller = false
    for (const candidate of candidates(smallest)) {
      if (!(await fails(candidate))) continue
      smallest = candidate
      isSmaller = true
      break
    }
  }
  return smallest
}

function* candidates(pair: Pair): Generator<Pair> {
  for (const i of pair.accepts.keys()) yield { ...pair, accepts: pair.accepts.filter((_, at) => at !== i) }
  for (const controls of smaller(pair.controls)) yield { ...pair, controls }
  if (pair.controls !== undefined) yield { ...pair, controls: undefined }
  for (const rest of smaller(pair.rest)) yield { ...pair, rest: isRecord(rest) ? rest : {} }
  for (const [i, offer] of pair.accepts.entries()) {
    for (const less of smaller(offer)) yield { ...pair, accepts: pair.accepts.with(i, less) }
  }
}

/** A value with one member or element less, at any depth. */
function* smaller(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const i of value.keys()) yield value.filter((_, at) => at !== i)
    for (const [i, item] of value.entries()) for (const less of smaller(item)) yield value.with(i, less)
  } else if (isRecord(value)) {
    for (const key of Object.keys(value)) {
      const { [key]: item, ...others } = value
      yield others
      for (const less of smaller(item)) yield { ...value, [key]: less }
    }
  }
}
