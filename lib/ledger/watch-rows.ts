/** How far the chain was read for what one account spends of one asset. */
export type WatchRow = {
  /** account, network and asset */
  readonly id: string
  readonly account: string
  readonly network: string
  readonly asset: string
  /** the first block that was not read yet; what is below it is in the ledger or in `strangers` */
  readonly nextBlock: number
  readonly checkedAt: number
}

/** Money that came to an account of ours, as the chain tells it: shown, and never counted as anything. */
export type IncomingRow = {
  /** network, transaction and log index; on Solana the account and asset instead of an index */
  readonly id: string
  readonly account: string
  readonly network: string
  readonly asset: string
  /** who sent it */
  readonly from: string
  /** atomic */
  readonly amount: string
  readonly transaction: string
  readonly block: number
  /** the block's own time, Unix milliseconds */
  readonly at: number
}

/** An amount of ours that moved and that no authorization of this ledger is: the same keys are used elsewhere. */
export type StrangerRow = {
  /** network, transaction and log index */
  readonly id: string
  readonly account: string
  readonly network: string
  readonly asset: string
  readonly payTo: string
  /** atomic */
  readonly amount: string
  readonly transaction: string
  readonly block: number
  /** the block's own time, Unix milliseconds */
  readonly at: number
  /** of the EIP-3009 authorization that moved it; null or absent where it moved otherwise */
  readonly nonce?: string | null
  /** 1 once the owner was told and said that it is known */
  readonly known: 0 | 1
}
