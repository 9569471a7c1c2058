import { isRecord } from '@/lib/core/json/parse'
import {
  apply,
  cancelStream,
  chain,
  cloneRequest,
  cloneResponse,
  headerOf,
  listen,
  method,
  NativePromise,
  NativeRequest,
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
import { withoutFragment } from '../replay'
import type { RpcProtocol, RpcRequest } from './rpc'
import { purchase } from './rpc-pay'
import { isAnswer, lostEvent, paidBy, post, type RpcCall } from './rpc-sent'
import { isStream, type Send, streamed } from './rpc-stream'

/** The longest request and the longest answer that are looked at, in characters. */
const LONGEST = 1_048_576
const requestText = method(Request.prototype, 'text')

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
    if (payment !== null) return paidBy(of, found, payment, tell)
    const refusal = state.status === 'declined' ? protocol.declined?.(rpc, found) : null
    const answer = refusal && (await post(of, refusal).catch(() => null))
    return answer ? { send: () => NativePromise.resolve(answer), lost: lostEvent(rpc) } : null
  } catch {
    return null
  } finally {
    waiting.delete(name)
  }
}
