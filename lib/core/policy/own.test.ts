import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { decide } from '../admission/decide'
import { ASKER, base, OTHER, PAYEE, quote, usdc } from '../admission/testing'
import type { AdmissionInput, BudgetPolicy } from '../admission/types'
import { NATIVE } from '../assets/native'
import { budgetsOf } from '../budget/rules'
import { type Spending, spent } from '../budget/scope'
import { DEFAULT_DAILY_LIMITS, dailyRules } from './defaults'
import { isOwnMove, OWN_MOVE, OWN_ORIGIN } from './own'

const SPENDING = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const URL = `${OWN_ORIGIN}/send/1`

/** A transfer that this asker begins by this method, to this payee. */
const inputOf = (origin: string, method: string, payTo: string): AdmissionInput => ({
  ...base,
  wallet: { ...base.wallet, own: [base.wallet.accounts.eip155 ?? '', SPENDING] },
  asker: { origin, topOrigin: origin, site: new globalThis.URL(origin).hostname },
  request: { transport: 'provider', kind: 'transaction', method, url: URL, answeredUrl: URL },
  intent: { ...base.intent, method, url: URL },
  quote: { ...quote({ ...usdc, payTo }), resource: { url: URL } },
  mandates: [],
})
const decided = (origin: string, method: string, payTo: string) => decide(inputOf(origin, method, payTo))

describe('what the owner sends', () => {
  it('goes to an own account only as a move, and as a move goes nowhere else', () => {
    expect(decided(OWN_ORIGIN, OWN_MOVE, SPENDING).code).toBe('HOLD_APPROVAL_REQUIRED')
    expect(decided(OWN_ORIGIN, OWN_MOVE, OTHER)).toMatchObject({
      code: 'BLOCK_PAYEE',
      facts: [{ reason: 'other-account' }],
    })
    expect(decided(OWN_ORIGIN, 'SEND', OTHER).code).toBe('HOLD_APPROVAL_REQUIRED')
    expect(decided(OWN_ORIGIN, 'SEND', SPENDING)).toMatchObject({
      code: 'BLOCK_PAYEE',
      facts: [{ reason: 'own-account' }],
    })
  })

  it('is no move where a site asks, whatever it calls its method', () => {
    fc.assert(
      fc.property(fc.webUrl(), fc.string(), (url, method) => {
        expect(isOwnMove(new globalThis.URL(url).origin, method)).toBe(false)
      }),
    )
    expect(decided(ASKER, OWN_MOVE, SPENDING).code).toBe('BLOCK_PAYEE')
  })

  it('counts in the limit of everything, and in none of each site', () => {
    const subjects = {
      site: 'countersign.invalid',
      agent: null,
      intent: 'one',
      payees: [PAYEE],
      mandates: [],
    }
    const kinds = (origin: string) =>
      budgetsOf(dailyRules(DEFAULT_DAILY_LIMITS), { ...subjects, origin }).map(({ scope }) => scope.kind)
    expect(new Set(kinds(OWN_ORIGIN))).toEqual(new Set(['everything']))
    expect(new Set(kinds(ASKER))).toEqual(new Set(['everything', 'site']))
  })

  it('counts nothing but its fee where it is a move, in every limit (I1)', () => {
    const budgets: readonly BudgetPolicy[] = [
      { kind: 'usd' } as const,
      { kind: 'atomic', network: 'eip155:8453', asset: usdc.asset } as const,
      { kind: 'atomic', network: 'eip155:8453', asset: NATIVE } as const,
    ].map((unit, i) => ({
      id: String(i),
      scope: { kind: 'everything' },
      unit,
      limit: '1',
      window: { kind: 'total' },
    }))
    const amounts = fc.bigInt({ min: 0n, max: 2n ** 200n })
    fc.assert(
      fc.property(fc.constantFrom(usdc.asset, NATIVE), amounts, amounts, (asset, amount, fee) => {
        const of: Spending = {
          asker: { origin: OWN_ORIGIN },
          intent: 'one',
          method: OWN_MOVE,
          network: 'eip155:8453',
          asset,
          payTo: SPENDING,
          mandate: null,
          usd: { testnet: false },
        }
        const sum = (spending: Spending) =>
          spent(budgets, spending, amount, fee.toString()).reduce((all, each) => all + each.amount, 0n)
        expect(sum(of)).toBe(fee)
        expect(sum({ ...of, method: 'SEND' })).toBeGreaterThanOrEqual(amount + fee)
      }),
    )
  })
})
