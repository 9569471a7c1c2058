/** What was last read of the balances on one network, by account (its EVM address) and asset; times in Unix milliseconds. */
export type KnownBalances = Readonly<
  Record<string, { /** atomic */ readonly amount: string; readonly readAt: number }>
>

/** What the names of the documents begin with that keep them. */
export const BALANCES = 'balances/'

/** Names the document that keeps what is known of a network. @param network CAIP-2 */
export const balanceDocument = (network: string): string => `${BALANCES}${network}`
