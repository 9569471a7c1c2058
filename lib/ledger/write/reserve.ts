import { decide } from '@/lib/core/admission/decide'
import type { Decision, DecisionCode } from '@/lib/core/admission/types'
import type { AuthorizationRow, IntentRow, Ledger, QuoteRow } from '@/lib/ledger/schema'
import { keepTimeOf, ledgerTime, readSettings } from './documents'
import { admissionInput, approvalFor, type WalletFacts } from './snapshot'
import { amountsIn, type Budget, bucketOf, budgetsOfPayment } from './totals'

/** What is signed, as the payment's scheme makes it of a ready decision; pure. */
export type Draft = Omit<AuthorizationRow, 'approvalId' | 'mandateId' | 'state' | 'createdAt' | 'updatedAt'>

export type ReserveRequest = {
  readonly intentId: string
  readonly wallet: WalletFacts
  /** Unix milliseconds */
  readonly now: number
  /** Builds the authorization of a ready decision; null when the envelope is no longer the approved one. */
  readonly draft: (intent: IntentRow, quote: QuoteRow, decision: Decision) => Draft | null
}

/**
 * Holds the money for one payment: the only place where a payment becomes live (I1, I2, I3).
 *
 * One transaction with strict durability reads the totals again, decides again, uses up the approval,
 * and writes the authorization with its nonce and window and one reservation in each matching budget.
 * Called again for the same intent it gives the authorization that is there.
 *
 * @returns the authorization, or the code that holds the payment now
 */
export function reserve(
  ledger: Ledger,
  request: ReserveRequest,
): Promise<{ authorization: AuthorizationRow } | { held: DecisionCode }> {
  const tables = [
    ledger.intents,
    ledger.quotes,
    ledger.approvals,
    ledger.authorizations,
    ledger.reservations,
    ledger.totals,
    ledger.mandates,
    ledger.payees,
    ledger.prices,
    ledger.hosts,
    ledger.documents,
  ]
  return ledger.transaction('rw', tables, async () => {
    const existing = await ledger.authorizations.where('intentId').equals(request.intentId).first()
    if (existing) return { authorization: existing }
    const intent = await ledger.intents.get(request.intentId)
    const quote = intent && (await ledger.quotes.get(intent.quoteId))
    if (!intent || !quote || intent.state !== 'approved') return { held: 'HOLD_APPROVAL_EXPIRED' as const }
    const settings = await readSettings(ledger)
    const seconds = await ledgerTime(ledger, Math.floor(request.now / 1000))
    const input = await admissionInput(ledger, {
      intent,
      quote,
      settings,
      wallet: request.wallet,
      now: seconds,
    })
    const decision = decide(input)
    const draft = decision.code === 'READY_TO_SIGN' ? request.draft(intent, quote, decision) : null
    if (draft === null) {
      const held = decision.code === 'READY_TO_SIGN' ? 'HOLD_APPROVAL_MISMATCH' : decision.code
      await ledger.intents.update(intent.id, { state: 'asking', decision: { ...decision, code: held } })
      return { held }
    }
    // Every answer to this wish is used up at once: none is left for a second payment.
    const approval = decision.mandate === null ? await approvalFor(ledger, intent) : null
    await ledger.approvals.where('intentId').equals(intent.id).modify({ used: 1 })
    if (approval !== null && approval.intentId !== intent.id) {
      await ledger.approvals.update(approval.id, { used: 1 })
      await ledger.intents.where({ id: approval.intentId, state: 'approved' }).modify({ state: 'gone' })
    }
    const authorization: AuthorizationRow = {
      ...draft,
      approvalId: approval?.id ?? null,
      mandateId: decision.mandate,
      state: 'reserved',
      // In the order in which they were reserved, whatever a clock that was set back says.
      createdAt: Math.max(request.now, seconds * 1_000),
      updatedAt: request.now,
    }
    const mandate = decision.mandate === null ? null : ((await ledger.mandates.get(decision.mandate)) ?? null)
    const { site, agent, payTo, asker: origin } = authorization
    const subjects = { site, origin, agent, intent: intent.id, payees: [payTo] }
    await ledger.authorizations.add(authorization)
    await ledger.intents.update(intent.id, {
      state: 'paying',
      decision,
      envelopeDigest: draft.envelopeDigest,
    })
    await hold(ledger, authorization, budgetsOfPayment(settings, mandate, subjects), seconds)
    await keepTimeOf(ledger, seconds)
    return { authorization }
  })
}

/** Writes one reservation and moves one total for each budget. Runs inside the caller's transaction. */
async function hold(
  ledger: Ledger,
  authorization: AuthorizationRow,
  budgets: readonly Budget[],
  seconds: number,
): Promise<void> {
  for (const { budget, amount } of amountsIn(budgets, authorization)) {
    const hour = bucketOf(budget, seconds)
    await ledger.reservations.add({
      id: `${authorization.id}:${budget.id}`,
      authorizationId: authorization.id,
      budgetKey: budget.id,
      hour,
      amount,
      state: 'reserved',
    })
    const row = await ledger.totals.get([budget.id, hour])
    await ledger.totals.put({
      budgetKey: budget.id,
      hour,
      reserved: (row?.reserved ?? 0n) + amount,
      settled: row?.settled ?? 0n,
    })
  }
}

/** Moves what an authorization holds to settled, or gives it back. Runs inside the caller's transaction. */
export async function moveReservations(
  ledger: Ledger,
  authorizationId: string,
  to: 'settled' | 'released',
): Promise<void> {
  const rows = await ledger.reservations.where('authorizationId').equals(authorizationId).toArray()
  for (const row of rows.filter((r) => r.state !== 'released' && r.state !== to)) {
    await ledger.reservations.update(row.id, { state: to })
    const total = await ledger.totals.get([row.budgetKey, row.hour])
    if (!total) continue
    const of = (state: string) => (row.state === state ? row.amount : 0n)
    await ledger.totals.put({
      ...total,
      reserved: total.reserved - of('reserved'),
      settled: total.settled - of('settled') + (to === 'settled' ? row.amount : 0n),
    })
  }
}

/** What recording an outcome touches; Dexie wants the list before the transaction begins. */
export const recordTables = (ledger: Ledger) => [
  ledger.authorizations,
  ledger.intents,
  ledger.quotes,
  ledger.reservations,
  ledger.totals,
  ledger.payees,
  ledger.prices,
  ledger.receipts,
]
