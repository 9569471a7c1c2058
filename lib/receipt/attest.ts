import type { PaidFacts } from '@/lib/core/attest/compare'
import { signedStatement } from '@/lib/core/attest/statement'
import { isRecord, parseJson } from '@/lib/core/json/parse'
import type { Attestation } from '@/lib/ledger/payment-forms'
import type { AuthorizationRow, QuoteRow } from '@/lib/ledger/schema'
import { checkStatement, checkStatements } from '@/lib/schemes/attest/verify'

/** A payment, as far as a server's signed word is held against it. */
export type Paid = Pick<
  AuthorizationRow,
  | 'scheme'
  | 'network'
  | 'asset'
  | 'payTo'
  | 'amount'
  | 'from'
  | 'url'
  | 'answeredUrl'
  | 'createdAt'
  | 'transaction'
  | 'claimedTransaction'
  | 'proved'
>

/**
 * What a server signed about one payment (extension offer-receipt): the offer in its quote, the receipt in its
 * settlement, each checked and held against what was paid.
 *
 * @param settlement the SettlementResponse as JSON text, null where none came
 * @param answeredAt Unix milliseconds
 */
export function attestationsOf(
  row: Paid,
  quote: Pick<QuoteRow, 'raw'> | undefined,
  settlement: string | null,
  answeredAt: number,
): readonly Attestation[] {
  return checkStatements(jsonIn(quote?.raw), jsonIn(settlement), factsOf(row, quote, answeredAt))
}

/**
 * The same statements held against the payment again, once more is known of it: a receipt that names another
 * transaction than the chain proves is not of this payment.
 */
export function attestedAgain(
  row: Paid & Pick<AuthorizationRow, 'attestations'>,
  quote: Pick<QuoteRow, 'raw'> | undefined,
): readonly Attestation[] {
  return row.attestations.map((known) => {
    const entry = jsonIn(known.raw)
    if (known.verdict === 'unreadable' || entry === null) return known
    const now = checkStatement(signedStatement(known.of, entry), factsOf(row, quote, null))
    // When it was issued is held against the time of its answer, which is not known here any more.
    const isLate = known.notes.includes('issuedAt') && !now.notes.includes('issuedAt')
    return isLate ? { ...now, notes: [...now.notes, 'issuedAt'] } : now
  })
}

function factsOf(row: Paid, quote: Pick<QuoteRow, 'raw'> | undefined, answeredAt: number | null): PaidFacts {
  const { scheme, network, asset, payTo, amount, from: payer } = row
  const named = resourceOf(jsonIn(quote?.raw))
  return {
    scheme,
    network,
    asset,
    payTo,
    amount,
    payer,
    urls: [row.url, row.answeredUrl, ...(named === null ? [] : [named])],
    signedAt: Math.floor(row.createdAt / 1_000),
    answeredAt: answeredAt === null ? null : Math.ceil(answeredAt / 1_000),
    transaction: row.proved === 1 ? row.transaction : row.claimedTransaction,
  }
}

const resourceOf = (quote: unknown): string | null =>
  isRecord(quote) && isRecord(quote.resource) && typeof quote.resource.url === 'string'
    ? quote.resource.url
    : null

function jsonIn(text: string | null | undefined): unknown {
  const parsed = text == null ? null : parseJson(text)
  return parsed?.ok ? parsed.value : null
}
