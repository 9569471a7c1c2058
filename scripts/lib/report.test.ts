import { describe, expect, it } from 'vitest'
import {
  judged,
  pictureCounts,
  pictureFailures,
  playwrightCounts,
  playwrightFailures,
  summaryLine,
  total,
  unsteady,
  unsteadyFiles,
  vitestCounts,
  vitestFailures,
} from './report'

describe('the counts of vitest', () => {
  it('are those of its report', () => {
    const report = {
      numPassedTests: 5,
      numFailedTests: 2,
      numPendingTests: 1,
      numTodoTests: 1,
      testResults: [],
    }
    expect(vitestCounts(report)).toEqual({ passed: 5, failed: 2, skipped: 2 })
  })

  it('hold a file that could not be loaded as one failure', () => {
    const report = {
      numPassedTests: 5,
      testResults: [
        { status: 'failed', assertionResults: [] },
        { status: 'passed', assertionResults: [{}] },
      ],
    }
    expect(vitestCounts(report)).toEqual({ passed: 5, failed: 1, skipped: 0 })
  })
})

describe('the counts of Playwright', () => {
  it('hold a flaky test as failed', () => {
    const report = { stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 2 }, errors: [] }
    expect(playwrightCounts(report)).toEqual({ passed: 3, failed: 2, skipped: 2 })
  })

  it('hold an error outside every test as a failure', () => {
    expect(playwrightCounts({ stats: { expected: 3 }, errors: [{}] })).toEqual({
      passed: 3,
      failed: 1,
      skipped: 0,
    })
  })
})

/** A report with one failed test for each message, in a suite of a suite. */
const failing = (...messages: string[]) => ({
  stats: { expected: 3, unexpected: messages.length },
  suites: [
    {
      suites: [
        {
          specs: messages.map((message, i) => ({
            title: 'pays once',
            file: 'a.spec.ts',
            line: i + 1,
            tests: [{ status: 'unexpected', results: [{ errors: [{ message }] }] }],
          })),
        },
      ],
    },
  ],
})

describe('the pictures of the screens', () => {
  const report = { alike: 12, others: ['home.en.light.1200: 40 strips of it are others'] }

  it('count as one test each', () => {
    expect(pictureCounts(report)).toEqual({ passed: 12, failed: 1, skipped: 0 })
  })

  it('are named where they differ, with the place of the new one', () => {
    expect(pictureFailures(report)).toEqual([
      'home.en.light.1200: 40 strips of it are others (the new one is in .cache/screens)',
    ])
  })
})

describe('tests that may be tried again alone', () => {
  it('are a few that failed', () => {
    expect(unsteady(failing('Error: Page crashed', 'Timeout'))).toEqual(['a.spec.ts:1', 'a.spec.ts:2'])
  })

  it('are none where one of them saw a wrong sum of money', () => {
    expect(unsteady(failing('Timeout', 'Error: money: what the payee got'))).toEqual([])
  })

  it('are none where many failed, or where something failed outside every test', () => {
    expect(unsteady(failing('a', 'b', 'c', 'd'))).toEqual([])
    expect(unsteady({ ...failing('Timeout'), errors: [{ message: 'no such file' }] })).toEqual([])
  })
})

describe('files of vitest that may be tried again alone', () => {
  const file = (name: string, ...messages: string[]) => ({
    name,
    status: 'failed',
    assertionResults: messages.map((message) => ({
      fullName: 'pays',
      status: 'failed',
      failureMessages: [message],
    })),
  })

  it('are those of a few that failed, each once', () => {
    const testResults = [file('a.test.ts', 'waited', 'waited'), file('b.test.ts', 'waited')]
    expect(unsteadyFiles({ testResults })).toEqual(['a.test.ts', 'b.test.ts'])
  })

  it('are none where a sum of money is another, where many failed, or where a file did not load', () => {
    const sum = 'AssertionError: expected \u001b[31m30000n\u001b[39m to be 15000n // Object.is equality'
    expect(unsteadyFiles({ testResults: [file('a.test.ts', sum)] })).toEqual([])
    expect(unsteadyFiles({ testResults: [file('a.test.ts', 'a', 'b', 'c', 'd')] })).toEqual([])
    expect(unsteadyFiles({ testResults: [file('a.test.ts')] })).toEqual([])
  })
})

describe('the failures', () => {
  it('of Playwright are named with what they said', () => {
    expect(playwrightFailures(failing('Error: expect(locator) failed\n\nError: Page crashed'))).toEqual([
      'a.spec.ts:1 pays once: Error: expect(locator) failed | Error: Page crashed',
    ])
  })

  it('of vitest are named with what they said, without colours and places', () => {
    const failureMessages = ['\u001b[31mError: 2 is not 3\u001b[39m\n    at a.test.ts:3:1']
    const testResults = [
      { status: 'failed', assertionResults: [{ fullName: 'sums up', status: 'failed', failureMessages }] },
      { status: 'failed', name: 'b.test.ts', message: 'cannot load', assertionResults: [] },
      { status: 'passed', assertionResults: [{ fullName: 'counts', status: 'passed' }] },
    ]
    expect(vitestFailures({ testResults })).toEqual(['sums up: Error: 2 is not 3', 'b.test.ts: cannot load'])
  })
})

describe('a runner', () => {
  it('that passed with tests counts as reported', () => {
    expect(judged({ passed: 2, failed: 0, skipped: 1 }, 0)).toEqual({ passed: 2, failed: 0, skipped: 1 })
  })

  it('that ran no test has failed', () => {
    expect(judged({ passed: 0, failed: 0, skipped: 3 }, 0)).toEqual({ passed: 0, failed: 1, skipped: 3 })
  })

  it('that left no report has failed', () => {
    expect(judged(null, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 })
  })

  it('that ended badly though every test passed has failed', () => {
    expect(judged({ passed: 2, failed: 0, skipped: 0 }, 1)).toEqual({ passed: 2, failed: 1, skipped: 0 })
    expect(judged({ passed: 2, failed: 0, skipped: 0 }, null)).toEqual({ passed: 2, failed: 1, skipped: 0 })
  })

  it('whose failed tests explain its exit code is counted once', () => {
    expect(judged({ passed: 2, failed: 3, skipped: 0 }, 1)).toEqual({ passed: 2, failed: 3, skipped: 0 })
  })
})

describe('the last line', () => {
  it('adds up all runners', () => {
    const sum = total([
      { passed: 2, failed: 1, skipped: 0 },
      { passed: 3, failed: 0, skipped: 0 },
    ])
    expect(summaryLine(sum)).toBe('5 passed, 1 failed')
  })

  it('names skipped tests where there are any', () => {
    expect(summaryLine({ passed: 1, failed: 0, skipped: 2 })).toBe('1 passed, 0 failed, 2 skipped')
  })
})
