import { randomUUID } from 'node:crypto'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { isInitializeRequest } from '@modelcontextprotocol/sdk/types.js'
import type { RequestHandler } from 'express'

/** What a server of the SDK is to its transport. */
export interface Connectable {
  connect(transport: Transport): Promise<void>
  close(): Promise<void>
}

/** Serves MCP over Streamable HTTP, with a server for each session. */
export interface Sessions {
  handler: RequestHandler
  close(): Promise<void>
}

/**
 * Keeps the sessions of one address.
 *
 * @param makeServer one session's server; the SDK connects a server to one transport only
 * @param enableJsonResponse answers in JSON; otherwise in an event stream
 */
export function mcpSessions(makeServer: () => Connectable, enableJsonResponse: boolean): Sessions {
  const open = new Map<string, { transport: StreamableHTTPServerTransport; server: Connectable }>()

  const begin = async (): Promise<StreamableHTTPServerTransport> => {
    const server = makeServer()
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse,
      onsessioninitialized: (id) => {
        open.set(id, { transport, server })
      },
    })
    transport.onclose = () => {
      if (transport.sessionId !== undefined) open.delete(transport.sessionId)
    }
    // The SDK's class declares its handlers as possibly undefined, its interface does not.
    await server.connect(transport as Transport)
    return transport
  }

  return {
    handler: async (req, res) => {
      const known = open.get(req.get('mcp-session-id') ?? '')?.transport
      const isNew = !known && req.method === 'POST' && isInitializeRequest(req.body)
      const transport = known ?? (isNew ? await begin() : undefined)
      if (transport) await transport.handleRequest(req, res, req.method === 'POST' ? req.body : undefined)
      else res.status(404).json(noSession)
    },
    close: async () => {
      await Promise.all([...open.values()].map(({ server }) => server.close()))
    },
  }
}

const noSession = { jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } }
