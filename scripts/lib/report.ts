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
    readonly name?: string
    readonly status?: string
    readonly message?: string
    readonly assertionResults?: readonly {
      readonly fullName?: string
      readonly status?: string
      readonly failureMessages?: readonly string[]
    }[]
  }[]
}

interface PlaywrightTest {
  readonly status?: string
  readonly results: readonly { readonly errors?: readonly { readonly message?: string }[] }[]
}

interface PlaywrightSpec {
  readonly title: string
  readonly file: string
  readonly line: number
  readonly tests: readonly PlaywrightTest[]
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs?: readonly PlaywrightSpec[]
}

interface PlaywrightReport {
  readonly suites?: readonly PlaywrightSuite[]
  readonly stats?: {
    readonly expected?: number
    readonly unexpected?: number
    readonly flaky?: number
    readonly skipped?: number
  }
  readonly errors?: readonly { readonly message?: string }[]
}

/** How the pictures of the screens compared with the kept ones; what is wrong with a picture begins with its name. */
export interface PictureReport {
  readonly alike: number
  readonly others: readonly string[]
}

/** Counts of pictures: each is one test. */
export const pictureCounts = ({ alike, others }: PictureReport): Counts => ({
  passed: alike,
  failed: others.length,
  skipped: 0,
})

/** Each picture that is another, with what was seen. */
export const pictureFailures = ({ others }: PictureReport): string[] =>
  others.map((other) => `${other} (the new one is in .cache/screens)`)

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

const testsOf = (
  suite: PlaywrightSuite,
): { readonly spec: PlaywrightSpec; readonly test: PlaywrightTest }[] => [
  ...(suite.specs ?? []).flatMap((spec) => spec.tests.map((test) => ({ spec, test }))),
  ...(suite.suites ?? []).flatMap(testsOf),
]

const saidFirst = (test: PlaywrightTest): string | undefined =>
  test.results.flatMap((result) => result.errors ?? [])[0]?.message

/** Counts in the JSON report of Playwright. Errors outside tests count as one each; a flaky test counts as failed. */
export function playwrightCounts(report: PlaywrightReport): Counts {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report.stats ?? {}
  return { passed: expected, failed: unexpected + flaky + (report.errors ?? []).length, skipped }
}

/** More failures than these are a fault of the product or of the machine, not of single tests. */
const MOST_UNSTEADY = 3

/** How the tests' judge begins what it says when the chain shows another sum than was paid (tests/e2e/support). */
const MONEY = 'money: '

/**
 * The failed tests of a report that may be tried again alone, as `file:line`: few, and none of them by a sum of money
 * that is not right (docs/decisions/0014). Empty where nothing may be tried again.
 */
export function unsteady(report: PlaywrightReport): string[] {
  const failed = (report.suites ?? []).flatMap(testsOf).filter(({ test }) => test.status === 'unexpected')
  const money = failed.some(({ test }) =>
    test.results.some((result) => (result.errors ?? []).some((error) => error.message?.includes(MONEY))),
  )
  const broken = (report.errors ?? []).length > 0
  if (money || broken || failed.length > MOST_UNSTEADY) return []
  return failed.map(({ spec }) => `${spec.file}:${spec.line}`)
}

/** A sum of money that is not the one wanted, as vitest says it: sums are bigints. */
const OTHER_SUM = /expected -?\d+n to (be|equal|deeply equal) -?\d+n/

/**
 * The same of a report of vitest: the files of the failed tests, each once, since the tests of a file share what
 * they begin with.
 */
export function unsteadyFiles(report: VitestReport): string[] {
  const files = (report.testResults ?? []).filter((file) => file.status === 'failed')
  const failed = files.flatMap((file) => (file.assertionResults ?? []).filter((t) => t.status === 'failed'))
  const said = failed.flatMap((test) => test.failureMessages ?? []).map((text) => text.replace(COLOUR, ''))
  const broken = files.some((file) => (file.assertionResults ?? []).length === 0)
  if (broken || failed.length > MOST_UNSTEADY || said.some((text) => OTHER_SUM.test(text))) return []
  return files.flatMap((file) => file.name ?? [])
}

/** The control sequences that colour a terminal: ESC [ numbers m. */
const COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')

/** The first lines of an error that say something, without colours, on one line. */
const brief = (message: string | undefined): string =>
  (message ?? 'no message')
    .replace(COLOUR, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('at '))
    .slice(0, 6)
    .join(' | ')
    .slice(0, 600)

/** Each failed test of vitest's report, with the beginning of what it said. */
export function vitestFailures(report: VitestReport): string[] {
  return (report.testResults ?? []).flatMap((file) => {
    const tests = file.assertionResults ?? []
    if (file.status === 'failed' && tests.length === 0) return [`${file.name}: ${brief(file.message)}`]
    return tests
      .filter((test) => test.status === 'failed')
      .map((test) => `${test.fullName}: ${brief(test.failureMessages?.[0])}`)
  })
}

/** Each test of Playwright's report that did not pass at its first attempt, with what it said there. */
export function playwrightFailures(report: PlaywrightReport): string[] {
  const tests = (report.suites ?? [])
    .flatMap(testsOf)
    .filter(({ test }) => test.status === 'unexpected' || test.status === 'flaky')
    .map(({ spec, test }) => `${spec.file}:${spec.line} ${spec.title}: ${brief(saidFirst(test))}`)
  return [...tests, ...(report.errors ?? []).map((error) => brief(error.message))]
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
