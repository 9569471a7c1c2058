import { ledger } from './ledger'

/** What was last read of the balances on one network, by account (its EVM address) and asset; times in Unix milliseconds. */
export type KnownBalances = Readonly<
  Record<string, { /** atomic */ readonly amount: string; readonly readAt: number }>
>

const PREFIX = 'balances/'

/** Names the document that keeps what is known of a network. @param network CAIP-2 */
export const balanceDocument = (network: string): string => `${PREFIX}${network}`

/** What is known of every network's balances, by CAIP-2: what was once read, whenever that was. */
export async function knownBalances(): Promise<ReadonlyMap<string, KnownBalances>> {
  const rows = await ledger.documents.where('name').startsWith(PREFIX).toArray()
  return new Map(rows.map(({ name, value }) => [name.slice(PREFIX.length), value as KnownBalances]))
}
