import { networkMatchesPattern } from '@x402/core/utils'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { DEFAULT_POLICY } from './defaults'
import { dollarsOfPolicy } from './dollars'
import { importControls } from './official'
import { isOfPattern } from './official-entries'

const BASE = 'eip155:8453'
const CELO = 'eip155:42220'
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const DAI = '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb'

/** The rules of a configuration that is taken over, over these networks. */
function imported(controls: unknown, networks: readonly string[] = [BASE, CELO, SOLANA]) {
  const read = importControls(controls, networks)
  if (!read.ok) throw new Error(`refused: ${read.error.reason}`)
  return read.value
}
const capped = (network: string, asset: string, cap: unknown = '5000000') => ({
  network,
  asset,
  maxAmountPerPayment: cap,
})
const entries = (...allowedAssets: readonly unknown[]) => ({ allowedAssets })
const refusal = (controls: unknown) => {
  const read = importControls(controls, [BASE])
  return read.ok ? null : read.error
}

describe('importControls', () => {
  it('takes one dollar and no entries where nothing is said, as a new wallet has it', () => {
    const nothing = { perPaymentUsd: '1', assets: [], unmatched: [] }
    for (const controls of [undefined, {}, { maxAmountPerPayment: null }, { allowedAssets: [] }])
      expect(imported(controls)).toEqual(nothing)
    expect(dollarsOfPolicy('1')).toBe(dollarsOfPolicy(DEFAULT_POLICY.perPaymentUsd))
  })

  it.each([
    ['$5', '5'],
    [5, '5'],
    ['5 USDC', '5'],
    ['1.0000009', '1.0000009'],
    [1e-7, '0.0000001'],
    [0, '0'],
    ['0.0000000000000000019', '0.000000000000000001'],
  ])('reads %j as %s dollars', (maxAmountPerPayment, dollars) => {
    expect(imported({ maxAmountPerPayment }).perPaymentUsd).toBe(dollars)
  })

  it('refuses controls that are off, any asset, and no dollar cap', () => {
    expect(refusal(false)).toEqual({ reason: 'controls-off', entry: null })
    expect(refusal({ allowedAssets: true })).toEqual({ reason: 'any-asset', entry: null })
    expect(refusal({ maxAmountPerPayment: false })).toEqual({ reason: 'no-dollar-cap', entry: null })
  })

  it('takes dollars that no amount reaches for no cap', () => {
    expect(refusal({ maxAmountPerPayment: '9'.repeat(60) })?.reason).toBe('no-dollar-cap')
    const highest = imported({ maxAmountPerPayment: 1e59 }).perPaymentUsd
    expect(dollarsOfPolicy(highest)).toBe(10n ** 77n)
  })

  it('refuses what is not of the shape', () => {
    const bad = [null, 'none', [], { allowedAssets: false }, { allowedAssets: 'all' }, { allowedAssets: {} }]
    for (const controls of bad) expect(refusal(controls)).toEqual({ reason: 'malformed', entry: null })
    for (const entry of [null, 'USDC', {}, { network: BASE, asset: 5 }])
      expect(refusal(entries(capped(BASE, 'USDC'), entry))).toEqual({ reason: 'malformed', entry: 1 })
  })

  it('refuses a cap that is no integer, whether or not an offer would meet its entry', () => {
    for (const cap of ['$1', '1.5', '', '-1', 0.5, -1, 1e21, true, ['5']])
      expect(refusal(entries(capped('eip155:1', 'USDC', cap)))).toEqual({
        reason: 'asset-cap-not-atomic',
        entry: 0,
      })
  })

  it('reads a cap that is a number, and one with leading zeros', () => {
    expect(imported(entries(capped(BASE, USDC, 5_000))).assets[0]?.maxAmount).toBe('5000')
    expect(imported(entries(capped(BASE, USDC, '007'))).assets[0]?.maxAmount).toBe('7')
  })

  it('cuts a cap to what can be asked at all', () => {
    const most = (2n ** 256n - 1n).toString()
    for (const cap of [`1${'0'.repeat(100_000)}`, (2n ** 256n).toString(), most])
      expect(imported(entries(capped(BASE, DAI, cap))).assets[0]?.maxAmount).toBe(most)
  })

  it.each([
    ['a token that is no default', BASE, DAI],
    ['a symbol that nobody has', BASE, 'DAI'],
    ['an address under a pattern, which is another token elsewhere', 'eip155:*', USDC],
    ['a default asset’s address on another chain', 'eip155:1', USDC],
    ['a symbol on a chain without default assets', 'eip155:56', 'USDC'],
  ])('refuses an entry without a cap for %s', (_, network, asset) => {
    expect(refusal(entries({ network, asset }))).toEqual({ reason: 'uncapped-entry', entry: 0 })
  })

  it.each([
    ['by symbol', BASE, 'usdc'],
    ['by symbol under a pattern', '*', 'USDC'],
    ['by address', BASE, USDC.toLowerCase()],
    ['by the name of version 1', 'base', USDC],
  ])('leaves a default asset that is listed without a cap %s under the dollar limit', (_, network, asset) => {
    expect(imported(entries({ network, asset })).assets).toEqual([])
  })

  it('spells a default asset as the table does, whether named by symbol or by address', () => {
    const row = { network: BASE, asset: USDC, maxAmount: '5000000', quoteVersion: 2 }
    for (const name of ['USDC', 'usdc', USDC, USDC.toLowerCase(), USDC.toUpperCase()])
      expect(imported(entries(capped(BASE, name))).assets).toEqual([row])
  })

  it('keeps an entry to the version whose spelling of the network it has', () => {
    const row = { network: BASE, asset: USDC, maxAmount: '5000000' }
    expect(imported(entries(capped(BASE, 'USDC'))).assets).toEqual([{ ...row, quoteVersion: 2 }])
    expect(imported(entries(capped('base', 'USDC'))).assets).toEqual([{ ...row, quoteVersion: 1 }])
    expect(imported(entries(capped(BASE, 'USDC'), capped('base', 'USDC'))).assets).toEqual([row])
    expect(imported(entries(capped(BASE, 'USDC'), capped('base', 'USDC', '1'))).assets).toEqual([
      { ...row, maxAmount: '1', quoteVersion: 1 },
      { ...row, quoteVersion: 2 },
    ])
  })

  it('expands a pattern over the networks it is given, in both spellings', () => {
    const { assets } = imported(entries(capped('*', DAI)), [BASE, 'eip155:10', SOLANA])
    expect(assets).toEqual([
      { network: BASE, asset: DAI, maxAmount: '5000000' },
      { network: 'eip155:10', asset: DAI, maxAmount: '5000000', quoteVersion: 2 },
    ])
  })

  it('lets the first entry for an asset stand, also where it has no cap', () => {
    const low = imported(entries(capped('eip155:*', 'USDC', '1'), capped(BASE, USDC, '5000000')))
    expect(low.assets.filter((a) => a.network === BASE)).toEqual([
      { network: BASE, asset: USDC, maxAmount: '1', quoteVersion: 2 },
    ])
    const none = imported(entries({ network: BASE, asset: 'USDC' }, capped(BASE, USDC)))
    expect(none.assets).toEqual([])
  })

  it('lists an asset of a chain that no table knows', () => {
    expect(imported(entries(capped('eip155:56', DAI, '10'))).assets).toEqual([
      { network: 'eip155:56', asset: DAI, maxAmount: '10', quoteVersion: 2 },
    ])
  })

  it('tells the mints of Solana apart by case, but for those of the table', () => {
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
    expect(imported(entries(capped(SOLANA, mint.toLowerCase()))).assets[0]?.asset).toBe(mint)
    const wrapped = 'So11111111111111111111111111111111111111112'
    const two = imported(entries(capped(SOLANA, wrapped, '1'), capped(SOLANA, wrapped.toLowerCase(), '2')))
    expect(two.assets.find((a) => a.asset === wrapped)?.maxAmount).toBe('1')
  })

  it('says which entries can match nothing', () => {
    const { unmatched, assets } = imported(
      entries(
        capped(BASE, 'DAI'),
        capped(BASE, 'USDC'),
        capped('eip155:845.', 'USDC'),
        capped('cosmos:*', DAI),
      ),
    )
    expect(unmatched).toEqual([0, 2, 3])
    expect(assets).toHaveLength(1)
  })
})

describe('isOfPattern', () => {
  it('agrees with the published client on any pattern and name', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ':', '*', '.', '8'), maxLength: 9 })
    const name = fc.string({ unit: fc.constantFrom('a', 'b', ':', '.', '8'), maxLength: 9 })
    fc.assert(
      fc.property(text, name, (pattern, network) => {
        const theirs = networkMatchesPattern(
          pattern as `${string}:${string}`,
          network as `${string}:${string}`,
        )
        expect(isOfPattern(pattern, network)).toBe(theirs)
      }),
      { numRuns: 5_000 },
    )
  })

  it('takes no longer for a pattern that is made to take long', () => {
    expect(isOfPattern(`${'*a'.repeat(5_000)}b`, 'a'.repeat(10_000))).toBe(false)
  })
})
