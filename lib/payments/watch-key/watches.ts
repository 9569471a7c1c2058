import type { Chain } from '@/lib/chain/chain'
import type { Ledger } from '@/lib/ledger/schema'

/** What watching needs of the wallet. */
export type WatchDeps = {
  readonly ledger: Ledger
  /** every address of ours */
  readonly accounts: readonly string[]
  readonly chainOf: (network: string) => Promise<Chain | null> | Chain | null
  /** blocks on top of one until it counts there */
  readonly depthOf: (network: string) => number
  /** what is known to be held, as last read */
  readonly balances: readonly {
    readonly account: string
    readonly network: string
    readonly asset: string
    readonly amount: string
  }[]
  /** Unix milliseconds */
  readonly now: () => number
}

/** Names the row of an account and an asset; case is a checksum on EVM. */
export const watchId = (account: string, network: string, asset: string): string =>
  `${account.toLowerCase()}/${network}/${asset.toLowerCase()}`
