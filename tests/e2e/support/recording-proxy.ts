import { createServer, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'

/** A proxy that a browser is started with: it writes down whom the browser turns to. */
export type RecordingProxy = {
  /** arguments for Chromium: everything goes through the proxy, this machine's own addresses too */
  readonly args: readonly string[]
  /** each host that was asked for, with its port */
  readonly hosts: ReadonlySet<string>
  close(): Promise<void>
}

const isHere = (host: string) => /^(127\.0\.0\.1|localhost|\[::1\])(:|$)/.test(host)

/** Starts a proxy that lets through what is on this machine, and writes down and refuses all else. */
export async function startRecordingProxy(): Promise<RecordingProxy> {
  const hosts = new Set<string>()
  const server = createServer((incoming, answer) => {
    const url = new URL(incoming.url ?? '/', 'http://nowhere.invalid')
    hosts.add(url.host)
    if (!isHere(url.host)) {
      answer.writeHead(502).end()
      return
    }
    const onward = request(
      url,
      { method: incoming.method ?? 'GET', headers: incoming.headers, setHost: false },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.rawHeaders)
        reply.pipe(answer)
      },
    )
    onward.on('error', () => answer.destroy())
    answer.on('close', () => onward.destroy())
    incoming.pipe(onward)
  })
  server.on('connect', (incoming, socket) => {
    const host = incoming.url ?? ''
    hosts.add(host)
    socket.on('error', () => undefined)
    if (!isHere(host)) {
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
      return
    }
    const { hostname, port } = new URL(`http://${host}`)
    const onward = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    onward.on('error', () => socket.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    args: [`--proxy-server=http://127.0.0.1:${port}`, '--proxy-bypass-list=<-loopback>'],
    hosts,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
