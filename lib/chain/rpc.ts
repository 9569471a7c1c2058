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
  /**
   * Calls several methods in one request (JSON-RPC 2.0, section 6). A node that takes no batches is
   * asked one by one.
   *
   * @param requests at most {@link MOST_IN_BATCH}
   * @returns one answer for each, in order
   */
  batch(url: string, requests: readonly Request[], options?: CallOptions): Promise<readonly Answer<unknown>[]>
}

/** One call of a batch. */
export type Request = { readonly method: string; readonly params: readonly unknown[] }

/** Public nodes refuse longer batches. */
export const MOST_IN_BATCH = 50

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
 * the id of its own request, so parallel calls cannot be mixed up. `wake` ends the rest of a URL: the owner asks.
 */
export function createRpc(deps: RpcDeps = {}): Rpc & { readonly wake: (url: string) => void } {
  const { now = Date.now, sleep = pause, random = Math.random } = deps
  const send = deps.fetch ?? ((input, init) => fetch(input, init))
  const breaker = new Breaker()
  let lastId = 0

  async function attempt(
    url: string,
    body: string,
    parse: Parse,
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
    const answer = parse(text)
    // nodes put their own errors in 400 and 200 alike; the status matters only without one
    if (answer.ok || answer.error.kind === 'rpc' || response.ok) return answer
    return err({ kind: 'status', status: response.status })
  }

  async function attemptIn(
    url: string,
    body: string,
    parse: Parse,
    outer: AbortSignal,
  ): Promise<Answer<unknown>> {
    const inner = AbortSignal.any([outer, AbortSignal.timeout(TRY_MS)])
    try {
      return await attempt(url, body, parse, inner)
    } catch {
      return fault(inner.aborted ? 'timeout' : 'network')
    }
  }

  /** Sends one body, again where the line failed. */
  async function post(
    url: string,
    body: string,
    parse: Parse,
    options: CallOptions,
  ): Promise<Answer<unknown>> {
    const whole = AbortSignal.timeout(options.timeoutMs ?? 10_000)
    const signal = options.signal === undefined ? whole : AbortSignal.any([options.signal, whole])
    let answer: Answer<unknown> = fault('resting')
    for (let tried = 1; ; tried++) {
      if (options.signal?.aborted) return fault('aborted')
      if (!breaker.admits(url, now())) return answer
      answer = await attemptIn(url, body, parse, signal)
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
  }

  const call: Rpc['call'] = (url, method, params, options = {}) => {
    const id = ++lastId
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
    return post(url, body, (text) => parseAnswer(text, id), options)
  }

  return {
    call,
    wake: (url) => breaker.succeeded(url),
    async batch(url, requests, options = {}) {
      const [only] = requests
      if (only === undefined) return []
      if (requests.length === 1) return [await call(url, only.method, only.params, options)]
      const first = lastId + 1
      lastId += requests.length
      const body = JSON.stringify(requests.map((each, i) => ({ jsonrpc: '2.0', id: first + i, ...each })))
      const whole = await post(url, body, parseList, options)
      if (whole.ok) return requests.map((_, i) => answerOf(whole.value as readonly unknown[], first + i))
      const isRefused = whole.error.kind === 'rpc' || whole.error.kind === 'malformed'
      if (!isRefused) return requests.map(() => whole)
      const answers: Answer<unknown>[] = []
      for (const { method, params } of requests) answers.push(await call(url, method, params, options))
      return answers
    },
  }
}

type Parse = (text: string) => Answer<unknown>

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

function parseJson(text: string): Answer<unknown> {
  try {
    return ok(JSON.parse(text))
  } catch {
    return fault('malformed')
  }
}

function parseAnswer(text: string, id: number): Answer<unknown> {
  const value = parseJson(text)
  return value.ok ? readAnswer(value.value, id) : value
}

/** The list of a batch; what is no list is the node's own error over all, or nonsense. */
function parseList(text: string): Answer<unknown> {
  const value = parseJson(text)
  if (!value.ok || Array.isArray(value.value)) return value
  const answer = readAnswer(value.value, null)
  return answer.ok ? fault('malformed') : answer
}

/** The answer with this id, wherever it stands: the order of a batch means nothing. */
function answerOf(list: readonly unknown[], id: number): Answer<unknown> {
  const own = list.filter(
    (each) => typeof each === 'object' && each !== null && 'id' in each && each.id === id,
  )
  return own.length === 1 ? readAnswer(own[0], id) : fault('malformed')
}

function readAnswer(value: unknown, id: number | null): Answer<unknown> {
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
