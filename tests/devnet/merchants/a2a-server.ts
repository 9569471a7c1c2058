import type { AgentCard, TaskState } from '@a2a-js/sdk'
import { type AgentExecutor, DefaultRequestHandler, InMemoryTaskStore } from '@a2a-js/sdk/server'
import { agentCardHandler, jsonRpcHandler, UserBuilder } from '@a2a-js/sdk/server/express'
import express, { type RequestHandler } from 'express'
import { listen, type Running } from '../server'

/** An agent as its card has it. */
export interface Agent {
  name: string
  skill: string
  /** The x402 extension that it declares, and whether it turns away who does not name it. */
  extension: string
  required: boolean
}

/** Cuts the connection on which a message came; what was answered by then is lost. */
export type CutConnection = (messageId: string) => void

/**
 * Serves an agent of the published SDK: its card under the well-known path, and JSON-RPC at `/a2a` in A2A 1.0 and
 * 0.3, whole and streamed. Pages of any origin may ask.
 *
 * @param executor is given a way to cut the connection of a message
 */
export async function serveAgent(
  agent: Agent,
  executor: (cut: CutConnection) => AgentExecutor,
): Promise<Running> {
  const cutters = new Map<string, () => void>()
  const card = cardOf(agent)
  const requestHandler = new DefaultRequestHandler(
    card,
    new InMemoryTaskStore(),
    executor((messageId) => cutters.get(messageId)?.()),
  )
  const legacyCompat = { enabled: true }
  const app = express()
  app.use(openToPages)
  app.use(
    '/.well-known/agent-card.json',
    agentCardHandler({ agentCardProvider: requestHandler, legacyCompat }),
  )
  app.use('/a2a', express.json(), (req, res, next) => {
    const id: unknown = req.body?.params?.message?.messageId
    if (typeof id === 'string') {
      cutters.set(id, () => res.socket?.destroy())
      res.once('close', () => cutters.delete(id))
    }
    next()
  })
  app.use('/a2a', jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication, legacyCompat }))
  const running = await listen(app)
  for (const each of card.supportedInterfaces) each.url = `${running.url}/a2a`
  return running
}

/** A message of an agent, as the SDK keeps it. */
export function agentMessage(
  task: { taskId: string; contextId: string },
  text: string,
  metadata: Record<string, unknown>,
  extensions: string[] = [],
) {
  return {
    messageId: crypto.randomUUID(),
    ...task,
    role: agentRole,
    parts: [
      { content: { $case: 'text' as const, value: text }, metadata: undefined, filename: '', mediaType: '' },
    ],
    metadata,
    extensions,
    referenceTaskIds: [],
  }
}

/** A task's status, as the SDK keeps it. */
export function statusOf(state: TaskState, message: ReturnType<typeof agentMessage>) {
  return { state, message, timestamp: new Date().toISOString() }
}

/** Role.ROLE_AGENT of the SDK, whose enumerations are numbers. */
const agentRole = 2

function cardOf({ name, skill, extension, required }: Agent): AgentCard {
  const spoken = (protocolVersion: string) => ({
    url: '',
    protocolBinding: 'JSONRPC',
    tenant: '',
    protocolVersion,
  })
  return {
    name,
    description: 'An agent of the local network',
    version: '1.0.0',
    supportedInterfaces: [spoken('1.0'), spoken('0.3')],
    provider: undefined,
    capabilities: {
      streaming: true,
      pushNotifications: false,
      extensions: [{ uri: extension, description: 'Payments on chain', required, params: undefined }],
    },
    securitySchemes: {},
    securityRequirements: [],
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [
      {
        id: 'paid',
        name: skill,
        description: 'Is paid for',
        tags: [],
        examples: [],
        inputModes: [],
        outputModes: [],
        securityRequirements: [],
      },
    ],
    signatures: [],
  }
}

const openToPages: RequestHandler = (req, res, next) => {
  res.set({
    'access-control-allow-origin': req.get('origin') ?? '*',
    'access-control-expose-headers': 'a2a-extensions, x-a2a-extensions',
    vary: 'origin',
  })
  if (req.method !== 'OPTIONS') {
    next()
    return
  }
  const asked = req.get('access-control-request-headers') ?? ''
  res.set({ 'access-control-allow-headers': asked, 'access-control-allow-methods': '*' }).status(204).end()
}
