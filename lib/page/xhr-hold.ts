import { negotiate } from './ask'
import { dispatch, listen, NativeEvent, NativeProgressEvent, setTimer, stop } from './natives'
import { ANSWER_PATIENCE_MS, carriesBody, digestOf } from './replay'
import { type Encoded, encode } from './xhr-body'
import {
  answerOf,
  hasHandler,
  type Kept,
  type Life,
  lives,
  masked,
  TRANSFER_EVENTS,
  xhrOpen,
  xhrOverride,
  xhrSend,
  xhrSetHeader,
  xhrState,
  xhrStatus,
  xhrUpload,
  xhrUrl,
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
        if (event.isTrusted && lives.get(xhr)?.phase === 'again') stop(event)
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
  const readyState = xhrState(xhr)
  if (life.phase === 'again') {
    if (type === 'loadstart' || (type === 'readystatechange' && readyState === 1)) stop(event)
    return
  }
  if (life.phase === 'native' && type === 'readystatechange' && readyState === 2) beginHold(xhr, life)
  if (life.phase !== 'reading') return
  stop(event)
  life.kept.push({ type, readyState, progress: type === 'readystatechange' ? null : progressOf(event) })
  if (type !== 'loadend') return
  if (life.kept.some((kept) => kept.type === 'load')) void settle(xhr, life)
  else show(xhr, life)
}

function beginHold(xhr: XMLHttpRequest, life: Life): void {
  if (!life.eligible || life.body === undefined || xhrStatus(xhr) !== 402) return
  life.eligible = false
  // A 302 or 303 on the way turned the method into GET, and the page cannot see whether one did.
  if (carriesBody(life.method) && xhrUrl(xhr) !== life.url) return
  life.phase = 'reading'
  life.shown = 1
  setTimer(() => {
    if (life.phase === 'reading' && lives.get(xhr) === life) show(xhr, life)
  }, ANSWER_PATIENCE_MS)
}

function progressOf(event: Event): Kept['progress'] {
  const { lengthComputable, loaded, total } = event as ProgressEvent
  return { lengthComputable, loaded, total }
}

async function settle(xhr: XMLHttpRequest, life: Life): Promise<void> {
  life.phase = 'asking'
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
  const held = (): boolean => lives.get(xhr) === life && life.phase === 'asking'
  if (!held()) return
  if (encoded === null) return show(xhr, life)
  const { verdict, cancel } = negotiate({
    via: 'xhr',
    method: life.method,
    url: life.url,
    answeredUrl: xhrUrl(xhr),
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
  life.phase = 'again'
  life.kept = []
  const upload = xhrUpload(xhr)
  if (hasHandler(upload)) gateUpload(upload, xhr)
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
  life.phase = 'showing'
  for (const { type, readyState, progress } of life.kept) {
    life.shown = readyState
    dispatch(xhr, progress ? new NativeProgressEvent(type, progress) : new NativeEvent(type))
    // A listener may have opened the request anew, or aborted it.
    if (lives.get(xhr) !== life || life.phase !== 'showing') return
  }
  life.phase = 'native'
  life.kept = []
}

/** Gives up what is held: nobody waits for it. */
export function release(life: Life): void {
  life.cancel?.()
  life.cancel = null
}

/**
 * The page's `abort` on a request that is held: the events of an abort, as if it were under way.
 *
 * @returns whether the browser's own `abort` is still to be called
 */
export function abortHeld(xhr: XMLHttpRequest): boolean {
  const life = lives.get(xhr)
  if (life === undefined || !masked(life)) return true
  if (life.phase === 'aborting') return false
  const quiet = life.phase === 'reading' || life.shown === 4
  if (!quiet) {
    release(life)
    life.phase = 'aborting'
    life.shown = 4
    dispatch(xhr, new NativeEvent('readystatechange'))
    for (const type of ['abort', 'loadend']) {
      if (lives.get(xhr) === life) dispatch(xhr, new NativeProgressEvent(type))
    }
    if (lives.get(xhr) !== life) return false
  }
  life.phase = 'native'
  return true
}
