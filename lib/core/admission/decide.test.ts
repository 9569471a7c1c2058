import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { decide } from './decide'
import type { AdmissionInput } from './types'

type Case = {
  id: string
  title: string
  input: AdmissionInput
  expect: { decision: string; offer?: number; amount?: string; receipt?: string; window?: number }
}
const { cases } = JSON.parse(readFileSync('tests/vectors/admission.json', 'utf8')) as {
  cases: readonly Case[]
}
const base = cases[0]?.input as AdmissionInput

describe('decide', () => {
  it.each(cases)('$id $title', ({ input, expect: wanted }) => {
    const decision = decide(input)
    expect(decision.code).toBe(wanted.decision)
    if (wanted.offer !== undefined) expect(decision.offer).toBe(wanted.offer)
    if (wanted.amount !== undefined) expect(decision.amount).toBe(wanted.amount)
    if (wanted.receipt !== undefined) expect(decision.receipt).toBe(wanted.receipt)
    if (wanted.window !== undefined) expect(decision.windowSeconds).toBe(wanted.window)
  })

  it('answers any JSON with a code, and never throws (I10)', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (quote) => {
        expect(decide({ ...base, quote }).code).not.toBe('READY_TO_SIGN')
      }),
    )
  })

  it('is not spoiled by any other offer beside a good one', () => {
    const good = (base.quote as { accepts: unknown[] }).accepts[0]
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { maxLength: 10 }), fc.nat(10), (others, place) => {
        const accepts = [...others.slice(0, place), good, ...others.slice(place)]
        const decision = decide({ ...base, quote: { ...(base.quote as object), accepts } })
        expect(decision.code).toBe('READY_TO_SIGN')
        expect(accepts[decision.offer ?? -1]).toBe(good)
      }),
    )
  })

  it('never signs more than a limit, whatever the amount (I1, I10)', () => {
    const offer = (base.quote as { accepts: object[] }).accepts[0]
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10_000n }),
        fc.bigInt({ min: 0n, max: 5_000n }),
        (amount, spent) => {
          const quote = { ...(base.quote as object), accepts: [{ ...offer, amount: amount.toString() }] }
          const totals = [{ budget: 'task', settled: spent.toString(), reserved: '0' }]
          const { code } = decide({ ...base, quote, ledger: { ...base.ledger, totals } })
          const fits = amount <= 1749n && amount + spent <= 5_000n
          expect(code === 'READY_TO_SIGN').toBe(fits)
        },
      ),
    )
  })

  it('says which number held the payment', () => {
    const totals = [{ budget: 'task', settled: '4000', reserved: '0' }]
    const { facts } = decide({ ...base, ledger: { ...base.ledger, totals } })
    expect(facts).toEqual([
      { rule: 'budget', budget: 'task', limit: '5000', committed: '4000', asked: '1500', over: '500' },
    ])
  })
})
