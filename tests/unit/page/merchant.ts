import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One request as it arrived. */
export type Arrival = {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly digest: string
}

/**
 * A merchant for the page's half alone. `/paid/<kind>/<key>` answers 402 until an answer was granted
 * for its URL, then once in full; `/free/<kind>/<key>` always answers in full. No payment is carried.
 */
export class Merchant {
  readonly arrivals: Arrival[] = []
  readonly #grants = new Map<string, number>()
  readonly #open: (() => void)[] = []
  readonly #server: Server
  origin = ''

  constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response))
  }

  async start(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    this.origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((done) => this.#server.close(done))
  }

  /** Allows one full answer more for the URL's path and query. */
  grant(url: string): void {
    const { pathname, search } = new URL(url)
    this.#grants.set(pathname + search, (this.#grants.get(pathname + search) ?? 0) + 1)
  }

  /** Lets held answers (`slow`, `late`) go on. */
  release(): void {
    for (const go of this.#open.splice(0)) go()
  }

  at(path: string): Arrival[] {
    return this.arrivals.filter(({ url }) => url.split('?')[0] === path)
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer)
    } catch {
      return
    }
    const body = Buffer.concat(chunks)
    const url = request.url ?? ''
    const path = new URL(url, this.origin).pathname
    this.arrivals.push({
      method: request.method ?? '',
      url,
      headers: request.headers,
      body: body.toString('latin1'),
      digest: `0x${createHash('sha256').update(body).digest('hex')}`,
    })
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*')
    response.setHeader('access-control-allow-headers', '*, content-type, x-asked')
    response.setHeader('access-control-expose-headers', 'x-kind')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    const [, access, kind = ''] = path.split('/')
    if (access === 'moved') {
      return void response
        .writeHead(kind === '307' ? 307 : 303, { location: path.replace(/^\/moved\/\d+/, '/paid/text') })
        .end()
    }
    if (access !== 'paid' && access !== 'free') return this.#page(response)
    const left = this.#grants.get(url) ?? 0
    if (access === 'paid' && left === 0) return this.#ask(kind, path, response)
    // The browser repeats a request by itself where a connection it had used before is cut.
    if (kind !== 'cut') this.#grants.set(url, left - 1)
    await this.#deliver(kind, response)
  }

  #page(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>merchant</title>')
  }

  async #ask(kind: string, path: string, response: ServerResponse): Promise<void> {
    // The second equal call is told its 402 only when the test says so.
    if (kind === 'second' && this.at(path).length > 1) await new Promise<void>((go) => this.#open.push(go))
    const text = '{"x402Version":1,"accepts":[]}'
    if (kind === 'hidden') {
      response.writeHead(402, { 'payment-required': 'e30', 'content-type': 'text/html' }).end('<p>pay</p>')
    } else if (kind === 'long') {
      response.writeHead(402, { 'content-type': 'application/json' }).end(JSON.stringify('x'.repeat(70_000)))
    } else if (kind === 'bare') {
      response.writeHead(402).end()
    } else {
      response.writeHead(402, { 'content-type': 'application/json', 'x-kind': 'offer' }).end(text)
    }
  }

  async #deliver(kind: string, response: ServerResponse): Promise<void> {
    const headers = { 'content-type': 'text/plain', 'x-kind': kind }
    if (kind === 'json') {
      response.writeHead(200, { ...headers, 'content-type': 'application/json' }).end('{"paid":true}')
    } else if (kind === 'html') {
      response.writeHead(200, { ...headers, 'content-type': 'text/html' }).end('<p>paid</p>')
    } else if (kind === 'slow') {
      response.writeHead(200, headers).write('one,')
      await new Promise<void>((go) => this.#open.push(go))
      response.end('two')
    } else if (kind === 'late') {
      await new Promise<void>((go) => this.#open.push(go))
      response.writeHead(200, headers).end('paid')
    } else if (kind === 'again') {
      response.writeHead(402, headers).end('still not paid')
    } else if (kind === 'created') {
      response.writeHead(201, 'Bought', headers).end('paid')
    } else if (kind === 'cut') {
      response.socket?.destroy()
    } else {
      response.writeHead(200, headers).end(kind === 'empty' ? '' : 'paid')
    }
  }
}
