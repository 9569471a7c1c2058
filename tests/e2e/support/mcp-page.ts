import type { Running } from '../../devnet/server'
import { startClientPage } from './client-page'

/** What the page's script gives to a test. Each call is by the official client, over Streamable HTTP. */
export type McpPage = {
  connect(url: string): Promise<void>
  /** the tool's result, or the error that the client threw, as plain JSON */
  call(name: string, args?: object): Promise<unknown>
  /** the caller of the last call gives it up, which the client says to the server */
  abort(): void
  list(): Promise<number>
  read(uri: string): Promise<unknown>
  prompt(name: string): Promise<unknown>
}

const script = `
  import { Client } from '@modelcontextprotocol/sdk/client/index.js'
  import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
  let client, controller
  const plain = (asked) => asked.catch((error) => ({
    name: error.name, code: error.code, message: error.message, data: error.data, payment: error.payment,
  }))
  window.mcp = {
    async connect(url) {
      client = new Client({ name: 'page', version: '1.0.0' })
      await client.connect(new StreamableHTTPClientTransport(new URL(url)))
    },
    call(name, args = {}) {
      controller = new AbortController()
      const { signal } = controller
      return plain(client.callTool({ name, arguments: args }, undefined, { timeout: 120_000, signal }))
    },
    abort: () => controller.abort(),
    list: async () => (await client.listTools()).tools.length,
    read: (uri) => plain(client.readResource({ uri }, { timeout: 120_000 })),
    prompt: (name) => plain(client.getPrompt({ name }, { timeout: 120_000 })),
  }
`

/** A page that bundles the SDK's client, served from an origin of its own. */
export const startMcpPage = (): Promise<Running> => startClientPage('MCP', script)
