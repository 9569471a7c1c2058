import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import { CONFIRMATIONS, confirmationsOf, MOST_CONFIRMATIONS } from '@/lib/chain/confirmations'
import { NETWORKS } from '@/lib/chain/networks'

const text = readFileSync('docs/reconciliation.md', 'utf8')

describe('docs/reconciliation.md', () => {
  it('says for each network how deep a block must be', () => {
    const rows = [...text.matchAll(/^\| .* `(eip155:\d+)` \| (\d+) \|$/gm)].map(([, id, n]) => [
      id,
      Number(n),
    ])
    expect(Object.fromEntries(rows)).toEqual(CONFIRMATIONS)
    expect(text).toContain(`not in the table has ${MOST_CONFIRMATIONS}.`)
  })
})

describe('confirmations', () => {
  it('are known for every network that the wallet pays on', () => {
    expect(Object.keys(CONFIRMATIONS).sort()).toEqual(NETWORKS.map(({ network }) => network).sort())
  })

  it('are none for nodes on this machine alone', () => {
    const here = 'http://127.0.0.1:8545/'
    expect(confirmationsOf('eip155:8453', [here])).toBe(0)
    expect(confirmationsOf('eip155:8453', [here, 'https://mainnet.base.org/'])).toBe(
      CONFIRMATIONS['eip155:8453'],
    )
    expect(confirmationsOf('eip155:8453', [])).toBe(CONFIRMATIONS['eip155:8453'])
  })

  it('of an unknown network are as many as of any', () => {
    expect(confirmationsOf('eip155:999999', ['https://node.example/'])).toBe(
      Math.max(...Object.values(CONFIRMATIONS)),
    )
  })
})
