import { err, ok } from '@/lib/core/result'
import { type Answer, fault, type RpcFault } from './answer'
import { Breaker } from './breaker'

/** Bounds of one call. `timeoutMs` covers all its tries; 10 s when not given. */
export type CallOptions = { readonly timeoutMs?: number; readonly signal?: AbortSignal }

/** What the client needs from outside, replaceable for tests. */
export type RpcDeps = {
  readonly fetch?: typeof fetch
  /** Unix milliseconds */
  readonly now?: () => number
  /** resolves after so many milliseconds, or earlier when the signal fires */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  /** from 0 to below 1 */
  readonly random?: () => number
}

/** A JSON-RPC client for reads. */
export type Rpc = {
  /**
   * Calls a method that may safely be repeated.
   *
   * @returns the `result` member unread, or why there is none
   */
  call(
    url: string,
    method: string,
    params: readonly unknown[],
    options?: CallOptions,
  ): Promise<Answer<unknown>>
}

const TRIES = 3
const TRY_MS = 4_000
const BACK_OFF_MS = 250
const MAX_ANSWER_BYTES = 1_048_576

/**
 * Makes a JSON-RPC 2.0 client over HTTP POST, without cookies, referrer or cache, and without following
 * redirects (a node that moved is a node that the owner did not choose).
 *
 * Faults of the line (no connection, no answer in 4 s, 408, 429, 5xx) are tried three times with a
 * jittered, doubling pause; after five in a row the URL rests (see `Breaker`). An answer counts only with
 * the id of its own request, so parallel calls cannot be mixed up.
 */
export function createRpc(deps: RpcDeps = {}): Rpc {
  const { now = Date.now, sleep = pause, random = Math.random } = deps
  const send = deps.fetch ?? ((input, init) => fetch(input, init))
  const breaker = new Breaker()
  let lastId = 0

  async function attempt(
    url: string,
    body: string,
    id: number,
    signal: AbortSignal,
  ): Promise<Answer<unknown>> {
    const response = await send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal,
    })
    const redirected = response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)
    if (redirected) return discard(response, { kind: 'redirected' })
    if (isOverloaded(response.status)) return discard(response, { kind: 'status', status: response.status })
    const text = await readBounded(response)
    if (text === undefined) return fault('too-large')
    const answer = parseAnswer(text, id)
    // nodes put their own errors in 400 and 200 alike; the status matters only without one
    if (answer.ok || answer.error.kind === 'rpc' || response.ok) return answer
    return err({ kind: 'status', status: response.status })
  }

  async function attemptIn(
    url: string,
    body: string,
    id: number,
    outer: AbortSignal,
  ): Promise<Answer<unknown>> {
    const inner = AbortSignal.any([outer, AbortSignal.timeout(TRY_MS)])
    try {
      return await attempt(url, body, id, inner)
    } catch {
      return fault(inner.aborted ? 'timeout' : 'network')
    }
  }

  return {
    async call(url, method, params, options = {}) {
      const whole = AbortSignal.timeout(options.timeoutMs ?? 10_000)
      const signal = options.signal === undefined ? whole : AbortSignal.any([options.signal, whole])
      const id = ++lastId
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
      let answer: Answer<unknown> = fault('resting')
      for (let tried = 1; ; tried++) {
        if (options.signal?.aborted) return fault('aborted')
        if (!breaker.admits(url, now())) return answer
        answer = await attemptIn(url, body, id, signal)
        if (options.signal?.aborted) {
          breaker.abandoned(url)
          return fault('aborted')
        }
        if (answer.ok || !isOfTheLine(answer.error)) {
          breaker.succeeded(url)
          return answer
        }
        breaker.failed(url, now())
        if (tried === TRIES || whole.aborted) return answer
        await sleep(BACK_OFF_MS * 2 ** (tried - 1) * (0.5 + random()), signal)
        if (whole.aborted) return answer
      }
    },
  }
}

function isOverloaded(status: number): boolean {
  return status === 408 || status === 429 || status >= 500
}

function isOfTheLine(error: RpcFault): boolean {
  return (
    error.kind === 'network' ||
    error.kind === 'timeout' ||
    (error.kind === 'status' && isOverloaded(error.status))
  )
}

async function discard(response: Response, error: RpcFault): Promise<Answer<never>> {
  await response.body?.cancel()
  return err(error)
}

/** Undefined when the body is longer than one MiB, whatever Content-Length says. */
async function readBounded(response: Response): Promise<string | undefined> {
  const reader = response.body?.getReader()
  if (reader === undefined) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.length
    if (size > MAX_ANSWER_BYTES) {
      await reader.cancel()
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
}

function parseAnswer(text: string, id: number): Answer<unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return fault('malformed')
  }
  if (typeof value !== 'object' || value === null) return fault('malformed')
  const answer: { id?: unknown; error?: unknown; result?: unknown } = value
  if (typeof answer.error === 'object' && answer.error !== null && (answer.id === id || answer.id === null)) {
    const code = 'code' in answer.error && typeof answer.error.code === 'number' ? answer.error.code : 0
    return err({ kind: 'rpc', code })
  }
  if (answer.id !== id || !Object.hasOwn(answer, 'result') || answer.result === undefined)
    return fault('malformed')
  return ok(answer.result)
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}
