import { browser } from 'wxt/browser'

import { sha256Hex } from '@/lib/core/json/digest'
import { refreshBadge, shownInClosedWindow } from '@/lib/payments/ask'
import { decline, voidIntent } from '@/lib/payments/consent'
import { onAnswered, onFailed } from '@/lib/payments/follow'
import { type Gone, isLost } from '@/lib/payments/gone'
import { openIntent, type Wish } from '@/lib/payments/intake'
import type { Observation } from '@/lib/payments/observations'
import { forgetNext, onSent } from '@/lib/payments/send'
import type { Wallet } from '@/lib/payments/wallet'
import { endRequests, endRequestsOf } from '@/lib/provider/requests'
import { QUOTE_HEADER } from '@/lib/wire/http/find-quote'
import { headerValues } from '@/lib/wire/http/headers'
import { type PaywalledNavigation, watchRequests } from './watch'

/** Connects what the browser sees of requests, documents and windows to the payments. */
export function admitNavigations(wallet: Wallet): void {
  watchRequests({
    saw402: (seen) => onSeen402(wallet, { ...seen, at: Date.now() }),
    navigation: (paywalled) => void onPaywall(wallet, paywalled),
    sent: (value) => void onSent(wallet, value),
    answered: (of, answer) => void wallet.ready.then(() => onAnswered(wallet, of, answer)),
    failed: (of) => void wallet.ready.then(() => onFailed(wallet, of)),
    documentGone: (gone) => {
      forgetNext(gone)
      void wallet.ready.then(() => onDocumentGone(wallet, gone))
    },
  })
  browser.windows.onRemoved.addListener((windowId) => {
    void onWindowClosed(wallet, windowId)
  })
}

/** The initiator's origin; an opaque one stays opaque, and what the browser itself began is the target's. */
function askerOfNavigation(initiator: string | null, url: string): string {
  // Chrome says 'null' for an opaque origin; anything else that is no URL names nobody.
  if (initiator === 'null') return initiator
  return initiator !== null && URL.canParse(initiator) ? new URL(initiator).origin : new URL(url).origin
}

/** The browser shows the fields of a form, or pieces of its bytes, and not the body as it was sent. */
const bodyDigest = (sent: unknown): string =>
  sha256Hex(JSON.stringify(sent, (_, v) => (v instanceof ArrayBuffer ? [...new Uint8Array(v)] : v)))

async function onPaywall(
  wallet: Wallet,
  { tabId, method, url, initiator, headers, documentId, sent, byPerson }: PaywalledNavigation,
): Promise<void> {
  await wallet.ready
  const tab = await browser.tabs.get(tabId).catch(() => null)
  const asker = askerOfNavigation(initiator, url)
  const wish: Wish = {
    kind: 'navigation',
    transport: 'http',
    action: null,
    terms: null,
    reportId: null,
    asker,
    topOrigin: asker,
    tabId,
    frameId: 0,
    documentId,
    method,
    url,
    answeredUrl: url,
    bodyDigest: sent === null ? null : bodyDigest(sent),
    // A form is sent a second time only where a person says so.
    certain: method === 'GET',
    mayOpen: byPerson && tab?.active === true,
  }
  await openIntent(wallet, wish, { headers, body: null })
}

/** The page's half reads a 402 for at most five seconds before it reports; what comes later comes from nowhere. */
const UNREPORTED_MS = 8_000

/**
 * A 402 to something that was no navigation. Where no page reports it there was no script of ours: a worker,
 * a navigation that went through a service worker, a call that is left alone. The browser lets nobody answer
 * such a request again, so a person is asked, and the next equal one carries the payment.
 */
function onSeen402(wallet: Wallet, seen: Observation): void {
  wallet.observations.add(seen)
  if (!isAnswerable(seen)) return
  setTimeout(() => {
    if (wallet.observations.leftOver(seen)) void wallet.ready.then(() => onUnreported(wallet, seen))
  }, UNREPORTED_MS)
}

/**
 * Whether a request like this one could be paid without its sender's help: it has no body that could differ,
 * its sender has an origin, and may read the answer.
 */
function isAnswerable({ method, origin, url, headers }: Observation): boolean {
  if (method !== 'GET' || origin === null || headerValues(headers, QUOTE_HEADER).length === 0) return false
  if (new URL(url).origin === origin) return true
  const [allowed] = headerValues(headers, 'access-control-allow-origin')
  return allowed === '*' || allowed === origin
}

async function onUnreported(wallet: Wallet, seen: Observation): Promise<void> {
  const { origin, tabId, frameId, documentId, method, url, headers } = seen
  if (origin === null) return
  const tab = frameId > 0 ? await browser.tabs.get(tabId).catch(() => null) : null
  const wish: Wish = {
    kind: 'next',
    transport: 'http',
    action: null,
    terms: null,
    reportId: null,
    asker: origin,
    topOrigin: frameId > 0 ? askerOfNavigation(tab?.url ?? 'null', url) : origin,
    tabId,
    frameId,
    documentId,
    method,
    url,
    answeredUrl: url,
    bodyDigest: null,
    certain: true,
    mayOpen: false,
  }
  await openIntent(wallet, wish, { headers, body: null })
}

/** The document of a frame was replaced, or its tab closed: what it asked for can reach nobody. */
async function onDocumentGone(wallet: Wallet, gone: Gone): Promise<void> {
  const waiting = await wallet.ledger.intents.where('state').anyOf('asking', 'approved').toArray()
  const lost = waiting.filter((intent) => isLost(intent, gone))
  if (lost.length > 0) await voidIntent(wallet, ...lost.map((i) => i.id))
  await endRequestsOf(wallet, gone)
}

async function onWindowClosed(wallet: Wallet, windowId: number): Promise<void> {
  const shown = await shownInClosedWindow(windowId)
  if (shown === null) return
  await wallet.ready
  await endRequests(wallet, [shown], 'declined')
  const intent = await wallet.ledger.intents.get(shown)
  if (intent?.state === 'asking') await decline(wallet, { paymentId: shown })
  await refreshBadge(wallet.ledger)
}
