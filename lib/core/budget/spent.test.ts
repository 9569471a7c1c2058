import { describe, expect, it } from 'vitest'

import { NATIVE } from '../assets/native'
import { spent } from './scope'

const network = 'eip155:84532'
const USDC = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const day = { kind: 'rolling', seconds: 86_400 } as const
const of = (asset: string) => ({
  id: asset,
  scope: { kind: 'everything' } as const,
  unit: { kind: 'atomic' as const, network, asset },
  limit: '1',
  window: day,
})
const dollars = { ...of('usd'), unit: { kind: 'usd' as const, testnet: true } }
const budgets = [dollars, of(USDC), of(NATIVE)]
const spending = (asset: string, usd: { testnet: boolean } | null) => ({
  asker: { origin: 'https://news.example' },
  intent: 'one',
  network,
  asset,
  payTo: '0x1111111111111111111111111111111111111111',
  mandate: null,
  usd,
})
const counted = (asset: string, usd: { testnet: boolean } | null, fee?: string) =>
  spent(budgets, spending(asset, usd), 100n, fee).map(({ budget, amount }) => [budget.id, amount])

describe('what a payment counts', () => {
  it('is its amount where it costs no fee', () => {
    expect(counted(USDC, { testnet: true })).toEqual([
      ['usd', 100n],
      [USDC, 100n],
    ])
  })

  it('is its fee too, in the chain’s own coin', () => {
    expect(counted(USDC, { testnet: true }, '7')).toEqual([
      ['usd', 100n],
      [USDC, 100n],
      [NATIVE, 7n],
    ])
  })

  it('is both in one where the coin itself is sent', () => {
    expect(counted(NATIVE, null, '7')).toEqual([[NATIVE, 107n]])
  })
})
