import { describe, expect, it } from 'vitest'

import { type Claimed, claimOf } from './claim'

const ONE = `0x${'ab'.repeat(32)}`
const OTHER = `0x${'cd'.repeat(32)}`
const BASE: Claimed = {
  network: 'eip155:8453',
  state: 'settled',
  proved: 0,
  transaction: null,
  claimedTransaction: ONE,
  claim: 'unchecked',
}

describe('the transaction that a server names', () => {
  it('is no claim where none was named', () => {
    expect(claimOf({ ...BASE, claimedTransaction: null })).toBe('none')
  })

  it('is claimed and not proved before the chain says what became of the payment (atk-069)', () => {
    for (const state of ['sent', 'failed', 'unknown', 'settled'] as const)
      expect(claimOf({ ...BASE, state, transaction: ONE })).toBe('unchecked')
  })

  it('is proved where it is the transaction of the proof, in any case of its digits', () => {
    const transaction = ONE.toUpperCase().replace('X', 'x')
    expect(claimOf({ ...BASE, proved: 1, transaction })).toBe('proved')
  })

  it('is contradicted where another transaction moved this payment', () => {
    expect(claimOf({ ...BASE, proved: 1, transaction: OTHER })).toBe('contradicted')
  })

  it('is contradicted where the payment is proved dead, also by that very transaction', () => {
    for (const transaction of [null, ONE, OTHER])
      expect(claimOf({ ...BASE, state: 'released', proved: 1, transaction })).toBe('contradicted')
  })

  it('stays contradicted until the payment itself is proved by it', () => {
    expect(claimOf({ ...BASE, claim: 'contradicted' })).toBe('contradicted')
    expect(claimOf({ ...BASE, claim: 'contradicted', proved: 1, transaction: ONE })).toBe('proved')
  })

  it('is contradicted at once where no chain has such a transaction', () => {
    for (const claimedTransaction of ['0x12', 'pending', ONE.slice(2), `${ONE}00`])
      expect(claimOf({ ...BASE, claimedTransaction })).toBe('contradicted')
    const solana = { ...BASE, network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }
    expect(claimOf(solana)).toBe('contradicted')
    expect(claimOf({ ...solana, claimedTransaction: '5'.repeat(88) })).toBe('unchecked')
  })
})
