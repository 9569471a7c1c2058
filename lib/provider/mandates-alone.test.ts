import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { decide } from '@/lib/core/admission/decide'
import { base, codeFor, quote, seen, usdc } from '@/lib/core/admission/testing'
import type { AdmissionInput } from '@/lib/core/admission/types'
import { mandatesAlone } from './mandates-alone'

const dryRun = (input: AdmissionInput) => decide(mandatesAlone(input)).code
const dollars = fc.integer({ min: 0, max: 2_000 }).map((cents) => (cents / 100).toFixed(2))

/** An owner of any limits, totals, funds and memory. */
const owners = fc
  .record({
    perPayment: dollars,
    perDay: dollars,
    spent: dollars,
    held: fc.nat(),
    risePercent: fc.nat(100),
    last: fc.nat(),
  })
  .map(({ perPayment, perDay, spent, held, risePercent, last }): AdmissionInput => {
    const { policy, wallet, ledger } = base
    const [day] = policy.budgets
    const { network, asset } = usdc
    return {
      ...base,
      wallet: { ...wallet, balances: [{ network, asset, amount: String(held) }] },
      policy: {
        ...policy,
        perPaymentUsd: perPayment,
        maxRisePercent: risePercent,
        budgets: policy.budgets.map((budget) => ({ ...budget, limit: perDay })),
      },
      ledger: {
        ...ledger,
        totals: day === undefined ? [] : [{ budget: day.id, settled: spent, reserved: '0' }],
        payees: [{ ...seen, amount: String(last) }],
      },
    }
  })

describe('a dry run', () => {
  it('is the same whatever the owner’s limits, totals, funds and remembered prices are', () => {
    fc.assert(
      fc.property(owners, fc.integer({ min: 1, max: 3_000_000 }), (owner, amount) => {
        const asked = { quote: quote({ ...usdc, amount: String(amount) }) }
        expect(dryRun({ ...owner, ...asked })).toBe(dryRun({ ...base, ...asked }))
      }),
    )
  })

  it('could not be so by the decision itself', () => {
    const poor = { ...base.policy, perPaymentUsd: '0.001' }
    expect(codeFor({ policy: poor })).toBe('HOLD_OVER_PAYMENT_LIMIT')
    expect(dryRun({ ...base, policy: poor })).toBe('READY_TO_SIGN')
  })

  it('asks where no mandate of the asker’s covers the price, to the last unit', () => {
    const mandates = base.mandates.map((mandate) => ({ ...mandate, maxAmount: '10000' }))
    expect(dryRun({ ...base, mandates })).toBe('READY_TO_SIGN')
    expect(dryRun({ ...base, mandates, quote: quote({ ...usdc, amount: '10001' }) })).toBe(
      'HOLD_APPROVAL_REQUIRED',
    )
  })
})
