/** What the chain says of a token's contract; `standard` is whether the wallet can sign for it. */
export type AssetReport =
  | { readonly fault: 'no-answer' | 'no-code' | 'no-token' | 'disagree' | 'unknown-network' }
  | {
      readonly symbol: string
      readonly name: string
      readonly version: string | null
      readonly decimals: number
      /** it answers `authorizationState`, as EIP-3009 has it */
      readonly eip3009: boolean
      /** whether its EIP-712 domain is that of this name, version, chain and contract; null where it tells none */
      readonly domain: boolean | null
    }

/** A quote as somebody pasted it, and the request that it would answer. */
export type TriedQuote = {
  /** JSON of a PaymentRequired object */
  readonly quote: string
  readonly method: string
  readonly url: string
  /** origin of the page that asks; empty for the URL's own */
  readonly asker: string
}
