import {
  after,
  clearTimer,
  dispatch,
  eventDetail,
  listen,
  NativeCustomEvent,
  NativePromise,
  parse,
  promised,
  setTimer,
  stop,
  stringify,
} from './natives'
import {
  PAGE_PATIENCE_MS,
  type PageAnswer,
  type PageEnvelope,
  type PageMessage,
  type PageReply,
  type Report,
  TO_BRIDGE,
  TO_PAGE,
} from './protocol'

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1_600

/** `gone`: no bridge took the question. `null`: the bridge had nobody to ask, for now. */
type Heard = PageAnswer | null | 'gone'

/** A 402 whose fate is not known yet. */
export type Negotiation = {
  /** the URL to send the same request to, or null: the caller gets its 402 */
  readonly verdict: Promise<string | null>
  /** the caller gave up: tells the background, now or as soon as the payment's id is known */
  readonly cancel: () => void
}

type Open = {
  paymentId: string | null
  /** no caller waits for the verdict any more */
  over: boolean
  /** the background must hear that nobody waits */
  cancelled: boolean
  settle: (url: string | null) => void
}

const waiting = new Map<string, (heard: Heard) => void>()
const open = new Set<Open>()
let asked = 0

/** Begins to hear the bridge, and to give up what is open when the document is left. */
export function listenToBridge(): void {
  listen(
    window,
    TO_PAGE,
    (event) => {
      stop(event)
      const reply = parse(eventDetail(event as CustomEvent) as string) as PageReply
      waiting.get(reply.id)?.(reply.answer as PageAnswer | null)
    },
    true,
  )
  listen(window, 'pagehide', () => {
    for (const each of open) cancel(each)
  })
  // Only here do the callers of a document that was kept hear: their code does not run while it is left.
  listen(window, 'pageshow', (event) => {
    if (!(event as PageTransitionEvent).persisted) return
    for (const each of open) if (each.cancelled) each.settle(null)
  })
}

/**
 * Brings a 402 to the background and follows the answers until one is final, or the page's
 * patience ends.
 *
 * @param report what the page's call received
 */
export function negotiate(report: Report): Negotiation {
  const { promise: verdict, resolve } = promised<string | null>()
  const timer = setTimer(() => one.settle(null), PAGE_PATIENCE_MS)
  const one: Open = {
    paymentId: null,
    over: false,
    cancelled: false,
    settle: (url) => {
      one.over = true
      clearTimer(timer)
      open.delete(one)
      resolve(url)
    },
  }
  open.add(one)
  void follow(one, report)
  return {
    verdict,
    cancel: () => {
      cancel(one)
      one.settle(null)
    },
  }
}

async function follow(one: Open, report: Report): Promise<void> {
  let message: PageMessage = { type: 'report', report }
  let pause = FIRST_PAUSE_MS
  while (!one.over && !one.cancelled) {
    const heard = await ask(message)
    if (heard === 'gone') return one.settle(null)
    if (heard === null) {
      // A worker that was killed and an extension that was replaced look the same from here: ask again.
      await after(pause)
      if (pause < LONGEST_PAUSE_MS) pause *= 2
      continue
    }
    if (heard.type === 'pass') {
      // Callers of a document that was left hear at its `pageshow`.
      if (!one.cancelled) one.settle(null)
      return
    }
    const known = one.paymentId !== null
    one.paymentId = heard.paymentId
    if (one.cancelled) {
      if (!known) void ask({ type: 'cancel', paymentId: heard.paymentId })
      return
    }
    if (heard.type === 'send') return one.settle(heard.url)
    message = { type: 'await', paymentId: heard.paymentId }
    pause = FIRST_PAUSE_MS
  }
}

function cancel(one: Open): void {
  if (one.cancelled) return
  one.cancelled = true
  if (one.paymentId !== null) void ask({ type: 'cancel', paymentId: one.paymentId })
}

/**
 * One round trip over the document. The bridge takes a question by `preventDefault`, so a
 * document without a bridge is known at once.
 */
function ask(message: PageMessage): Promise<Heard> {
  return new NativePromise((resolve) => {
    asked += 1
    const envelope: PageEnvelope = { id: String(asked), message }
    waiting.set(envelope.id, (heard) => {
      waiting.delete(envelope.id)
      resolve(heard)
    })
    // `document` is looked up each time: a frame's first document can be replaced under the same window.
    const free = dispatch(
      document,
      new NativeCustomEvent(TO_BRIDGE, { detail: stringify(envelope), cancelable: true }),
    )
    if (free) waiting.get(envelope.id)?.('gone')
  })
}
