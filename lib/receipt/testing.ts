import { purchaseNonce } from '@/lib/core/admission/nonce'
import { claimOf } from '@/lib/core/lifecycle/claim'
import { GENESIS, receiptDigest } from '@/lib/ledger/receipt-digest'
import type { AuthorizationRow, IntentRow, QuoteRow, ReceiptRow } from '@/lib/ledger/schema'
import { receiptBody } from '@/lib/ledger/write/receipts'
import { UNDECIDED } from '@/lib/ledger/write/reserve'
import { ACCOUNT, authorizationRow, intentRow, quoteRow } from '@/lib/ledger/write/testing'
import { envelopeOf } from '@/lib/payments/envelope'
import { signReserved } from '@/lib/schemes/evm/sign'
import { buildPayment, paymentHeader } from '@/lib/wire/http/payment'
import { attestationsOf } from './attest'
import type { Kept } from './make'

/** The payer's key: the first of the well-known test accounts. */
const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
/** The transaction that settles the payment in these tests. */
export const SETTLED_BY = `0x${'ab'.repeat(32)}`

/** How the payment of a test went. */
export type Story = {
  readonly quote?: QuoteRow
  /** the SettlementResponse that the server sent */
  readonly settlement?: object
  /** what the chain shows */
  readonly proof?: 'settled' | 'released' | null
  /** receipts of other payments between the answer and the proof */
  readonly between?: number
}

/** One payment of a cent, really signed, with its receipts as the wallet writes them. */
export async function keptPayment(story: Story = {}): Promise<Kept> {
  const quote = story.quote ?? quoteRow('one')
  const decision = { ...UNDECIDED, offer: 0, amount: '10000', windowSeconds: 60, account: ACCOUNT }
  const bare = intentRow('one', { decision })
  const named = envelopeOf(bare, quote, decision)
  if (named === null) throw new Error('no envelope')
  const intent: IntentRow = { ...bare, envelopeDigest: named.digest }
  const nonceSalt = `0x${'5a'.repeat(32)}`
  const reserved = authorizationRow('one', {
    envelopeDigest: named.digest,
    payTo: named.terms.payTo,
    nonceSalt,
    nonce: purchaseNonce(named.digest, nonceSalt),
  })
  const signed = await signReserved(reserved, KEY)
  if (!signed.ok) throw new Error(signed.error.detail)
  const payment = buildPayment(2, JSON.parse(quote.raw), 0, signed.value.payload, reserved.paymentIdentifier)
  const header = payment.ok ? paymentHeader(payment.value) : payment
  if (!header.ok) throw new Error(header.error.detail)
  const settlement = JSON.stringify(story.settlement ?? { success: true, transaction: SETTLED_BY })
  const claimed = (JSON.parse(settlement) as { transaction?: string }).transaction ?? null
  const sent: AuthorizationRow = {
    ...reserved,
    state: 'settled',
    outcome: 'settled',
    status: 200,
    header: { name: header.value.name, value: header.value.value },
    typedDataDigest: signed.value.digest,
    transaction: claimed,
    claimedTransaction: claimed,
    sends: 1,
    updatedAt: reserved.createdAt + 2_000,
  }
  const answered: AuthorizationRow = {
    ...sent,
    claim: claimOf(sent),
    attestations: attestationsOf(sent, quote, settlement, sent.updatedAt),
  }
  const { proof = 'settled', between = 0 } = story
  const proved: AuthorizationRow = {
    ...answered,
    state: proof ?? answered.state,
    proved: 1,
    transaction: proof === 'settled' ? SETTLED_BY : null,
    moved: proof === 'settled' ? answered.amount : null,
    provedBlock: 1_234,
    updatedAt: answered.updatedAt + 3_000,
  }
  const over = { ...proved, claim: claimOf(proved) }
  const receipts: ReceiptRow[] = [
    receiptRow(
      7,
      GENESIS,
      receiptBody(answered, intent, quote, [], { event: 'answered', settlement }),
      answered,
    ),
  ]
  if (proof === null) return { intent, quote, authorization: answered, receipts }
  const event = proof === 'settled' ? 'proved' : 'released'
  const body = receiptBody(over, intent, quote, [], { event, settlement: null })
  const before = between === 0 ? (receipts[0]?.digest ?? GENESIS) : `0x${'77'.repeat(32)}`
  receipts.push(receiptRow(8 + between, before, body, over))
  return { intent, quote, authorization: over, receipts }
}

function receiptRow(seq: number, previous: string, body: string, of: AuthorizationRow): ReceiptRow {
  const { intentId, id: authorizationId, updatedAt: createdAt } = of
  return {
    seq,
    id: `r-${seq}`,
    intentId,
    authorizationId,
    previous,
    digest: receiptDigest(previous, body),
    body,
    createdAt,
  }
}
