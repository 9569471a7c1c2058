import type { browser } from 'wxt/browser'
import { whyNotAgain } from '@/lib/core/lifecycle/resend'
import type { SentAgain } from '@/lib/doors/ui-outstanding'
import { ledgerMoment } from '@/lib/ledger/read/documents'
import type { AuthorizationRow, IntentRow, Ledger } from '@/lib/ledger/schema'
import { reopen } from './retake'

/** What the background lends for it. */
export type Tools = {
  readonly tabs: Pick<typeof browser.tabs, 'get' | 'create' | 'update' | 'reload'>
  /** puts the rule in place that adds this payment's header to the next request of a tab for an address */
  readonly arm: (row: AuthorizationRow, tabId: number, url: string) => Promise<void>
  /** keeps that the next equal request of its page may carry it */
  readonly allow: (authorizationId: string, now: number) => Promise<void>
}

const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? url
const originOf = (url: string | undefined): string | null =>
  url !== undefined && URL.canParse(url) ? new URL(url).origin : null

/**
 * The owner says 'send again'. A page that was loaded is loaded once more, where it stands or in a new tab, and
 * that request carries the same payment. Any other request is its page's own, with its body: the page comes to
 * the front, and its next equal request carries it.
 *
 * @param now Unix milliseconds
 */
export async function sendAgain(
  ledger: Ledger,
  authorizationId: string,
  tools: Tools,
  now: number,
): Promise<SentAgain> {
  const row = await ledger.authorizations.get(authorizationId)
  const intent = row && (await ledger.intents.get(row.intentId))
  if (row === undefined || intent === undefined) return { cannot: 'missing' }
  const why = whyNotAgain(row, 'owner', Math.floor((await ledgerMoment(ledger, now)) / 1_000))
  if (why !== null) return { cannot: why }
  if (intent.kind === 'call') return { cannot: 'agent' }
  return intent.kind === 'navigation' && row.method === 'GET'
    ? await load(ledger, row, intent, tools, now)
    : await letPage(row, intent, tools, now)
}

async function load(
  ledger: Ledger,
  row: AuthorizationRow,
  intent: IntentRow,
  { tabs, arm }: Tools,
  now: number,
): Promise<SentAgain> {
  const shown = await tabs.get(row.tabId).catch(() => null)
  const isThere = withoutFragment(shown?.url ?? '') === row.answeredUrl
  const tab = isThere && shown !== null ? shown : await tabs.create({ url: 'about:blank' })
  const tabId = tab.id ?? -1
  const where = { ...intent, tabId, frameId: 0, documentId: null }
  const tables = [ledger.intents, ledger.authorizations, ledger.documents]
  // An async function itself: the database keeps its transaction open over the awaits of no other.
  const open = await ledger.transaction(
    'rw',
    tables,
    async () => await reopen(ledger, row, intent, where, 'owner', now, now),
  )
  if (open === null) return { cannot: 'paused' }
  await arm(row, tabId, isThere ? (tab.url ?? row.answeredUrl) : row.answeredUrl)
  if (isThere) await Promise.all([tabs.update(tabId, { active: true }), tabs.reload(tabId)])
  else await tabs.update(tabId, { url: row.answeredUrl, active: true })
  return { how: 'loaded' }
}

async function letPage(
  row: AuthorizationRow,
  intent: IntentRow,
  { tabs, allow }: Tools,
  now: number,
): Promise<SentAgain> {
  await allow(row.id, now)
  const tab = await tabs.get(row.tabId).catch(() => null)
  if (originOf(tab?.url) !== intent.topOrigin) return { how: 'closed' }
  await tabs.update(row.tabId, { active: true })
  return { how: 'page' }
}
