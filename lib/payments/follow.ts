import { claimOf } from '@/lib/core/lifecycle/claim'
import { transition } from '@/lib/core/lifecycle/transition'
import type { Carried, PaidAnswer } from '@/lib/doors/watch'
import { late } from '@/lib/late/load'
import type { Attestation } from '@/lib/ledger/payment-forms'
import { ledgerMoment } from '@/lib/ledger/read/documents'
import type { AuthorizationRow } from '@/lib/ledger/schema'
import { isImporting } from '@/lib/ledger/write/documents'
import { rememberPayee } from '@/lib/ledger/write/memory'
import { appendReceipt } from '@/lib/ledger/write/receipts'
import { moveReservations, recordTables } from '@/lib/ledger/write/reserve'
import { findQuote } from '@/lib/wire/http/find-quote'
import { classifyOutcome, EVENT_OF, type Outcome } from '@/lib/wire/http/outcome'
import { readSettlement } from '@/lib/wire/http/settlement'
import { proveSoon } from './prove'
import { authorizationOf } from './send'
import type { Wallet } from './wallet'

/** The server answered the request that carried a payment. */
export async function onAnswered(wallet: Wallet, of: Carried, answer: PaidAnswer): Promise<void> {
  const settlement = readSettlement(answer.headers)
  const outcome = classifyOutcome({
    status: answer.status,
    settlement: settlement.ok ? settlement.value : null,
    hasNewQuote: findQuote({ headers: answer.headers, body: null }).ok,
    error: null,
  })
  await record(wallet, of, outcome, answer.status, settlement.ok ? settlement.value.raw : null)
}

/** The request that carried a payment ended without an answer: what became of the money is unknown. */
export async function onFailed(wallet: Wallet, of: Carried): Promise<void> {
  const outcome = classifyOutcome({ status: null, settlement: null, hasNewQuote: false, error: 'no answer' })
  await record(wallet, of, outcome, null, null)
}

async function record(
  wallet: Wallet,
  of: Carried,
  outcome: Outcome,
  status: number | null,
  settlement: string | null,
): Promise<void> {
  const found = await authorizationOf(wallet, of)
  if (!found) await (await late()).signInAnswered(wallet, of, status)
  // A page knows its tag, and can show it on any request: only the one that was paid for counts.
  if (!found || found.answeredUrl !== of.url || found.method !== of.method) return
  await recordOutcome(wallet, found, outcome, status, settlement)
}

/**
 * Writes down what an answer said of a payment. One answer counts for each time that it left; after that only
 * a claim of success is heard. Nothing that is said releases money (I6).
 *
 * @param settlement the claim as it was written, kept as evidence
 * @param notes what was odd about the answer
 */
export async function recordOutcome(
  wallet: Wallet,
  found: Pick<AuthorizationRow, 'id'>,
  outcome: Outcome,
  status: number | null,
  settlement: string | null,
  notes?: string,
): Promise<void> {
  while (await isImporting(wallet.ledger)) await new Promise((resolve) => setTimeout(resolve, 250))
  const claimed =
    'transaction' in outcome && outcome.transaction !== '' ? outcome.transaction.toWellFormed() : null
  const attestations = await attested(wallet, found.id, settlement, claimed)
  const changed = await wallet.ledger.transaction('rw', recordTables(wallet.ledger), async () => {
    const row = await wallet.ledger.authorizations.get(found.id)
    if (!row) return null
    const wasSettled = row.state === 'settled'
    // Several requests may have carried it, and the one that was served may answer last.
    if (row.outcome !== null && (wasSettled || EVENT_OF[outcome.outcome] !== 'settled')) return null
    const sent =
      row.state === 'signed'
        ? transition(row.state, { type: 'sent' })
        : { ok: true as const, value: row.state }
    const next = sent.ok ? transition(sent.value, { type: EVENT_OF[outcome.outcome] }) : sent
    // The chain may have proved it before its answer came: the proof stands, and the answer is kept beside it.
    const isProved = row.proved === 1 && wasSettled
    if (!next.ok && !wasSettled) return null
    const state = wasSettled || !next.ok ? row.state : next.value
    const told = {
      ...row,
      state,
      claimedTransaction: claimed ?? row.claimedTransaction,
      claim: claimed === row.claimedTransaction ? row.claim : ('unchecked' as const),
    }
    const claim = claimOf(told)
    const after: AuthorizationRow = {
      ...told,
      claim,
      outcome: outcome.outcome,
      status,
      // Whatever else a seller names is no transaction that the chain could be asked about.
      transaction: isProved || claim !== 'unchecked' ? row.transaction : told.claimedTransaction,
      attestations: attestations ?? row.attestations,
      delivered: status !== null && status >= 200 && status < 300 ? 1 : row.delivered,
      updatedAt: await ledgerMoment(wallet.ledger, Date.now()),
    }
    await wallet.ledger.authorizations.put(after)
    await wallet.ledger.intents.update(row.intentId, { state: 'done' })
    if (state === 'settled') {
      await moveReservations(wallet.ledger, row.id, 'settled')
      if (!wasSettled) await rememberPayee(wallet.ledger, after, Date.now())
    }
    await appendReceipt(wallet.ledger, after, { event: 'answered', settlement, notes })
    return after
  })
  if (!changed) return
  wallet.changes.emit(changed.intentId)
  // A write that fails is tried again at the next tick.
  void proveSoon(wallet, changed.id).catch(() => undefined)
}

/** What the server signed about a payment; null where it signed nothing, as most do. */
async function attested(
  { ledger }: Wallet,
  id: string,
  settlement: string | null,
  claimed: string | null,
): Promise<readonly Attestation[] | null> {
  const row = await ledger.authorizations.get(id)
  const intent = row && (await ledger.intents.get(row.intentId))
  const quote = intent && (await ledger.quotes.get(intent.quoteId))
  if (!row || !`${quote?.raw}${settlement}`.includes('offer-receipt')) return null
  const told = { ...row, claimedTransaction: claimed ?? row.claimedTransaction }
  return (await late()).attestationsOf(told, quote, settlement, Date.now())
}
