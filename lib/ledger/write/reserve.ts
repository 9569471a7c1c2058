import { decide } from '@/lib/core/admission/decide'
import type { Decision, DecisionCode } from '@/lib/core/admission/types'
import type { AuthorizationRow, IntentRow, Ledger, QuoteRow } from '@/lib/ledger/schema'
import { ledgerTime, readSettings, type Settings } from '../read/documents'
import { amountsIn, type Budget, bucketOf, budgetsOfPayment } from '../read/totals'
import { wordsOf } from '../words'
import { keepTimeOf } from './documents'
import { rememberPrice } from './memory'
import { admissionInput, approvalFor, type WalletFacts } from './snapshot'

/** A purchase about which nothing is decided yet. */
export const UNDECIDED: Decision = {
  code: 'HOLD_APPROVAL_REQUIRED',
  facts: [],
  offer: null,
  amount: null,
  windowSeconds: null,
  receipt: null,
  mandate: null,
  account: null,
  offers: [],
}

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

/** What deciding and reserving touches; Dexie wants the list before the transaction begins. */
const reserveTables = (ledger: Ledger) => [
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
  ledger.strangers,
  ledger.documents,
]

/**
 * Holds the money for one approved payment (I1, I2, I3).
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
  return ledger.transaction('rw', reserveTables(ledger), async () => {
    const existing = await ledger.authorizations.where('intentId').equals(request.intentId).first()
    if (existing) return { authorization: existing }
    const intent = await ledger.intents.get(request.intentId)
    const quote = intent && (await ledger.quotes.get(intent.quoteId))
    if (!intent || !quote || intent.state !== 'approved') return { held: 'HOLD_APPROVAL_EXPIRED' as const }
    const decided = await decideNow(ledger, intent, quote, request)
    const built =
      decided.decision.code === 'READY_TO_SIGN' ? request.draft(intent, quote, decided.decision) : null
    // Where a person answered, only that envelope is signed, whatever a mandate has come to allow meanwhile.
    const answered = (await ledger.approvals.where('intentId').equals(intent.id).toArray()).find(
      (a) => a.decision === 'approve' && a.used === 0,
    )
    const isOther =
      built !== null && answered !== undefined && answered.envelopeDigest !== built.envelopeDigest
    const draft = isOther ? null : built
    if (draft !== null) return { authorization: await goLive(ledger, intent, draft, decided, request) }
    const decision = heldDecision(decided.decision)
    await ledger.intents.update(intent.id, { state: 'asking', decision })
    return { held: decision.code }
  })
}

export type TakeInRequest = Omit<ReserveRequest, 'intentId'> & {
  /** the purchase that somebody wants, not decided yet */
  readonly intent: Omit<IntentRow, 'state' | 'decision' | 'envelopeDigest'>
  readonly quote: QuoteRow
  /** names what a person would approve; where the purchase stands while nothing of it is live; pure */
  readonly standing: (
    intent: TakeInRequest['intent'],
    decision: Decision,
  ) => Pick<IntentRow, 'state' | 'envelopeDigest'>
}

/**
 * Writes a new purchase down with its decision, and where nobody needs to be asked holds its money at
 * once: one transaction for both, with all that {@link reserve} says.
 */
export function takeIn(
  ledger: Ledger,
  request: TakeInRequest,
): Promise<{ readonly intent: IntentRow; readonly authorization: AuthorizationRow | null }> {
  return ledger.transaction('rw', reserveTables(ledger), async () => {
    const { quote, standing } = request
    const undecided: IntentRow = {
      ...request.intent,
      state: 'asking',
      decision: UNDECIDED,
      envelopeDigest: null,
      words: wordsOf(request.intent),
    }
    const decided = await decideNow(ledger, undecided, quote, request)
    const { decision } = decided
    const { envelopeDigest } = standing(request.intent, decision)
    const intent: IntentRow = { ...undecided, decision, envelopeDigest }
    const draft = decision.code === 'READY_TO_SIGN' ? request.draft(intent, quote, decision) : null
    await ledger.quotes.add(quote)
    if (draft === null) {
      const held = heldDecision(decision)
      const row = { ...intent, decision: held, ...standing(request.intent, held) }
      await ledger.intents.add(row)
      return { intent: row, authorization: null }
    }
    await ledger.intents.add(intent)
    const authorization = await goLive(ledger, intent, draft, decided, request)
    return { intent: { ...intent, state: 'paying' }, authorization }
  })
}

type Decided = { readonly decision: Decision; readonly settings: Settings; readonly seconds: number }

async function decideNow(
  ledger: Ledger,
  intent: IntentRow,
  quote: QuoteRow,
  { wallet, now }: Pick<ReserveRequest, 'wallet' | 'now'>,
): Promise<Decided> {
  const [settings, seconds] = await Promise.all([
    readSettings(ledger),
    ledgerTime(ledger, Math.floor(now / 1000)),
  ])
  const decision = decide(await admissionInput(ledger, { intent, quote, settings, wallet, now: seconds }))
  return { decision, settings, seconds }
}

/** Ready, and yet not what was approved: that is asked again. */
const heldDecision = (decision: Decision): Decision =>
  decision.code === 'READY_TO_SIGN' ? { ...decision, code: 'HOLD_APPROVAL_MISMATCH' } : decision

/** Makes a payment live: the only place. Runs inside the caller's transaction, which decided. */
async function goLive(
  ledger: Ledger,
  intent: IntentRow,
  draft: Draft,
  { decision, settings, seconds }: Decided,
  { now, wallet }: Pick<ReserveRequest, 'now' | 'wallet'>,
): Promise<AuthorizationRow> {
  // Every answer to this wish is used up at once: none is left for a second payment.
  const asked = { now: seconds, payers: [draft.from], unlockedAt: wallet.unlockedAt, terms: [draft] }
  const approval = decision.mandate === null ? await approvalFor(ledger, intent, asked) : null
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
    createdAt: Math.max(now, seconds * 1_000),
    updatedAt: now,
  }
  const mandate = decision.mandate === null ? null : ((await ledger.mandates.get(decision.mandate)) ?? null)
  const { site, agent, payTo, asker: origin, envelopeDigest } = authorization
  const subjects = { site, origin, agent, intent: intent.id, payees: [payTo] }
  const coin = authorization.fee === undefined ? undefined : authorization.network
  await Promise.all([
    ledger.authorizations.add(authorization),
    ledger.intents.update(intent.id, {
      state: 'paying',
      decision,
      envelopeDigest,
      words: wordsOf(intent, payTo),
    }),
    hold(ledger, authorization, budgetsOfPayment(settings, mandate, subjects, coin), seconds),
    keepTimeOf(ledger, seconds),
    rememberPrice(ledger, authorization, now),
  ])
  return authorization
}

/** Writes one reservation and moves one total for each budget. Runs inside the caller's transaction. */
async function hold(
  ledger: Ledger,
  authorization: AuthorizationRow,
  budgets: readonly Budget[],
  seconds: number,
): Promise<void> {
  const counted = amountsIn(budgets, authorization).map(({ budget, amount }) => ({
    budgetKey: budget.id,
    hour: bucketOf(budget, seconds),
    amount,
  }))
  const { id: authorizationId } = authorization
  const before = await ledger.totals.bulkGet(counted.map(({ budgetKey, hour }) => [budgetKey, hour]))
  await Promise.all([
    ledger.reservations.bulkAdd(
      counted.map((row) => ({
        ...row,
        id: `${authorizationId}:${row.budgetKey}`,
        authorizationId,
        state: 'reserved',
      })),
    ),
    ledger.totals.bulkPut(
      counted.map(({ budgetKey, hour, amount }, i) => ({
        budgetKey,
        hour,
        reserved: (before[i]?.reserved ?? 0n) + amount,
        settled: before[i]?.settled ?? 0n,
      })),
    ),
  ])
}

/**
 * Moves what an authorization holds to settled, or gives it back. Runs inside the caller's transaction.
 *
 * @param which of its reservations, by the total that each stands in; all where it is not given
 * @param part what moved of how much, atomic: that settles, and the rest is given back; all where it is not given
 */
export async function moveReservations(
  ledger: Ledger,
  authorizationId: string,
  to: 'settled' | 'released',
  which: (budgetKey: string) => boolean = () => true,
  part?: { readonly moved: bigint; readonly of: bigint },
): Promise<void> {
  const rows = await ledger.reservations.where('authorizationId').equals(authorizationId).toArray()
  for (const row of rows.filter((r) => r.state !== 'released' && which(r.budgetKey))) {
    const amount = part === undefined ? row.amount : shareOf(row.amount, part)
    if (row.state === to && amount === row.amount) continue
    await ledger.reservations.update(row.id, { state: to, amount })
    const total = await ledger.totals.get([row.budgetKey, row.hour])
    if (!total) continue
    const of = (state: string) => (row.state === state ? row.amount : 0n)
    await ledger.totals.put({
      ...total,
      reserved: total.reserved - of('reserved'),
      settled: total.settled - of('settled') + (to === 'settled' ? amount : 0n),
    })
  }
}

/** The part of an amount in a budget's unit, rounded up: a budget may hold early, never overspend. */
const shareOf = (amount: bigint, { moved, of }: { readonly moved: bigint; readonly of: bigint }): bigint =>
  moved === of || of === 0n ? amount : (amount * moved + of - 1n) / of

/** What recording an outcome touches; Dexie wants the list before the transaction begins. */
export const recordTables = (ledger: Ledger) => [
  ledger.documents,
  ledger.authorizations,
  ledger.intents,
  ledger.quotes,
  ledger.reservations,
  ledger.totals,
  ledger.payees,
  ledger.prices,
  ledger.receipts,
]
