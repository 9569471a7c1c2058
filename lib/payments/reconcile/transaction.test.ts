import { describe, expect, it } from 'vitest'

import type { Read, Reading } from '@/lib/chain/reading'
import { err, ok } from '@/lib/core/result'
import { authorizationRow } from '@/lib/ledger/write/testing'
import type { Known } from './finding'
import { judgeTransactions } from './transaction'

const HASH = `0x${'ab'.repeat(32)}`
const row = authorizationRow('t', {
  state: 'sent',
  scheme: 'transaction',
  transferMethod: 'transaction',
  transaction: HASH,
  nonce: `0x${'0'.repeat(63)}7`,
})
const known: Known = { provedBy: async () => [] }

/** A reading at block 100 that has this receipt, in this block, and counts so many transactions as of block 100. */
function reading(
  status: 'success' | 'reverted' | null | 'silent',
  count: number | 'silent',
  block = 90,
): Reading {
  const receipt = {
    transactionHash: HASH,
    status: status === 'success' ? '0x1' : '0x0',
    blockNumber: `0x${block.toString(16)}`,
    logs: [],
  }
  const answer = (method: string, params: readonly unknown[]): unknown => {
    if (method === 'eth_getTransactionReceipt') return status === 'silent' ? undefined : status && receipt
    expect([method, params[1]]).toEqual(['eth_getTransactionCount', '0x64'])
    return count === 'silent' ? undefined : `0x${count.toString(16)}`
  }
  return {
    block: { number: 100n, timestamp: 1_000, hash: HASH as `0x${string}` },
    ask: async () => err('down'),
    askAll: async (requests, reader) =>
      requests.map(({ method, params }, i): Read<never> => {
        const value = answer(method, params)
        const read = value === undefined ? undefined : reader(value, i)
        return read === undefined ? err('down') : ok(read as never)
      }),
    ethCall: async () => err('down'),
    stands: async () => true,
    state: () => ({ kind: 'ok', nodes: ['ok'] }),
  }
}

const kindOf = async (at: Reading, of = row) =>
  (await judgeTransactions(at, [of], known)).get(of.id)?.kind ?? null

describe('the fate of a transaction', () => {
  it.each([
    ['success', 7, 'used'],
    ['reverted', 7, 'undone'],
    [null, 8, 'unused'],
  ] as const)('with the receipt %s and %i counted is %s', async (status, count, fate) => {
    expect(await kindOf(reading(status, count))).toBe(fate)
  })

  it.each([
    [null, 7],
    [null, 'silent'],
    ['silent', 8],
  ] as const)(
    'I6: with the receipt %s and %s counted is not known, and nothing is released',
    async (status, count) => {
      expect(await kindOf(reading(status, count))).toBeNull()
    },
  )

  it('is not known while its block is not deep enough', async () => {
    expect(await kindOf(reading('success', 8, 101))).toBeNull()
    expect(await kindOf(reading('reverted', 8, 101))).toBeNull()
  })

  it('of what was reserved and never signed is known once another has its number', async () => {
    const unsigned = { ...row, state: 'reserved' as const, transaction: null }
    expect(await kindOf(reading(null, 7), unsigned)).toBeNull()
    expect(await kindOf(reading(null, 8), unsigned)).toBe('unused')
  })
})
