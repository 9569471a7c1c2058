import { type AgentCard, type Message, Role, type StreamResponse, type Task } from '@a2a-js/sdk'
import {
  type Client,
  ClientFactory,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
} from '@a2a-js/sdk/client'
import { readQuote } from '@/lib/core/quote/read'
import { exactWindow } from '@/lib/schemes/evm/exact-eip3009'
import { signReserved } from '@/lib/schemes/evm/sign'
import { declineA2a, payA2a } from '@/lib/wire/a2a/answer'
import { type A2aWire, extensionHeader, withExtension, X402_V01 } from '@/lib/wire/a2a/extension'
import { type A2aPayment, readA2a } from '@/lib/wire/a2a/read'
import { buildPayment, type PaymentV1, type PaymentV2 } from '@/lib/wire/http/payment'
import type { TestAccount } from '../devnet/accounts'

/** What an answer of the SDK's client may be. */
export type Answer = Task | Message | StreamResponse

/** A client of the published SDK, with the JSON of what its server last answered. */
export interface Talk {
  client: Client
  card: AgentCard
  /** Sends a message; `extension` is named in the header. */
  send(message: unknown, extension?: string): Promise<Answer>
  /** The same, streamed: every event in order. */
  stream(message: unknown, extension?: string): Promise<StreamResponse[]>
  getTask(id: string): Promise<Task>
  /** The JSON texts of the bodies that came, oldest first; of a stream, each event. */
  bodies: unknown[]
  /** Headers of the requests that were sent. */
  sent: Headers[]
}

/** Talks to an agent in one version of A2A. */
export async function talkTo(url: string, wire: A2aWire): Promise<Talk> {
  const bodies: unknown[] = []
  const sent: Headers[] = []
  const fetchImpl: typeof fetch = async (input, init) => {
    sent.push(new Headers(init?.headers))
    const response = await fetch(input, init)
    const text = await response.clone().text()
    const json = (response.headers.get('content-type') ?? '').includes('event-stream')
      ? text.split('\n').flatMap((line) => (line.startsWith('data:') ? [line.slice(5)] : []))
      : [text]
    bodies.push(...json.map((each): unknown => JSON.parse(each)))
    return response
  }
  const legacyCompat = { enabled: true }
  const card = await new DefaultAgentCardResolver({ legacyCompat }).resolve(url)
  const factory = new ClientFactory({
    transports: [new JsonRpcTransportFactory({ fetchImpl, legacyCompat })],
  })
  const client = await factory.createFromAgentCard({
    ...card,
    supportedInterfaces: card.supportedInterfaces.filter((each) => each.protocolVersion === wire),
  })
  const request = (message: unknown) => ({
    tenant: '',
    message: message as Message,
    configuration: undefined,
    metadata: undefined,
  })
  const naming = (extension: string | undefined) =>
    extension === undefined
      ? {}
      : { serviceParameters: { [extensionHeader(wire)]: withExtension(null, extension) } }
  return {
    client,
    card,
    bodies,
    sent,
    send: (message, extension) => client.sendMessage(request(message), naming(extension)),
    async stream(message, extension) {
      const events: StreamResponse[] = []
      for await (const event of client.sendMessageStream(request(message), naming(extension)))
        events.push(event)
      return events
    },
    getTask: (id) => client.getTask({ tenant: '', id }),
  }
}

/** A first message, as the SDK keeps it. */
export function userMessage(text: string): Message {
  return {
    messageId: crypto.randomUUID(),
    contextId: '',
    taskId: '',
    role: Role.ROLE_USER,
    parts: [{ content: { $case: 'text', value: text }, metadata: undefined, filename: '', mediaType: '' }],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  }
}

/** Sends a message as the JSON of one version of A2A, as a page without an SDK does; returns the parsed answer. */
export async function post(url: string, wire: A2aWire, message: object): Promise<unknown> {
  const response = await fetch(`${url}/a2a`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [extensionHeader(wire)]: withExtension(null, X402_V01),
      ...(wire === '1.0' && { 'a2a-version': '1.0' }),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: wire === '0.3' ? 'message/send' : 'SendMessage',
      params: { message },
    }),
  })
  return response.json()
}

/** A first message in the JSON of one version of A2A. */
export function jsonMessage(wire: A2aWire, text: string): object {
  const messageId = crypto.randomUUID()
  return wire === '0.3'
    ? { kind: 'message', messageId, role: 'user', parts: [{ kind: 'text', text }] }
    : { messageId, role: 'ROLE_USER', parts: [{ text }] }
}

/** What an answer says of payment; throws where it says nothing. */
export function said(answer: unknown, artifacts?: readonly unknown[]): A2aPayment {
  const payment = readA2a(answer, artifacts)
  if (payment === null) throw new Error(`the answer says nothing of payment: ${JSON.stringify(answer)}`)
  return payment
}

/** Signs the first offer of a quote with a test key, as the wallet would after approval. */
export async function signQuote(of: A2aPayment, payer: TestAccount): Promise<PaymentV1 | PaymentV2> {
  const { version, quote } = of.quote ?? {}
  const read = readQuote(quote)
  const first = read.ok ? read.value.offers[0] : undefined
  if (version === undefined || first?.ok !== true) throw new Error('there is no offer')
  const { scheme, network, asset, payTo, amount, windowSeconds } = first.offer
  const window = exactWindow(version, Math.floor(Date.now() / 1000), windowSeconds)
  if (!window.ok) throw new Error(window.error.detail)
  const nonce = `0x${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')}`
  const signed = await signReserved(
    {
      ...{ scheme, network, asset, payTo, nonce, amount: String(amount) },
      ...{ name: 'USDC', tokenVersion: '2', from: payer.address },
      ...window.value,
    },
    payer.privateKey,
  )
  if (!signed.ok) throw new Error(signed.error.detail)
  const payment = buildPayment(version, quote, 0, signed.value.payload, 'cs_0123456789abcdef')
  if (!payment.ok) throw new Error(payment.error.detail)
  return payment.value
}

/** The message that pays a quote. */
export async function paying(of: A2aPayment, payer: TestAccount) {
  const message = payA2a(of, await signQuote(of, payer), { messageId: crypto.randomUUID() })
  if (message === null) throw new Error('there is nothing to pay')
  return message
}

/** The message that declines a quote. */
export function declining(of: A2aPayment) {
  const message = declineA2a(of, { messageId: crypto.randomUUID() })
  if (message === null) throw new Error('there is nothing to decline')
  return message
}
