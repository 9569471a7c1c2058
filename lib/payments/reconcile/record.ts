import { claimOf } from '@/lib/core/lifecycle/claim'
import { type AuthorizationEvent, transition } from '@/lib/core/lifecycle/transition'
import { ledgerMoment } from '@/lib/ledger/read/documents'
import { isOfCoin } from '@/lib/ledger/read/totals'
import type { AuthorizationRow, Ledger } from '@/lib/ledger/schema'
import { isImporting } from '@/lib/ledger/write/documents'
import { rememberPayee } from '@/lib/ledger/write/memory'
import { appendReceipt } from '@/lib/ledger/write/receipts'
import { moveReservations, recordTables } from '@/lib/ledger/write/reserve'
import { attestedAgain } from '@/lib/receipt/attest'
import type { Finding, Findings } from './finding'
import { nextCheck } from './schedule'

type Proof = Exclude<Finding, { readonly kind: 'open' }>

const EVENT: Record<Proof['kind'], AuthorizationEvent['type']> = {
  used: 'proved-used',
  cancelled: 'proved-cancelled',
  undone: 'proved-cancelled',
  unused: 'proved-expired-unused',
}

/**
 * Writes down what the chain proved of one authorization: its state, what moved, the totals, the payee and the
 * receipt, all or nothing. Written twice it is the same.
 *
 * @param now Unix milliseconds
 * @returns whether it is proved now
 */
export async function recordProof(ledger: Ledger, id: string, proof: Proof, now: number): Promise<boolean> {
  return await ledger.transaction('rw', recordTables(ledger), async () => {
    // A chain of receipts that is being taken in must not be written into.
    if (await isImporting(ledger)) return false
    const current = await ledger.authorizations.get(id)
    if (current === undefined || current.proved === 1) return true
    const next = transition(current.state, { type: EVENT[proof.kind] })
    if (!next.ok) return false
    const { unpaid: _unpaid, searched: _searched, searchedTo: _searchedTo, ...before } = current
    const isSettled = next.value === 'settled'
    const known: AuthorizationRow = {
      ...before,
      state: next.value,
      transaction: 'transaction' in proof ? (proof.transaction ?? current.transaction) : current.transaction,
      proved: 1,
      moved: proof.kind === 'used' ? proof.moved.toString() : null,
      provedBlock: Number(proof.block),
      outcome: proof.kind === 'undone' ? 'reverted' : current.outcome,
      // Nothing waits for the answer of what is proved dead.
      delivered: isSettled ? current.delivered : 1,
      updatedAt: await ledgerMoment(ledger, now),
    }
    const intent = await ledger.intents.get(current.intentId)
    const quote = intent && (await ledger.quotes.get(intent.quoteId))
    // What the server named and signed is held against what the chain shows.
    const after = { ...known, claim: claimOf(known), attestations: attestedAgain(known, quote) }
    await ledger.authorizations.put(after)
    await ledger.intents.update(current.intentId, { state: 'done' })
    if (proof.kind === 'used') {
      const part = { moved: proof.moved, of: BigInt(current.amount) }
      await moveReservations(ledger, id, 'settled', undefined, part)
      if (current.state !== 'settled') await rememberPayee(ledger, after, now)
    } else if (proof.kind === 'undone') {
      // A transaction that was undone moved nothing, and its fee is gone.
      await moveReservations(ledger, id, 'settled', isOfCoin)
      await moveReservations(ledger, id, 'released', (key) => !isOfCoin(key))
    } else await moveReservations(ledger, id, 'released')
    await appendReceipt(ledger, after, { event: isSettled ? 'proved' : 'released', settlement: null })
    return true
  })
}

/**
 * Says when each of some authorizations is asked about next, and how far it was looked for. Nothing else of them
 * changes; what was proved meanwhile stays as it is.
 *
 * @param isCounted false where the waits are to grow no longer: nobody answered, or it was asked out of turn
 * @param now Unix milliseconds
 * @param random from 0 to below 1
 */
export async function postpone(
  ledger: Ledger,
  rows: readonly AuthorizationRow[],
  findings: Findings,
  isCounted: boolean,
  now: number,
  random: () => number,
): Promise<void> {
  await ledger.transaction('rw', ledger.authorizations, ledger.documents, async () => {
    if (await isImporting(ledger)) return
    await ledger.authorizations.bulkUpdate(
      rows.map((row) => {
        const finding = findings.get(row.id)
        const open = finding?.kind === 'open' ? finding : undefined
        return {
          key: row.id,
          changes: {
            checks: row.checks + (isCounted ? 1 : 0),
            // A search that goes on from where it stands learns something each time.
            nextCheckAt: nextCheck(isSearching(open) ? { ...row, checks: 0 } : row, now, random()),
            ...(open?.searched && { searched: open.searched.from, searchedTo: open.searched.to }),
            ...(open?.unpaid && { unpaid: 1 as const }),
          },
        }
      }),
    )
  })
}

const isSearching = (open: Extract<Finding, { readonly kind: 'open' }> | undefined): boolean =>
  open?.searched !== undefined && open.searched.to > 0 && open.unpaid === undefined
