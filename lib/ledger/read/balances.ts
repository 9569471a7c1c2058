import { BALANCES, type KnownBalances } from '../balance-rows'
import { ledger } from './ledger'

/** What is known of every network's balances, by CAIP-2: what was once read, whenever that was. */
export async function knownBalances(): Promise<ReadonlyMap<string, KnownBalances>> {
  const rows = await ledger.documents.where('name').startsWith(BALANCES).toArray()
  return new Map(rows.map(({ name, value }) => [name.slice(BALANCES.length), value as KnownBalances]))
}
