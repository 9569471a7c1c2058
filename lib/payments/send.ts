import { browser } from 'wxt/browser'

import { transition } from '@/lib/core/lifecycle/transition'
import { watchSending } from '@/lib/doors/watch'
import { ledgerMoment } from '@/lib/ledger/read/documents'
import type { AuthorizationRow } from '@/lib/ledger/schema'
import { TAG_PREFIX } from '@/lib/page/protocol'
import { installSendRule, type SendRule } from './send-rule'
import type { Wallet } from './wallet'

/** What leaves as a header of one request, and on which: a payment, or a sign-in in its place. */
export type Carrier = Pick<
  AuthorizationRow,
  'id' | 'intentId' | 'tag' | 'tabId' | 'documentId' | 'answeredUrl' | 'header' | 'method' | 'asker'
>

type Sending = {
  readonly authorizationId: string
  /** the tab whose worker is to carry it */
  readonly worker: number | null
  readonly installed: Promise<void>
  readonly remove: () => Promise<void>
  /** for a request that its page makes when it likes: nobody made one */
  readonly onUnused: (() => Promise<void>) | undefined
}

/** What is on its way now, by header value: the browser shows the value, and only ours is here. */
const sending = new Map<string, Sending>()
let unwatch: (() => void) | null = null

/** Reloads the document that was answered 402, so that its own request carries the payment. */
export async function sendNavigation(wallet: Wallet, authorization: Carrier): Promise<void> {
  const { tabId, documentId, answeredUrl, header, method } = authorization
  const tab = await browser.tabs.get(tabId).catch(() => null)
  const shown = documentId === null ? answeredUrl : tab?.url
  // The tab shows another address, by its own script or by a person: nothing is sent there.
  if (header === null || shown === undefined || shown.split('#', 1)[0] !== answeredUrl) return
  // Firefox sends no form again by a script: whoever sent it does, and that request carries the payment.
  if (import.meta.env.FIREFOX && method !== 'GET') return await sendNext(wallet, authorization, 'main_frame')
  await arm(wallet, authorization, { url: shown, type: 'main_frame', tabId, host: null })
  try {
    if (documentId === null) await browser.tabs.reload(tabId)
    else {
      // Inside that very document: a tab that has moved on has no such document, and nothing is sent.
      const target = { tabId, documentIds: [documentId] }
      await browser.scripting.executeScript({ target, func: () => location.reload() })
    }
  } catch {
    disarm(header.value)
  }
}

/** Where a page sends the request that carries its payment: the answered URL, with a fragment that only we know. */
export const taggedUrl = ({ answeredUrl }: Pick<Carrier, 'answeredUrl'>, tag: string): string =>
  `${answeredUrl}#${TAG_PREFIX}${tag}`

/** Puts the rule in place for a page's own request; a navigation has its rule when it is reloaded. */
export async function armTagged(wallet: Wallet, authorization: Carrier): Promise<void> {
  const { tag } = authorization
  if (tag !== null)
    await arm(wallet, authorization, {
      url: taggedUrl(authorization, tag),
      type: 'xmlhttprequest',
      tabId: null,
      host: null,
    })
}

/**
 * Puts the rule in place for the next equal request of a document whose own request nobody can answer again.
 * The first one that shows the payment takes the rule away; so does the end of the document.
 */
export async function sendNext(
  wallet: Wallet,
  authorization: Carrier,
  type: SendRule['type'],
): Promise<void> {
  const { answeredUrl: url, tabId, asker, intentId } = authorization
  const onUnused = async () => {
    await wallet.ledger.intents.where({ id: intentId, state: 'paying' }).modify({ state: 'done' })
    wallet.changes.emit(intentId)
  }
  await arm(wallet, authorization, { url, type, tabId, host: new URL(asker).hostname }, onUnused)
}

/** A tab shows another document: what a worker of the old one would have asked for next is asked by nobody. */
export function forgetNext({ tabId, frameId }: { readonly tabId: number; readonly frameId: number }): void {
  if (frameId !== 0) return
  for (const [value, { onUnused, worker }] of sending) {
    if (onUnused === undefined || worker !== tabId) continue
    disarm(value)
    void onUnused()
  }
}

/** Puts the rule in place that adds this payment's header to the next request that it matches. */
export async function arm(
  wallet: Wallet,
  authorization: Carrier,
  where: Omit<SendRule, 'method' | 'header'>,
  onUnused?: () => Promise<void>,
): Promise<void> {
  const { header } = authorization
  if (header === null) return
  const earlier = sending.get(header.value)
  if (earlier) return await earlier.installed
  unwatch ??= watchSending({
    sent: (value) => {
      const isOurs = sending.has(value)
      if (isOurs) void onSent(wallet, value)
      return isOurs
    },
  })
  const rule = installSendRule({ ...where, method: authorization.method, header }, () => {
    disarm(header.value)
    void onUnused?.()
  })
  const installed = rule.then(() => undefined)
  const remove = () => rule.then((take) => take()).catch(() => undefined)
  // Known before it is installed: a second caller waits for this rule and makes none of its own.
  sending.set(header.value, {
    authorizationId: authorization.id,
    worker: where.type === 'xmlhttprequest' ? where.tabId : null,
    installed,
    remove,
    onUnused,
  })
  await installed.catch((error: unknown) => {
    disarm(header.value)
    throw error
  })
}

function disarm(value: string): void {
  const entry = sending.get(value)
  sending.delete(value)
  void entry?.remove()
  if (sending.size > 0) return
  unwatch?.()
  unwatch = null
}

/** The browser showed our header on a request: the payment has left, and the rule with it. */
export async function onSent(wallet: Wallet, value: string): Promise<void> {
  const entry = sending.get(value)
  if (!entry) return
  disarm(value)
  await wallet.ledger.transaction('rw', wallet.ledger.authorizations, wallet.ledger.documents, async () => {
    const row = await wallet.ledger.authorizations.get(entry.authorizationId)
    if (row === undefined) return
    const next = transition(row.state, { type: 'sent' })
    const state = next.ok ? next.value : row.state
    const updatedAt = await ledgerMoment(wallet.ledger, Date.now())
    await wallet.ledger.authorizations.update(row.id, { state, sends: row.sends + 1, updatedAt })
  })
}

/** An answer that takes longer than any window that is signed is nobody's. */
const LONGEST_ANSWER_MS = 2 * 3_600_000

/** Which authorization a header value belongs to: in memory while sending, in the ledger after a restart. */
export async function authorizationOf(
  wallet: Wallet,
  of: { readonly tag: string } | { readonly value: string },
): Promise<AuthorizationRow | null> {
  const { authorizations } = wallet.ledger
  if ('tag' in of) return (await authorizations.where('tag').equals(of.tag).first()) ?? null
  const entry = sending.get(of.value)
  const row = entry
    ? await authorizations.get(entry.authorizationId)
    : await authorizations
        .where('createdAt')
        // Whatever became of it meanwhile: the chain can prove a payment before its answer comes.
        .above(Date.now() - LONGEST_ANSWER_MS)
        .reverse()
        .filter((a) => a.header?.value === of.value)
        .first()
  return row ?? null
}
