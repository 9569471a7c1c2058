import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import { type ControlsFile, runControlsCase } from './controls'

const { vectors, ourDecisionFor } = JSON.parse(
  readFileSync('tests/vectors/spend-controls.json', 'utf8'),
) as ControlsFile
const isSkipped = (vector: (typeof vectors)[number]) => vector.ours?.skip !== undefined

describe('the spend-control vectors', () => {
  it.each(vectors.filter((v) => !isSkipped(v)))('$id: $title', (vector) => {
    const { expected, got } = runControlsCase(vector, ourDecisionFor)
    expect(expected.split(' or ')).toContain(got)
  })

  it('skips only what needs a function of the published client', () => {
    const skipped = vectors.filter((v) => runControlsCase(v, ourDecisionFor).skipped)
    expect(skipped.map((v) => v.id)).toEqual(['pol-001', 'pol-003', 'reg-003'])
  })

  it('fails where the answer is another one', () => {
    const [first] = vectors
    if (first === undefined) throw new Error('there are no vectors')
    const wrong = [
      { ...first, result: { outcome: 'rejected', class: 'USD_CAP' } },
      { ...first, result: { ...first.result, amount: '1' } },
      { ...first, result: { ...first.result, index: 1 } },
      { ...first, sign: { ok: true, validForSeconds: 61 } },
      { ...first, sign: { ok: true, kind: 'permit2' } },
      { ...first, ours: { decision: 'CONFIG_REFUSED', reason: 'any-asset' } },
    ]
    for (const vector of wrong) expect(runControlsCase(vector, ourDecisionFor).passed).toBe(false)
  })
})
