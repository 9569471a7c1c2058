import { isRecord } from '@/lib/core/json/parse'
import type { AuthorizationRow, IntentRow, QuoteRow, ReceiptRow } from '@/lib/ledger/schema'
import { envelopeOf } from '@/lib/payments/envelope'
import { buildPermit2 } from '@/lib/schemes/evm/permit2'
import { typedDataOf } from '@/lib/schemes/evm/sign'
import { permit2TermsOf } from '@/lib/schemes/evm/sign-permit2'
import { readTypedData } from '@/lib/schemes/evm/typed-data'
import { decodeBase64Text } from '@/lib/wire/http/base64'
import { type FiledReceipt, type ReceiptContent, writeReceiptFile } from './format'

/** What the ledger keeps of one payment. */
export type Kept = {
  readonly intent: IntentRow
  readonly quote: QuoteRow | null
  readonly authorization: AuthorizationRow
  readonly receipts: readonly ReceiptRow[]
}

/**
 * Writes everything that is kept of one payment as a file of its own, which `verify-receipt` checks.
 *
 * The signature and the payload are in it only once the chain has said what became of them: until then
 * whoever has them can take the money.
 *
 * @param now Unix milliseconds
 * @returns the file's text; null while there is no receipt
 */
export function receiptFileOf({ intent, quote, authorization, receipts }: Kept, now: number): string | null {
  const own = receipts.filter((row) => row.authorizationId === authorization.id).map(filed)
  if (own.length === 0) return null
  const isOver = authorization.proved === 1
  const content: ReceiptContent = {
    format: 'countersign-receipt',
    version: 1,
    exportedAt: new Date(now).toISOString(),
    receipts: own,
    quote: quote && {
      version: quote.version,
      source: quote.source,
      raw: quote.raw,
      receivedAt: quote.receivedAt,
    },
    envelope: quote && plain(envelopeOf(intent, quote, intent.decision)?.envelope),
    typedData: plain(typedDataIn(intent, authorization)),
    signature: isOver ? signatureIn(authorization) : null,
    payload: isOver ? authorization.header && { ...authorization.header } : null,
    attestations: authorization.attestations.map((each) => ({ ...each, notes: [...each.notes] })),
  }
  return writeReceiptFile(content)
}

function filed({ seq, ...row }: ReceiptRow): FiledReceipt {
  const { id, intentId, authorizationId, previous, digest, body, createdAt } = row
  return { seq: seq ?? 0, id, intentId, authorizationId, previous, digest, body, createdAt }
}

/** JSON as it will be read again: no absent members, integers of any size as decimal text. */
function plain(value: unknown): unknown {
  if (value === undefined || value === null) return null
  return JSON.parse(JSON.stringify(value, (_, of: unknown) => (typeof of === 'bigint' ? of.toString() : of)))
}

/** What was signed: of the wallet's own making, or the page's. Null where it is no typed data, or nothing here builds it. */
function typedDataIn({ kind, action }: IntentRow, row: AuthorizationRow): unknown {
  if (kind === 'signature') {
    const read = action?.data === undefined ? null : readTypedData(action.data)
    return read?.ok ? read.value : null
  }
  if (row.transferMethod === 'permit2') {
    const terms = permit2TermsOf(row)
    const built = terms.ok ? buildPermit2(terms.value) : terms
    return built.ok ? built.value : null
  }
  if (row.transferMethod !== 'eip3009') return null
  const built = typedDataOf(row)
  return built.ok ? built.value : null
}

/** The signature that a payload carries: in the payment's JSON, or by itself where a page carries it. */
export function signatureIn({ header }: Pick<AuthorizationRow, 'header'>): string | null {
  if (header === null || header.name === 'transaction') return null
  if (header.name === 'signature') return header.value
  const text = decodeBase64Text(header.value)
  if (!text.ok) return null
  const payment: unknown = JSON.parse(text.value)
  const inner = isRecord(payment) ? payment.payload : null
  return isRecord(inner) && typeof inner.signature === 'string' ? inner.signature : null
}
