import { describe, expect, it } from 'vitest'

import { decide } from './decide'
import { approval, base, codeFor, codeOfOffer, OTHER, PAYEE, quote, seen, USDC, usdc } from './testing'

describe('limits are inclusive', () => {
  it('pays one dollar, and holds one atomic unit more (case-065)', () => {
    expect(codeOfOffer({ amount: '1000000' })).toBe('READY_TO_SIGN')
    const decision = decide({ ...base, quote: quote({ ...usdc, amount: '1000001' }) })
    expect(decision.code).toBe('HOLD_OVER_PAYMENT_LIMIT')
    expect(decision.facts).toEqual([
      { rule: 'perPaymentUsd', limit: '1.00', asked: '1.000001', over: '0.000001' },
    ])
  })

  it('looks at the amount that would be signed, and at no advertised price (atk-053, atk-061)', () => {
    expect(codeOfOffer({ amount: '50000000', price: '0.05' })).toBe('HOLD_OVER_BUDGET')
  })

  it('reserved money counts: the site’s last cent can be spent, and nothing past it (case-079)', () => {
    const totals = [{ budget: 'site-day-real:news.example', settled: '4.00', reserved: '0.99' }]
    const ledger = { ...base.ledger, totals }
    expect(codeOfOffer({ amount: '10000' }, { ledger })).toBe('READY_TO_SIGN')
    expect(codeOfOffer({ amount: '10001' }, { ledger })).toBe('HOLD_OVER_BUDGET')
    expect(codeOfOffer({ amount: '10001' }, { ledger, approval: { ...approval, amount: '10001' } })).toBe(
      'HOLD_OVER_BUDGET',
    )
  })

  it('the eleventh automatic payment of a minute waits for a person (case-071)', () => {
    const inLastMinute = (originLastMinute: number) =>
      codeFor({ ledger: { ...base.ledger, recent: { originLastMinute } } })
    expect(inLastMinute(9)).toBe('READY_TO_SIGN')
    expect(inLastMinute(10)).toBe('HOLD_RATE_LIMITED')
  })

  it('holds for want of money or allowance only where the want is known', () => {
    const of = (amount: string) => [{ network: 'eip155:8453', asset: USDC.toLowerCase(), amount }]
    const permit2 = { extra: { ...usdc.extra, assetTransferMethod: 'permit2' } }
    const wallet = { ...base.wallet, allowances: of('9999') }
    expect(codeFor({ wallet: { ...base.wallet, balances: of('10000') } })).toBe('READY_TO_SIGN')
    expect(codeFor({ wallet: { ...base.wallet, balances: of('9999') } })).toBe('HOLD_INSUFFICIENT_FUNDS')
    expect(codeOfOffer(permit2, { wallet })).toBe('HOLD_ALLOWANCE_REQUIRED')
    expect(codeOfOffer(permit2)).toBe('READY_TO_SIGN')
    expect(codeFor({ wallet })).toBe('READY_TO_SIGN')
  })

  it('needs an allowance for a pinned Permit2 token and for upto, also where the offer does not say so', () => {
    const mega = {
      network: 'eip155:4326',
      asset: '0xFAfDdbb3FC7688494971a79cc65DCa3EF82079E7',
      amount: '1000',
      extra: {},
    }
    const allowances = [
      { network: 'eip155:4326', asset: mega.asset, amount: '1' },
      { network: 'eip155:8453', asset: USDC, amount: '1' },
    ]
    const wallet = { ...base.wallet, allowances }
    expect(codeOfOffer(mega, { wallet })).toBe('HOLD_ALLOWANCE_REQUIRED')
    const upto = { scheme: 'upto', extra: { facilitatorAddress: `0x${'ab'.repeat(20)}` } }
    expect(codeOfOffer(upto, { wallet })).toBe('HOLD_ALLOWANCE_REQUIRED')
  })

  it('is not held for an allowance that a person lets be signed with the payment, exactly', () => {
    const allowances = [{ network: 'eip155:8453', asset: USDC, amount: '1' }]
    const permit2 = { extra: { ...usdc.extra, assetTransferMethod: 'permit2' } }
    const account = base.wallet.accounts.eip155 ?? ''
    const permit = { network: 'eip155:8453', asset: USDC, account, amount: '10000' }
    const wallet = { ...base.wallet, allowances }
    const withPermit = (change: Partial<typeof permit>) =>
      codeOfOffer(permit2, { wallet, intent: { ...base.intent, permit: { ...permit, ...change } } })
    expect(withPermit({})).toBe('READY_TO_SIGN')
    for (const other of [{ amount: '10001' }, { account: `0x${'ab'.repeat(20)}` }, { network: 'eip155:1' }])
      expect(withPermit(other)).toBe('HOLD_ALLOWANCE_REQUIRED')
  })

  it('takes an account’s own allowance, and not another’s', () => {
    const permit2 = { extra: { ...usdc.extra, assetTransferMethod: 'permit2' } }
    const of = (account: string, amount: string) => [{ account, network: 'eip155:8453', asset: USDC, amount }]
    const own = base.wallet.accounts.eip155 ?? ''
    const held = (allowances: ReturnType<typeof of>) =>
      codeOfOffer(permit2, { wallet: { ...base.wallet, allowances } })
    expect(held(of(own, '9999'))).toBe('HOLD_ALLOWANCE_REQUIRED')
    expect(held(of(own, '10000'))).toBe('READY_TO_SIGN')
    expect(held(of(`0x${'ab'.repeat(20)}`, '1'))).toBe('READY_TO_SIGN')
  })

  it('an owner’s cap on a default asset stands in place of the dollar limit, higher or lower', () => {
    const capped = (maxAmount: string, amount: string) =>
      codeOfOffer(
        { amount },
        { policy: { ...base.policy, assets: [{ network: 'eip155:8453', asset: USDC, maxAmount }] } },
      )
    expect(capped('2000000', '2000000')).toBe('READY_TO_SIGN')
    expect(capped('2000000', '2000001')).toBe('BLOCK_ASSET_CAP')
    expect(capped('10', '11')).toBe('BLOCK_ASSET_CAP')
  })

  it('pays up to the threshold of an entry, and asks a person above it', () => {
    const asked = (amount: string) =>
      codeOfOffer(
        { amount },
        {
          policy: { ...base.policy, assets: [{ network: 'eip155:8453', asset: USDC, approvalAbove: '500' }] },
        },
      )
    expect(asked('500')).toBe('READY_TO_SIGN')
    expect(asked('501')).toBe('HOLD_APPROVAL_REQUIRED')
  })

  it('a rise of exactly a fifth is paid, one atomic unit more is held', () => {
    const ledger = { ...base.ledger, payees: [seen] }
    expect(codeOfOffer({ amount: '12000' }, { ledger })).toBe('READY_TO_SIGN')
    expect(codeOfOffer({ amount: '12001' }, { ledger })).toBe('HOLD_TERMS_CHANGED')
    const risen = { ...base.ledger, payees: [{ ...seen, amount: '1' }, seen] }
    expect(codeOfOffer({ amount: '12000' }, { ledger: risen })).toBe('READY_TO_SIGN')
  })

  it('a window of exactly a day is signed for less, one second more is held', () => {
    expect(codeOfOffer({ maxTimeoutSeconds: 86_400 })).toBe('READY_TO_SIGN')
    expect(codeOfOffer({ maxTimeoutSeconds: 86_401 })).toBe('HOLD_WINDOW_TOO_LONG')
  })

  it('a new payee stands beside the one that was paid last', () => {
    const third = '0x3333333333333333333333333333333333333333'
    const payees = [
      { ...seen, payTo: third },
      { ...seen, payTo: OTHER },
    ]
    const { facts } = decide({ ...base, ledger: { ...base.ledger, payees } })
    expect(facts).toEqual([{ rule: 'payee', before: OTHER, now: PAYEE }])
  })

  it('signs by itself no longer than policy says, though a mandate would', () => {
    const mandates = base.mandates.map((m) => ({ ...m, maxWindowSeconds: 3_600 }))
    expect(
      decide({ ...base, mandates, quote: quote({ ...usdc, maxTimeoutSeconds: 3_600 }) }).windowSeconds,
    ).toBe(600)
  })
})
