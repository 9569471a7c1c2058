import { browser } from 'wxt/browser'

import { transition } from '@/lib/core/lifecycle/transition'
import { watchSending } from '@/lib/doors/watch'
import type { AuthorizationRow } from '@/lib/ledger/schema'
import { TAG_PREFIX } from '@/lib/page/protocol'
import { installSendRule } from './send-rule'
import type { Wallet } from './wallet'

type Sending = {
  readonly authorizationId: string
  readonly installed: Promise<void>
  readonly remove: () => Promise<void>
}

/** What is on its way now, by header value: the browser shows the value, and only ours is here. */
const sending = new Map<string, Sending>()
let unwatch: (() => void) | null = null

/** Reloads the document that was answered 402, so that its own request carries the payment. */
export async function sendNavigation(wallet: Wallet, authorization: AuthorizationRow): Promise<void> {
  const { tabId, documentId, answeredUrl, header } = authorization
  const tab = await browser.tabs.get(tabId).catch(() => null)
  const shown = documentId === null ? answeredUrl : tab?.url
  // The tab shows another address, by its own script or by a person: nothing is sent there.
  if (header === null || shown === undefined || shown.split('#', 1)[0] !== answeredUrl) return
  await arm(wallet, authorization, shown, tabId)
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
export const taggedUrl = ({ answeredUrl }: AuthorizationRow, tag: string): string =>
  `${answeredUrl}#${TAG_PREFIX}${tag}`

/** Puts the rule in place for a page's own request; a navigation has its rule when it is reloaded. */
export async function armTagged(wallet: Wallet, authorization: AuthorizationRow): Promise<void> {
  const { tag } = authorization
  if (tag !== null) await arm(wallet, authorization, taggedUrl(authorization, tag), null)
}

/** Puts the rule in place that adds this payment's header to the next request for `url`. */
export async function arm(
  wallet: Wallet,
  authorization: AuthorizationRow,
  url: string,
  tabId: number | null,
): Promise<void> {
  const { header } = authorization
  if (header === null) return
  const earlier = sending.get(header.value)
  if (earlier) return await earlier.installed
  unwatch ??= watchSending({ sent: (carried) => void onSent(wallet, carried.value) })
  const rule = installSendRule({ url, method: authorization.method, header, tabId }, () =>
    disarm(header.value),
  )
  const installed = rule.then(() => undefined)
  const remove = () => rule.then((take) => take()).catch(() => undefined)
  // Known before it is installed: a second caller waits for this rule and makes none of its own.
  sending.set(header.value, { authorizationId: authorization.id, installed, remove })
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
  await wallet.ledger.transaction('rw', wallet.ledger.authorizations, async () => {
    const row = await wallet.ledger.authorizations.get(entry.authorizationId)
    const next = row && transition(row.state, { type: 'sent' })
    if (row && next?.ok)
      await wallet.ledger.authorizations.update(row.id, { state: next.value, updatedAt: Date.now() })
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
