import { isDeepStrictEqual } from 'node:util'
import { decide } from '@/lib/core/admission/decide'
import type { Decision } from '@/lib/core/admission/types'
import { isRecord } from '@/lib/core/json/parse'

import { type ControlsFile, type ControlsVector, runControlsCase } from './controls'
import { readInput } from './input'

/** A decision with the names that a case's `expect` has, so that the two can be compared as they are. */
export type Answer = Decision & { readonly decision: Decision['code']; readonly window: number | null }

/** What became of one case. `skip` is one that cannot be run here, with the reason. */
export type CaseResult = {
  readonly status: 'pass' | 'fail' | 'skip'
  readonly id: string
  readonly title: string
  /** what was expected and got, or why it was skipped */
  readonly detail: string
}

type Verdict = Pick<CaseResult, 'status' | 'detail'>

/** Adds the two names under which the vectors expect a decision's code and window. */
export function answerOf(decision: Decision): Answer {
  return { decision: decision.code, window: decision.windowSeconds, ...decision }
}

/**
 * Runs one case of either kind, whatever it is: a case that throws has failed with its message.
 *
 * @param place in the file, from 0; names a case that has no id
 */
export function runCase(
  value: unknown,
  place: number,
  run: (members: Readonly<Record<string, unknown>>) => Verdict,
): CaseResult {
  const members = isRecord(value) ? value : {}
  const id = typeof members.id === 'string' ? members.id : `case ${place + 1}`
  const title = typeof members.title === 'string' ? members.title : ''
  try {
    return { id, title, ...run(members) }
  } catch (error) {
    return {
      id,
      title,
      status: 'fail',
      detail: `it threw: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}

/**
 * Runs one admission case: every field of `expect` must be what the decision has under that name. A field that no
 * decision has is a failure: it cannot be checked, so it did not pass.
 */
export function runAdmissionCase({ input, expect }: Readonly<Record<string, unknown>>): Verdict {
  if (!isRecord(expect) || Object.keys(expect).length === 0) return failed('it expects nothing')
  const read = readInput(input)
  if (!read.ok) return failed(read.error)
  const got: Readonly<Record<string, unknown>> = answerOf(decide(read.value))
  const wrong = Object.keys(expect).filter(
    (field) => !Object.hasOwn(got, field) || !isDeepStrictEqual(got[field], expect[field]),
  )
  if (wrong.length === 0) return { status: 'pass', detail: '' }
  const shown = [...new Set(['decision', ...wrong])]
  const pick = (of: Readonly<Record<string, unknown>>) =>
    JSON.stringify(Object.fromEntries(shown.filter((f) => Object.hasOwn(of, f)).map((f) => [f, of[f]])))
  return failed(`expected ${pick(expect)}, got ${pick(got)}`)
}

/** Runs one spend-control case; `ourDecisionFor` has this wallet's codes by the published client's outcome. */
export function runSpendControlsCase(
  vector: Readonly<Record<string, unknown>>,
  ourDecisionFor: ControlsFile['ourDecisionFor'],
): Verdict {
  if (!Array.isArray(vector.accepts) || !isRecord(vector.result)) {
    return failed(`${Array.isArray(vector.accepts) ? 'result' : 'accepts'} is missing`)
  }
  // What the runner reads of a vector is checked above; all else in it is data to be judged.
  const run = runControlsCase(vector as unknown as ControlsVector, ourDecisionFor)
  if (run.skipped) return { status: 'skip', detail: run.expected }
  return run.passed
    ? { status: 'pass', detail: '' }
    : failed(`expected ${run.expected || 'no known outcome'}, got ${run.got}`)
}

const failed = (detail: string): Verdict => ({ status: 'fail', detail })
