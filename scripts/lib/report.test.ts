import { describe, expect, it } from 'vitest'
import { judged, playwrightCounts, summaryLine, total, vitestCounts } from './report'

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
