import {
  after,
  dispatch,
  eventDetail,
  listen,
  NativeCustomEvent,
  NativePromise,
  parse,
  stop,
  stringify,
} from '../natives'
import {
  type CallAnswer,
  type CallMessage,
  type Json,
  type PageAnswer,
  type PageEnvelope,
  type PageMessage,
  type PageReply,
  type ProviderEvent,
  TO_BRIDGE,
  TO_LISTENERS,
  TO_PAGE,
} from '../protocol'

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1_600
/** The background ends every question long before; this is for one that is gone for good. */
const LONGEST_CALL_MS = 15 * 60_000

type Answer = PageAnswer | CallAnswer
/** `gone`: no bridge took the question. `null`: the bridge had nobody to ask, for now. */
type Heard = Answer | null | 'gone'

/** A call that the wallet refused. `code` is of EIP-1193 or JSON-RPC; `data` is plain JSON. */
export type CallError = Error & { readonly code: number; readonly data?: Json }

const waiting = new Map<string, (heard: Heard) => void>()
const listeners = new Set<(event: ProviderEvent) => void>()
let asked = 0

/** Begins to hear the bridge. Call it once, before the page's own scripts run. */
export function openChannel(): void {
  listen(
    window,
    TO_PAGE,
    (event) => {
      const reply = parse(eventDetail(event as CustomEvent) as string) as PageReply
      const heard = waiting.get(reply.id)
      if (heard === undefined) return
      stop(event)
      heard(reply.answer)
    },
    true,
  )
  listen(
    window,
    TO_LISTENERS,
    (event) => {
      stop(event)
      const told = parse(eventDetail(event as CustomEvent) as string) as ProviderEvent
      for (const each of listeners) each(told)
    },
    true,
  )
}

/** Hears what the wallet tells without being asked. */
export function onTold(listener: (event: ProviderEvent) => void): void {
  listeners.add(listener)
}

/** An error of the provider's own. */
export function callError(code: number, message: string, data?: Json): CallError {
  return Object.assign(new Error(message), { code, ...(data === undefined ? {} : { data }) })
}

/**
 * Calls the background by name, and waits through its restarts for the end.
 *
 * @returns the call's value, plain JSON
 * @throws CallError: 4900 where the wallet is not there any more, else the background's own code
 */
export async function call(name: string, value: Json): Promise<Json> {
  const answer = await settle({ type: 'call', name, value })
  if (answer.type === 'value') return answer.value
  if (answer.type === 'error') throw callError(answer.code, answer.message, answer.data)
  throw callError(4001, 'not answered')
}

/**
 * Sends one message and follows `wait` to the answer that ends it.
 *
 * @throws CallError 4900 where nobody can answer
 */
export async function settle(
  first: PageMessage | CallMessage,
): Promise<Exclude<Answer, { readonly type: 'wait' }>> {
  let message = first
  const until = Date.now() + LONGEST_CALL_MS
  do {
    const heard = await reach(message)
    if (heard.type !== 'wait') return heard
    message = { type: 'await', paymentId: heard.paymentId }
  } while (Date.now() < until)
  throw gone()
}

/**
 * Sends one message through restarts of the background, to its first answer.
 *
 * @throws CallError 4900 where nobody can answer
 */
export async function reach(message: PageMessage | CallMessage): Promise<Answer> {
  let pause = FIRST_PAUSE_MS
  const until = Date.now() + LONGEST_CALL_MS
  do {
    const heard = await ask(message)
    if (heard === 'gone') break
    if (heard !== null) return heard
    // A worker that was killed and an extension that was replaced look the same from here: ask again.
    await after(pause)
    if (pause < LONGEST_PAUSE_MS) pause *= 2
  } while (Date.now() < until)
  throw gone()
}

const gone = (): CallError => callError(4900, 'the wallet does not answer in this document')

/** One round trip. Ids have a letter of their own: the watching script hears the same events. */
export function ask(message: PageMessage | CallMessage): Promise<Heard> {
  return new NativePromise((resolve) => {
    asked += 1
    const envelope: PageEnvelope = { id: `a${asked}`, message }
    waiting.set(envelope.id, (heard) => {
      waiting.delete(envelope.id)
      resolve(heard)
    })
    const free = dispatch(
      document,
      new NativeCustomEvent(TO_BRIDGE, { detail: stringify(envelope), cancelable: true }),
    )
    if (free) waiting.get(envelope.id)?.('gone')
  })
}
