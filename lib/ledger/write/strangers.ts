import type { BudgetRule } from '@/lib/core/budget/rules'
import { budgetsOf } from '@/lib/core/budget/rules'
import { sameAddress } from '@/lib/core/caip/address'
import type { AuthorizationRow, Ledger } from '@/lib/ledger/schema'
import type { IncomingRow, StrangerRow, WatchRow } from '@/lib/ledger/watch-rows'
import { readSettings } from '../read/documents'
import { amountsIn, type Budget, bucketOf, rulesOf } from '../read/totals'
import { isImporting } from './documents'

/** What a stranger counts in one limit, in its unit, and the bucket that it stands in. */
export type StrangerCount = {
  readonly budget: Budget
  readonly hour: number
  readonly amount: bigint
}

/**
 * What money that moved without this ledger counts in the owner's limits: in those of everything and of its
 * payee, at its block's own time. Who asked for it, nobody knows.
 */
export function countsOf(rules: readonly BudgetRule[], row: StrangerRow): readonly StrangerCount[] {
  const open = rules.filter(({ scope }) => scope.kind === 'everything' || scope.kind === 'payee')
  const nobody = { site: '', origin: '', agent: null, intent: '', mandates: [] }
  const { network, asset, payTo, amount } = row
  const spending = {
    asker: '',
    site: '',
    agent: null,
    intentId: '',
    network,
    asset,
    payTo,
    amount,
    mandateId: null,
  }
  return amountsIn(budgetsOf(open, { ...nobody, payees: [payTo] }), spending).map((of) => ({
    ...of,
    hour: bucketOf(of.budget, Math.floor(row.at / 1_000)),
  }))
}

/**
 * Writes what was read of a chain: each stranger once, with its count in the limits, what came in, and how far was
 * read.
 * All in one transaction, so that a crash neither loses nor doubles one.
 *
 * @param watches as they stand after the read; one that another read has moved on stays where it is
 * @param before the first block that each of them had not read, by id
 * @returns the strangers that are new
 */
export function recordRead(
  ledger: Ledger,
  strangers: readonly StrangerRow[],
  watches: readonly WatchRow[],
  before: ReadonlyMap<string, number>,
  incoming: readonly IncomingRow[] = [],
): Promise<readonly StrangerRow[]> {
  const tables = [ledger.watches, ledger.strangers, ledger.incoming, ledger.totals, ledger.documents]
  return ledger.transaction('rw', tables, async () => {
    if (await isImporting(ledger)) return []
    const present = await ledger.strangers.bulkGet(strangers.map((s) => s.id))
    const added = strangers.filter((_, i) => present[i] === undefined)
    await ledger.strangers.bulkAdd([...added])
    await ledger.incoming.bulkPut([...incoming])
    const rules = rulesOf(await readSettings(ledger))
    for (const { budget, hour, amount } of added.flatMap((row) => countsOf(rules, row))) {
      const total = await ledger.totals.get([budget.id, hour])
      await ledger.totals.put({
        budgetKey: budget.id,
        hour,
        reserved: total?.reserved ?? 0n,
        settled: (total?.settled ?? 0n) + amount,
      })
    }
    for (const watch of watches) {
      const current = await ledger.watches.get(watch.id)
      if (current?.nextBlock === before.get(watch.id)) await ledger.watches.put(watch)
    }
    return added
  })
}

/**
 * Takes away the strangers that authorizations of this ledger turn out to be: a file of the ledger can bring
 * the rows of what was read from the chain before. Totals are to be counted again afterwards. Runs inside the
 * caller's transaction, over strangers and authorizations.
 */
export async function dropExplained(ledger: Ledger): Promise<void> {
  for (const row of await ledger.strangers.toArray()) {
    const { nonce = null, transaction } = row
    const by = await ledger.authorizations.where('transaction').equals(transaction).toArray()
    const of = nonce === null ? [] : await ledger.authorizations.where('nonce').equals(nonce).toArray()
    if ([...by, ...of].some((a) => isOf(a, row))) await ledger.strangers.delete(row.id)
  }
}

const isOf = (a: AuthorizationRow, row: StrangerRow): boolean =>
  a.network === row.network &&
  a.amount === row.amount &&
  sameAddress(row.network, a.asset, row.asset) &&
  sameAddress(row.network, a.from, row.account) &&
  sameAddress(row.network, a.payTo, row.payTo)

/** The owner knows of it: what was paid elsewhere stays counted, and holds nothing any more. */
export async function markKnown(ledger: Ledger, id: string): Promise<boolean> {
  return (await ledger.strangers.update(id, { known: 1 })) > 0
}
