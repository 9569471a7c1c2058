import type { BalanceView } from '@/lib/doors/ui-protocol'

import { fromAtomic, sum } from '../text/amount'

/** Money of one kind, over networks: what is known of it, and where it could not be read. */
export type Total = {
  /** decimal dollars over what was read; null where nothing was */
  readonly known: string | null
  /** decimal amounts by network, in the order given; null: not read */
  readonly networks: readonly { readonly name: string; readonly amount: string | null }[]
  readonly unread: readonly string[]
}

/**
 * Adds up balances of default assets, which count as a dollar each. Test money and real money are never one sum.
 *
 * @param testnet which of the two
 */
export function totalOf(balances: readonly BalanceView[], testnet: boolean): Total {
  const byName = new Map<string, (string | null)[]>()
  for (const balance of balances) {
    if (balance.testnet !== testnet) continue
    const amount = balance.amount === null ? null : fromAtomic(balance.amount, balance.decimals)
    byName.set(balance.networkName, [...(byName.get(balance.networkName) ?? []), amount])
  }
  const networks = [...byName].map(([name, amounts]) => {
    const read = amounts.filter((amount) => amount !== null)
    return { name, amount: read.length === amounts.length ? sum(read) : null }
  })
  const read = networks.flatMap(({ amount }) => (amount === null ? [] : [amount]))
  return {
    known: read.length === 0 ? null : sum(read),
    networks,
    unread: networks.filter(({ amount }) => amount === null).map(({ name }) => name),
  }
}
