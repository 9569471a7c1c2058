import { readFileSync } from 'node:fs'
import { DEFAULT_ASSETS as PUBLISHED } from '@x402/evm'
import { describe, expect, it } from 'vitest'

import { DEFAULT_POLICY } from '../policy/defaults'
import { DEFAULT_ASSETS, SVM_DEFAULT_ASSETS } from './default-assets'
import { findDefaultAsset, networkById, usdOf } from './lookup'

type Row = {
  network: string
  asset: string
  symbol: string
  decimals: number
  testnet: boolean
  eip712: { name: string; version: string }
  assetTransferMethod: string
}
type SvmRow = Pick<Row, 'network' | 'asset' | 'symbol' | 'decimals'> & { cluster: string }
const vectors = JSON.parse(readFileSync('tests/vectors/default-assets.json', 'utf8')) as {
  families: { evm: { assets: Row[] }; svm: { assets: SvmRow[] } }
}

describe('default assets', () => {
  it.each(vectors.families.evm.assets)('pins $symbol on $network', (row) => {
    const found = findDefaultAsset(row.network, row.asset.toUpperCase().replace('0X', '0x'))
    expect(found).toEqual({
      network: row.network,
      asset: row.asset,
      symbol: row.symbol,
      decimals: row.decimals,
      testnet: row.testnet,
      name: row.eip712.name,
      version: row.eip712.version,
      method: row.assetTransferMethod,
    })
  })

  it('holds nothing that the vectors do not name', () => {
    expect(DEFAULT_ASSETS).toHaveLength(vectors.families.evm.assets.length)
  })

  it('are those of the installed package, so that an upgrade that changes them fails here', () => {
    const published = Object.entries(PUBLISHED).flatMap(([network, listed]) =>
      listed.map((a) => ({
        network,
        asset: a.asset,
        symbol: a.symbol,
        decimals: a.decimals,
        name: a.name,
        version: a.version,
        method: a.assetTransferMethod ?? 'eip3009',
      })),
    )
    expect(DEFAULT_ASSETS.map(({ testnet: _, ...asset }) => asset)).toEqual(published)
  })

  it('are worth one dollar a unit, with the decimals of the table', () => {
    expect(usdOf('eip155:8453', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 1_000_000n)).toEqual({
      usd: 10n ** 18n,
      testnet: false,
    })
    expect(usdOf('eip155:4326', '0xFAfDdbb3FC7688494971a79cc65DCa3EF82079E7', 10n ** 15n)).toEqual({
      usd: 10n ** 15n,
      testnet: false,
    })
    expect(usdOf('eip155:8453', '0x5555555555555555555555555555555555555555', 10_000n)).toBeNull()
  })

  it('knows an address only on its own chain, whole (atk-022, case-066)', () => {
    expect(findDefaultAsset('eip155:1', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913')).toBeNull()
    expect(findDefaultAsset('eip155:8453', '0x833589fC000000000000000000000000bdA02913')).toBeNull()
    expect(findDefaultAsset('eip155:8453', ' 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913')).toBeNull()
  })

  it('knows a network in one spelling only (atk-025)', () => {
    const odd = [
      'base',
      'eip155:08453',
      'eip155:8453 ',
      'EIP155:8453',
      'eip155:0x2105',
      'eip155:*',
      'eip155:8453/erc20:0x',
    ]
    for (const id of odd) expect(networkById(id)).toBeNull()
    expect(networkById('eip155:8453')?.name).toBe('Base')
  })
})

describe('default assets on Solana', () => {
  it.each(vectors.families.svm.assets)('knows $symbol on $cluster by its mint', (row) => {
    const { network, asset, symbol, decimals, cluster } = row
    const testnet = cluster !== 'mainnet'
    expect(findDefaultAsset(network, asset)).toEqual({ network, asset, symbol, decimals, testnet })
    expect(usdOf(network, asset, 10n ** BigInt(decimals))).toEqual({ usd: 10n ** 18n, testnet })
  })

  it('holds nothing that the vectors do not name', () => {
    expect(SVM_DEFAULT_ASSETS).toHaveLength(vectors.families.svm.assets.length)
  })

  it('are told apart by case, which is part of a mint', () => {
    for (const { network, asset } of SVM_DEFAULT_ASSETS)
      expect(findDefaultAsset(network, asset.toLowerCase())).toBeNull()
  })

  it('are on networks that a new wallet pays on', () => {
    for (const { network, testnet } of SVM_DEFAULT_ASSETS) {
      expect(DEFAULT_POLICY.networks).toContain(network)
      expect(networkById(network)?.testnet).toBe(testnet)
    }
  })
})
