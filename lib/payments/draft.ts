import { purchaseNonce } from '@/lib/core/admission/nonce'
import { findDefaultAsset } from '@/lib/core/assets/lookup'
import { sameAddress } from '@/lib/core/caip/address'
import type { Settings } from '@/lib/ledger/read/documents'
import type { AuthorizationRow, IntentRow } from '@/lib/ledger/schema'
import type { Draft, ReserveRequest } from '@/lib/ledger/write/reserve'
import { exactWindow, UNSIGNED } from '@/lib/schemes/evm/exact-eip3009'
import { buildPayment, paymentHeader } from '@/lib/wire/http/payment'
import { envelopeOf } from './envelope'

const randomHex = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((b) => b.toString(16).padStart(2, '0')).join('')

/** What the signature needs to know of an asset: the pinned table's word, else the owner's own entry's. */
function assetOf(
  settings: Settings,
  network: string,
  asset: string,
): (Pick<AuthorizationRow, 'asset' | 'symbol' | 'decimals' | 'name'> & { readonly version: string }) | null {
  const known = findDefaultAsset(network, asset)
  if (known?.name !== undefined) return known
  const entry = settings.assets.find((e) => e.network === network && sameAddress(network, e.asset, asset))
  if (entry?.name === undefined || entry.version === undefined || entry.decimals === undefined) return null
  const { name, version, decimals } = entry
  return { asset: entry.asset, symbol: name, decimals, name, version }
}

/** Whether the page's own request carries the payment, marked by its fragment. */
export const isTagged = ({ kind }: Pick<IntentRow, 'kind'>): boolean => kind === 'fetch' || kind === 'xhr'

/**
 * Makes the authorization of a ready decision, nonce and window included.
 *
 * A header that no server would take is refused here, before anything is live.
 */
export const draftOf =
  (now: number, settings: Settings): ReserveRequest['draft'] =>
  (intent, quote, decision): Draft | null => {
    const named = envelopeOf(intent, quote, decision)
    if (named === null || decision.windowSeconds === null) return null
    // Consent is for one envelope; a mandate admits the one that it is decided by.
    if (decision.mandate === null && named.digest !== intent.envelopeDigest) return null
    const { envelope, terms, offerIndex, digest } = named
    const from = envelope.payer
    const asset = assetOf(settings, terms.network, terms.asset)
    const window = exactWindow(quote.version, Math.floor(now / 1000), decision.windowSeconds)
    if (asset === null || !window.ok) return null
    const nonceSalt = `0x${randomHex(32)}`
    const nonce = purchaseNonce(digest, nonceSalt)
    const sized = buildPayment(
      quote.version,
      JSON.parse(quote.raw),
      offerIndex,
      {
        authorization: {
          from,
          to: terms.payTo,
          value: terms.amount,
          validAfter: String(window.value.validAfter),
          validBefore: String(window.value.validBefore),
          nonce,
        },
        signature: UNSIGNED,
      },
      intent.paymentIdentifier,
    )
    if (!sized.ok || !paymentHeader(sized.value).ok) return null
    return {
      id: crypto.randomUUID(),
      intentId: intent.id,
      key: intent.key,
      version: quote.version,
      scheme: terms.scheme,
      network: terms.network,
      asset: asset.asset,
      symbol: asset.symbol,
      decimals: asset.decimals,
      name: asset.name,
      tokenVersion: asset.version,
      from,
      payTo: terms.payTo,
      amount: terms.amount,
      nonce,
      nonceSalt,
      validAfter: window.value.validAfter,
      validBefore: window.value.validBefore,
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
      proved: 0,
      delivered: 0,
    }
  }
