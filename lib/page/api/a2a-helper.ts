import { type A2aMessage, declineA2a, payA2a, type Saying } from '@/lib/wire/a2a/answer'
import { X402_V01 } from '@/lib/wire/a2a/extension'
import { at } from '@/lib/wire/a2a/fields'
import { type A2aPayment, readA2a } from '@/lib/wire/a2a/read'
import type { PaymentV2 } from '@/lib/wire/http/payment'
import { a2aProtocol, ours } from './a2a'
import type { RpcRequest } from './rpc'
import { bought, type RpcOptions, type RpcSend } from './rpc-helper'

type Params = Readonly<Record<string, unknown>>

/** A client of an A2A SDK, or a function that sends one request and gives its answer. */
type A2aClient =
  | RpcSend
  | { sendMessage(params: Params, options: object): unknown; getTask(params: Params): unknown }

/** What a page calls to pay over A2A by whichever transport. docs/a2a.md. */
export type A2aApi = {
  sendMessage(client: A2aClient, params: Params, options: RpcOptions): Promise<unknown>
  request(send: RpcSend, request: RpcRequest, options: RpcOptions): Promise<unknown>
  paymentIn(answer: unknown, artifacts?: readonly unknown[]): A2aPayment | null
  withPayment(of: A2aPayment, payment: object, saying: Saying): A2aMessage | null
  declining(of: A2aPayment, saying: Saying): A2aMessage | null
}

/** Makes the helper. */
export function a2aApi(): A2aApi {
  async function request(send: RpcSend, of: RpcRequest, options: RpcOptions): Promise<unknown> {
    const id = at(of, 'params', 'message', 'messageId')
    if (id !== undefined) ours.add(id)
    try {
      return await bought(a2aProtocol, of, send, options)
    } finally {
      ours.delete(id)
    }
  }
  return Object.freeze<A2aApi>({
    sendMessage: (client, params, options) => {
      const naming = { serviceParameters: { 'A2A-Extensions': X402_V01 } }
      const send: RpcSend =
        typeof client === 'function'
          ? client
          : ({ method, params = {} }) =>
              method === 'GetTask' ? client.getTask(params) : client.sendMessage(params, naming)
      return request(send, { method: 'SendMessage', params }, options)
    },
    request,
    paymentIn: readA2a,
    withPayment: (of, payment, saying) => payA2a(of, payment as PaymentV2, saying),
    declining: declineA2a,
  })
}
