import { browser } from 'wxt/browser'

import { refreshBadge, shownInClosedWindow } from '@/lib/payments/ask'
import { decline, voidIntent } from '@/lib/payments/consent'
import { onAnswered, onFailed } from '@/lib/payments/follow'
import { openIntent } from '@/lib/payments/intake'
import { onSent } from '@/lib/payments/send'
import type { Wallet } from '@/lib/payments/wallet'
import { type PaywalledNavigation, watchRequests } from './watch'

/** Connects what the browser sees of requests, documents and windows to the payments. */
export function admitNavigations(wallet: Wallet): void {
  watchRequests({
    saw402: (seen) => wallet.observations.add({ ...seen, at: Date.now() }),
    navigation: (paywalled) => void onPaywall(wallet, paywalled),
    sent: ({ value }) => void onSent(wallet, value),
    answered: (of, answer) => void wallet.ready.then(() => onAnswered(wallet, of, answer)),
    failed: (of) => void wallet.ready.then(() => onFailed(wallet, of)),
    documentGone: (gone) => void wallet.ready.then(() => onDocumentGone(wallet, gone)),
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

async function onPaywall(
  wallet: Wallet,
  { tabId, method, url, initiator, headers, documentId }: PaywalledNavigation,
): Promise<void> {
  await wallet.ready
  // Sending a form again is not ours to decide: a person sees the site's own 402.
  if (method !== 'GET') return
  const tab = await browser.tabs.get(tabId).catch(() => null)
  const asker = askerOfNavigation(initiator, url)
  await openIntent(wallet, {
    kind: 'navigation',
    reportId: null,
    asker,
    topOrigin: asker,
    tabId,
    frameId: 0,
    documentId,
    method,
    url,
    answeredUrl: url,
    bodyDigest: null,
    headers,
    body: null,
    certain: true,
    mayOpen: tab?.active === true,
  })
}

/** The document of a frame was replaced, or its tab closed: what it asked for can reach nobody. */
async function onDocumentGone(
  wallet: Wallet,
  gone: { tabId: number; frameId: number; now: string | null },
): Promise<void> {
  const waiting = await wallet.ledger.intents.where('state').anyOf('asking', 'approved').toArray()
  const lost = waiting.filter(
    (i) =>
      i.tabId === gone.tabId &&
      (gone.frameId === 0 || i.frameId === gone.frameId) &&
      i.documentId !== gone.now,
  )
  if (lost.length > 0) await voidIntent(wallet, ...lost.map((i) => i.id))
}

async function onWindowClosed(wallet: Wallet, windowId: number): Promise<void> {
  const shown = await shownInClosedWindow(windowId)
  if (shown === null) return
  await wallet.ready
  const intent = await wallet.ledger.intents.get(shown)
  if (intent?.state === 'asking') await decline(wallet, { paymentId: shown })
  await refreshBadge(wallet.ledger)
}
