import { type Blockhash, readBlockhash, type SvmNode } from '@/lib/chain/svm/node'
import { isSolana } from '@/lib/core/assets/svm-networks'
import { readQuote } from '@/lib/core/quote/read'
import { readSvmOffer } from '@/lib/core/quote/svm'
import type { AuthorizationRow, QuoteRow } from '@/lib/ledger/schema'
import { signTransfer, unsignedPayload } from '@/lib/schemes/svm/sign'
import { solanaSecret } from '@/lib/schemes/svm/slip10'
import { buildPayment, paymentHeader } from '@/lib/wire/http/payment'
import type { NamedEnvelope } from '../envelope'
import { memoOf, svmTermsOf } from './terms'

/** The newest blockhash of each Solana network that a quote names; none for a node that does not answer. */
export type Blockhashes = Readonly<Record<string, Blockhash>>

/** How long a transaction can land after its blockhash was made: 150 blocks, which take 60 to 90 s. */
export const LANDS_WITHIN_SECONDS = 90
/** A person waits. */
const LONGEST_READ_MS = 2_500

/** Reads what a Solana payment of this quote must name, before its money is held. @param raw the quote, JSON */
export async function blockhashesFor(
  raw: string,
  nodeOf: (network: string) => SvmNode | null,
): Promise<Blockhashes> {
  const read = readQuote(JSON.parse(raw))
  const offers = read.ok ? read.value.offers.flatMap((o) => (o.ok ? [o.offer.network] : [])) : []
  const rows = [...new Set(offers.filter(isSolana))].map(async (network) => {
    const node = nodeOf(network)
    const answer = node && (await readBlockhash(node))
    return answer?.ok ? [[network, answer.value] as const] : []
  })
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), LONGEST_READ_MS))
  return Object.fromEntries(((await Promise.race([Promise.all(rows), late])) ?? []).flat())
}

/** The part of an authorization that a Solana payment has of its own. */
type Fixed = Pick<
  AuthorizationRow,
  'scheme' | 'transferMethod' | 'name' | 'tokenVersion' | 'nonce' | 'nonceSalt' | 'validAfter' | 'validBefore'
> &
  Pick<AuthorizationRow, 'facilitator' | 'blockhash' | 'lastValidBlockHeight'>

/**
 * Makes what a Solana payment will say, memo and blockhash included. Nothing where the chain could take it for
 * longer than a limit of the owner's admits: the network knows no shorter time.
 *
 * @param asset the pinned one
 * @param windowSeconds how long admission lets it live
 * @param now Unix seconds
 * @param salt 0x and 32 random bytes in hex
 */
export function fixedBySvm(
  quote: QuoteRow,
  paymentIdentifier: string,
  { envelope, terms, offerIndex, digest }: NamedEnvelope,
  asset: { readonly asset: string; readonly decimals: number },
  latest: Blockhash,
  windowSeconds: number,
  now: number,
  salt: string,
): Fixed | null {
  const raw: unknown = JSON.parse(quote.raw)
  const read = readQuote(raw)
  const found = read.ok ? read.value.offers[offerIndex] : undefined
  if (found?.ok !== true) return null
  const said = readSvmOffer(found.offer)
  if (typeof said === 'string') return null
  if (windowSeconds < Math.min(found.offer.windowSeconds, LANDS_WITHIN_SECONDS)) return null
  const fixed: Fixed = {
    scheme: terms.scheme,
    transferMethod: 'svm',
    name: '',
    tokenVersion: '',
    nonce: said.memo ?? memoOf(digest, salt),
    // The budget is made of it where the memo is the seller's.
    nonceSalt: salt,
    validAfter: 0,
    validBefore: now + LANDS_WITHIN_SECONDS,
    facilitator: said.feePayer,
    ...latest,
  }
  const { network, payTo, amount } = terms
  const signs = svmTermsOf({
    ...fixed,
    ...asset,
    network,
    payTo,
    amount,
    envelopeDigest: digest,
    from: envelope.payer,
  })
  const payload = signs && unsignedPayload(signs)
  if (payload?.ok !== true) return null
  const sized = buildPayment(quote.version, raw, offerIndex, payload.value, paymentIdentifier)
  return sized.ok && paymentHeader(sized.value).ok ? fixed : null
}

/**
 * Signs what is reserved and puts it into its header.
 *
 * @param seed BIP-39's seed of the wallet's words, used and not kept
 * @param index of the account
 * @throws Error where nothing was signed; no key is in it
 */
export function signReservedSvm(
  row: AuthorizationRow,
  raw: string,
  seed: Uint8Array,
  index: number,
): Pick<AuthorizationRow, 'header' | 'typedDataDigest'> {
  const terms = svmTermsOf(row)
  const secret = solanaSecret(seed, index)
  try {
    const signed = terms && signTransfer(terms, secret)
    if (signed?.ok !== true) throw new Error(`not signed: ${signed?.error.field ?? 'a part is missing'}`)
    const { payload, digest } = signed.value
    const quote: unknown = JSON.parse(raw)
    const payment = buildPayment(row.version, quote, row.offerIndex, payload, row.paymentIdentifier)
    const header = payment.ok ? paymentHeader(payment.value) : payment
    if (!header.ok) throw new Error(`no header: ${header.error.code}`)
    const { name, value } = header.value
    return { header: { name, value }, typedDataDigest: digest }
  } finally {
    secret.fill(0)
  }
}
