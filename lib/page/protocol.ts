/**
 * What passes between a page's world and the background, through the bridge.
 *
 * The page half knows payment ids and nothing else: no quote is trusted, no limit, total or
 * balance is told. Every message is one JSON text in the `detail` of a CustomEvent on the document.
 */

/** Event names on `document`: page to bridge, bridge to page, and what the wallet tells without being asked. */
export const TO_BRIDGE = 'countersign:ask'
export const TO_PAGE = 'countersign:answer'
export const TO_LISTENERS = 'countersign:event'

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
  /** what the caller of the provider said of its purchase; absent for a call that knows nothing of a wallet */
  readonly terms?: CallerTerms
}

/** What a caller of the provider says of one purchase. Its limits are its own, below the owner's. */
export type CallerTerms = {
  /** names the purchase for the caller: the same key and terms are the same payment; 1 to 128 characters */
  readonly idempotencyKey?: string | undefined
  /** the most that it pays, atomic units of the asset, decimal text */
  readonly maxAmount?: string | undefined
  /** the most that it pays in dollars, decimal text */
  readonly maxUsd?: string | undefined
  /** how the agent calls itself; shown as a claim */
  readonly agent?: string | undefined
  /** what it is for, in the caller's words; shown as a claim */
  readonly intent?: string | undefined
}

/** JSON, as it travels between the page and the background. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json | undefined }

export type PageMessage =
  | { readonly type: 'report'; readonly report: Report }
  /** ask again about a payment: after `wait`, a worker restart, or a `pageshow` */
  | { readonly type: 'await'; readonly paymentId: string }
  /** the page's call was aborted, or its document goes away */
  | { readonly type: 'cancel'; readonly paymentId: string }

/** A call of the provider, by its name; lib/provider/calls.ts has them all. */
export type CallMessage = { readonly type: 'call'; readonly name: string; readonly value: Json }

export type PageAnswer =
  /** give the page its 402 */
  | { readonly type: 'pass' }
  /** a person is being asked, or another purchase comes first: send `await` again at once */
  | { readonly type: 'wait'; readonly paymentId: string }
  /** send the same request to this URL: the answered URL with the payment's own fragment */
  | { readonly type: 'send'; readonly paymentId: string; readonly url: string }

/** How a call ends; until then it is `wait`, with the id to `await`. */
export type CallAnswer =
  | { readonly type: 'value'; readonly value: Json }
  /** a call that is refused: an EIP-1193 code, and one neutral line */
  | { readonly type: 'error'; readonly code: number; readonly message: string; readonly data?: Json }

/** What the wallet tells a document without being asked; EIP-1193's events and the payments' own. */
export type ProviderEvent = { readonly event: string; readonly value: Json }

/** One round trip over the document: `id` pairs the answer with its question. */
export type PageEnvelope = { readonly id: string; readonly message: PageMessage | CallMessage }
export type PageReply = { readonly id: string; readonly answer: PageAnswer | CallAnswer | null }

/** What the bridge adds from its own world, where the page cannot change it. */
export type BridgeMessage = {
  readonly door: 'page'
  /** names a question in its document; one that nobody answered comes again under its number */
  readonly number: number
  readonly message: PageMessage | CallMessage
  readonly userActive: boolean
  readonly visible: boolean
}

/** From the background to the bridge, for the listeners of a document. */
export type Told = { readonly door: 'event'; readonly event: ProviderEvent }

/** The page waits this long for a person before it gives its caller the 402. */
export const PAGE_PATIENCE_MS = 120_000
/** The fragment that marks the one request a payment belongs to: `#cs-` and 128 random bits in hex. */
export const TAG_PREFIX = 'cs-'
