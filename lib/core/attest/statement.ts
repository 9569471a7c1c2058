import { isRecord } from '../json/parse'

/** The extension by which servers sign what they offer and what they were paid (x402 offer-receipt). */
const OFFER_RECEIPT = 'offer-receipt'

/** Most signed offers of one quote that are read, and the longest of them, in characters of JSON. */
const MAX_OFFERS = 20
const MAX_RAW = 8_192

/** A signed statement as it came, with nothing of it believed yet. */
export type SignedStatement = {
  readonly of: 'offer' | 'receipt'
  /** JSON of the whole entry, cut at 8192 characters */
  readonly raw: string
  readonly signed:
    | { readonly format: 'jws'; readonly jws: string }
    | {
        readonly format: 'eip712'
        readonly payload: Readonly<Record<string, unknown>>
        readonly signature: string
      }
    /** of no form that could be checked */
    | { readonly format: 'unreadable' }
}

/** What a signed offer says (extension offer-receipt, 4.2). `amount` is atomic; `validUntil` Unix seconds, 0 for always. */
export type OfferStatement = {
  readonly version: number
  readonly resourceUrl: string
  readonly scheme: string
  readonly network: string
  readonly asset: string
  readonly payTo: string
  readonly amount: string
  readonly validUntil: number
}

/** What a signed receipt says (extension offer-receipt, 5.2). `issuedAt` in Unix seconds; `transaction` is empty where it is not told. */
export type ReceiptStatement = {
  readonly version: number
  readonly network: string
  readonly resourceUrl: string
  readonly payer: string
  readonly issuedAt: number
  readonly transaction: string
}

/**
 * The signed offers of a quote, in its order.
 *
 * @param quote the PaymentRequired object as parsed
 */
export function signedOffersIn(quote: unknown): readonly SignedStatement[] {
  const offers = own(infoOf(quote), 'offers')
  if (!Array.isArray(offers)) return []
  return (offers as readonly unknown[]).slice(0, MAX_OFFERS).map((each) => signedStatement('offer', each))
}

/**
 * The signed receipt of a settlement.
 *
 * @param settlement the SettlementResponse object as parsed
 * @returns null where there is none
 */
export function signedReceiptIn(settlement: unknown): SignedStatement | null {
  const receipt = own(infoOf(settlement), 'receipt')
  return receipt === undefined || receipt === null ? null : signedStatement('receipt', receipt)
}

/** One entry of the extension, in the form of its `format`. */
export function signedStatement(of: SignedStatement['of'], entry: unknown): SignedStatement {
  const text = JSON.stringify(entry)
  const raw = text.slice(0, MAX_RAW)
  const signature = own(entry, 'signature')
  const payload = own(entry, 'payload')
  const format = own(entry, 'format')
  if (text.length <= MAX_RAW && typeof signature === 'string') {
    if (format === 'jws') return { of, raw, signed: { format, jws: signature } }
    if (format === 'eip712' && isRecord(payload)) return { of, raw, signed: { format, payload, signature } }
  }
  return { of, raw, signed: { format: 'unreadable' } }
}

/** The fields of a signed offer; null where one is missing or of another type. */
export function readOfferStatement(payload: unknown): OfferStatement | null {
  const texts = textsOf(payload, ['resourceUrl', 'scheme', 'network', 'asset', 'payTo', 'amount'])
  const version = wholeOf(own(payload, 'version'))
  const validUntil = wholeOf(own(payload, 'validUntil') ?? 0)
  if (texts === null || version === null || validUntil === null) return null
  return { version, ...texts, validUntil }
}

/** The fields of a signed receipt; null where one is missing or of another type. */
export function readReceiptStatement(payload: unknown): ReceiptStatement | null {
  const texts = textsOf(payload, ['network', 'resourceUrl', 'payer'])
  const version = wholeOf(own(payload, 'version'))
  const issuedAt = wholeOf(own(payload, 'issuedAt'))
  const transaction = own(payload, 'transaction') ?? ''
  if (texts === null || version === null || issuedAt === null || !isText(transaction)) return null
  return { version, ...texts, issuedAt, transaction }
}

function textsOf<Name extends string>(
  payload: unknown,
  names: readonly Name[],
): Readonly<Record<Name, string>> | null {
  const read: [Name, string][] = []
  for (const name of names) {
    const value = own(payload, name)
    if (!isText(value)) return null
    read.push([name, value])
  }
  return Object.fromEntries(read) as Record<Name, string>
}

/** A lone surrogate is signed as U+FFFD, which is not what it says. */
const isText = (value: unknown): value is string => typeof value === 'string' && value.isWellFormed()

const wholeOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null

const infoOf = (holder: unknown): unknown => own(own(own(holder, 'extensions'), OFFER_RECEIPT), 'info')

/** Own members only: what a prototype says is not what the server said. */
function own(of: unknown, key: string): unknown {
  return isRecord(of) && Object.hasOwn(of, key) ? of[key] : undefined
}
