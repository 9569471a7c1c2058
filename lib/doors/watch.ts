import { type Browser, browser } from 'wxt/browser'

import { TAG_PREFIX } from '@/lib/page/protocol'
import type { Gone } from '@/lib/payments/gone'

type Headers = readonly (readonly [name: string, value: string])[]

/** A top-level navigation that was answered 402; nothing is asked before its document committed. */
export type PaywalledNavigation = {
  readonly tabId: number
  readonly method: string
  readonly url: string
  readonly initiator: string | null
  readonly headers: Headers
  /** null where the 402 had no body and the browser shows an error page instead */
  readonly documentId: string | null
  /** the fields of a form, as the browser shows them; null without a body */
  readonly sent: unknown
  /** a person began it: in the page, or in the browser's own bar */
  readonly byPerson: boolean
}

/** A 402 to a request that was no navigation; the origin is that of whoever asked, null where it is opaque. */
export type Seen402 = {
  readonly documentId: string | null
  readonly origin: string | null
  readonly tabId: number
  readonly frameId: number
  readonly method: string
  readonly url: string
  readonly headers: Headers
}

/** The answer to a request that carried, or was meant to carry, a payment. */
export type PaidAnswer = { readonly status: number; readonly headers: Headers }

/** What a request showed of a payment, and where it went; the URL without its fragment. */
export type Carried = ({ readonly tag: string } | { readonly value: string }) & {
  readonly method: string
  readonly url: string
}

/** What the background does with what the browser saw. All of it is the browser's word (I7). */
export type WatchHandlers = {
  saw402(seen: Seen402): void
  navigation(paywalled: PaywalledNavigation): void
  /** a request showed a payment on its way out; it may be of somebody else's making */
  sent(value: string): void
  answered(of: Carried, answer: PaidAnswer): void
  failed(of: Carried): void
  /** these documents can no longer receive anything */
  documentGone(gone: Gone): void
}

const HTTP = ['http://*/*', 'https://*/*']
const SIGN_IN_HEADER = 'sign-in-with-x'
const CARRIERS = ['payment-signature', 'x-payment', SIGN_IN_HEADER]

const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? url

/** A page that nobody has looked at yet asks for nothing. */
const isPrerendered = (details: object): boolean =>
  (details as { documentLifecycle?: string }).documentLifecycle === 'prerender'

const target = ({ method, url }: { readonly method: string; readonly url: string }) => ({
  method,
  url: withoutFragment(url),
})

const headersOf = (headers: Browser.webRequest.HttpHeader[] | undefined): Headers =>
  (headers ?? []).map((h) => [h.name, h.value ?? ''] as const)

const headerValue = (headers: Headers, names: readonly string[]): string | null =>
  headers.find(([name]) => names.includes(name.toLowerCase()))?.[1] ?? null

/** The 128 bits behind `#cs-`, or null. A redirect may carry a fragment on: only a request's own first answer counts. */
const tagOf = (url: string): string | null => {
  const fragment = url.split('#', 2)[1] ?? ''
  return /^cs-[0-9a-f]{32}$/.test(fragment) ? fragment.slice(TAG_PREFIX.length) : null
}

/** Chrome shows a rule's header only when asked for extra headers; Firefox does not know the word. */
const extra = <T extends string>(...spec: T[]): T[] =>
  (import.meta.env.FIREFOX ? spec : [...spec, 'extraHeaders']) as T[]

/** What is known of the newest requests, by request id. Old entries fall out: no event ends every request. */
class Recent<V> extends Map<string, V> {
  override set(id: string, value: V): this {
    const oldest = this.size >= 500 ? this.keys().next().value : undefined
    if (oldest !== undefined) this.delete(oldest)
    return super.set(id, value)
  }
}

/**
 * Requests that carry a payment without a mark in their URL, or a sign-in in its place, by request id, with the
 * header's value. A 402 to a sign-in alone asks for the payment after all.
 */
const carrying = new Recent<{ readonly value: string; readonly isSignIn: boolean }>()

const carriedBy = (headers: Headers) => {
  const value = headerValue(headers, CARRIERS)
  return value === null ? null : { value, isSignIn: headerValue(headers, [SIGN_IN_HEADER]) === value }
}

/** Firefox's word (NS_BINDING_ABORTED) for a load that goes on in another process, or that ended in a download. */
const isMoved = (error: string): boolean => /\b2152398850\b/.test(error)
/** A load that goes on in another process has committed by then. */
const MOVED_MS = 3_000

/** Who began a request: Chrome names the origin, Firefox the address of the document or of the worker's script. */
const initiatorOf = (details: { readonly initiator?: string | undefined }): string | null =>
  details.initiator ?? (details as { originUrl?: string }).originUrl ?? null

/** Chrome says 'null' for an opaque origin, and Firefox nothing. */
const originOf = (initiator: string | null): string | null =>
  initiator !== null && URL.canParse(initiator) ? new URL(initiator).origin : null

/**
 * Registers every listener for requests and navigations. Must run in the worker's first turn, or
 * the event that woke the worker is lost.
 */
export function watchRequests(handlers: WatchHandlers): void {
  const speculative = new Recent<true>()
  const tagged = new Recent<string>()
  const bodies = new Recent<unknown>()
  // When each navigation's request left, and what each tab committed last: on a busy machine the commit
  // can be told before the answer's headers, and is this answer's only if it came after the request.
  const began = new Recent<{ at: number; initiator: string | null; byPerson: boolean }>()
  const committed = new Map<number, { url: string; documentId: string | null; at: number }>()
  const paywalled = new Map<number, Omit<PaywalledNavigation, 'documentId'>>()

  browser.webRequest.onBeforeRequest.addListener(
    ({ method, requestId, requestBody }) => {
      if (method !== 'GET') bodies.set(requestId, requestBody?.formData ?? requestBody?.raw)
      return undefined
    },
    { urls: HTTP, types: ['main_frame'] },
    ['requestBody'],
  )

  browser.webRequest.onSendHeaders.addListener(
    (details) => {
      const headers = headersOf(details.requestHeaders)
      // Firefox names nobody where the origin is opaque; only what the browser began itself is from no site.
      const isOpaque = (headerValue(headers, ['sec-fetch-site']) ?? 'none') !== 'none'
      const initiator = initiatorOf(details) ?? (isOpaque ? 'null' : null)
      const byPerson = initiator === null || headerValue(headers, ['sec-fetch-user']) !== null
      began.set(details.requestId, { at: details.timeStamp, initiator, byPerson })
      if (headerValue(headers, ['sec-purpose', 'purpose', 'x-moz'])) speculative.set(details.requestId, true)
      // What was answered 402 before and never became a document is not what the tab shows next.
      else if (!isPrerendered(details)) paywalled.delete(details.tabId)
      const carried = carriedBy(headers)
      if (carried === null) return
      carrying.set(details.requestId, carried)
      handlers.sent(carried.value)
    },
    { urls: HTTP, types: ['main_frame'] },
    extra('requestHeaders'),
  )

  browser.webRequest.onHeadersReceived.addListener(
    (details) => {
      // A preflight carries the tag and no payment.
      if (details.method === 'OPTIONS') return undefined
      const paidBy = carrying.get(details.requestId)
      const tag = tagOf(details.url)
      const sent = bodies.get(details.requestId) ?? null
      bodies.delete(details.requestId)
      // Nearly every answer of every page: nothing is read of it.
      if (details.statusCode !== 402 && paidBy === undefined && tag === null) return undefined
      const headers = headersOf(details.responseHeaders)
      const answer: PaidAnswer = { status: details.statusCode, headers }
      if (paidBy !== undefined) {
        carrying.delete(details.requestId)
        handlers.answered({ value: paidBy.value, ...target(details) }, answer)
        if (!paidBy.isSignIn) return undefined
      }
      if (tag !== null) {
        if (tagged.get(details.requestId) === tag) return undefined
        tagged.set(details.requestId, tag)
        handlers.answered({ tag, ...target(details) }, answer)
        return undefined
      }
      if (details.statusCode !== 402 || tagged.has(details.requestId)) return undefined
      const url = withoutFragment(details.url)
      if (details.type === 'main_frame') {
        if (speculative.has(details.requestId) || isPrerendered(details) || details.tabId < 0)
          return undefined
        const since = began.get(details.requestId)
        paywalled.set(details.tabId, {
          tabId: details.tabId,
          method: details.method,
          url,
          initiator: since === undefined ? 'null' : since.initiator,
          headers,
          sent,
          byPerson: since?.byPerson === true,
        })
        const last = committed.get(details.tabId)
        if (last && since !== undefined && last.at >= since.at)
          settle(details.tabId, last.url, last.documentId)
      } else if (!isPrerendered(details)) {
        const { documentId = null, tabId, frameId, method } = details
        const origin = originOf(initiatorOf(details))
        handlers.saw402({ documentId, origin, tabId, frameId, method, url, headers })
      }
      return undefined
    },
    { urls: HTTP, types: ['main_frame', 'xmlhttprequest'] },
    ['responseHeaders'],
  )

  browser.webRequest.onErrorOccurred.addListener(
    (details) => {
      if (details.method === 'OPTIONS') return
      const carried = carrying.get(details.requestId)
      carrying.delete(details.requestId)
      const tag = tagOf(details.url)
      if (carried !== undefined) handlers.failed({ value: carried.value, ...target(details) })
      else if (tag !== null && !tagged.has(details.requestId)) handlers.failed({ tag, ...target(details) })
      tagged.delete(details.requestId)
    },
    { urls: HTTP, types: ['main_frame', 'xmlhttprequest'] },
  )

  const settle = (tabId: number, url: string, documentId: string | null) => {
    const waiting = paywalled.get(tabId)
    if (!waiting || waiting.url !== withoutFragment(url)) return
    paywalled.delete(tabId)
    handlers.navigation({ ...waiting, documentId })
  }

  browser.webNavigation.onCommitted.addListener((details) => {
    const { tabId, frameId, url } = details
    const documentId = (details as { documentId?: string }).documentId ?? null
    handlers.documentGone({ tabId, frameId, now: documentId, at: details.timeStamp })
    if (frameId !== 0) return
    committed.set(tabId, { url, documentId, at: details.timeStamp })
    settle(tabId, url, documentId)
  })

  browser.webNavigation.onErrorOccurred.addListener((details) => {
    const { tabId, frameId, url, timeStamp, error } = details
    if (frameId !== 0) return
    if (isMoved(error)) return void setTimeout(() => settle(tabId, url, null), MOVED_MS)
    committed.set(tabId, { url, documentId: null, at: timeStamp })
    settle(tabId, url, null)
  })

  browser.tabs.onRemoved.addListener((tabId) => {
    paywalled.delete(tabId)
    committed.delete(tabId)
    handlers.documentGone({ tabId, frameId: 0, now: 'closed', at: Date.now() })
  })
}

/**
 * Watches outgoing fetches and XHRs for a payment header, only while one of ours is on its way.
 *
 * @param handlers `sent` says whether the value is one of ours
 */
export function watchSending(handlers: { sent(value: string): boolean }): () => void {
  const listener = (details: Browser.webRequest.OnSendHeadersDetails): undefined => {
    const carried = carriedBy(headersOf(details.requestHeaders))
    if (carried !== null && handlers.sent(carried.value) && tagOf(details.url) === null)
      carrying.set(details.requestId, carried)
    return undefined
  }
  browser.webRequest.onSendHeaders.addListener(
    listener,
    { urls: HTTP, types: ['xmlhttprequest'] },
    extra('requestHeaders'),
  )
  return () => browser.webRequest.onSendHeaders.removeListener(listener)
}
