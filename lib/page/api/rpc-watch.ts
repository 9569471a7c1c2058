import { isRecord } from '@/lib/core/json/parse'
import {
  after,
  apply,
  bytesOf,
  cancelStream,
  chain,
  cloneRequest,
  cloneResponse,
  headerOf,
  listen,
  method,
  NativePromise,
  NativeRequest,
  NativeResponse,
  NativeUrl,
  nativeFetch,
  ofRequest,
  ofResponse,
  ofSignal,
  parse,
  promised,
  responseText,
  stringify,
} from '../natives'
import { tagged, withoutFragment } from '../replay'
import type { RpcOutcome, RpcProtocol, RpcQuote, RpcRequest } from './rpc'
import { NO_ANSWER, purchase } from './rpc-pay'
import { eachMessage, eventOf, isStream, type Send, streamed } from './rpc-stream'

/** The longest request and the longest answer that are looked at, in characters. */
const LONGEST = 1_048_576
/** What became of a payment is asked so often, with so long between. */
const LOOKS = 10
const LOOK_PAUSE_MS = 1_000
const JSON_HEADERS = { headers: { 'content-type': 'application/json' } }
const requestText = method(Request.prototype, 'text')
const setHeader = method(Headers.prototype, 'set')

/** One call that can be sold. */
type RpcCall = {
  readonly protocol: RpcProtocol
  readonly rpc: RpcRequest
  /** an unused copy of what was sent, but for its body */
  readonly request: Request
  readonly server: string
}

/** Ends the wait of a call, by address and id, where its caller gives it up by a notification. */
const waiting = new Map<string, (end: null) => void>()
const nameOf = (request: Request, id: unknown): string =>
  `${withoutFragment(ofRequest(request, 'url'))} ${stringify(id)}`

/**
 * Watches the JSON-RPC calls of a page, where a tool or an agent asks for money in an answer with status 200.
 *
 * Only POSTs of JSON are looked at, and only the answers to requests that can be sold. Whatever is not understood
 * goes through untouched.
 */
export function watchRpc(protocols: readonly RpcProtocol[]): void {
  window.fetch = new Proxy(nativeFetch, {
    apply(_, self, args: unknown[]) {
      const spare = spareOf(args[0])
      const sent = apply(nativeFetch, self, args) as Promise<Response>
      if (spare === null) return sent
      return chain(
        sent,
        (response) => answered(protocols, spare, response),
        (reason) => {
          throw reason
        },
      )
    },
  })
}

/** A copy of a POST of JSON, as the watching script hands it on; null for everything else. */
function spareOf(request: unknown): Request | null {
  try {
    if (!(request instanceof NativeRequest) || ofRequest(request, 'method') !== 'POST') return null
    if (ofRequest(request, 'keepalive') || !isJson(ofRequest(request, 'headers'))) return null
    const spare = cloneRequest(request)
    if (waiting.size > 0) void endCancelled(cloneRequest(spare)).catch(() => {})
    return spare
  } catch {
    return null
  }
}

const isJson = (headers: Headers): boolean =>
  /^application\/([\w.-]+\+)?json\b/i.test(headerOf(headers, 'content-type') ?? '')

/** The one JSON-RPC message that a request carries; null for a batch and for anything else. */
async function rpcOf(request: Request): Promise<RpcRequest | null> {
  const text = await requestText(request)
  const rpc: unknown = text.length > LONGEST || !text.includes('"jsonrpc"') ? null : parse(text)
  return isRecord(rpc) && typeof rpc.method === 'string' ? (rpc as RpcRequest) : null
}

/** A client that waits no more says so in a message of its own: nothing is signed for it afterwards. */
async function endCancelled(request: Request): Promise<void> {
  const rpc = await rpcOf(request)
  if (rpc?.method === 'notifications/cancelled') waiting.get(nameOf(request, rpc.params?.requestId))?.(null)
}

async function answered(
  protocols: readonly RpcProtocol[],
  request: Request,
  response: Response,
): Promise<Response> {
  let send: Send = null
  try {
    const headers = ofResponse(response, 'headers')
    const inStream = isStream(headers)
    if (ofResponse(response, 'status') !== 200 || !(inStream || isJson(headers))) return response
    const server = withoutFragment(ofResponse(response, 'url'))
    // What a page says to one origin is not repeated to another.
    if (new NativeUrl(server).origin !== new NativeUrl(ofRequest(request, 'url')).origin) return response
    const rpc = await rpcOf(request)
    const protocol = rpc && protocols.find((each) => each.asks(rpc))
    if (!protocol) return response
    const of: RpcCall = { protocol, rpc, request, server }
    if (inStream) return streamed(response, (data, gone) => buy(of, data, gone))
    if (Number(headerOf(headers, 'content-length')) > LONGEST) return response
    const text = await responseText(cloneResponse(response))
    if (text.length <= LONGEST && text.includes('x402')) send = await buy(of, text)
  } catch {
    return response
  }
  const signal = ofRequest(request, 'signal')
  if (ofSignal(signal, 'aborted')) throw ofSignal(signal, 'reason')
  if (send === null) return response
  const unread = ofResponse(response, 'body')
  if (unread !== null) void cancelStream(unread).catch(() => {})
  return await send.send()
}

/** Where an answer asks for money: has it paid, and gives what sends the same request with the payment. */
async function buy(of: RpcCall, text: string, gone?: Promise<unknown>): Promise<Send> {
  const { protocol, rpc, request, server } = of
  const name = nameOf(request, rpc.id)
  try {
    const message: unknown = parse(text)
    if (!isAnswer(message, rpc)) return null
    const found = protocol.read(rpc, message)
    if (found === null) return null
    const { promise: stopped, resolve } = promised<null>()
    const signal = ofRequest(request, 'signal')
    listen(signal, 'abort', () => resolve(null), { once: true })
    void gone?.then(() => resolve(null))
    waiting.set(name, resolve)
    const { state, payment, tell } = await purchase({ protocol, found, server, stopped })
    const post = poster(of)
    if (payment !== null) return sender(of, found, payment, post, tell)
    const refusal = state.status === 'declined' ? protocol.declined?.(rpc, found) : null
    const answer = refusal && (await post(refusal).catch(() => null))
    if (answer) return { send: () => NativePromise.resolve(answer), lost: async () => lostEvent(rpc) }
    return null
  } catch {
    return null
  } finally {
    waiting.delete(name)
  }
}

/** Sends a request as the page sent its own; `isOwn`: with no header but the page's. */
function poster({ protocol, rpc, request, server }: RpcCall) {
  return (next: RpcRequest, isOwn = false): Promise<Response> => {
    const body = bytesOf(stringify(next)).buffer
    const made = tagged(request, server, body, ofRequest(request, 'signal'), undefined)
    const headers = ofRequest(made, 'headers')
    const added = isOwn ? undefined : protocol.header?.(rpc, (name) => headerOf(headers, name))
    if (added) setHeader(headers, ...added)
    return nativeFetch(made)
  }
}

type Post = ReturnType<typeof poster>

/** Sends the payment, gives the answer to its caller, and tells the wallet what that says of it. */
function sender(
  of: RpcCall,
  found: RpcQuote,
  payment: object,
  post: Post,
  tell: (outcome: RpcOutcome) => void,
): NonNullable<Send> {
  const { protocol, rpc } = of
  const paid = protocol.retry(rpc, found, payment)
  let later: Promise<Later | null> | undefined
  const recover = () => {
    later ??= lookUp(of, found, paid, post).catch(() => null)
    return later
  }
  const heard = async (response: Response): Promise<RpcOutcome> => {
    const status = ofResponse(response, 'status')
    if (status !== 200) return { ...NO_ANSWER, status }
    let outcome: RpcOutcome | null = null
    const take = (message: unknown): boolean => {
      if (isAnswer(message, rpc)) outcome = protocol.outcome(message)
      return outcome !== null
    }
    const isLost = await eachMessage(response, take).then(
      () => false,
      () => true,
    )
    return outcome ?? (isLost ? (await recover())?.outcome : undefined) ?? NO_ANSWER
  }
  return {
    async send() {
      try {
        const response = await post(paid)
        void heard(cloneResponse(response)).then(tell)
        return response
      } catch (reason) {
        const found = await recover()
        tell(found?.outcome ?? NO_ANSWER)
        if (found === null) throw reason
        return new NativeResponse(found.text, JSON_HEADERS)
      }
    },
    lost: async () => {
      const found = await recover()
      return found === null ? lostEvent(rpc) : eventOf(found.text)
    },
  }
}

/** What became of a payment whose answer was lost, and the answer to the page's own request. */
type Later = { readonly outcome: RpcOutcome; readonly text: string }

/**
 * Asks the server what became of a payment whose answer was lost, for a while; where it still waits for one, sends
 * the same once more. Nothing is signed again.
 */
async function lookUp(of: RpcCall, found: RpcQuote, paid: RpcRequest, post: Post): Promise<Later | null> {
  const { protocol, rpc } = of
  const question = protocol.lookUp?.(rpc, found)
  if (question === undefined) return null
  // A header of ours may be what the server turned away.
  const ask = async (next: RpcRequest) => parse(await responseText(await post(next, true))) as unknown
  for (let tries = 0; tries < LOOKS; tries += 1) {
    const message = await ask(question).catch(() => null)
    let answer = protocol.asAnswer?.(rpc, message)
    let outcome = message === null ? null : protocol.outcome(message)
    if (outcome?.hasNewQuote) {
      answer = await ask(paid)
      outcome = protocol.outcome(answer)
    }
    if (outcome !== null) return { outcome, text: stringify(answer) }
    await after(LOOK_PAUSE_MS)
  }
  return null
}

const isAnswer = (message: unknown, { id }: RpcRequest): boolean =>
  isRecord(message) && id !== undefined && stringify(message.id) === stringify(id)

/** Stands in a stream for the answer to a paid request that did not come: else its caller waits in vain. */
const lostEvent = ({ id }: RpcRequest): string =>
  eventOf(
    stringify({ jsonrpc: '2.0', id, error: { code: -32000, message: 'no answer came to the payment' } }),
  )
