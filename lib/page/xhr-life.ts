import { fields, method, NativeResponse, responseText, stringify } from './natives'
import { ANSWER_MAX_BYTES } from './replay'
import type { SendBody, Snapshot } from './xhr-body'

const requests = XMLHttpRequest.prototype

export const NativeXhr = XMLHttpRequest
export const ofXhr = fields(requests)
export const xhrOpen = method(requests, 'open') as (self: XMLHttpRequest, ...args: unknown[]) => void
export const xhrSend = method(requests, 'send') as (self: XMLHttpRequest, body: SendBody) => void
export const xhrSetHeader = method(requests, 'setRequestHeader')
export const xhrOverride = method(requests, 'overrideMimeType')

/** Every event of a request and of its upload but `readystatechange`. */
export const TRANSFER_EVENTS = [
  'loadstart',
  'progress',
  'abort',
  'error',
  'load',
  'timeout',
  'loadend',
] as const

/** An event of the 402 that the page was not shown. */
export type Kept = { readonly event: Event; readonly readyState: number }

/** Nothing is held. */
export const NATIVE = 0
/** The paid request is under way, or was. */
export const AGAIN = 1
/** A 402 arrives unseen. */
export const READING = 2
/** The 402 is whole, and its fate is open. */
export const ASKING = 3
/** The 402's events are shown after all. */
export const SHOWING = 4
/** The page aborted while the request was held. */
export const ABORTING = 5

/** One use of an XMLHttpRequest, from `open` on. */
export type Life = {
  phase: typeof NATIVE | typeof AGAIN | typeof READING | typeof ASKING | typeof SHOWING | typeof ABORTING
  readonly method: string
  /** absolute, without its fragment */
  readonly url: string
  /** as given to `open` */
  readonly args: readonly unknown[]
  /** a 402 may be held: asynchronous, and none was seen yet */
  eligible: boolean
  readonly headers: [name: string, value: string][]
  mime: string | null
  body: Snapshot
  /** the readyState that the page sees while its request is held */
  shown: number
  kept: Kept[]
  cancel: (() => void) | null
}

/** The present use of each object that the wrapped constructor made. */
export const lives = new WeakMap<XMLHttpRequest, Life>()

/** Whether the page sees something else than the native object says. */
export const masked = ({ phase }: Life): boolean => phase > AGAIN

/** The native answer is hidden: headers count from state 2 on, text from 3, other bodies from 4. */
export function hides(life: Life, from: number): boolean {
  return masked(life) && (life.phase !== SHOWING || life.shown < from)
}

/** The text of a 402's body; null where it is too long or of a kind that has none. */
export async function answerOf(xhr: XMLHttpRequest): Promise<string | null> {
  const type = ofXhr(xhr, 'responseType')
  if (type === 'document') return null
  const value = ofXhr(xhr, 'response')
  const text = type === 'json' ? stringify(value) : await responseText(new NativeResponse(value))
  return text.length > ANSWER_MAX_BYTES ? null : text
}
