import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { networkFacts, parseCaip2, toCaip2 } from './network'

const vectors = JSON.parse(readFileSync('tests/vectors/default-assets.json', 'utf8')) as {
  v1EvmNetworkNames: Record<string, number>
  v1EvmNetworksWithoutDefaultAsset: readonly { network: string }[]
  families: { evm: { assets: readonly { network: string; chain: string; testnet: boolean }[] } }
}

describe('parseCaip2', () => {
  it('reads EIP-155 and Solana ids', () => {
    expect(parseCaip2('eip155:8453')).toEqual({ namespace: 'eip155', reference: '8453' })
    expect(parseCaip2('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')?.namespace).toBe('solana')
  })

  it.each([
    'base',
    'eip155:08453',
    'eip155:8453 ',
    ' eip155:8453',
    'EIP155:8453',
    'eip155:0x2105',
    'eip155:*',
    'eip155:8453/erc20:0x..',
    'eip155:0',
    'eip155:-1',
    'eip155:',
    'eip155',
    '',
    'eip155:9007199254740993',
    'eip155:8453\n',
    'eip155:٨٤٥٣',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvd0',
    'solana:mainnet',
    'cosmos:cosmoshub-4',
  ])('refuses the odd spelling %j (atk-025)', (text) => {
    expect(parseCaip2(text)).toBeNull()
    expect(toCaip2(text, 2)).toBeNull()
  })

  it('reads an id in one spelling only: what it read gives the text back', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^eip155:[0-9]{1,20}$/)), (text) => {
        const read = parseCaip2(text)
        if (read !== null) expect(`${read.namespace}:${read.reference}`).toBe(text)
      }),
    )
  })
})

describe('toCaip2', () => {
  it.each(Object.entries(vectors.v1EvmNetworkNames))(
    'knows the v1 name %s in version 1 only',
    (name, chainId) => {
      expect(toCaip2(name, 1)).toBe(`eip155:${chainId}`)
      expect(toCaip2(name, 2)).toBeNull()
    },
  )

  it('knows the three Solana names of version 1', () => {
    expect(toCaip2('solana', 1)).toBe('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
    expect(toCaip2('solana-devnet', 1)).toBe('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1')
    expect(toCaip2('solana-testnet', 1)).toBe('solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z')
  })

  it('knows no name that version 1 does not have', () => {
    for (const name of ['ethereum-mainnet', 'arbitrum', 'Base', 'constructor', '__proto__', '*'])
      expect(toCaip2(name, 1)).toBeNull()
  })

  it('leaves a CAIP-2 id as it is in version 2, and knows none in version 1', () => {
    expect(toCaip2('eip155:8453', 1)).toBeNull()
    expect(toCaip2('eip155:8453', 2)).toBe('eip155:8453')
  })
})

describe('networkFacts', () => {
  it.each(vectors.families.evm.assets)(
    'tells real from test money on $chain',
    ({ network, chain, testnet }) => {
      expect(networkFacts(network)).toEqual({ name: chain, testnet })
    },
  )

  it('knows every network that a v1 name leads to', () => {
    for (const { network } of vectors.v1EvmNetworksWithoutDefaultAsset)
      expect(networkFacts(network)).not.toBeNull()
    for (const name of ['solana-devnet', 'solana-testnet', 'sepolia', 'avalanche-fuji', 'polygon-amoy'])
      expect(networkFacts(toCaip2(name, 1) ?? '')?.testnet).toBe(true)
    expect(networkFacts(toCaip2('solana', 1) ?? '')?.testnet).toBe(false)
  })

  it('says nothing about a network that no table knows', () => {
    expect(networkFacts('eip155:999999')).toBeNull()
  })
})
