/** Uniswap's Permit2, which has one address on nearly every chain. */
export const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3' as const

/** The contracts that x402 names as spender of a Permit2 transfer: each pays only the witness's `to`. */
export const X402_SPENDERS = {
  exact: '0x402085c248EeA27D92E8b30b2C58ed07f9E20001',
  upto: '0x4020A4f3b7b90ccA423B9fabCc0CE57C6C240002',
} as const
