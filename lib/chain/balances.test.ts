import { describe, expect, it } from 'vitest'

import { err, ok } from '@/lib/core/result'
import { readAgreedBalances } from './balances'
import type { Chain } from './chain'

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const ASSET = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'

/** A node without Multicall3 that answers a balance, or not at all. */
const node = (amount: bigint | null): Chain => ({
  call: async () => err({ kind: 'timeout' }),
  batch: async (requests) => requests.map(() => ok(`0x${(amount ?? 0n).toString(16).padStart(64, '0')}`)),
  ethCall: async () => (amount === null ? err({ kind: 'network' }) : ok('0x')),
})

describe('the balance that nodes agree on', () => {
  it.each([
    ['the only one says so', [5n], 5n],
    ['the only one says nothing', [null], null],
    ['two say so', [5n, 5n], 5n],
    ['two say so and a third is silent', [5n, null, 5n], 5n],
    ['the other of two is silent', [5n, null], null],
    ['they contradict each other', [5n, 0n], null],
    ['one of three contradicts', [5n, 5n, 0n], null],
    ['there is none', [], null],
  ] as const)('where %s', async (_title, amounts, expected) => {
    const wanted = [{ holder: ACCOUNT, asset: ASSET }] as const
    expect(await readAgreedBalances(amounts.map(node), wanted)).toEqual([expected])
  })
})
