import { describe, expect, it } from 'vitest'

import { SOLANA_NETWORKS } from './networks'

describe('the Solana networks', () => {
  it('are read through the public node of their cluster', () => {
    expect(SOLANA_NETWORKS.map(({ name, rpcUrl }) => [name, rpcUrl])).toEqual([
      ['Solana', 'https://api.mainnet-beta.solana.com'],
      ['Solana devnet', 'https://api.devnet.solana.com'],
      ['Solana testnet', 'https://api.testnet.solana.com'],
    ])
  })
})
