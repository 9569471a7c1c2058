import { createRequire } from 'node:module'
import { type Message, type Task, TaskState } from '@a2a-js/sdk'
import { AgentEvent, type AgentExecutor, type RequestContext } from '@a2a-js/sdk/server'
import type * as A2aX402 from 'a2a-x402'
import { networkV1 } from '../chain'
import type { Running } from '../server'
import type { A2aAnswer } from './a2a'
import { type CutConnection, serveAgent } from './a2a-server'
import type { Terms } from './gate'

// Its build of modules imports files without their extension, which Node does not find.
const published = createRequire(import.meta.url)('a2a-x402') as typeof A2aX402

/** What the agent of npm's executor delivers. */
export const npmTideTable = 'Low water at six'

/**
 * Serves the executor of npm's `a2a-x402`, unchanged, behind the SDK: x402 version 1, in tasks that stay
 * input-required after they are paid.
 *
 * Where a script asks for payment again, its seller throws the executor's own exception after the payment was
 * verified: the executor settles nothing, says that the payment failed, and quotes at the next message.
 *
 * @param heard is called for each message that reaches it, and says how it is answered and in which terms
 */
export function npmAgent(
  extension: string,
  facilitatorUrl: string,
  heard: (context: RequestContext) => { readonly step: A2aAnswer; readonly terms: Terms },
): Promise<Running> {
  const facilitator = new published.DefaultFacilitatorClient({ url: facilitatorUrl })

  class Executor extends published.x402ServerExecutor {
    verifyPayment: InstanceType<typeof published.x402ServerExecutor>['verifyPayment'] = (payment, offer) =>
      published.verifyPayment(payment, offer, facilitator)
    settlePayment: InstanceType<typeof published.x402ServerExecutor>['settlePayment'] = (payment, offer) =>
      published.settlePayment(payment, offer, facilitator)
  }

  const told = new Map<string, ReturnType<typeof heard>>()
  const executor = new Executor({
    async execute({ taskId, currentTask, contextId }) {
      const { step, terms } = told.get(taskId) ?? {}
      if (terms === undefined) throw new Error('a task that nobody was told of')
      // The executor keeps its mark of a payment that it did not settle.
      if (step?.do === 'quote') delete currentTask?.metadata?.x402_payment_verified
      if (currentTask?.metadata?.x402_payment_verified !== true) {
        throw await published.x402PaymentRequiredException.forService({
          price: Number(terms.amount) / 1e6,
          payToAddress: terms.payTo,
          resource: `a2a://tide-tables/${contextId}`,
          network: networkV1,
          description: terms.description ?? '',
        })
      }
      currentTask.artifacts = [{ artifactId: 'table', parts: [{ kind: 'text', text: npmTideTable }] }]
    },
  })
  const tasks = new Map<string, A2aX402.Task>()
  const bridge = (cut: CutConnection): AgentExecutor => ({
    async execute(context, bus) {
      const { taskId, contextId, userMessage } = context
      const { step, terms } = heard(context)
      told.set(taskId, { step, terms })
      for (const uri of context.context.requestedExtensions ?? []) context.context.addActivatedExtension(uri)
      const known = tasks.get(taskId)
      let last: Task | undefined
      const asked = {
        taskId,
        contextId,
        message: messageOfV03(userMessage),
        ...(known && { currentTask: known }),
      }
      await executor.execute(asked, {
        async enqueueEvent(task) {
          tasks.set(taskId, task)
          last = taskOf(task, contextId)
          bus.publish(AgentEvent.task(last))
        },
      })
      if (step.do === 'settle' && step.answer === 'cut') cut(userMessage.messageId)
      // The SDK ends a turn at a status, and this executor publishes whole tasks only.
      if (last)
        bus.publish(AgentEvent.statusUpdate({ taskId, contextId, status: last.status, metadata: undefined }))
    },
    cancelTask: async () => undefined,
  })
  const agent = { name: 'Tide tables, npm', skill: 'Tide table', extension, required: true }
  return serveAgent(agent, bridge)
}

const states: Record<string, TaskState> = {
  submitted: TaskState.TASK_STATE_SUBMITTED,
  working: TaskState.TASK_STATE_WORKING,
  'input-required': TaskState.TASK_STATE_INPUT_REQUIRED,
  completed: TaskState.TASK_STATE_COMPLETED,
  failed: TaskState.TASK_STATE_FAILED,
}

function messageOfV03({ messageId, taskId, metadata, parts }: Message): A2aX402.Message {
  const texts = parts.flatMap(({ content }) => (content?.$case === 'text' ? content.value : []))
  return {
    messageId,
    taskId,
    role: 'user',
    parts: texts.map((text) => ({ kind: 'text', text })),
    ...(metadata && { metadata }),
  }
}

/** A copy, since the executor goes on changing its own task. */
function taskOf(task: A2aX402.Task, contextId: string): Task {
  const { id, status, artifacts, metadata } = structuredClone(task)
  const text = (value: string) => ({
    content: { $case: 'text' as const, value },
    metadata: undefined,
    filename: '',
    mediaType: '',
  })
  const said = status.message
  return {
    id,
    contextId,
    status: {
      state: states[status.state] ?? TaskState.TASK_STATE_UNSPECIFIED,
      message: said && {
        messageId: said.messageId,
        taskId: id,
        contextId,
        role: 2,
        parts: said.parts.map((part) => text(part.text)),
        metadata: said.metadata,
        extensions: [],
        referenceTaskIds: [],
      },
      timestamp: new Date().toISOString(),
    },
    artifacts: (artifacts ?? []).map((artifact: { artifactId: string; parts: { text: string }[] }) => ({
      artifactId: artifact.artifactId,
      name: '',
      description: '',
      parts: artifact.parts.map((part) => text(part.text)),
      metadata: undefined,
      extensions: [],
    })),
    history: [],
    metadata,
  }
}
