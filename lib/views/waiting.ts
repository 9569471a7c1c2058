import { findDefaultAsset } from '@/lib/core/assets/lookup'
import { formatAmount } from '@/lib/core/money/amount'
import type { ApprovalSummary } from '@/lib/doors/ui-protocol'
import { openRequests } from '@/lib/ledger/read/requests'
import type { IntentRow, Ledger } from '@/lib/ledger/schema'
import { envelopeOf, type NamedEnvelope } from '@/lib/payments/envelope'

/** Payments and questions that wait for a person, the oldest first. */
export async function waitingList(ledger: Ledger): Promise<readonly ApprovalSummary[]> {
  const [payments, questions] = await Promise.all([waitingPayments(ledger), waitingQuestions(ledger)])
  return [...payments, ...questions].sort((a, b) => a.createdAt - b.createdAt)
}

async function waitingPayments(ledger: Ledger): Promise<readonly ApprovalSummary[]> {
  const rows = await ledger.intents.where('state').equals('asking').toArray()
  return await Promise.all(
    rows.map(async (intent) => {
      const quote = await ledger.quotes.get(intent.quoteId)
      const terms = (quote && envelopeOf(intent, quote, intent.decision)?.terms) ?? null
      const asset = terms && findDefaultAsset(terms.network, terms.asset)
      const amountText =
        terms && asset ? `${formatAmount(BigInt(terms.amount), asset.decimals)} ${asset.symbol}` : ''
      const { id: paymentId, asker, site, createdAt } = intent
      const same = terms === null ? null : sameName(intent, terms)
      return { paymentId, question: null, asker, site, same, amountText, createdAt }
    }),
  )
}

/**
 * Names what a person approves by everything of it but its own number: two payments of one name differ in
 * nothing that the approval screen shows.
 */
function sameName(intent: IntentRow, terms: NamedEnvelope['terms']): string {
  const { asker, topOrigin, kind, transport, action, agent, purpose, method, url, answeredUrl, bodyDigest } =
    intent
  const { network, scheme, asset, payTo, amount } = terms
  return JSON.stringify([
    [asker, topOrigin, kind, transport, action, agent, purpose, method, url, answeredUrl, bodyDigest],
    [network, scheme, terms.method, asset, payTo, amount],
  ])
}

async function waitingQuestions(ledger: Ledger): Promise<readonly ApprovalSummary[]> {
  const rows = await openRequests(ledger)
  return rows.map(({ id, kind, asker, site, createdAt }) => ({
    paymentId: id,
    question: kind,
    asker,
    site,
    same: null,
    amountText: '',
    createdAt,
  }))
}
