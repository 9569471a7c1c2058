import { getter, method, stringify, textOf } from './natives'
import { ANSWER_MAX_BYTES } from './replay'
import type { SendBody, Snapshot } from './xhr-body'

const requests = XMLHttpRequest.prototype
const uploads = XMLHttpRequestEventTarget.prototype

export const NativeXhr = XMLHttpRequest
export const xhrOpen = method(requests, 'open') as (self: XMLHttpRequest, ...args: unknown[]) => void
export const xhrSend = method(requests, 'send') as (self: XMLHttpRequest, body: SendBody) => void
export const xhrAbort = method(requests, 'abort')
export const xhrSetHeader = method(requests, 'setRequestHeader')
export const xhrOverride = method(requests, 'overrideMimeType')
export const xhrState = getter(requests, 'readyState')
export const xhrStatus = getter(requests, 'status')
export const xhrUrl = getter(requests, 'responseURL')
export const xhrUpload = getter(requests, 'upload')
export const xhrType = getter(requests, 'responseType')
const xhrResponse = getter(requests, 'response')
const xhrText = getter(requests, 'responseText')

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

const handlers = TRANSFER_EVENTS.map((type) => getter(uploads, `on${type}`))

/** Whether the page set a handler such as `upload.onprogress`. */
export function hasHandler(upload: XMLHttpRequestUpload): boolean {
  for (const handler of handlers) if (handler(upload) !== null) return true
  return false
}

/** An event of the 402 that the page was not shown. */
export type Kept = {
  readonly type: string
  readonly readyState: number
  readonly progress: { lengthComputable: boolean; loaded: number; total: number } | null
}

/**
 * One use of an XMLHttpRequest, from `open` on.
 *
 * `native`: nothing is held. `reading`: a 402 arrives unseen. `asking`: it is whole, and its fate
 * is open. `showing`: its events are shown after all. `aborting`: the page aborted while it was
 * held. `again`: the paid request is under way.
 */
export type Life = {
  phase: 'native' | 'reading' | 'asking' | 'showing' | 'aborting' | 'again'
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
export const masked = ({ phase }: Life): boolean => phase !== 'native' && phase !== 'again'

/** The native answer is hidden: headers count from state 2 on, text from 3, other bodies from 4. */
export function hides(life: Life, from: number): boolean {
  return masked(life) && (life.phase !== 'showing' || life.shown < from)
}

/** The text of a 402's body; null where it is too long or of a kind that has none. */
export async function answerOf(xhr: XMLHttpRequest): Promise<string | null> {
  const text = await wholeAnswer(xhr)
  return text === null || text.length > ANSWER_MAX_BYTES ? null : text
}

async function wholeAnswer(xhr: XMLHttpRequest): Promise<string | null> {
  switch (xhrType(xhr)) {
    case '':
    case 'text':
      return xhrText(xhr)
    case 'json':
      return stringify(xhrResponse(xhr))
    case 'arraybuffer': {
      const bytes = xhrResponse(xhr) as ArrayBuffer | null
      return bytes === null || bytes.byteLength > ANSWER_MAX_BYTES ? null : textOf(bytes)
    }
    case 'blob': {
      const blob = xhrResponse(xhr) as Blob | null
      return blob === null || blob.size > ANSWER_MAX_BYTES ? null : blob.text()
    }
    default:
      return null
  }
}
