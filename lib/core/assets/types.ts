/** One EVM network: CAIP-2 id, EIP-155 chain id, and whether its money is test money. */
export type EvmNetwork = {
  readonly id: string
  readonly chainId: number
  readonly name: string
  readonly testnet: boolean
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
