import { canonicalJson } from '@/lib/core/json/canonical'
import { sha256Hex } from '@/lib/core/json/digest'
import { isRecord, parseJson } from '@/lib/core/json/parse'
import { err, ok, type Result } from '@/lib/core/result'
import type { Attestation } from '@/lib/ledger/payment-forms'
import type { QuoteRow, ReceiptRow } from '@/lib/ledger/schema'

/** One receipt as the ledger keeps it; `previous` is the digest of the receipt before it, of whatever payment. */
export type FiledReceipt = Required<ReceiptRow>

/**
 * Everything that is kept of one payment, in one file that can be checked without the wallet
 * (docs/receipts.md). What is null was not kept, or is not given away: a signature is money until the chain
 * says what became of it, so it is here only after that.
 */
export type ReceiptContent = {
  readonly format: 'countersign-receipt'
  readonly version: 1
  /** ISO 8601, UTC */
  readonly exportedAt: string
  /** those of this payment, in the order of their chain; at least one */
  readonly receipts: readonly FiledReceipt[]
  readonly quote: Pick<QuoteRow, 'version' | 'source' | 'raw' | 'receivedAt'> | null
  /** the purchase that was approved, whose digest the receipts name */
  readonly envelope: unknown
  /** EIP-712 typed data, integers as decimal text */
  readonly typedData: unknown
  readonly signature: string | null
  /** the header as it was sent */
  readonly payload: { readonly name: string; readonly value: string } | null
  readonly attestations: readonly Attestation[]
}

/** A file with its own digest: over the canonical JSON of everything else in it. */
export type ReceiptFile = ReceiptContent & { readonly digest: string }

/** Longest file that is read, in characters. */
const MAX_FILE = 4_194_304
const DOMAIN = 'countersign:receipt-file:v1\n'

/** The digest of a file's content. */
export const fileDigest = (content: ReceiptContent): string => sha256Hex(DOMAIN + canonicalJson(content))

/** Writes a file's one text: two spaces of indent, one line feed at the end. */
export function writeReceiptFile(content: ReceiptContent): string {
  return textOf({ ...content, digest: fileDigest(content) })
}

/**
 * Reads a file and holds it to its own digest and to its one spelling, so that no byte of it can change
 * unseen. Who made it is another question, which the signature answers.
 *
 * @returns the file, or what is wrong with it in words
 */
export function readReceiptFile(text: string): Result<ReceiptFile, string> {
  const parsed = parseJson(text, { characters: MAX_FILE, depth: 24 })
  if (!parsed.ok) return err(`it is no JSON that can be read: ${parsed.error.detail}`)
  const file = parsed.value
  if (!isRecord(file) || file.format !== 'countersign-receipt') return err('it is no receipt of Countersign')
  if (file.version !== 1) return err(`it is of version ${String(file.version).slice(0, 20)}, and 1 is known`)
  const wrong = Object.keys(SHAPE).find((name) => SHAPE[name as keyof ReceiptFile](file[name]) !== true)
  if (wrong !== undefined) return err(`${wrong} is missing or not of its form`)
  const more = Object.keys(file).find((name) => !Object.hasOwn(SHAPE, name))
  if (more !== undefined) return err(`${more.slice(0, 40)} is no part of it`)
  const read = file as unknown as ReceiptFile
  const { digest, ...content } = read
  if (fileDigest(content) !== digest) return err('its digest is not that of its content: it was changed')
  if (textOf(read) !== text) return err('it is not written as it was exported: it was changed')
  return ok(read)
}

const textOf = (file: ReceiptFile): string => `${JSON.stringify(file, null, 2)}\n`

const isText = (value: unknown): boolean => typeof value === 'string'
const isWhole = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0
const isDigest = (value: unknown): boolean => isText(value) && /^0x[0-9a-f]{64}$/.test(String(value))

function has(value: unknown, members: Readonly<Record<string, (value: unknown) => boolean>>): boolean {
  const names = Object.keys(members)
  return (
    isRecord(value) &&
    Object.keys(value).length === names.length &&
    names.every((name) => members[name]?.(value[name]) === true)
  )
}

const orNull =
  (check: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === null || check(value)

const isReceipt = (value: unknown): boolean =>
  has(value, {
    seq: isWhole,
    id: isText,
    intentId: isText,
    authorizationId: isText,
    previous: isDigest,
    digest: isDigest,
    body: isText,
    createdAt: isWhole,
  })

const isAttestation = (value: unknown): boolean =>
  has(value, {
    of: (of) => of === 'offer' || of === 'receipt',
    format: (format) => format === 'jws' || format === 'eip712',
    signer: orNull(isText),
    verdict: isText,
    notes: (notes) => Array.isArray(notes) && notes.every(isText),
    raw: isText,
  })

const SHAPE: Readonly<Record<keyof ReceiptFile, (value: unknown) => boolean>> = {
  format: isText,
  version: isWhole,
  exportedAt: isText,
  receipts: (value) => Array.isArray(value) && value.length > 0 && value.every(isReceipt),
  quote: orNull((value) =>
    has(value, { version: isWhole, source: isText, raw: isText, receivedAt: isWhole }),
  ),
  envelope: orNull(isRecord),
  typedData: orNull(isRecord),
  signature: orNull(isText),
  payload: orNull((value) => has(value, { name: isText, value: isText })),
  attestations: (value) => Array.isArray(value) && value.every(isAttestation),
  digest: isDigest,
}
