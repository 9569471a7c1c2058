import { sendRaw, transactionCount } from '@/lib/chain/transaction'
import type { Address, Hex } from '@/lib/core/hex'
import { transition } from '@/lib/core/lifecycle/transition'
import { readSettings, type Settings } from '@/lib/ledger/read/documents'
import type { AuthorizationRow } from '@/lib/ledger/schema'
import { chainOf } from './chains'
import type { Wallet } from './wallet'

/** A reservation that is this old and not signed is not going to be. */
const UNSIGNED_MS = 10 * 60_000

let turn: Promise<unknown> = Promise.resolve()

/** One transaction after another: each takes the number that the one before left. */
export function inOrder<T>(work: () => Promise<T>): Promise<T> {
  const run = turn.then(work)
  turn = run.catch(() => undefined)
  return run
}

/**
 * The number of an account's next transaction: after those that the node knows, and after those that are
 * reserved or signed here.
 *
 * @returns null where the node does not answer
 */
export async function nextNonce(
  wallet: Wallet,
  settings: Settings,
  network: string,
  account: string,
): Promise<number | null> {
  const chain = chainOf(settings, network)
  const count = chain === null ? null : await transactionCount(chain, account as Address, 'pending')
  if (!count?.ok) return null
  const ours = await wallet.ledger.authorizations
    .where('[state+proved]')
    .anyOf([
      ['reserved', 0],
      ['signed', 0],
      ['sent', 0],
    ])
    .filter((a) => a.scheme === 'transaction' && a.network === network && a.from === account)
    // What nobody came back to sign would hold up everything after it.
    .filter((a) => a.state !== 'reserved' || Date.now() - a.createdAt < UNSIGNED_MS)
    .toArray()
  return Math.max(count.value, ...ours.map((a) => Number(a.nonce) + 1))
}

/**
 * Gives a signed transaction to the owner's node, again wherever that is not known to have happened.
 *
 * @returns 'refused' where the node takes it not; it stays live, and is offered again
 */
export async function broadcast(
  wallet: Wallet,
  { id, network, header, transaction }: AuthorizationRow,
): Promise<'taken' | 'refused' | 'unknown'> {
  const chain = chainOf(await readSettings(wallet.ledger), network)
  if (chain === null || header === null || transaction === null) return 'unknown'
  const sent = await sendRaw(chain, header.value as Hex, transaction as Hex)
  if (!sent.ok) return sent.error.kind === 'rpc' ? 'refused' : 'unknown'
  await wallet.ledger.transaction('rw', wallet.ledger.authorizations, async () => {
    const row = await wallet.ledger.authorizations.get(id)
    const next = row && transition(row.state, { type: 'sent' })
    if (row && next?.ok)
      await wallet.ledger.authorizations.update(id, { state: next.value, updatedAt: Date.now() })
  })
  return 'taken'
}
