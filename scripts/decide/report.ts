import { isRecord } from '@/lib/core/json/parse'
import { err, ok, type Result } from '@/lib/core/result'

import { type CaseResult, runAdmissionCase, runCase, runSpendControlsCase } from './cases'
import { OUR_DECISION_FOR } from './outcomes'

/** Lines to print, and how many cases failed. */
export type FileReport = { readonly lines: readonly string[]; readonly failed: number }

/**
 * Runs a file of cases.
 *
 * @param file parsed JSON: `{cases: [...]}` of admission cases, or `{vectors: [...], ourDecisionFor?}` of spend-control
 *   cases, where `ourDecisionFor` has this wallet's codes by the published client's outcome
 * @returns a line for each failure, one for those skipped, and `N passed, N failed` last
 */
export function runFile(file: unknown): Result<FileReport, string> {
  const { cases, vectors, ourDecisionFor } = isRecord(file) ? file : {}
  const list: unknown = cases ?? vectors
  if (!Array.isArray(list)) return err('the file must hold a list under "cases" or "vectors"')
  if (list.length === 0) return err('the file holds no case')
  if (list === cases) return ok(reportOn(list.map((c, i) => runCase(c, i, runAdmissionCase))))
  const codes = ourDecisionFor === undefined ? OUR_DECISION_FOR : readCodes(ourDecisionFor)
  if (codes === null) return err('"ourDecisionFor" must map each outcome to a list of codes')
  return ok(reportOn(list.map((v, i) => runCase(v, i, (vector) => runSpendControlsCase(vector, codes)))))
}

function readCodes(value: unknown): Readonly<Record<string, readonly string[]>> | null {
  if (!isRecord(value)) return null
  const entries = Object.entries(value).map(([kind, list]): [string, string[]] => [
    kind,
    Array.isArray(list) ? list.filter((code) => typeof code === 'string') : [],
  ])
  return entries.every(([, list]) => list.length > 0) ? Object.fromEntries(entries) : null
}

function reportOn(results: readonly CaseResult[]): FileReport {
  const of = (status: CaseResult['status']) => results.filter((r) => r.status === status)
  const failures = of('fail')
  const skipped = of('skip')
  return {
    failed: failures.length,
    lines: [
      ...failures.map(({ id, title, detail }) => `FAIL ${id} ${title}: ${detail}`),
      ...(skipped.length === 0 ? [] : [`${skipped.length} skipped: ${skipped.map(skip).join('; ')}`]),
      `${of('pass').length} passed, ${failures.length} failed`,
    ],
  }
}

const skip = ({ id, detail }: CaseResult): string => `${id} (${detail})`
