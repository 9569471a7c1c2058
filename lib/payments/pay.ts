import type { DecisionCode } from '@/lib/core/admission/types'
import { findDefaultAsset } from '@/lib/core/assets/lookup'
import { sameAddress } from '@/lib/core/caip/address'
import { transition } from '@/lib/core/lifecycle/transition'
import type { AuthorizationRow } from '@/lib/ledger/schema'
import { readSettings, type Settings } from '@/lib/ledger/write/documents'
import { type Draft, type ReserveRequest, reserve } from '@/lib/ledger/write/reserve'
import { exactWindow, UNSIGNED } from '@/lib/schemes/evm/exact-eip3009'
import { signReserved } from '@/lib/schemes/evm/sign'
import { buildPayment, paymentHeader } from '@/lib/wire/http/payment'
import { envelopeOf } from './envelope'
import { walletFacts } from './facts'
import { sendNavigation } from './send'
import type { Wallet } from './wallet'

const underway = new Map<string, Promise<DecisionCode | null>>()

/**
 * Takes an approved payment on: reserve, sign, store, send. Safe to call again at any point: each
 * step begins from what the ledger holds, so a restart or a second caller repeats nothing.
 *
 * @returns null when the payment is on its way, else the code that holds it now
 */
export function pay(wallet: Wallet, intentId: string): Promise<DecisionCode | null> {
  const running = underway.get(intentId)
  if (running) return running
  const run = takeOn(wallet, intentId).finally(() => {
    underway.delete(intentId)
    wallet.changes.emit(intentId)
  })
  underway.set(intentId, run)
  return run
}

async function takeOn(wallet: Wallet, intentId: string): Promise<DecisionCode | null> {
  const settings = await readSettings(wallet.ledger)
  const facts = await walletFacts(wallet, settings)
  const request: ReserveRequest = {
    intentId,
    wallet: facts,
    now: Date.now(),
    draft: draftOf(Date.now(), settings),
  }
  let reserved = await reserve(wallet.ledger, request)
  // An equal GET that is being paid right now: its answer decides whether this one is still wanted.
  for (let tries = 0; 'held' in reserved && reserved.held === 'HOLD_RECONCILIATION' && tries < 40; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 250))
    await wallet.ledger.intents.where({ id: intentId, state: 'asking' }).modify({ state: 'approved' })
    reserved = await reserve(wallet.ledger, request)
  }
  if ('held' in reserved) {
    // What was approved is held now: the approval must not outlive that, or wait in silence.
    const approvals = wallet.ledger.approvals.where('intentId').equals(intentId)
    await approvals.filter((a) => a.decision === 'approve' && a.used === 0).delete()
    return reserved.held
  }
  const signed = await sign(wallet, reserved.authorization)
  if (signed === null) return 'HOLD_LOCKED'
  if (signed.state === 'signed' && signed.tag === null) await sendNavigation(wallet, signed)
  return null
}

/** Signs what is reserved, with the nonce and the window that are written there, and stores the payload. */
async function sign(wallet: Wallet, authorization: AuthorizationRow): Promise<AuthorizationRow | null> {
  if (authorization.state !== 'reserved') return authorization
  const intent = await wallet.ledger.intents.get(authorization.intentId)
  const quote = intent && (await wallet.ledger.quotes.get(intent.quoteId))
  if (!quote) throw new Error('a reservation without its quote')
  const used = await wallet.vault.withKey(authorization.from as `0x${string}`, (key) =>
    signReserved(authorization, key),
  )
  if (!used.ok) return null
  if (!used.value.ok) throw new Error(`not signed: ${used.value.error.code}`)
  const { payload, digest } = used.value.value
  const { version, offerIndex, paymentIdentifier } = authorization
  const payment = buildPayment(version, JSON.parse(quote.raw), offerIndex, payload, paymentIdentifier)
  const header = payment.ok ? paymentHeader(payment.value) : payment
  if (!header.ok) throw new Error(`no header: ${header.error.code}`)
  const signed: AuthorizationRow = {
    ...authorization,
    state: stateAfter(authorization, 'signed'),
    header: { name: header.value.name, value: header.value.value },
    typedDataDigest: digest,
    updatedAt: Date.now(),
  }
  await wallet.ledger.authorizations.put(signed)
  return signed
}

const stateAfter = (authorization: AuthorizationRow, event: 'signed'): AuthorizationRow['state'] => {
  const next = transition(authorization.state, { type: event })
  if (!next.ok) throw new Error(`${authorization.state} cannot be ${event}`)
  return next.value
}

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
    const nonce = `0x${randomHex(32)}`
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
      tag: intent.kind === 'navigation' ? null : randomHex(16),
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
