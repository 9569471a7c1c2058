import { negotiate } from './ask'
import { dispatch, listen, NativeEvent, NativeProgressEvent, setTimer, stop } from './natives'
import { ANSWER_PATIENCE_MS, carriesBody, digestOf } from './replay'
import { type Encoded, encode } from './xhr-body'
import {
  ABORTING,
  AGAIN,
  ASKING,
  answerOf,
  type Life,
  lives,
  masked,
  NATIVE,
  ofXhr,
  READING,
  SHOWING,
  TRANSFER_EVENTS,
  xhrOpen,
  xhrOverride,
  xhrSend,
  xhrSetHeader,
} from './xhr-life'

const gated = new WeakSet<XMLHttpRequestUpload>()

/** Puts our listeners on a new request: first of all and capturing, so that none of the page's comes before. */
export function gateRequest(xhr: XMLHttpRequest): void {
  listen(xhr, 'readystatechange', gate, true)
  for (const type of TRANSFER_EVENTS) listen(xhr, type, gate, true)
}

/**
 * Puts our listeners on an upload. Only where the page listens too: a listener on an upload makes
 * the browser ask the server for permission first.
 */
export function gateUpload(upload: XMLHttpRequestUpload, xhr: XMLHttpRequest): void {
  if (gated.has(upload)) return
  gated.add(upload)
  for (const type of TRANSFER_EVENTS) {
    listen(
      upload,
      type,
      (event) => {
        if (event.isTrusted && lives.get(xhr)?.phase === AGAIN) stop(event)
      },
      true,
    )
  }
}

function gate(this: unknown, event: Event): void {
  const xhr = this as XMLHttpRequest
  const life = lives.get(xhr)
  if (life === undefined || !event.isTrusted) return
  const { type } = event
  const readyState = ofXhr(xhr, 'readyState')
  if (life.phase === AGAIN) {
    if (type === 'loadstart' || (type === 'readystatechange' && readyState === 1)) stop(event)
    return
  }
  if (life.phase === NATIVE && type === 'readystatechange' && readyState === 2) beginHold(xhr, life)
  if (life.phase !== READING) return
  stop(event)
  life.kept.push({ event, readyState })
  if (type !== 'loadend') return
  if (life.kept.some((kept) => kept.event.type === 'load')) void settle(xhr, life)
  else show(xhr, life)
}

function beginHold(xhr: XMLHttpRequest, life: Life): void {
  if (!life.eligible || life.body === undefined || ofXhr(xhr, 'status') !== 402) return
  life.eligible = false
  // A 302 or 303 on the way turned the method into GET, and the page cannot see whether one did.
  if (carriesBody(life.method) && ofXhr(xhr, 'responseURL') !== life.url) return
  life.phase = READING
  life.shown = 1
  setTimer(() => {
    if (life.phase === READING && lives.get(xhr) === life) show(xhr, life)
  }, ANSWER_PATIENCE_MS)
}

async function settle(xhr: XMLHttpRequest, life: Life): Promise<void> {
  life.phase = ASKING
  let encoded: Encoded | null = null
  let bodyDigest: string | null = null
  let answer: string | null = null
  try {
    encoded = await encode(life.body ?? null)
    bodyDigest = await digestOf(encoded.bytes)
    answer = await answerOf(xhr)
  } catch {
    // A file of the body changed on disk: nothing equal can be sent again.
    encoded = null
  }
  const held = (): boolean => lives.get(xhr) === life && life.phase === ASKING
  if (!held()) return
  if (encoded === null) return show(xhr, life)
  const { verdict, cancel } = negotiate({
    via: 'xhr',
    method: life.method,
    url: life.url,
    answeredUrl: ofXhr(xhr, 'responseURL'),
    bodyDigest,
    answer,
  })
  life.cancel = cancel
  const url = await verdict
  if (!held()) return
  life.cancel = null
  if (url === null) show(xhr, life)
  else sendAgain(xhr, life, url, encoded)
}

function sendAgain(xhr: XMLHttpRequest, life: Life, url: string, { body, type }: Encoded): void {
  life.phase = AGAIN
  life.kept = []
  xhrOpen(xhr, life.args[0], url, true, ...life.args.slice(3))
  let typed = false
  for (const [name, value] of life.headers) {
    if (name.toLowerCase() === 'content-type') typed = true
    xhrSetHeader(xhr, name, value)
  }
  if (type !== null && !typed) xhrSetHeader(xhr, 'content-type', type)
  if (life.mime !== null) xhrOverride(xhr, life.mime)
  xhrSend(xhr, body)
}

/** Shows the page the events of its 402, in the order in which they came. */
function show(xhr: XMLHttpRequest, life: Life): void {
  life.phase = SHOWING
  for (const { event, readyState } of life.kept) {
    life.shown = readyState
    fire(xhr, event.type, event)
    // A listener may have opened the request anew, or aborted it.
    if (lives.get(xhr) !== life || life.phase !== SHOWING) return
  }
  life.phase = NATIVE
  life.kept = []
}

/** An event of the same kind, type and numbers as the browser's. */
function fire(xhr: XMLHttpRequest, type: string, like?: Event): void {
  const Kind = type === 'readystatechange' ? NativeEvent : NativeProgressEvent
  dispatch(xhr, new Kind(type, like))
}

/** Gives up what is held: nobody waits for it. */
export function release(life: Life): void {
  life.cancel?.()
}

/**
 * The page's `abort` on a request that is held: the events of an abort, as if it were under way.
 *
 * @returns whether the browser's own `abort` is still to be called
 */
export function abortHeld(xhr: XMLHttpRequest): boolean {
  const life = lives.get(xhr)
  if (life === undefined || !masked(life)) return true
  if (life.phase === ABORTING) return false
  const quiet = life.phase === READING || life.shown === 4
  if (!quiet) {
    release(life)
    life.phase = ABORTING
    life.shown = 4
    for (const type of ['readystatechange', 'abort', 'loadend']) {
      if (lives.get(xhr) === life) fire(xhr, type)
    }
    if (lives.get(xhr) !== life) return false
  }
  life.phase = NATIVE
  return true
}
