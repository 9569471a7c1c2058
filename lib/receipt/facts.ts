import { isRecord } from '@/lib/core/json/parse'
import type { Attestation } from '@/lib/ledger/payment-forms'

/** What the body of a receipt says of the payment, as far as it can be checked. Null and absent are one. */
export type Facts = {
  /** 1 in bodies that name no form */
  readonly form: number
  readonly event: string
  readonly at: number
  readonly intent: string
  readonly asker: string
  readonly method: string
  readonly url: string
  readonly answeredUrl: string
  readonly quoteDigest: string | null
  readonly envelopeDigest: string
  readonly scheme: string
  /** null in bodies of form 1, which said only the scheme */
  readonly transferMethod: string | null
  readonly network: string
  readonly asset: string
  readonly amount: string
  readonly from: string
  readonly payTo: string
  readonly nonce: string
  readonly nonceSalt: string | null
  readonly validAfter: number
  readonly validBefore: number
  readonly typedDataDigest: string | null
  readonly payloadDigest: string | null
  readonly state: string
  readonly proved: boolean
  readonly transaction: string | null
  readonly claimedTransaction: string | null
  readonly moved: string | null
  readonly provedBlock: number | null
  /** Unix milliseconds; null in bodies of form 1 */
  readonly reservedAt: number | null
  readonly attestations: readonly (Omit<Attestation, 'raw'> & { readonly digest: string })[]
}

const TEXTS = [
  'event',
  'intent',
  'asker',
  'method',
  'url',
  'answeredUrl',
  'envelopeDigest',
  'scheme',
  'network',
  'asset',
  'amount',
  'from',
  'payTo',
  'nonce',
  'state',
] as const
const MAYBE_TEXTS = [
  'quoteDigest',
  'transferMethod',
  'nonceSalt',
  'typedDataDigest',
  'payloadDigest',
  'transaction',
  'claimedTransaction',
  'moved',
] as const

/** What must be the same in every receipt of one payment. */
export const LASTING = [
  'intent',
  'asker',
  'method',
  'url',
  'answeredUrl',
  'envelopeDigest',
  'scheme',
  'network',
  'asset',
  'amount',
  'from',
  'payTo',
  'nonce',
  'nonceSalt',
  'validAfter',
  'validBefore',
] as const satisfies readonly (keyof Facts)[]

/** Reads the body of a receipt; null for what is none. */
export function readFacts(body: string): Facts | null {
  let said: unknown
  try {
    said = JSON.parse(body)
  } catch {
    return null
  }
  if (!isRecord(said)) return null
  const { form, at, validAfter, validBefore, provedBlock, reservedAt, proved, attestations } = said
  const numbers = [at, validAfter, validBefore].every(Number.isSafeInteger)
  if (!numbers || typeof proved !== 'boolean' || TEXTS.some((name) => typeof said[name] !== 'string'))
    return null
  if (MAYBE_TEXTS.some((name) => said[name] != null && typeof said[name] !== 'string')) return null
  const texts = Object.fromEntries(TEXTS.map((name) => [name, said[name]]))
  const maybe = Object.fromEntries(MAYBE_TEXTS.map((name) => [name, said[name] ?? null]))
  return {
    ...(texts as Pick<Facts, (typeof TEXTS)[number]>),
    ...(maybe as Pick<Facts, (typeof MAYBE_TEXTS)[number]>),
    form: typeof form === 'number' ? form : 1,
    at: Number(at),
    validAfter: Number(validAfter),
    validBefore: Number(validBefore),
    proved,
    provedBlock: typeof provedBlock === 'number' ? provedBlock : null,
    reservedAt: typeof reservedAt === 'number' ? reservedAt : null,
    attestations: Array.isArray(attestations) ? (attestations as Facts['attestations']) : [],
  }
}
