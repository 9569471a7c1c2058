import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DIFFERENCES } from './differences'

const rows = readFileSync('docs/differences.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))

type Vector = { readonly id: string; readonly ours?: { readonly why: string; readonly skip?: string } }
const { vectors } = JSON.parse(readFileSync('tests/vectors/spend-controls.json', 'utf8')) as {
  vectors: readonly Vector[]
}

describe('docs/differences.md', () => {
  it('names the differences that the code knows, in their order', () => {
    expect(rows.map(([, name]) => name)).toEqual(DIFFERENCES.map((name) => `\`${name}\``))
  })

  it('says of each what both do, and why', () => {
    for (const row of rows) expect(row.filter((cell) => cell !== '')).toHaveLength(4)
  })

  it.each(vectors.filter(({ ours }) => ours !== undefined && ours.skip === undefined))(
    'has the reason that the vector $id gives',
    ({ ours }) => {
      const [name] = (ours?.why ?? '').split(/[: ]/)
      expect(DIFFERENCES).toContain(name)
    },
  )
})
