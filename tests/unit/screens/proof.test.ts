import { describe, expect, it } from 'vitest'

import { en } from '@/components/i18n/en'
import { proofWord } from '@/components/options/payment/proof'
import { claimOf } from '@/lib/core/lifecycle/claim'

const NAMED = `0x${'ab'.repeat(32)}`
const OTHER = `0x${'cd'.repeat(32)}`

const wordOf = (of: Partial<Parameters<typeof claimOf>[0]>) => {
  const row = {
    network: 'eip155:8453',
    state: 'settled' as const,
    proved: 0 as const,
    transaction: null,
    claimedTransaction: NAMED,
    claim: 'unchecked' as const,
    ...of,
  }
  return proofWord({ ...row, claim: claimOf(row) })
}

describe('what the payment’s screen says of its proof', () => {
  it('is claimed and not proved for a success that only the site tells (atk-069, case-010)', () => {
    expect(wordOf({})).toBe('claimed')
    expect(wordOf({ claimedTransaction: null })).toBe('open')
  })

  it('is contradicted for a transaction that the chain shows to be no such payment', () => {
    expect(wordOf({ claim: 'contradicted' })).toBe('contradicted')
    expect(wordOf({ claimedTransaction: 'paid!' })).toBe('contradicted')
  })

  it('is proved, and says so where another transaction did it than the one that was named', () => {
    expect(wordOf({ proved: 1, transaction: NAMED })).toBe('proved')
    expect(wordOf({ proved: 1, transaction: OTHER })).toBe('provedOther')
    expect(wordOf({ proved: 1, transaction: OTHER, claimedTransaction: null })).toBe('provedUnnamed')
  })

  it('is not paid where nothing moved, whatever was named', () => {
    expect(wordOf({ state: 'released', proved: 1 })).toBe('releasedOther')
    expect(wordOf({ state: 'released', proved: 1, claimedTransaction: null })).toBe('released')
  })

  it('says that a signature was used without paying, whatever the site names', () => {
    expect(proofWord({ state: 'unknown', proved: 0, claim: 'none', unpaid: 1 })).toBe('unpaid')
    expect(proofWord({ state: 'settled', proved: 0, claim: 'contradicted', unpaid: 1 })).toBe('unpaid')
    expect(proofWord({ state: 'settled', proved: 1, claim: 'none', unpaid: 1 })).toBe('provedUnnamed')
  })

  it('has a title and a sentence for each', () => {
    for (const words of Object.values(en.receipts.proof)) expect(words).toHaveLength(2)
  })
})
