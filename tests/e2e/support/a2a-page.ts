import type { Running } from '../../devnet/server'
import { startClientPage } from './client-page'

/** What the page's script gives to a test. Each message is sent by the official client. */
export type A2aPage = {
  /** names the x402 extension with each message where `names` is true */
  connect(url: string, wire: '0.3' | '1.0', names?: boolean): Promise<void>
  /** the task, or what the client threw, as plain JSON */
  send(text: string, taskId?: string): Promise<unknown>
  /** the same, streamed: every event in order */
  stream(text: string, taskId?: string): Promise<unknown>
  /** the same, by the wallet's helper */
  help(text: string, server: string): Promise<unknown>
}

const script = `
  import { ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory } from '@a2a-js/sdk/client'
  const uri = 'https://github.com/google-a2a/a2a-x402/v0.1'
  let client
  let options
  const plain = (asked) => asked.catch((error) => ({
    name: error.name, code: error.code, message: error.message, payment: error.payment,
  }))
  const request = (text, taskId = '') => ({
    tenant: '',
    message: {
      messageId: crypto.randomUUID(), contextId: '', taskId, role: 1,
      parts: [{ content: { $case: 'text', value: text }, metadata: undefined, filename: '', mediaType: '' }],
      metadata: undefined, extensions: [], referenceTaskIds: [],
    },
    configuration: undefined,
    metadata: undefined,
  })
  const all = async (events) => {
    const list = []
    for await (const event of events) list.push(event)
    return list
  }
  window.a2a = {
    async connect(url, wire, names = true) {
      const legacyCompat = { enabled: true }
      const card = await new DefaultAgentCardResolver({ legacyCompat }).resolve(url)
      const factory = new ClientFactory({ transports: [new JsonRpcTransportFactory({ legacyCompat })] })
      const supportedInterfaces = card.supportedInterfaces.filter((each) => each.protocolVersion === wire)
      client = await factory.createFromAgentCard({ ...card, supportedInterfaces })
      options = names ? { serviceParameters: { 'A2A-Extensions': uri } } : {}
    },
    send: (text, taskId) => plain(client.sendMessage(request(text, taskId), options)),
    stream: (text, taskId) => plain(all(client.sendMessageStream(request(text, taskId), options))),
    help: (text, server) => plain(countersign.a2a.sendMessage(client, request(text), { server })),
  }
`

/** A page that bundles the SDK's client, served from an origin of its own. */
export const startA2aPage = (): Promise<Running> => startClientPage('A2A', script)
