/** One EVM network: CAIP-2 id, EIP-155 chain id, and whether its money is test money. */
export type EvmNetwork = {
  readonly id: string
  readonly chainId: number
  readonly name: string
  readonly testnet: boolean
}

/** A default asset on EVM, worth one dollar a unit; `name` and `version` are those of its EIP-712 domain. */
export type EvmAsset = {
  readonly network: string
  readonly asset: string
  readonly symbol: string
  readonly decimals: number
  readonly name: string
  readonly version: string
  readonly method: 'eip3009' | 'permit2'
  readonly testnet: boolean
}

/** A default asset on Solana: known by its mint, whose case counts; it has no EIP-712 domain. */
export type SvmAsset = {
  readonly network: string
  readonly asset: string
  readonly symbol: string
  readonly decimals: number
  readonly name?: undefined
  readonly version?: undefined
  readonly method?: undefined
  readonly testnet: boolean
}

/** A dollar token that the published clients recognise. */
export type DefaultAsset = EvmAsset | SvmAsset
