import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

import { FAULTS, REASONS, STEPS, TABLE } from '@/tests/e2e/faults/table'

const ROOT = resolve(import.meta.dirname, '../..')
const page = readFileSync(resolve(ROOT, 'docs/faults.md'), 'utf8')

/** The table as the page has it: a row for each fault, a column for each step. */
const printed = [
  `| fault | ${STEPS.join(' | ')} |`,
  `|---|${STEPS.map(() => '---|').join('')}`,
  ...FAULTS.map((fault) => {
    const cells = STEPS.map((step) => {
      const cell = TABLE[step][fault]
      return 'cannot' in cell ? cell.cannot : cell.ends.join(', ')
    })
    return `| ${fault} | ${cells.join(' | ')} |`
  }),
]

describe('the page on faults', () => {
  it('prints the table as it is tested', () => {
    expect(page.split('\n').filter((line) => printed.includes(line))).toEqual(printed)
  })

  it('gives the reason of each cell that cannot happen', () => {
    for (const [mark, reason] of Object.entries(REASONS)) expect(page).toContain(`- (${mark}) ${reason}`)
  })

  it('names tests in browsers that exist', () => {
    const rows = [...page.matchAll(/^\| .*\| `(tests\/e2e\/[^`]+)` \| (.+) \|$/gm)]
    expect(rows.length).toBeGreaterThan(0)
    for (const [, file = '', titles = ''] of rows) {
      expect(existsSync(resolve(ROOT, file)), file).toBe(true)
      const source = readFileSync(resolve(ROOT, file), 'utf8')
      for (const title of titles.split('; ')) expect(source, title).toContain(title.slice(1, -1))
    }
  })
})
