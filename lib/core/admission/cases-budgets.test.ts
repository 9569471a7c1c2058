import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { formatDollars } from '../money/dollars'
import { parseSuffixes, siteOf } from '../sites/registrable'
import { decide } from './decide'
import { approval, base, OTHER, PAYEE, quote, USDC, usdc } from './testing'
import type { AdmissionInput, BudgetPolicy, Decision } from './types'

const DAY = { kind: 'rolling', seconds: 86_400 } as const
const ATOMIC = { kind: 'atomic', network: 'eip155:8453', asset: USDC } as const

const budget = (of: Partial<BudgetPolicy>): BudgetPolicy => ({
  id: 'limit',
  scope: { kind: 'everything' },
  unit: ATOMIC,
  limit: '50000',
  window: { kind: 'total' },
  ...of,
})

const withBudgets = (...budgets: BudgetPolicy[]): AdmissionInput => ({
  ...base,
  policy: { ...base.policy, budgets },
})

/**
 * Asks for one purchase after the other. What is signed is held in every total and stays held: nobody ever
 * settles. USDC has six decimals, so a dollar total has twelve more.
 */
function spree(purchases: readonly AdmissionInput[]): readonly Decision[] {
  const held = new Map<string, bigint>()
  return purchases.map((input) => {
    const { budgets } = input.policy
    const inDollars = (id: string) => budgets.find((b) => b.id === id)?.unit.kind === 'usd'
    const write = (id: string, sum: bigint) => (inDollars(id) ? formatDollars(sum) : sum.toString())
    const totals = budgets.map(({ id }) => ({
      budget: id,
      settled: '0',
      reserved: write(id, held.get(id) ?? 0n),
    }))
    const decision = decide({ ...input, ledger: { ...input.ledger, totals } })
    if (decision.code === 'READY_TO_SIGN') {
      for (const { id } of budgets) {
        const amount = BigInt(decision.amount ?? '0') * (inDollars(id) ? 10n ** 12n : 1n)
        held.set(id, (held.get(id) ?? 0n) + amount)
      }
    }
    return decision
  })
}

const purchases = (count: number, input: AdmissionInput): AdmissionInput[] =>
  Array.from({ length: count }, (_, i) => ({ ...input, intent: { ...input.intent, id: `intent-${i}` } }))

const signed = (decisions: readonly Decision[]) => decisions.filter((d) => d.code === 'READY_TO_SIGN').length

describe('many payments, each small enough', () => {
  it('end where the budget of the task ends (atk-046)', () => {
    const task = budget({ scope: { kind: 'agent', value: 'shopper' }, limit: '50000' })
    const one = { ...withBudgets(task), quote: quote({ ...usdc, amount: '20000' }) }
    const input = { ...one, asker: { ...base.asker, agent: 'shopper' } }
    const codes = spree(purchases(4, input)).map((d) => d.code)
    expect(codes).toEqual(['READY_TO_SIGN', 'READY_TO_SIGN', 'HOLD_OVER_BUDGET', 'HOLD_OVER_BUDGET'])
  })

  it('count for one site, though each asks from a host of its own (atk-046)', () => {
    const suffixes = parseSuffixes(readFileSync('public/suffixes.txt', 'utf8'))
    const inputs = Array.from({ length: 10 }, (_, i): AdmissionInput => {
      const host = `shop${i}.bazaar.co.uk`
      const origin = `https://${host}`
      const site = budget({
        scope: { kind: 'site', value: siteOf(host, suffixes) },
        unit: { kind: 'usd', testnet: false },
        limit: '0.05',
        window: DAY,
      })
      return {
        ...withBudgets(site),
        asker: { origin, topOrigin: origin, site: siteOf(host, suffixes) },
        mandates: base.mandates.map((m) => ({ ...m, scope: { origin } })),
      }
    })
    expect(signed(spree(inputs))).toBe(5)
  })

  it.each<[string, BudgetPolicy['scope'], object]>([
    ['everything', { kind: 'everything' }, {}],
    ['one site', { kind: 'site', value: 'news.example' }, {}],
    ['one origin', { kind: 'origin', value: 'https://news.example' }, {}],
    ['one agent', { kind: 'agent', value: 'shopper' }, { asker: { ...base.asker, agent: 'shopper' } }],
    ['one payee', { kind: 'payee', value: PAYEE }, {}],
    ['one mandate', { kind: 'mandate', value: 'mandate-1' }, {}],
  ])('stop at the third where a day’s limit for %s admits two (case-073)', (_, scope, change) => {
    const input = { ...withBudgets(budget({ scope, limit: '20000', window: DAY })), ...change }
    const decisions = spree(purchases(3, input))
    expect(decisions.map((d) => d.code)).toEqual(['READY_TO_SIGN', 'READY_TO_SIGN', 'HOLD_OVER_BUDGET'])
    expect(decisions[2]?.facts[0]).toMatchObject({ budget: 'limit', limit: '20000', committed: '20000' })
  })

  it('stop at a limit for one purchase, whatever its quotes ask in turn (case-073)', () => {
    const one = budget({ scope: { kind: 'intent', value: 'intent-1' }, limit: '20000' })
    const input = withBudgets(one)
    expect(
      spree([input, input, input])
        .map((d) => d.code)
        .at(-1),
    ).toBe('HOLD_OVER_BUDGET')
  })

  it('do not use up what is meant for somebody else (case-073)', () => {
    const elsewhere = [
      budget({ id: 'payee', scope: { kind: 'payee', value: OTHER }, limit: '0' }),
      budget({ id: 'site', scope: { kind: 'site', value: 'other.example' }, limit: '0' }),
      budget({ id: 'test', unit: { kind: 'usd', testnet: true }, limit: '0' }),
    ]
    expect(decide(withBudgets(...elsewhere)).code).toBe('READY_TO_SIGN')
  })

  it('that nobody settles hold their money: ten signatures of $2.50 under $25 (atk-012)', () => {
    const total = budget({ unit: { kind: 'usd', testnet: false }, limit: '25' })
    const week = { ...usdc, amount: '2500000', maxTimeoutSeconds: 604_800 }
    const input = { ...withBudgets(total), quote: quote(week) }
    // A week is never automatic: a person approves each one, and the limit holds all the same.
    const inputs = purchases(100, input).map((one) => ({
      ...one,
      approval: { ...approval, intentId: one.intent.id, amount: '2500000' },
    }))
    const decisions = spree(inputs)
    expect(decisions.slice(0, 10).every((d) => d.code === 'READY_TO_SIGN' && d.windowSeconds === 3_600)).toBe(
      true,
    )
    expect(decisions.slice(10).every((d) => d.code === 'HOLD_OVER_BUDGET')).toBe(true)
  })

  it('count what is held like what is settled, to the last unit', () => {
    const input = withBudgets(budget({ limit: '10000' }))
    const totals = (reserved: string) => ({ totals: [{ budget: 'limit', settled: '0', reserved }] })
    const at = (reserved: string) =>
      decide({ ...input, ledger: { ...input.ledger, ...totals(reserved) } }).code
    expect([at('0'), at('1')]).toEqual(['READY_TO_SIGN', 'HOLD_OVER_BUDGET'])
  })
})

describe('a limit on one payment', () => {
  const dear = { ...base, quote: quote({ ...usdc, amount: '900000' }) }

  it('holds $0.90 under a limit of $0.50, whatever the mandate says (case-078)', () => {
    const input = { ...dear, policy: { ...base.policy, perPaymentUsd: '0.50' } }
    const decision = decide(input)
    expect(decision.code).toBe('HOLD_OVER_PAYMENT_LIMIT')
    expect(decision.facts[0]).toMatchObject({ limit: '0.50', asked: '0.9', over: '0.4' })
  })

  it('set on the asset is lifted by no approval (case-078)', () => {
    const assets = [{ network: 'eip155:8453', asset: USDC, maxAmount: '500000' }]
    const input = { ...dear, policy: { ...base.policy, assets } }
    expect(decide({ ...input, approval: { ...approval, amount: '900000' } }).code).toBe('BLOCK_ASSET_CAP')
  })
})
