import { describe, expect, it } from 'vitest'
import { findDefaultAsset, usdOf } from '../assets/lookup'
import { formatAmount } from '../money/amount'
import { formatDollars } from '../money/dollars'
import { decide } from './decide'
import { base, quote, usdc } from './testing'
import type { AdmissionInput } from './types'

const MEGA = 'eip155:4326'
const MEGA_USD = '0xFAfDdbb3FC7688494971a79cc65DCa3EF82079E7'
const megaUsd = {
  ...usdc,
  network: MEGA,
  asset: MEGA_USD,
  amount: '1000000000000000',
  extra: { name: 'MegaUSD', version: '1' },
}

const inMega = (change: object, rest: Partial<AdmissionInput> = {}): AdmissionInput => ({
  ...base,
  quote: quote({ ...megaUsd, ...change }),
  mandates: base.mandates.map((m) => ({
    ...m,
    network: MEGA,
    asset: MEGA_USD,
    maxAmount: '10000000000000000000',
  })),
  ...rest,
})

describe('a token with 18 decimals', () => {
  it('is a tenth of a cent where six decimals would make a billion dollars (case-067)', () => {
    const amount = BigInt(megaUsd.amount)
    expect(formatAmount(amount, findDefaultAsset(MEGA, MEGA_USD)?.decimals ?? 0)).toBe('0.001')
    const worth = usdOf(MEGA, MEGA_USD, amount)
    expect(worth === null ? null : formatDollars(worth.usd)).toBe('0.001')
  })

  it('meets the limit of a payment at exactly one dollar (case-067)', () => {
    expect(decide(inMega({})).code).toBe('READY_TO_SIGN')
    expect(decide(inMega({ amount: '1000000000000000000' })).code).toBe('READY_TO_SIGN')
    expect(decide(inMega({ amount: '1000000000000000001' })).code).toBe('HOLD_OVER_PAYMENT_LIMIT')
  })

  it('of which the table knows nothing is not paid, by mandate or by approval (case-067)', () => {
    const asset = '0x6666666666666666666666666666666666666666'
    const mandates = base.mandates.map((m) => ({ ...m, network: MEGA, asset }))
    expect(decide(inMega({ asset }, { mandates })).code).toBe('BLOCK_ASSET_NOT_ALLOWED')
  })
})

describe('a Permit2 payment without allowance', () => {
  it('is held with the amount of this payment, and proposes no unlimited one (case-092)', () => {
    const allowances = [{ network: 'eip155:8453', asset: usdc.asset, amount: '9999' }]
    const input = {
      ...base,
      wallet: { ...base.wallet, allowances },
      quote: quote({
        ...usdc,
        scheme: 'upto',
        extra: { ...usdc.extra, facilitatorAddress: `0x${'ab'.repeat(20)}` },
      }),
    }
    const decision = decide(input)
    expect(decision.code).toBe('HOLD_ALLOWANCE_REQUIRED')
    expect(decision.facts).toEqual([{ rule: 'allowance', allowance: '9999', asked: '10000' }])
  })
})
