import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

import { LEFT_OUT } from '../e2e/left-out'

/** The titles of all tests in Chromium, each with those of its groups before it, as Playwright itself lists them. */
const titles = execFileSync('playwright', ['test', '--list'], {
  cwd: resolve(import.meta.dirname, '../..'),
  env: { ...process.env, COUNTERSIGN_ALL: '1' },
  encoding: 'utf8',
})
  .split('\n')
  .filter((line) => line.includes('.spec.ts:'))
  .map((line) => line.split(' › ').slice(1).join(' '))

describe('what the gate leaves out', () => {
  it('is less than half of the tests', () => {
    const left = titles.filter((title) => LEFT_OUT.some((part) => title.includes(part)))
    expect(left.length).toBeLessThan(titles.length / 2)
  })

  it.each(LEFT_OUT)('has a test "%s"', (part) => {
    expect(titles.some((title) => title.includes(part))).toBe(true)
  })
})
