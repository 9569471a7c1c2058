import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { findDefaultAsset } from '@/lib/core/assets/lookup'
import type { HeldView } from '@/lib/doors/ui-money'
import { lastKnown, type MoneyNetwork, moneyOf, type NetworkRead } from './balances'

const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const SPENDING = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const base: MoneyNetwork = { network: 'eip155:8453', name: 'Base', testnet: false }
const polygon: MoneyNetwork = { network: 'eip155:137', name: 'Polygon PoS', testnet: false }
const USDC = {
  'eip155:8453': '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  'eip155:137': '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
} as const
const DOLLAR = 10n ** 18n

const held = (network: keyof typeof USDC, amount: string | null, account = OWN): HeldView => ({
  account,
  asset: USDC[network],
  amount,
})
const known = (network: keyof typeof USDC, amount: string, readAt: number, account = OWN) =>
  [network, { [`${account}/${USDC[network]}`]: { amount, readAt } }] as const
const money = (
  reads: readonly (readonly [string, NetworkRead])[],
  before: readonly (readonly [string, Record<string, { amount: string; readAt: number }>])[] = [],
  accounts: readonly string[] = [OWN, SPENDING],
) => moneyOf([base, polygon], new Map(reads), new Map(before), accounts)

describe('the balance', () => {
  it('is of default assets, which these are', () => {
    for (const [network, asset] of Object.entries(USDC))
      expect(findDefaultAsset(network, asset)).not.toBeNull()
  })

  it('adds what every account holds on every network', () => {
    const all = money([
      ['eip155:8453', [held('eip155:8453', '1000000'), held('eip155:8453', '500000', SPENDING)]],
      ['eip155:137', [held('eip155:137', '2000000')]],
    ])
    expect(all).toMatchObject({ usd: (7n * DOLLAR) / 2n, reading: 0, unknown: [] })
    expect(all.accounts).toEqual([
      { account: OWN, usd: 3n * DOLLAR },
      { account: SPENDING, usd: DOLLAR / 2n },
    ])
  })

  it('leaves out of the sum what a network does not tell, and says what is known of it and since when', () => {
    const all = money(
      [
        ['eip155:8453', [held('eip155:8453', null)]],
        ['eip155:137', [held('eip155:137', '0')]],
      ],
      [known('eip155:8453', '25000000', 7)],
    )
    expect(all.usd).toBe(0n)
    expect(all.unknown).toEqual([
      { ...base, state: 'unknown', usd: null, last: { usd: 25n * DOLLAR, readAt: 7 } },
    ])
  })

  it('is unknown where nothing was read, with what is known of all of it and the oldest age', () => {
    const all = money(
      [
        ['eip155:8453', []],
        ['eip155:137', [held('eip155:137', null)]],
      ],
      [known('eip155:8453', '25000000', 9), known('eip155:137', '1', 4)],
    )
    expect(all.usd).toBeNull()
    expect(lastKnown(all.unknown)).toEqual({ usd: 25n * DOLLAR + 10n ** 12n, readAt: 4 })
  })

  it('knows nothing of a network that was never read', () => {
    const all = money([
      ['eip155:8453', []],
      ['eip155:137', []],
    ])
    expect(lastKnown(all.unknown)).toBeNull()
  })

  it('is unknown on a network where one of several balances was not read', () => {
    const all = money([
      ['eip155:8453', [held('eip155:8453', '1000000'), held('eip155:8453', null, SPENDING)]],
      ['eip155:137', [held('eip155:137', '1000000')]],
    ])
    expect(all.usd).toBe(DOLLAR)
    expect(all.unknown.map(({ name }) => name)).toEqual(['Base'])
  })

  it('shows what was known before while a network is being read, and counts it in no sum', () => {
    const all = money(
      [['eip155:137', [held('eip155:137', '1000000')]]],
      [known('eip155:8453', '25000000', 7)],
    )
    expect(all).toMatchObject({ usd: DOLLAR, soFar: 26n * DOLLAR, reading: 1, unknown: [] })
  })

  it('forgets what was known of accounts that are no longer in the wallet', () => {
    const all = money([['eip155:8453', []]], [known('eip155:8453', '25000000', 7, SPENDING)], [OWN])
    expect(lastKnown(all.unknown)).toBeNull()
  })

  it('is never zero where anything that is counted was not read', () => {
    const amount = fc.option(fc.bigInt({ min: 0n, max: 10n ** 12n }).map(String), { nil: null })
    fc.assert(
      fc.property(amount, amount, (one, other) => {
        const all = money([
          ['eip155:8453', [held('eip155:8453', one)]],
          ['eip155:137', [held('eip155:137', other)]],
        ])
        expect(all.unknown.length).toBe([one, other].filter((each) => each === null).length)
        expect(all.usd === null).toBe(one === null && other === null)
      }),
    )
  })
})
