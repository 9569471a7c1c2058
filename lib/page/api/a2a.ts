import { saidIn } from '@/lib/wire/a2a/action'
import { declineA2a, payA2a } from '@/lib/wire/a2a/answer'
import { extensionHeader, withExtension, X402_V01 } from '@/lib/wire/a2a/extension'
import { at, listOf, own } from '@/lib/wire/a2a/fields'
import { artifactIn } from '@/lib/wire/a2a/message'
import { type A2aPayment, readA2a } from '@/lib/wire/a2a/read'
import type { A2aStatus } from '@/lib/wire/a2a/status'
import type { PaymentV2 } from '@/lib/wire/http/payment'
import { stringify } from '../natives'
import { cardOf } from './a2a-card'
import { hearTask, payTask } from './a2a-tasks'
import type { RpcProtocol, RpcQuote, RpcRequest } from './rpc'

/** A quote, with the agent's message that it stood in. */
type A2aQuote = RpcQuote & { readonly of: A2aPayment }

/** The methods whose answers ask for money: of A2A 0.3, and of 1.0. */
const SENDS = ['message/send', 'message/stream', 'SendMessage', 'SendStreamingMessage']
/** A status that ends what is said of a payment for now, in HTTP's words. */
const HTTP: { readonly [status in A2aStatus]?: number } = {
  'payment-required': 402,
  'payment-completed': 200,
  'payment-rejected': 403,
  'payment-failed': 403,
}
const MOST_ARTIFACTS = 50

/** Ids of messages that the helper is sending: what the page's own fetch carries of them is not paid for twice. */
export const ours = new Set<unknown>()
/** Artifacts of the tasks that a stream tells of: a cart comes before the status that asks for its payment. */
const artifacts = new WeakMap<RpcRequest, readonly unknown[]>()

const isOld = ({ method }: RpcRequest): boolean => method.startsWith('message/')
const messageIn = ({ params }: RpcRequest): unknown => own(params, 'message')

/** A2A: what an agent asks for in `x402.payment.status`, on the wire of 0.3 and 1.0 and in the SDK's own objects. */
export const a2aProtocol: RpcProtocol = {
  name: 'a2a',
  asks(request) {
    const message = messageIn(request)
    const isPayment = at(message, 'metadata', 'x402.payment.status') !== undefined
    return SENDS.includes(request.method) && !isPayment && !ours.has(own(message, 'messageId'))
  },
  read(request, message): A2aQuote | null {
    const seen = artifacts.get(request) ?? []
    const artifact = artifactIn(message)
    if (artifact !== null && seen.length < MOST_ARTIFACTS) artifacts.set(request, [...seen, artifact])
    const of = readA2a(message, seen)
    if (of === null) return null
    const { isOdd, fault } = hearTask(of)
    const { quote, cart, taskId, contextId } = of
    if (quote === null || taskId === null) return null
    const { merchant, total, currency, expiry } = cart ?? {}
    return {
      of,
      quote: quote.raw,
      dialect: of.wire,
      subject: stringify([taskId, contextId]),
      said: saidIn(request),
      isCertain: cart === null && !isOdd && fault === null,
      action: {
        kind: 'a2a',
        taskId,
        ...(contextId === null ? {} : { contextId }),
        ...(cart === null ? {} : { cart: stringify({ merchant, total, currency, expiry }) }),
        ...(fault === null ? {} : { receipts: fault }),
        ...(isOdd ? { again: 'true' } : {}),
      },
    }
  },
  async claims(server) {
    const card = await cardOf(server)
    return card === null ? {} : { card }
  },
  retry(request, quote, payment) {
    const { of } = quote as A2aQuote
    payTask(of.taskId)
    return saying(request, payA2a(of, payment as PaymentV2, answerTo(request)))
  },
  declined: (request, quote) => saying(request, declineA2a((quote as A2aQuote).of, answerTo(request))),
  header(request, get) {
    const names = [isOld(request), !isOld(request)].map((old) => extensionHeader(old ? '0.3' : '1.0'))
    const name = names.find((each) => get(each) !== null) ?? extensionHeader(isOld(request) ? '0.3' : '1.0')
    return [name, withExtension(get(name), X402_V01)]
  },
  lookUp: (request, quote) => ({
    jsonrpc: '2.0',
    id: request.id,
    method: isOld(request) ? 'tasks/get' : 'GetTask',
    params: { ...rest(request), id: (quote as A2aQuote).of.taskId },
  }),
  asAnswer: (request, message) =>
    isOld(request) || own(message, 'result') === undefined
      ? message
      : { jsonrpc: '2.0', id: request.id, result: { task: own(message, 'result') } },
  outcome(message) {
    const said = readA2a(message)
    if (said === null) return null
    const { fresh, fault } = hearTask(said)
    const status = HTTP[said.status]
    if (status === undefined) return null
    const receipt = fresh.find(({ success }) => success) ?? fresh.at(-1)
    return {
      status,
      settlement: receipt?.raw ?? null,
      hasNewQuote: status === 402,
      ...(fault === null ? {} : { notes: `receipts-${fault}` }),
    }
  },
}

/** A tenant, where there is one, is asked as the message was sent to it. */
const rest = ({ params }: RpcRequest): object => {
  const tenant = own(params, 'tenant')
  return tenant === undefined ? {} : { tenant }
}

/** The same request with another message in it. */
const saying = (request: RpcRequest, message: object | null): RpcRequest =>
  message === null ? request : { ...request, params: { ...request.params, message } }

/** The page's own id, so that the same answer sent twice is one message; what the page named stays named. */
function answerTo(request: RpcRequest): { messageId: string; extensions: string[] } {
  const message = messageIn(request)
  const named = listOf(own(message, 'extensions'))
  return {
    messageId: `${own(message, 'messageId')}-x402`,
    extensions: named.filter((uri): uri is string => typeof uri === 'string'),
  }
}
