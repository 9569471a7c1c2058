/** How many tests a runner ran, and how they ended. */
export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

interface VitestReport {
  readonly numPassedTests?: number
  readonly numFailedTests?: number
  readonly numPendingTests?: number
  readonly numTodoTests?: number
  readonly testResults?: readonly {
    readonly status?: string
    readonly assertionResults?: readonly unknown[]
  }[]
}

interface PlaywrightReport {
  readonly stats?: {
    readonly expected?: number
    readonly unexpected?: number
    readonly flaky?: number
    readonly skipped?: number
  }
  readonly errors?: readonly unknown[]
}

/** Counts in the JSON report of vitest. A file that failed before its first test counts as one failed test. */
export function vitestCounts(report: VitestReport): Counts {
  const broken = (report.testResults ?? []).filter(
    (file) => file.status === 'failed' && (file.assertionResults ?? []).length === 0,
  )
  return {
    passed: report.numPassedTests ?? 0,
    failed: (report.numFailedTests ?? 0) + broken.length,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
  }
}

/** Counts in the JSON report of Playwright. Errors outside tests count as one each; a flaky test counts as failed. */
export function playwrightCounts(report: PlaywrightReport): Counts {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report.stats ?? {}
  return { passed: expected, failed: unexpected + flaky + (report.errors ?? []).length, skipped }
}

/**
 * What a runner's counts and its exit code say together.
 *
 * A runner that ran nothing, left no report, or ended badly although no test failed (a crash, a threshold of
 * coverage) has one failure more than its report knows of: silence is never success.
 *
 * @param reported counts from the report; null when there was none
 * @param exitCode the runner's exit code; null when a signal ended it
 */
export function judged(reported: Counts | null, exitCode: number | null): Counts {
  const counts = reported ?? { passed: 0, failed: 0, skipped: 0 }
  const ranNothing = counts.passed + counts.failed === 0
  const endedBadly = exitCode !== 0 && counts.failed === 0
  return ranNothing || endedBadly ? { ...counts, failed: counts.failed + 1 } : counts
}

/** The sum over several runners. */
export function total(all: readonly Counts[]): Counts {
  return all.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
      skipped: sum.skipped + one.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )
}

/** The last line of a run: `N passed, N failed`, and how many were skipped where any were. */
export function summaryLine(counts: Counts): string {
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
  return `${counts.passed} passed, ${counts.failed} failed${skipped}`
}
