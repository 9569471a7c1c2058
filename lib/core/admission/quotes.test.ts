import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { decide } from './decide'
import { base, OTHER, PAYEE, quote, usdc } from './testing'
import type { AdmissionInput } from './types'

describe('any quote at all', () => {
  const field = fc.constantFrom('scheme', 'network', 'asset', 'payTo', 'amount', 'maxTimeoutSeconds')
  const detail = fc.constantFrom(
    'assetTransferMethod',
    'paymentFlow',
    'name',
    'version',
    'decimals',
    'chainId',
    'verifyingContract',
  )

  // What a seller may truly say of USDC on Base, in any of these places; null says nothing.
  const truths: readonly unknown[] = [
    null,
    'USD Coin',
    '2',
    6,
    '6',
    8453,
    '8453',
    'eip3009',
    'permit2',
    'authorization',
    'upfront',
  ]
  const untrue = fc.jsonValue().filter((value) => !truths.includes(value))

  it('I10: with one field replaced by anything, nothing is paid but what the field already said', () => {
    fc.assert(
      fc.property(field, fc.jsonValue(), (name, value) => {
        const offer = { ...usdc, [name]: value }
        const decision = decide({ ...base, quote: quote(offer) })
        if (decision.code !== 'READY_TO_SIGN') return
        expect(['amount', 'maxTimeoutSeconds']).toContain(name)
        expect(BigInt(decision.amount ?? '')).toBe(BigInt(offer.amount))
        expect(decision.windowSeconds).toBeLessThanOrEqual(Number(offer.maxTimeoutSeconds))
      }),
      { numRuns: 500 },
    )
  })

  it('I10: with one detail of the token replaced by anything else, nothing is paid without a person', () => {
    fc.assert(
      fc.property(detail, untrue, (name, value) => {
        const { code } = decide({
          ...base,
          quote: quote({ ...usdc, extra: { ...usdc.extra, [name]: value } }),
        })
        expect(code).toMatch(/^BLOCK_/)
      }),
      { numRuns: 500 },
    )
  })

  it('I10: no amount above a limit is ever ready, in any mix of offers', () => {
    const offer = fc.record({
      amount: fc.bigInt({ min: 0n, max: 3_000_000n }).map(String),
      payTo: fc.constantFrom(PAYEE, OTHER),
      network: fc.constantFrom('eip155:8453', 'eip155:1', 'base'),
      maxTimeoutSeconds: fc.integer({ min: -1, max: 200_000 }),
    })
    fc.assert(
      fc.property(fc.array(offer, { minLength: 1, maxLength: 20 }), (offers) => {
        const accepts = offers.map((o) => ({ ...usdc, ...o }))
        const decision = decide({ ...base, quote: quote(...accepts) })
        expect(decision.offers).toHaveLength(accepts.length)
        if (decision.code !== 'READY_TO_SIGN') return
        const paid = accepts[decision.offer ?? -1]
        expect(paid).toMatchObject({ payTo: PAYEE, network: 'eip155:8453', amount: decision.amount })
        expect(Number(decision.amount)).toBeLessThanOrEqual(1_000_000)
        expect(decision.windowSeconds).toBeLessThanOrEqual(300)
      }),
    )
  })

  it('says of each offer what it would say of it alone', () => {
    const { cases } = JSON.parse(readFileSync('tests/vectors/admission.json', 'utf8')) as {
      cases: readonly { input: AdmissionInput }[]
    }
    const strange = cases.flatMap(({ input }) => {
      const { accepts } = input.quote as { accepts?: unknown }
      return Array.isArray(accepts) ? (accepts as unknown[]) : []
    })
    fc.assert(
      fc.property(fc.array(fc.constantFrom(usdc, ...strange), { minLength: 1, maxLength: 20 }), (accepts) => {
        const together = decide({ ...base, quote: quote(...accepts) }).offers
        const alone = accepts.map((offer, index) => ({
          ...decide({ ...base, quote: quote(offer) }).offers[0],
          index,
        }))
        expect(together).toEqual(alone)
      }),
      { numRuns: 50 },
    )
  })
})
