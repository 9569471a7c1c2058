import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A JSON-RPC request as the node got it. */
export type Asked = { readonly id: number; readonly method: string; readonly params: readonly unknown[] }

/** What the node does with a request: a result, or anything else to the response itself. */
export type Script = (
  asked: Asked,
  response: ServerResponse,
  request: IncomingMessage,
) => { result: unknown } | undefined

/** A node on the loopback that answers by a script, and keeps what it was asked. */
export async function startNode(script: Script) {
  const asked: Asked[] = []
  const headers: IncomingMessage['headers'][] = []
  const server = createServer((request, response) => {
    const chunks: Uint8Array[] = []
    request.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    request.on('end', () => {
      const whole: unknown = JSON.parse(Buffer.concat(chunks).toString() || '{}')
      // A node that takes no batches says so once, for all of it.
      if (Array.isArray(whole)) {
        response.end(
          JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no batches' } }),
        )
        return
      }
      const one = whole as Asked
      asked.push(one)
      headers.push(request.headers)
      const answer = script(one, response, request)
      if (answer !== undefined) response.end(JSON.stringify({ jsonrpc: '2.0', id: one.id, ...answer }))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    asked,
    headers,
    methods: () => asked.map((one) => one.method),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
