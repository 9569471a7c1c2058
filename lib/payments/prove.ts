import { findNonceEvents, readAuthorizationState, readReceipt } from '@/lib/chain/authorization'
import { type Chain, readBlock } from '@/lib/chain/chain'
import type { Address, Hex } from '@/lib/core/hex'
import { LIVE_STATES, transition } from '@/lib/core/lifecycle/transition'
import { ledgerMoment, readSettings } from '@/lib/ledger/read/documents'
import { isOfCoin } from '@/lib/ledger/read/totals'
import type { AuthorizationRow } from '@/lib/ledger/schema'
import { isImporting } from '@/lib/ledger/write/documents'
import { rememberPayee } from '@/lib/ledger/write/memory'
import { appendReceipt } from '@/lib/ledger/write/receipts'
import { moveReservations, recordTables } from '@/lib/ledger/write/reserve'
import { readProof } from '@/lib/schemes/evm/proof'
import { chainOf } from './chains'
import { broadcast, fateOf } from './transact'
import type { Wallet } from './wallet'

/** A window counts as over only this long after its end, by the chain's own clock. */
const MARGIN_SECONDS = 60
/** How far back the events of a nonce are looked for; public nodes answer no wider range. */
const BLOCKS_BACK = 1_999n
/** So many ranges are searched at most, newest first. */
const RANGES_BACK = 60
/** When each was asked about last, so that one that cannot be proved keeps no other from its turn. */
const askedAt = new Map<string, number>()
/** How many authorizations one wake of the worker looks at. */
const AT_ONCE = 25

type Verdict =
  | { readonly type: 'proved-used'; readonly transaction: Hex }
  | { readonly type: 'proved-cancelled'; readonly transaction: Hex; readonly undone?: true }
  | { readonly type: 'proved-expired-unused' }

/** Asks the chain about one payment, now and twice more while its transaction is being mined. */
export async function proveSoon(wallet: Wallet, authorizationId: string): Promise<void> {
  for (const wait of [0, 2_000, 8_000]) {
    await new Promise((resolve) => setTimeout(resolve, wait))
    if (await prove(wallet, authorizationId)) return
  }
}

/** Asks the chain about everything that is not proved yet, those asked longest ago first. Bounded work per call. */
export async function proveOutstanding(wallet: Wallet): Promise<void> {
  const unproved = [...LIVE_STATES, 'settled'].map((state) => [state, 0])
  const open = await wallet.ledger.authorizations.where('[state+proved]').anyOf(unproved).toArray()
  const lastAsked = (a: AuthorizationRow) => askedAt.get(a.id) ?? 0
  open.sort((a, b) => lastAsked(a) - lastAsked(b) || a.createdAt - b.createdAt)
  for (const { id } of open.slice(0, AT_ONCE)) {
    askedAt.set(id, Date.now())
    await prove(wallet, id).catch(() => false)
  }
}

/**
 * Looks for proof of what became of one authorization. Without proof nothing changes: a node that
 * does not answer, and a nonce that is not used yet, leave the money held (I6).
 *
 * @returns true when nothing is left to prove
 */
async function prove(wallet: Wallet, authorizationId: string): Promise<boolean> {
  const row = await wallet.ledger.authorizations.get(authorizationId)
  if (!row || row.proved === 1 || row.state === 'released') return true
  const chain = chainOf(await readSettings(wallet.ledger), row.network)
  if (row.scheme === 'transaction' && row.state === 'signed') await broadcast(wallet, row)
  const verdict = chain === null ? null : await ask(chain, row)
  if (verdict === null) return false
  await wallet.ledger.transaction('rw', recordTables(wallet.ledger), async () => {
    // A chain of receipts that is being taken in must not be written into.
    if (await isImporting(wallet.ledger)) return
    const current = await wallet.ledger.authorizations.get(authorizationId)
    const next = current && transition(current.state, verdict)
    if (!current || current.proved === 1 || !next?.ok) return
    const isUndone = 'undone' in verdict
    const after: AuthorizationRow = {
      ...current,
      state: next.value,
      transaction: 'transaction' in verdict ? verdict.transaction : current.transaction,
      proved: 1,
      outcome: isUndone ? 'reverted' : current.outcome,
      // Nothing waits for the answer of what is proved dead.
      delivered: next.value === 'released' ? 1 : current.delivered,
      updatedAt: await ledgerMoment(wallet.ledger, Date.now()),
    }
    await wallet.ledger.authorizations.put(after)
    await wallet.ledger.intents.update(current.intentId, { state: 'done' })
    // A transaction that was undone moved nothing, and its fee is gone.
    if (isUndone) await moveReservations(wallet.ledger, current.id, 'settled', isOfCoin)
    const rest = isUndone ? (key: string) => !isOfCoin(key) : undefined
    const to = next.value === 'settled' ? 'settled' : 'released'
    await moveReservations(wallet.ledger, current.id, to, rest)
    if (next.value === 'settled' && current.state !== 'settled')
      await rememberPayee(wallet.ledger, after, Date.now())
    const event = next.value === 'settled' ? 'proved' : 'released'
    await appendReceipt(wallet.ledger, after, { event, settlement: null })
  })
  wallet.changes.emit(row.intentId)
  return true
}

async function ask(chain: Chain, row: AuthorizationRow): Promise<Verdict | null> {
  if (row.scheme === 'transaction') {
    const fate = await fateOf(chain, row)
    const transaction = row.transaction as Hex
    if (fate === 'done') return { type: 'proved-used', transaction }
    if (fate === 'undone') return { type: 'proved-cancelled', transaction, undone: true }
    return fate === null ? null : { type: 'proved-expired-unused' }
  }
  // Nothing here proves what became of another form of payment: it stays held.
  if (row.scheme !== 'exact') return null
  const claimed = row.transaction as Hex | null
  if (claimed !== null) {
    const proof = await proofIn(chain, row, claimed)
    if (proof !== null) return proof
  }
  const block = await readBlock(chain)
  if (!block.ok) return null
  const key = { asset: row.asset as Address, from: row.from as Address, nonce: row.nonce as Hex }
  const used = await readAuthorizationState(chain, key, block.value.number)
  if (!used.ok) return null
  if (!used.value) {
    const over = block.value.timestamp > row.validBefore + MARGIN_SECONDS
    return over ? { type: 'proved-expired-unused' } : null
  }
  let to = block.value.number
  for (let range = 0; range < RANGES_BACK && to >= 0n; range++) {
    const from = to > BLOCKS_BACK ? to - BLOCKS_BACK : 0n
    const events = await findNonceEvents(chain, key, from, to)
    if (!events.ok) return null
    const event = events.value.at(-1)
    if (event !== undefined) return await proofIn(chain, row, event.transactionHash)
    to = from - 1n
  }
  return null
}

/** Used is not paid: the Transfer of that amount to that payee is. */
async function proofIn(chain: Chain, row: AuthorizationRow, hash: Hex): Promise<Verdict | null> {
  const receipt = await readReceipt(chain, hash)
  if (!receipt.ok || receipt.value === null || receipt.value.status !== 'success') return null
  const proof = readProof(receipt.value.logs, {
    asset: row.asset as Hex,
    from: row.from as Hex,
    nonce: row.nonce as Hex,
    payTo: row.payTo as Hex,
    value: BigInt(row.amount),
  })
  if (proof.cancelled) return { type: 'proved-cancelled', transaction: hash }
  return proof.used && proof.transferred ? { type: 'proved-used', transaction: hash } : null
}
