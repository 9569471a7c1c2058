import type { HeldView } from '@/lib/doors/ui-money'
import { balanceDocument, type KnownBalances } from '@/lib/ledger/balance-rows'
import type { Ledger } from '@/lib/ledger/schema'

/** An amount that did not change is written again only after so long: its age is told in minutes. */
const SAME_FOR_MS = 60_000

/**
 * Keeps what was just read of a network's balances, with when. What was not read keeps what is known of it.
 *
 * @param now Unix milliseconds
 */
export async function keepBalances(
  ledger: Ledger,
  network: string,
  held: readonly HeldView[],
  now: number,
): Promise<void> {
  const name = balanceDocument(network)
  await ledger.transaction('rw', ledger.documents, async () => {
    const before = ((await ledger.documents.get(name))?.value ?? {}) as KnownBalances
    const changed = held.flatMap(({ account, asset, amount }): [string, KnownBalances[string]][] => {
      const id = `${account}/${asset}`
      const known = before[id]
      const isKnown = known !== undefined && known.amount === amount && now - known.readAt < SAME_FOR_MS
      return amount === null || isKnown ? [] : [[id, { amount, readAt: now }]]
    })
    if (changed.length === 0) return
    await ledger.documents.put({ name, value: { ...before, ...Object.fromEntries(changed) } })
  })
}
