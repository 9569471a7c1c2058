import { canonicalJson } from '@/lib/core/json/canonical'
import { sha256Hex } from '@/lib/core/json/digest'
import type { ReservationRow } from '@/lib/ledger/budget-rows'
import { GENESIS, receiptDigest } from '@/lib/ledger/receipt-digest'
import type { AuthorizationRow, IntentRow, Ledger, QuoteRow, ReceiptRow } from '@/lib/ledger/schema'

/** What became known of a payment, and the settlement as the server wrote it. */
type Said = {
  /** `claim`: the chain says something of the server's claim; `response`: the answer's body is known */
  readonly event: 'answered' | 'proved' | 'released' | 'claim' | 'response'
  readonly settlement: string | null
  /** what was odd about the answer */
  readonly notes?: string | undefined
}

/** The form of a body; those written before it was named have no `form`, and stay as they are (I5). */
const FORM = 2

/**
 * What a receipt says, as canonical JSON: who asked for what, why it was paid, what was signed, what became of
 * it, and what was claimed beside that (case-084). docs/receipts.md names each field.
 */
export function receiptBody(
  a: AuthorizationRow,
  intent: IntentRow | undefined,
  quote: QuoteRow | undefined,
  held: readonly ReservationRow[],
  said: Said,
): string {
  return canonicalJson({
    form: FORM,
    event: said.event,
    at: a.updatedAt,
    reservedAt: a.createdAt,
    intent: a.intentId,
    asker: a.asker,
    topOrigin: intent?.topOrigin ?? null,
    method: a.method,
    url: a.url,
    answeredUrl: a.answeredUrl,
    bodyDigest: intent?.bodyDigest ?? null,
    transport: intent?.transport ?? null,
    paymentIdentifier: a.paymentIdentifier,
    offerIndex: a.offerIndex,
    quoteDigest: quote ? sha256Hex(quote.raw) : null,
    quoteSource: quote?.source ?? null,
    envelopeDigest: a.envelopeDigest,
    decision: intent?.decision.code ?? null,
    rule: intent?.decision.facts[0] ?? null,
    approval: a.approvalId,
    mandate: a.mandateId,
    agent: a.agent,
    budgets: held.map(({ budgetKey, amount, state }) => ({
      budget: budgetKey,
      amount: amount.toString(),
      state,
    })),
    scheme: a.scheme,
    transferMethod: a.transferMethod,
    spender: a.spender ?? null,
    facilitator: a.facilitator ?? null,
    network: a.network,
    asset: a.asset,
    symbol: a.symbol,
    decimals: a.decimals,
    amount: a.amount,
    from: a.from,
    payTo: a.payTo,
    nonce: a.nonce,
    nonceSalt: a.nonceSalt,
    validAfter: a.validAfter,
    validBefore: a.validBefore,
    typedDataDigest: a.typedDataDigest,
    payloadDigest: a.header === null ? null : sha256Hex(a.header.value),
    state: a.state,
    outcome: a.outcome,
    status: a.status,
    settlement: said.settlement,
    ...(said.notes && { notes: said.notes }),
    claimedTransaction: a.claimedTransaction,
    claim: a.claim,
    attestations: a.attestations.map(({ of, format, signer, verdict, notes, raw }) => ({
      of,
      format,
      signer,
      verdict,
      notes: [...notes],
      digest: sha256Hex(raw),
    })),
    responseDigest: a.responseDigest,
    sends: a.sends,
    transaction: a.transaction,
    proved: a.proved === 1,
    moved: a.moved,
    provedBlock: a.provedBlock,
  })
}

/**
 * Appends one record of what is known of a payment to the chain of receipts. Runs inside the
 * caller's transaction, so that no two receipts follow the same one.
 *
 * @returns the receipt's id
 */
export async function appendReceipt(
  ledger: Ledger,
  authorization: AuthorizationRow,
  said: Said,
): Promise<string> {
  const last = await ledger.receipts.orderBy('seq').last()
  const intent = await ledger.intents.get(authorization.intentId)
  const quote = intent && (await ledger.quotes.get(intent.quoteId))
  const held = await ledger.reservations.where('authorizationId').equals(authorization.id).toArray()
  const previous = last?.digest ?? GENESIS
  const body = receiptBody(authorization, intent, quote, held, said)
  const row: ReceiptRow = {
    id: crypto.randomUUID(),
    intentId: authorization.intentId,
    authorizationId: authorization.id,
    previous,
    digest: receiptDigest(previous, body),
    body,
    createdAt: authorization.updatedAt,
  }
  await ledger.receipts.add(row)
  return row.id
}
