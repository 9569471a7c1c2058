import { findDefaultAsset } from '@/lib/core/assets/lookup'
import { formatAmount } from '@/lib/core/money/amount'
import type { ApprovalSummary } from '@/lib/doors/ui-protocol'
import { openRequests } from '@/lib/ledger/read/requests'
import type { Ledger } from '@/lib/ledger/schema'
import { envelopeOf } from '@/lib/payments/envelope'

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
      const terms = quote && envelopeOf(intent, quote, intent.decision)?.terms
      const asset = terms && findDefaultAsset(terms.network, terms.asset)
      const amountText =
        terms && asset ? `${formatAmount(BigInt(terms.amount), asset.decimals)} ${asset.symbol}` : ''
      const { id: paymentId, asker, createdAt } = intent
      return { paymentId, question: null, asker, amountText, createdAt }
    }),
  )
}

async function waitingQuestions(ledger: Ledger): Promise<readonly ApprovalSummary[]> {
  const rows = await openRequests(ledger)
  return rows.map(({ id, kind, asker, createdAt }) => ({
    paymentId: id,
    question: kind,
    asker,
    amountText: '',
    createdAt,
  }))
}
