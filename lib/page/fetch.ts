import { negotiate } from './ask'
import { type Call, departed, forgo, joined, landed } from './join'
import {
  apply,
  cancelStream,
  chain,
  cloneRequest,
  listen,
  NativeRequest,
  nativeFetch,
  ofRequest,
  ofResponse,
  ofSignal,
  requestBytes,
} from './natives'
import { answerText, carriesBody, digestOf, isStream, tagged, withoutFragment } from './replay'

/** Puts a Proxy in the place of `window.fetch`, which answers a 402 where the wallet pays it. */
export function wrapFetch(): void {
  window.fetch = new Proxy(nativeFetch, { apply: (_, self, args: unknown[]) => call(self, args) })
}

/**
 * One call of the page. The arguments are read once, into a Request, so that nothing the page
 * changes afterwards changes what is sent again.
 */
function call(self: unknown, args: unknown[]): Promise<Response> {
  let request: Request
  let priority: RequestPriority | undefined
  try {
    const init = args[1] as RequestInit | null | undefined
    // A stream is read once only: the call goes through as it is, and a 402 stays a 402.
    if (args.length === 0 || isStream(init?.body)) return apply(nativeFetch, self, args)
    priority = init?.priority
    request = new NativeRequest(args[0] as RequestInfo, init ?? undefined)
  } catch {
    return apply(nativeFetch, self, args)
  }
  // A keepalive request may outlive its document, and with it whoever could answer.
  if (ofRequest(request, 'keepalive')) return apply(nativeFetch, self, [request])
  const spare = carriesBody(ofRequest(request, 'method')) ? cloneRequest(request) : request
  const one: Call = { request: spare, priority, owed: null }
  departed(one)
  return chain(
    apply(nativeFetch, self, [request]) as Promise<Response>,
    (response) => {
      landed(one)
      if (ofResponse(response, 'status') === 402) return paymentRequired(one, response)
      forgo(one)
      return response
    },
    (reason) => {
      landed(one)
      forgo(one)
      throw reason
    },
  )
}

async function paymentRequired(one: Call, response: Response): Promise<Response> {
  // A 302 or 303 on the way turned the method into GET, and the page cannot see whether one did.
  if (ofResponse(response, 'redirected') && carriesBody(ofRequest(one.request, 'method'))) return response
  const paid = await joined(one, (signal) => buy(one, response, signal))
  if (paid === null) return response
  const unread = ofResponse(response, 'body')
  if (unread !== null) void cancelStream(unread).catch(() => {})
  return paid
}

async function buy(one: Call, response: Response, signal: AbortSignal): Promise<Response | null> {
  const { request } = one
  const method = ofRequest(request, 'method')
  let body: ArrayBuffer | null = null
  try {
    if (carriesBody(method)) body = await requestBytes(request)
  } catch {
    // A file that changed on disk since: nothing equal can be sent again.
    return null
  }
  if (body?.byteLength === 0) body = null
  const bodyDigest = await digestOf(body)
  const answer = await answerText(response)
  if (ofSignal(signal, 'aborted')) return null
  const answeredUrl = withoutFragment(ofResponse(response, 'url'))
  const { verdict, cancel } = negotiate({
    via: 'fetch',
    method,
    url: withoutFragment(ofRequest(request, 'url')),
    answeredUrl,
    bodyDigest,
    answer,
  })
  let sent = false
  // Once the paid request left, its own events tell the background what became of it.
  listen(signal, 'abort', () => sent || cancel(), { once: true })
  const url = await verdict
  if (url === null || ofSignal(signal, 'aborted')) return null
  sent = true
  return nativeFetch(tagged(request, url, body, signal, one.priority))
}
