import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'

import type { CallMessage, PageMessage } from '@/lib/page/protocol'
import { bundle } from '../harness'

/** One JSON-RPC request as it arrived. */
export type Arrival = {
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly message: { readonly id?: unknown; readonly params?: { readonly _meta?: Record<string, unknown> } }
}

type Answer = (response: ServerResponse, arrival: Arrival) => void | Promise<void>

/** What the wallet in the page asked of the scripted bridge. */
export type Asked = (PageMessage | CallMessage) & { readonly name?: string; readonly value?: unknown }

/**
 * The provider's script and the watching script, in the order of the extension, in a real Chromium; a server that
 * answers as a test says; and a bridge that the test scripts in place of the wallet.
 */
export class ApiStage {
  readonly arrivals: Arrival[] = []
  answers: Answer[] = []
  origin = ''
  #browser: Browser | undefined
  #context: BrowserContext | undefined
  #scripts: string[] = []
  readonly #server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader('access-control-allow-headers', '*')
      if (request.method !== 'POST') {
        response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>page</title>')
        return
      }
      const body = Buffer.concat(chunks).toString()
      const { url = '', headers } = request
      const arrival = { url, headers, body, message: body.startsWith('{') ? JSON.parse(body) : {} }
      this.arrivals.push(arrival)
      const answer = this.answers.shift() ?? ((to: ServerResponse) => void to.writeHead(500).end())
      void answer(response, arrival)
    })
  })

  async open(): Promise<void> {
    this.#scripts = [await bundle('api/install', 'installProvider'), await bundle('install', 'watchPage')]
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    this.origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    this.#browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      headless: true,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
      ],
    })
  }

  async close(): Promise<void> {
    await this.#browser?.close()
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }

  /**
   * A page with the wallet's scripts.
   *
   * @param wallet the body of `(name, value, count) => value of the call`; null for a page without a bridge
   * @param before a script that runs before the wallet's
   */
  async page(wallet: string | null, before = ''): Promise<Page> {
    this.arrivals.length = 0
    this.answers = []
    await this.#context?.close()
    const context = await this.#browser?.newContext()
    if (context === undefined) throw new Error('the stage is not open')
    this.#context = context
    const page = await context.newPage()
    const bridge = wallet === null ? '' : bridgeOf(wallet)
    for (const content of [before, bridge, ...this.#scripts, HELPERS]) await page.addInitScript({ content })
    await page.goto(this.origin)
    return page
  }
}

/** What was asked of the bridge in a page, in order. */
export const asked = (page: Page): Promise<Asked[]> => page.evaluate('asked') as Promise<Asked[]>

/** A wallet that pays everything at once, with a payment that a test can read. */
export const PAYS = `
  if (name === 'pay') return { id: 'p' + count, status: 'ready', payment }
  if (name === 'payment') return { id: value.id, status: 'unknown', resend: true, payment }
  return { id: value.id, status: 'sent' }`

/** One that asks a person who does not answer until the test calls \`answer(status)\` in the page. */
export const WAITS = `
  if (name === 'pay') return { id: 'p1', status: 'pending' }
  if (name === 'payment') return new Promise((resolve) => {
    window.answer = (status) => resolve({ id: 'p1', status, ...(status === 'ready' ? { payment } : {}) })
  })
  return { id: 'p1', status: 'expired', code: 'HOLD_APPROVAL_EXPIRED', reason: 'not answered in time' }`

const bridgeOf = (wallet: string): string => `{
  window.asked = []
  let count = 0
  const payment = { name: 'PAYMENT-SIGNATURE', value: btoa('{"x402Version":2,"payload":"signed"}') }
  document.addEventListener('countersign:ask', async (event) => {
    event.preventDefault()
    const { id, message } = JSON.parse(event.detail)
    asked.push(message)
    count += 1
    let answer
    try {
      const value = await ((name, value, count) => { ${wallet} })(message.name, message.value, count)
      answer = { type: 'value', value }
    } catch (error) {
      answer = { type: 'error', code: 4100, message: String(error) }
    }
    document.dispatchEvent(new CustomEvent('countersign:answer', { detail: JSON.stringify({ id, answer }) }))
  })
}`

/** What tests share in the page. */
const HELPERS = `
window.post = (body, init = {}) => fetch('/mcp?x=1#mine', {
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'x-mine': 'kept' },
  body: typeof body === 'string' ? body : JSON.stringify({ jsonrpc: '2.0', ...body }),
  ...init,
})
window.call = (args = { harbour: 'Marren' }, init) => post(
  { id: 7, method: 'tools/call', params: { name: 'tides', arguments: args, _meta: { trace: 'kept' } } }, init)
`
