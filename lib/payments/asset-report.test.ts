import { describe, expect, it } from 'vitest'

import type { Chain } from '@/lib/chain/chain'
import type { Hex } from '@/lib/core/hex'
import { domainSeparator } from '@/lib/schemes/evm/eip712'
import { assetReport } from './asset-report'

const TOKEN = '0x1111111111111111111111111111111111111111'
const OF = { network: 'eip155:8453', asset: TOKEN }
const word = (value: bigint): string => value.toString(16).padStart(64, '0')
const text = (value: string): Hex => {
  const bytes = Buffer.from(value, 'utf8').toString('hex')
  return `0x${word(32n)}${word(BigInt(value.length))}${bytes.padEnd(64, '0')}`
}
const separator = (version: string) =>
  domainSeparator({ name: 'Some Dollar', version, chainId: 8453n, verifyingContract: TOKEN })
const whole: Record<string, Hex> = {
  '0x06fdde03': text('Some Dollar'),
  '0x95d89b41': text('SOME'),
  '0x313ce567': `0x${word(6n)}`,
  '0x54fd4d50': text('2'),
  '0x3644e515': separator('2'),
  '0xe94a0102': `0x${word(0n)}`,
}
/** A node that answers so; what is not there is a call that reverts. */
const node = (answers: Record<string, Hex>, code: unknown = '0x6001'): Chain =>
  ({
    call: async () => ({ ok: true, value: code }),
    ethCall: async (_: Hex, data: Hex) => {
      const value = answers[data.slice(0, 10)]
      return value === undefined ? { ok: false, error: { kind: 'rpc', code: 3 } } : { ok: true, value }
    },
  }) as unknown as Chain
const without = (...selectors: string[]) =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !selectors.includes(name)))

describe('what the chain says of a token', () => {
  it('is its name, symbol and decimals, whether it takes signatures, and whether its domain is its own', async () => {
    expect(await assetReport([node(whole), node(whole)], OF)).toEqual({
      symbol: 'SOME',
      name: 'Some Dollar',
      version: '2',
      decimals: 6,
      eip3009: true,
      domain: true,
    })
  })

  it('is contradicted by a domain of another version', async () => {
    expect(await assetReport([node({ ...whole, '0x3644e515': separator('1') })], OF)).toMatchObject({
      version: '2',
      domain: false,
    })
  })

  it('has version 1 where the token says none and its domain proves it, and else none', async () => {
    const silent = { ...without('0x54fd4d50'), '0x3644e515': separator('1') }
    expect(await assetReport([node(silent)], OF)).toMatchObject({ version: '1', domain: true })
    expect(await assetReport([node(without('0x54fd4d50'))], OF)).toMatchObject({
      version: null,
      domain: false,
    })
    expect(await assetReport([node(without('0x54fd4d50', '0x3644e515'))], OF)).toMatchObject({
      version: null,
      domain: null,
    })
  })

  it('is nothing where nodes differ, where there is no contract, or where it is no token', async () => {
    const other = node({ ...whole, '0x313ce567': `0x${word(18n)}` })
    expect(await assetReport([node(whole), other], OF)).toEqual({ fault: 'disagree' })
    expect(await assetReport([node(whole, '0x')], OF)).toEqual({ fault: 'no-code' })
    expect(await assetReport([node(without('0x313ce567'))], OF)).toEqual({ fault: 'no-token' })
    expect(await assetReport([node({ ...whole, '0x313ce567': `0x${word(200n)}` })], OF)).toEqual({
      fault: 'no-token',
    })
    expect(await assetReport([], OF)).toEqual({ fault: 'unknown-network' })
    expect(await assetReport([node(whole)], { ...OF, network: 'eip155:999999' })).toEqual({
      fault: 'unknown-network',
    })
  })

  it('takes no text that is longer than it says, or longer than a name', async () => {
    const lying: Hex = `0x${word(32n)}${word(61n)}${'61'.repeat(61)}`
    expect(await assetReport([node({ ...whole, '0x06fdde03': lying })], OF)).toEqual({ fault: 'no-token' })
    const short: Hex = `0x${word(32n)}${word(20n)}6161`
    expect(await assetReport([node({ ...whole, '0x06fdde03': short })], OF)).toEqual({ fault: 'no-token' })
  })
})
