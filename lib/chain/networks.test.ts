import { describe, expect, it } from 'vitest'

import vectors from '@/tests/vectors/default-assets.json'
import { NETWORKS, networkOf, parseRpcUrl } from './networks'

describe('the networks', () => {
  const assets = vectors.families.evm.assets

  it('are those that have a default asset, each once', () => {
    expect(NETWORKS.map((n) => n.network).sort()).toEqual([...new Set(assets.map((a) => a.network))].sort())
  })

  it.each(assets.map((a) => [a.network, a] as const))(
    'say of %s what the assets say',
    (network, { chainId, testnet }) => {
      expect(networkOf(network)).toMatchObject({ chainId, testnet, network: `eip155:${chainId}` })
    },
  )

  it.each(NETWORKS.map((n) => [n.name, n.rpcUrl] as const))('name for %s a node over https', (_, url) => {
    expect(new URL(url).protocol).toBe('https:')
    expect(parseRpcUrl(url)).toBeDefined()
  })

  it('know no other', () => {
    expect(networkOf('eip155:5')).toBeUndefined()
    expect(networkOf('toString')).toBeUndefined()
  })
})

describe('the URL of a node', () => {
  it.each([
    ['https://node.example/v2/key?x=1', 'https://node.example/v2/key?x=1'],
    [' https://node.example ', 'https://node.example/'],
    ['http://127.0.0.1:8545', 'http://127.0.0.1:8545/'],
    ['http://localhost:8545', 'http://localhost:8545/'],
    ['http://[::1]:8545', 'http://[::1]:8545/'],
  ])('may be %j', (typed, url) => {
    expect(parseRpcUrl(typed)).toBe(url)
  })

  it.each([
    'http://node.example',
    'http://127.0.0.1.evil.example',
    'ws://localhost:8545',
    'https://user:pass@node.example',
    'https://node.example/#x',
    'node.example',
    'javascript:alert(1)',
    '',
  ])('may not be %j', (typed) => {
    expect(parseRpcUrl(typed)).toBeUndefined()
  })
})
