import { isRecord } from '@/lib/core/json/parse'
import {
  after,
  bytesOf,
  cloneResponse,
  headerOf,
  method,
  NativeResponse,
  nativeFetch,
  ofRequest,
  ofResponse,
  ofSignal,
  parse,
  stringify,
} from '../natives'
import { tagged } from '../replay'
import type { RpcOutcome, RpcProtocol, RpcQuote, RpcRequest } from './rpc'
import { NO_ANSWER } from './rpc-pay'
import { eachMessage, eventOf, isStream, type Send } from './rpc-stream'

/** One call that can be sold. */
export type RpcCall = {
  readonly protocol: RpcProtocol
  readonly rpc: RpcRequest
  /** an unused copy of what was sent, but for its body */
  readonly request: Request
  readonly server: string
}

/** What became of a payment whose answer was lost, and the answer to the page's own request. */
type Later = { readonly outcome: RpcOutcome; readonly text: string }

/** What became of a payment is asked so often, with so long between. */
const LOOKS = 10
const LOOK_PAUSE_MS = 1_000
const setHeader = method(Headers.prototype, 'set')

/** Whether a message answers this request. */
export const isAnswer = (message: unknown, { id }: RpcRequest): boolean =>
  isRecord(message) && id !== undefined && stringify(message.id) === stringify(id)

const isError = (message: unknown): boolean => isRecord(message) && isRecord(message.error)

/** Stands in a stream for the answer to a paid request that did not come: else its caller waits in vain. */
export const lostEvent = ({ id }: RpcRequest): string =>
  eventOf(
    stringify({ jsonrpc: '2.0', id, error: { code: -32000, message: 'no answer came to the payment' } }),
  )

/** Sends a request as the page sent its own. @param isBare with no header but the page's */
export function post(
  { protocol, rpc, request, server }: RpcCall,
  next: RpcRequest,
  isBare = false,
): Promise<Response> {
  const made = tagged(
    request,
    server,
    bytesOf(stringify(next)).buffer,
    ofRequest(request, 'signal'),
    undefined,
  )
  const headers = ofRequest(made, 'headers')
  const added = isBare ? undefined : protocol.header?.(rpc, (name) => headerOf(headers, name))
  if (added) setHeader(headers, ...added)
  return nativeFetch(made)
}

/**
 * Sends the payment, gives the answer to its caller, and tells the wallet what that says of it. Where it says
 * nothing, the server is asked what became of the payment, and its word on that is the answer.
 */
export function paidBy(
  of: RpcCall,
  found: RpcQuote,
  payment: object,
  tell: (outcome: RpcOutcome, answer?: unknown) => void,
): NonNullable<Send> {
  const { protocol, rpc } = of
  const paid = protocol.retry(rpc, found, payment)
  let asked: Promise<Later | null> | undefined
  const later = () => {
    asked ??= lookUp(of, found, paid).catch(() => null)
    return asked
  }

  /** Hears an answer to its end. @returns what is given in its place */
  async function hear(response: Response | null): Promise<Later | null> {
    const status = response && ofResponse(response, 'status')
    let outcome: RpcOutcome | null = null
    let answer: unknown
    let isSilent = status !== 200
    const take = (message: unknown): boolean => {
      if (isAnswer(message, rpc)) {
        outcome = protocol.outcome(message)
        answer = message
        isSilent = isError(message)
      }
      return outcome !== null
    }
    if (response !== null && status === 200)
      await eachMessage(response, take).catch(() => {
        isSilent = true
      })
    const known = outcome === null && isSilent ? await later() : null
    const told = outcome ?? known?.outcome ?? (status === 200 ? NO_ANSWER : { ...NO_ANSWER, status })
    tell(told, outcome === null ? undefined : answer)
    return known
  }

  const given = ({ text }: Later) =>
    new NativeResponse(text, { headers: { 'content-type': 'application/json' } })

  return {
    async send() {
      let response: Response
      try {
        response = await post(of, paid)
      } catch (reason) {
        const known = await hear(null)
        if (known === null) throw reason
        return given(known)
      }
      const heard = hear(cloneResponse(response))
      if (protocol.lookUp === undefined || isStream(ofResponse(response, 'headers'))) return response
      const known = await heard
      return known === null ? response : given(known)
    },
    async instead(data) {
      const message: unknown = data?.includes('"error"') ? parse(data) : null
      const isGone = data === null || (isAnswer(message, rpc) && isError(message))
      const known = isGone ? await later() : null
      return known && eventOf(known.text)
    },
    lost: lostEvent(rpc),
  }
}

/**
 * Asks the server what became of a payment whose answer was lost, for a while; where it still waits for one, sends
 * the same once more. Nothing is signed again.
 */
async function lookUp(of: RpcCall, found: RpcQuote, paid: RpcRequest): Promise<Later | null> {
  const { protocol, rpc, request } = of
  const question = protocol.lookUp?.(rpc, found)
  if (question === undefined) return null
  const ask = async (next: RpcRequest): Promise<{ answer: unknown; outcome: RpcOutcome | null }> => {
    let answer: unknown = null
    let outcome: RpcOutcome | null = null
    // A header of ours may be what the server turned away.
    await eachMessage(await post(of, next, true), (message) => {
      answer = message
      outcome = protocol.outcome(message)
      return outcome !== null
    })
    return { answer, outcome }
  }
  for (let tries = 0; tries < LOOKS && !ofSignal(ofRequest(request, 'signal'), 'aborted'); tries += 1) {
    const told = await ask(question).catch(() => null)
    const last = told?.outcome?.hasNewQuote ? await ask(paid) : told
    const { answer, outcome } = last ?? {}
    if (outcome)
      return { outcome, text: stringify(last === told ? protocol.asAnswer?.(rpc, answer) : answer) }
    await after(LOOK_PAUSE_MS)
  }
  return null
}
