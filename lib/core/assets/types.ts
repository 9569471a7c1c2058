/** One EVM network: CAIP-2 id, EIP-155 chain id, the names v1 offers use for it. */
export type EvmNetwork = {
  readonly id: string
  readonly chainId: number
  readonly name: string
  readonly testnet: boolean
  readonly v1Names: readonly string[]
}

/** A default asset, worth one dollar a unit; `name` and `version` are those of its EIP-712 domain. */
export type DefaultAsset = {
  readonly network: string
  readonly asset: string
  readonly symbol: string
  readonly decimals: number
  readonly name: string
  readonly version: string
  readonly method: 'eip3009' | 'permit2'
  readonly testnet: boolean
}
