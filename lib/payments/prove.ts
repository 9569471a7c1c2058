import { late, svm } from '@/lib/late/load'
import { readSettings } from '@/lib/ledger/read/documents'
import { nodesOf, solanaNodesOf } from './chains'
import type { Asked, Port } from './reconcile/reconcile'
import { broadcast } from './transact'
import type { Wallet } from './wallet'

const portOf = (wallet: Wallet): Port => ({
  ledger: wallet.ledger,
  nodesOf: (network) => nodesOf(wallet.ledger, network),
  broadcast: (row) => broadcast(wallet, row),
  judgeSolana: async (network, rows) => {
    const nodes = solanaNodesOf(await readSettings(wallet.ledger), network)
    return await (await svm()).judgeOnSolana(nodes, rows)
  },
  changed: (intentId) => wallet.changes.emit(intentId),
  now: () => Date.now(),
  random: () => Math.random(),
})

/** Asks the chain about one payment, now and twice more while its transaction is being mined. */
export async function proveSoon(wallet: Wallet, authorizationId: string): Promise<void> {
  for (const wait of [0, 2_000, 8_000]) {
    await new Promise((resolve) => setTimeout(resolve, wait))
    if ((await askNow(wallet, authorizationId)) === 'proved') return
  }
}

/**
 * Asks the chain about one authorization now, whenever it is due. Without proof nothing changes: a node that does
 * not answer, nodes that contradict each other, and a nonce that is not used yet, leave the money held (I6).
 */
export async function askNow(wallet: Wallet, authorizationId: string): Promise<Asked> {
  return await (await late()).reconcileOne(portOf(wallet), authorizationId)
}

let running: Promise<unknown> | null = null

/** Asks the chains about everything that is due and not proved yet. Bounded work per call, one call at a time. */
export async function proveOutstanding(wallet: Wallet): Promise<void> {
  running ??= late()
    .then((parts) => parts.reconcileDue(portOf(wallet)))
    .finally(() => {
      running = null
    })
  await running
}
