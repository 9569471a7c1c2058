import { describe, expect, it } from 'vitest'

import { decide } from './decide'
import { approval, base, codeFor, OTHER, quote, seen, usdc } from './testing'

describe('an approval', () => {
  const asks = { mandates: [], approval }

  it('lifts everything unusual at once, and the screen was told all of it', () => {
    const ledger = {
      ...base.ledger,
      payees: [
        { ...seen, amount: '1000' },
        { ...seen, path: '/x' },
      ],
    }
    const odd = {
      ...quote({ ...usdc, maxTimeoutSeconds: 604_800 }),
      resource: { url: 'https://other.test/' },
    }
    const asked = decide({ ...base, mandates: [], ledger, quote: odd })
    expect(asked.offers[0]?.unusual.map((u) => u.code)).toEqual([
      'HOLD_RESOURCE_MISMATCH',
      'HOLD_TERMS_CHANGED',
      'HOLD_WINDOW_TOO_LONG',
      'HOLD_APPROVAL_REQUIRED',
    ])
    expect(codeFor({ ...asks, ledger, quote: odd })).toBe('READY_TO_SIGN')
  })

  it.each([
    ['another price', { amount: '9999' }],
    ['another payee', { payTo: OTHER }],
    ['another method', { method: 'HEAD' }],
    ['another body', { bodyDigest: '0x00' }],
    ['another network', { network: 'eip155:1' }],
    ['another asset', { asset: OTHER }],
  ])('does not serve for %s (case-060, case-063)', (_, change) => {
    expect(codeFor({ ...asks, approval: { ...approval, ...change } })).toBe('HOLD_APPROVAL_MISMATCH')
  })

  it('is valid until the second it expires, and once', () => {
    const at = (expiresAt: number) => codeFor({ ...asks, approval: { ...approval, expiresAt } })
    expect(at(base.now + 1)).toBe('READY_TO_SIGN')
    expect(at(base.now)).toBe('HOLD_APPROVAL_EXPIRED')
    expect(codeFor({ ...asks, approval: { ...approval, used: true } })).toBe('HOLD_APPROVAL_USED')
  })

  it('that is a refusal stops its own intent, also under a mandate, and no other', () => {
    const refusal = { ...approval, decision: 'decline' } as const
    expect(codeFor({ approval: refusal })).toBe('HOLD_DECLINED')
    expect(codeFor({ approval: { ...refusal, intentId: 'intent-2' } })).toBe('READY_TO_SIGN')
    expect(codeFor({ mandates: [], approval: { ...refusal, intentId: 'intent-2' } })).toBe(
      'HOLD_APPROVAL_MISMATCH',
    )
  })

  it('serves for the window that was approved, and never past an hour', () => {
    const windowFor = (maxWindowSeconds: number) =>
      decide({
        ...base,
        mandates: [],
        quote: quote({ ...usdc, maxTimeoutSeconds: 86_400 }),
        approval: { ...approval, maxWindowSeconds },
      }).windowSeconds
    expect(windowFor(120)).toBe(120)
    expect(windowFor(7_200)).toBe(3_600)
  })
})
