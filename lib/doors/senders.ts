import { type Browser, browser } from 'wxt/browser'

/**
 * Tells whether a message comes from one of the wallet's own screens.
 *
 * A content script has our id too, but its URL is the page's; another extension has another id.
 */
export function isOwnScreen(sender: Browser.runtime.MessageSender): boolean {
  return sender.id === browser.runtime.id && (sender.url ?? '').startsWith(browser.runtime.getURL('/'))
}

/**
 * The asker of a message from a content script, as the browser reports it (I7).
 *
 * @returns null where the browser names no document: such a sender is never paid
 */
export function askerOf(sender: Browser.runtime.MessageSender): {
  readonly origin: string
  readonly tabId: number
  readonly frameId: number
  readonly documentId: string
  readonly tabUrl: string | null
  readonly url: string | undefined
} | null {
  const { id, tab, frameId, documentId, url } = sender
  const origin = sender.origin ?? (url === undefined ? null : new URL(url).origin)
  if (
    id !== browser.runtime.id ||
    (sender as { documentLifecycle?: string }).documentLifecycle === 'prerender' ||
    tab?.id === undefined ||
    frameId === undefined ||
    !documentId ||
    origin === null
  )
    return null
  return { origin, tabId: tab.id, frameId, documentId, tabUrl: tab.url ?? null, url }
}

/**
 * The origin of another extension, by the id that the browser names: its own pages and its background. A web
 * page is none, and neither is a content script, which lives in a page that may have taken it over.
 */
export function extensionOf({ id, url }: Browser.runtime.MessageSender): string | null {
  const { protocol } = new URL(browser.runtime.getURL('/'))
  return id !== undefined && url?.startsWith(`${protocol}//`) === true ? `${protocol}//${id}` : null
}
