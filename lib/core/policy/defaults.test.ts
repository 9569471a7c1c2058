import { describe, expect, it } from 'vitest'

import { budgetsFor } from '../budget/scope'
import { DEFAULT_DAILY_LIMITS, DEFAULT_POLICY, dailyBudgets } from './defaults'
import { dollarsOfPolicy } from './dollars'

describe('the policy of a new wallet', () => {
  it('admits a dollar a payment, no test money and no asset but the default ones', () => {
    expect(dollarsOfPolicy(DEFAULT_POLICY.perPaymentUsd)).toBe(10n ** 18n)
    expect(DEFAULT_POLICY.testnets).toBe(false)
    expect(DEFAULT_POLICY.assets).toEqual([])
  })

  it('signs ten minutes by itself, and holds what asks for more than a day', () => {
    expect(DEFAULT_POLICY.maxWindowSeconds).toBe(600)
    expect(DEFAULT_POLICY.maxAskedWindowSeconds).toBe(86_400)
  })

  it('holds a rise above a fifth, and the eleventh automatic payment in a minute', () => {
    expect(DEFAULT_POLICY.maxRisePercent).toBe(20)
    expect(DEFAULT_POLICY.automaticPerMinute).toBe(10)
  })
})

describe('dailyBudgets', () => {
  const budgets = dailyBudgets(DEFAULT_DAILY_LIMITS, 'news.example')

  it.each([false, true])(
    'binds a payment to ten dollars in all and five at its site (test money: %s)',
    (testnet) => {
      const matching = budgetsFor(budgets, {
        asker: { origin: 'https://a.news.example', site: 'news.example' },
        intent: 'i',
        network: 'eip155:8453',
        asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
        payTo: `0x${'ab'.repeat(20)}`,
        mandate: null,
        usd: { testnet },
      })
      expect(matching.map((b) => [b.scope.kind, b.limit, b.window])).toEqual([
        ['everything', '10.00', { kind: 'rolling', seconds: 86_400 }],
        ['site', '5.00', { kind: 'rolling', seconds: 86_400 }],
      ])
    },
  )

  it('names each budget once', () => {
    expect(new Set(budgets.map((b) => b.id)).size).toBe(4)
  })
})

describe('dollarsOfPolicy', () => {
  it('throws for what is no amount: a broken limit must not become no limit', () => {
    for (const text of ['', 'abc', '-1', '1e3']) expect(() => dollarsOfPolicy(text)).toThrow(RangeError)
  })
})
