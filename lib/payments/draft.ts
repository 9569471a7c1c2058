import { purchaseNonce } from '@/lib/core/admission/nonce'
import { methodOf } from '@/lib/core/admission/offer'
import { findDefaultAsset } from '@/lib/core/assets/lookup'
import { coinOf, isNative, NATIVE, NATIVE_DECIMALS } from '@/lib/core/assets/native'
import { isSolana } from '@/lib/core/assets/svm-networks'
import { sameAddress } from '@/lib/core/caip/address'
import { readQuote } from '@/lib/core/quote/read'
import { lateNow, svmNow } from '@/lib/late/load'
import { UNPROVED } from '@/lib/ledger/migrations'
import type { Settings } from '@/lib/ledger/read/documents'
import type { AuthorizationRow, IntentRow, QuoteRow } from '@/lib/ledger/schema'
import type { Draft, ReserveRequest } from '@/lib/ledger/write/reserve'
import { exactWindow, UNSIGNED } from '@/lib/schemes/evm/exact-eip3009'
import { buildPayment, paymentHeader } from '@/lib/wire/http/payment'
import { envelopeOf, type NamedEnvelope } from './envelope'
import type { Blockhashes } from './svm/pay'
import type { fixedBy } from './typed-data'

const randomHex = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((b) => b.toString(16).padStart(2, '0')).join('')

/** What the signature needs to know of an asset: the pinned table's word, else the owner's own entry's. */
function assetOf(
  settings: Settings,
  network: string,
  asset: string,
): (Pick<AuthorizationRow, 'asset' | 'symbol' | 'decimals' | 'name'> & { readonly version: string }) | null {
  if (isNative(asset))
    return { asset: NATIVE, symbol: coinOf(network).symbol, decimals: NATIVE_DECIMALS, name: '', version: '' }
  const known = findDefaultAsset(network, asset)
  if (known !== null && isSolana(network)) return { ...known, name: '', version: '' }
  if (known?.name !== undefined) return known
  const entry = settings.assets.find((e) => e.network === network && sameAddress(network, e.asset, asset))
  if (entry?.name === undefined || entry.version === undefined || entry.decimals === undefined) return null
  const { name, version, decimals } = entry
  return { asset: entry.asset, symbol: name, decimals, name, version }
}

/** Whether a quote has an offer that the late part makes the authorization of. */
export const isLateMade = (raw: unknown): boolean => {
  const read = readQuote(raw)
  return read.ok && read.value.offers.some((o) => o.ok && methodOf(o.offer) === 'permit2')
}

/** Whether the page's own request carries the payment, marked by its fragment. */
export const isTagged = ({ kind }: Pick<IntentRow, 'kind'>): boolean => kind === 'fetch' || kind === 'xhr'

/**
 * Makes the authorization of a ready decision, nonce and window included.
 *
 * A header that no server would take is refused here, before anything is live.
 *
 * @param nonce the account's next on the chain, where a transaction is to be sent
 * @param latest what a Solana payment names of its network
 */
export const draftOf =
  (
    now: number,
    settings: Settings,
    nonce: number | null = null,
    latest: Blockhashes = {},
  ): ReserveRequest['draft'] =>
  (intent, quote, decision): Draft | null => {
    const named = envelopeOf(intent, quote, decision)
    if (named === null || decision.windowSeconds === null) return null
    // Consent is for one envelope; a mandate admits the one that it is decided by.
    if (decision.mandate === null && named.digest !== intent.envelopeDigest) return null
    const { envelope, terms, offerIndex, digest } = named
    const from = envelope.payer
    const asset = assetOf(settings, terms.network, terms.asset)
    if (asset === null) return null
    const seconds = Math.floor(now / 1000)
    const { kind, action } = intent
    const isPages = kind === 'signature' || kind === 'transaction'
    const window = decision.windowSeconds
    const fixed =
      kind === 'signature'
        ? lateNow().fixedBy(action, envelope, window, seconds)
        : kind !== 'transaction'
          ? isSolana(terms.network)
            ? onSolana(intent, quote, named, asset, latest, window, seconds)
            : ownMaking(intent, quote, named, asset, window, seconds)
          : nonce === null
            ? null
            : lateNow().fixedByTransaction(action, envelope, nonce, window, seconds)
    if (fixed === null) return null
    return {
      id: crypto.randomUUID(),
      intentId: intent.id,
      key: intent.key,
      version: quote.version,
      network: terms.network,
      asset: asset.asset,
      symbol: asset.symbol,
      decimals: asset.decimals,
      from,
      payTo: terms.payTo,
      amount: terms.amount,
      ...fixed,
      offerIndex,
      asker: intent.asker,
      site: intent.site,
      agent: intent.agent,
      method: intent.method,
      url: intent.url,
      answeredUrl: intent.answeredUrl,
      paymentIdentifier: intent.paymentIdentifier,
      envelopeDigest: digest,
      tag: isTagged(intent) ? randomHex(16) : null,
      tabId: intent.tabId,
      documentId: intent.documentId,
      header: null,
      typedDataDigest: null,
      transaction: null,
      outcome: null,
      status: null,
      ...UNPROVED,
      proved: 0,
      // No answer is waited for where the page carries its own signature.
      delivered: isPages ? 1 : 0,
    }
  }

/** The same on Solana; nothing where its node did not answer. */
function onSolana(
  { paymentIdentifier }: IntentRow,
  quote: QuoteRow,
  named: NamedEnvelope,
  asset: Pick<AuthorizationRow, 'asset' | 'decimals'>,
  latest: Blockhashes,
  windowSeconds: number,
  now: number,
) {
  const blockhash = latest[named.terms.network]
  if (blockhash === undefined) return null
  const salt = `0x${randomHex(32)}`
  const { fixedBySvm } = svmNow()
  return fixedBySvm(quote, paymentIdentifier, named, asset, blockhash, windowSeconds, now, salt)
}

/** What the wallet itself puts into a payment: its own nonce, and a window that admission allows. */
function ownMaking(
  intent: IntentRow,
  quote: QuoteRow,
  named: NamedEnvelope,
  { name, version }: { readonly name: string; readonly version: string },
  windowSeconds: number,
  now: number,
): ReturnType<typeof fixedBy> {
  const { envelope, terms, offerIndex, digest } = named
  const window = exactWindow(quote.version, now, windowSeconds)
  if (!window.ok) return null
  const { validAfter, validBefore } = window.value
  const nonceSalt = `0x${randomHex(32)}`
  const nonce = purchaseNonce(digest, nonceSalt)
  if (terms.method === 'permit2') {
    const salted = { nonce, nonceSalt }
    return lateNow().permit2Making(intent, quote, named, { name, version }, salted, window.value)
  }
  const { payer: from } = envelope
  const { payTo: to, amount: value } = terms
  const times = { validAfter: String(validAfter), validBefore: String(validBefore) }
  const payload = { authorization: { from, to, value, ...times, nonce }, signature: UNSIGNED }
  const raw: unknown = JSON.parse(quote.raw)
  const sized = buildPayment(quote.version, raw, offerIndex, payload, intent.paymentIdentifier)
  if (!sized.ok || !paymentHeader(sized.value).ok) return null
  const { scheme } = terms
  return {
    scheme,
    transferMethod: 'eip3009',
    name,
    tokenVersion: version,
    nonce,
    nonceSalt,
    validAfter,
    validBefore,
  }
}
