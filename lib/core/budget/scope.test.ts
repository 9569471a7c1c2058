import { describe, expect, it } from 'vitest'

import type { BudgetPolicy, BudgetScope } from '../admission/types'
import { budgetsFor, type Spending } from './scope'

const spending: Spending = {
  asker: { origin: 'https://news.example', site: 'news.example', agent: 'reader' },
  intent: 'intent-1',
  network: 'eip155:8453',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  payTo: `0x${'ab'.repeat(20)}`,
  mandate: 'mandate-1',
  usd: { testnet: false },
}

const budget = (scope: BudgetScope, unit: BudgetPolicy['unit'] = { kind: 'usd' }): BudgetPolicy => ({
  id: 'b',
  scope,
  unit,
  limit: '1',
  window: { kind: 'total' },
})

const counts = (policy: BudgetPolicy, change: Partial<Spending> = {}) =>
  budgetsFor([policy], { ...spending, ...change }).length === 1

describe('budgetsFor', () => {
  it.each([
    ['everything', undefined, undefined],
    ['site', 'news.example', 'other.example'],
    ['origin', 'https://news.example', 'https://news.example:8443'],
    ['agent', 'reader', 'Reader'],
    ['payee', `0x${'AB'.repeat(20)}`, `0x${'ab'.repeat(19)}ac`],
    ['intent', 'intent-1', 'intent-2'],
    ['mandate', 'mandate-1', 'mandate-2'],
  ] as const)('binds a payment to a budget of its own %s alone', (kind, own, other) => {
    if (kind === 'everything') expect(counts(budget({ kind }))).toBe(true)
    else {
      expect(counts(budget({ kind, value: own }))).toBe(true)
      expect(counts(budget({ kind, value: other }))).toBe(false)
    }
  })

  it('lets every budget that matches bind, not only the narrowest (case-072)', () => {
    const all = [budget({ kind: 'everything' }), budget({ kind: 'site', value: 'news.example' })]
    expect(budgetsFor(all, spending)).toEqual(all)
  })

  it('compares an origin whole: a look-alike host is another one (atk-028, atk-029)', () => {
    const scope = { kind: 'origin', value: 'https://apple.test' } as const
    for (const origin of ['https://apple.test.evil.test', 'https://xn--pple-43d.test', 'http://apple.test']) {
      expect(counts(budget(scope), { asker: { origin } })).toBe(false)
    }
  })

  it('never lets test money count against real money, nor real against test (atk-024)', () => {
    const real = budget({ kind: 'everything' }, { kind: 'usd', testnet: false })
    const test = budget({ kind: 'everything' }, { kind: 'usd', testnet: true })
    expect(budgetsFor([real, test], spending)).toEqual([real])
    expect(budgetsFor([real, test], { ...spending, usd: { testnet: true } })).toEqual([test])
  })

  it('counts no asset without a dollar value in dollars', () => {
    expect(counts(budget({ kind: 'everything' }), { usd: null })).toBe(false)
  })

  it('counts an atomic budget for its own asset on its own network', () => {
    const unit = { kind: 'atomic', network: spending.network, asset: spending.asset.toLowerCase() } as const
    expect(counts(budget({ kind: 'everything' }, unit))).toBe(true)
    expect(counts(budget({ kind: 'everything' }, unit), { network: 'eip155:1' })).toBe(false)
    expect(counts(budget({ kind: 'everything' }, unit), { asset: `0x${'11'.repeat(20)}` })).toBe(false)
  })
})
