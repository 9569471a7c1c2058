import { describe, expect, it, vi } from 'vitest'

import type { Chain } from '@/lib/chain/chain'
import { err, ok } from '@/lib/core/result'
import type { AuthorizationRow } from '@/lib/ledger/schema'
import { fateOf, inOrder } from './transact'

vi.mock('wxt/browser', () => ({ browser: {} }))

const HASH = `0x${'ab'.repeat(32)}`
const row = {
  state: 'sent',
  transaction: HASH,
  from: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  nonce: `0x${'0'.repeat(63)}7`,
} as AuthorizationRow

/** A node that has this receipt, and counts so many transactions where nothing changes any more. */
function chain(status: 'success' | 'reverted' | null | 'silent', count: number | 'silent'): Chain {
  const receipt =
    typeof status === 'string' && status !== 'silent'
      ? { transactionHash: HASH, status: status === 'success' ? '0x1' : '0x0', blockNumber: '0x1', logs: [] }
      : null
  return {
    call: async (method, [, tag]) => {
      if (method === 'eth_getTransactionReceipt')
        return status === 'silent' ? err({ kind: 'timeout' }) : ok(receipt)
      expect([method, tag]).toEqual(['eth_getTransactionCount', 'finalized'])
      return count === 'silent' ? err({ kind: 'timeout' }) : ok(`0x${count.toString(16)}`)
    },
    ethCall: async () => err({ kind: 'timeout' }),
  }
}

describe('the fate of a transaction', () => {
  it.each([
    ['success', 7, 'done'],
    ['reverted', 7, 'undone'],
    [null, 8, 'replaced'],
  ] as const)('with the receipt %s and %i counted is %s', async (status, count, fate) => {
    expect(await fateOf(chain(status, count), row)).toBe(fate)
  })

  it.each([
    [null, 7],
    [null, 'silent'],
    ['silent', 8],
  ] as const)(
    'I6: with the receipt %s and %s counted is not known, and nothing is released',
    async (status, count) => {
      expect(await fateOf(chain(status, count), row)).toBeNull()
    },
  )

  it('of what was reserved and never signed is known once another has its number', async () => {
    const unsigned = { ...row, state: 'reserved', transaction: null } as AuthorizationRow
    expect(await fateOf(chain(null, 7), unsigned)).toBeNull()
    expect(await fateOf(chain(null, 8), unsigned)).toBe('replaced')
  })
})

describe('transactions in order', () => {
  it('wait for the one before, also where that failed', async () => {
    const log: string[] = []
    const first = inOrder(async () => {
      await Promise.resolve()
      log.push('first')
      throw new Error('no')
    })
    const second = inOrder(async () => log.push('second'))
    await expect(first).rejects.toThrow('no')
    await second
    expect(log).toEqual(['first', 'second'])
  })
})
