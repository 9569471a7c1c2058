/**
 * What passes between a page's world and the background, through the bridge.
 *
 * The page half knows payment ids and nothing else: no quote is trusted, no limit, total or
 * balance is told. Every message is one JSON text in the `detail` of a CustomEvent on the document.
 */

/** Event names on `document`: page to bridge, and bridge to page. */
export const TO_BRIDGE = 'countersign:ask'
export const TO_PAGE = 'countersign:answer'

/** One 402 that the page's own call received. URLs are absolute and carry no fragment. */
export type Report = {
  readonly via: 'fetch' | 'xhr'
  /** upper case */
  readonly method: string
  /** as the page asked */
  readonly url: string
  /** as the answer says (`response.url`), after redirects */
  readonly answeredUrl: string
  /** 0x-prefixed SHA-256 of the request body's bytes, null without a body */
  readonly bodyDigest: string | null
  /** text of the 402's body where the page may read it and it is at most 64 kB, else null */
  readonly answer: string | null
}

export type PageMessage =
  | { readonly type: 'report'; readonly report: Report }
  /** ask again about a payment: after `wait`, a worker restart, or a `pageshow` */
  | { readonly type: 'await'; readonly paymentId: string }
  /** the page's call was aborted, or its document goes away */
  | { readonly type: 'cancel'; readonly paymentId: string }

export type PageAnswer =
  /** give the page its 402 */
  | { readonly type: 'pass' }
  /** a person is being asked, or another purchase comes first: send `await` again at once */
  | { readonly type: 'wait'; readonly paymentId: string }
  /** send the same request to this URL: the answered URL with the payment's own fragment */
  | { readonly type: 'send'; readonly paymentId: string; readonly url: string }

/** One round trip over the document: `id` pairs the answer with its question. */
export type PageEnvelope = { readonly id: string; readonly message: PageMessage }
export type PageReply = { readonly id: string; readonly answer: PageAnswer | null }

/** What the bridge adds from its own world, where the page cannot change it. */
export type BridgeMessage = {
  readonly door: 'page'
  /** names a question in its document; one that nobody answered comes again under its number */
  readonly number: number
  readonly message: PageMessage
  readonly userActive: boolean
  readonly visible: boolean
}

/** The page waits this long for a person before it gives its caller the 402. */
export const PAGE_PATIENCE_MS = 120_000
/** The fragment that marks the one request a payment belongs to: `#cs-` and 128 random bits in hex. */
export const TAG_PREFIX = 'cs-'
