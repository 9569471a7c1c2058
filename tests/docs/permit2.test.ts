import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import { PERMIT2, X402_SPENDERS } from '@/lib/core/assets/permit2'

const text = readFileSync('docs/permit2.md', 'utf8')

describe('docs/permit2.md', () => {
  it('names the contracts that the code pins, and no other', () => {
    const named = text.match(/0x[0-9a-fA-F]{40}/g) ?? []
    expect(named).toEqual([PERMIT2, X402_SPENDERS.exact, X402_SPENDERS.upto])
  })

  it('names files that exist', () => {
    const files = text.match(/(?:lib|tests)\/[\w./-]+\.ts/g) ?? []
    expect(files.length).toBeGreaterThan(2)
    for (const file of files) expect(() => readFileSync(file)).not.toThrow()
  })
})
