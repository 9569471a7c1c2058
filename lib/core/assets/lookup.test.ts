import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import { DEFAULT_ASSETS } from './default-assets'
import { findDefaultAsset, networkById, networkOfV1Name } from './lookup'

type Row = {
  network: string
  asset: string
  symbol: string
  decimals: number
  testnet: boolean
  v1Names: string[]
  eip712: { name: string; version: string }
  assetTransferMethod: string
}
const vectors = JSON.parse(readFileSync('tests/vectors/default-assets.json', 'utf8')) as {
  families: { evm: { assets: Row[] } }
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
    for (const name of row.v1Names) expect(networkOfV1Name(name)).toBe(row.network)
  })

  it('holds nothing that the vectors do not name', () => {
    expect(DEFAULT_ASSETS).toHaveLength(vectors.families.evm.assets.length)
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
