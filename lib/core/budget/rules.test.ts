import { describe, expect, it } from 'vitest'

import { type BudgetRule, type BudgetSubjects, budgetsOf } from './rules'

const subjects: BudgetSubjects = {
  site: 'news.example',
  origin: 'https://a.news.example',
  agent: 'reader',
  intent: 'intent-1',
  payees: ['0xABCDEFabcdefABCDEFabcdefABCDEFabcdefABCD', '0xabcdefabcdefabcdefabcdefabcdefabcdefabcd'],
  mandates: ['m1', 'm2'],
}

const rule = (scope: BudgetRule['scope']): BudgetRule => ({
  id: 'r',
  scope,
  unit: { kind: 'usd' },
  limit: '1',
  window: { kind: 'total' },
})
const totals = (scope: BudgetRule['scope'], of = subjects) => budgetsOf([rule(scope)], of).map((b) => b.id)

describe('budgetsOf', () => {
  it('gives each one that a rule for each is for a total of its own', () => {
    expect(totals({ kind: 'site', value: null })).toEqual(['r:news.example'])
    expect(totals({ kind: 'origin', value: null })).toEqual(['r:https://a.news.example'])
    expect(totals({ kind: 'agent', value: null })).toEqual(['r:reader'])
    expect(totals({ kind: 'intent', value: null })).toEqual(['r:intent-1'])
    expect(totals({ kind: 'mandate', value: null })).toEqual(['r:m1', 'r:m2'])
  })

  it('keeps one total for everything', () => {
    expect(totals({ kind: 'everything' })).toEqual(['r:*'])
  })

  it('keeps one total for a payee, however its address is spelled', () => {
    expect(totals({ kind: 'payee', value: null })).toEqual(['r:0xabcdefabcdefabcdefabcdefabcdefabcdefabcd'])
    expect(totals({ kind: 'payee', value: '0xABCDEFABCDEFABCDEFABCDEFABCDEFABCDEFABCD' })).toHaveLength(1)
  })

  it('keeps a Solana payee as it is spelled: there case tells addresses apart', () => {
    const payees = ['2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4']
    expect(totals({ kind: 'payee', value: payees[0]?.toLowerCase() ?? '' }, { ...subjects, payees })).toEqual(
      [],
    )
  })

  it('leaves out a rule for another', () => {
    expect(totals({ kind: 'site', value: 'other.example' })).toEqual([])
    expect(totals({ kind: 'agent', value: null }, { ...subjects, agent: null })).toEqual([])
  })
})
