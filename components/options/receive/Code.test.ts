import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { cellsOf } from './Code'

/** The cells that a path of `M x y h n v1 h -n z` covers. */
function drawn(path: string): Set<string> {
  const cells = new Set<string>()
  for (const [, x, y, n] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let i = 0; i < Number(n); i++) cells.add(`${Number(x) + i} ${y}`)
  return cells
}

describe('the drawing of a code', () => {
  it('covers each dark cell and no other', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.boolean(), { maxLength: 12 }), { maxLength: 12 }), (rows) => {
        const dark = rows.flatMap((row, y) => row.flatMap((is, x) => (is ? [`${x} ${y}`] : [])))
        expect(drawn(cellsOf(rows))).toEqual(new Set(dark))
      }),
    )
  })
})
