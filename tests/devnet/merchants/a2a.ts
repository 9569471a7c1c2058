import { type Message, TaskState } from '@a2a-js/sdk'
import {
  AgentEvent,
  type AgentExecutor,
  type ExecutionEventBus,
  type RequestContext,
} from '@a2a-js/sdk/server'
import type { SettleResponse } from '@x402/core/types'
import type { Running } from '../server'
import { npmAgent } from './a2a-npm'
import { type CartWords, cartWith, offerIn, type Payment, quoteIn, settleOffer } from './a2a-offers'
import { type Agent, agentMessage, type CutConnection, serveAgent, statusOf } from './a2a-server'
import type { Terms } from './gate'
import type { MerchantInput } from './newsstand'

/**
 * How an agent answers one message.
 *
 * - `normal`: quotes to who does not pay, settles and delivers to who does, and hears a refusal
 * - `quote`: asks for payment in these terms, whatever came. What came is not settled. The terms stay in force
 *   until `reset`
 * - `settle`: settles what came, then answers as `answer` says: `cut` (no answer at all), `last-receipt` (earlier
 *   receipts of the task are left out), `no-receipt`, or `working` (says that it is verified, and nothing more)
 * - `fail`: settles nothing and says that it failed, with a receipt; the same offer stays good
 */
export type A2aAnswer =
  | { do: 'normal' }
  | { do: 'quote'; terms?: Partial<Terms>; cart?: CartWords }
  | { do: 'settle'; answer: 'cut' | 'last-receipt' | 'no-receipt' | 'working' }
  | { do: 'fail'; reason?: string; code?: string }

/** One message as an agent received it. */
export interface A2aHeard {
  agent: A2aAgentName
  /** Of A2A, as the client asked: 1.0 or 0.3. */
  wire: string
  taskId: string
  contextId: string
  /** `x402.payment.status`; absent where the message says nothing of payment. */
  status?: string
  payment?: Payment
  /** What the request's header names of what the agent's card declares, and what the message names. */
  extensions: { header: string[]; message: string[] }
}

/** The agents: x402 version 1 and 2, version 1 inside a cart, and the executor of npm's `a2a-x402`. */
export type A2aAgentName = 'v1' | 'v2' | 'cart' | 'npm'

/** Agents that sell tide tables over A2A. Each has its own origin. */
export interface A2aMerchants extends Running {
  /** Origin of each agent; JSON-RPC is at `/a2a` of it. */
  agents: Record<A2aAgentName, string>
  /**
   * Queues answers; each message takes one. An empty queue means `normal`. The agent `npm` knows `quote` and the
   * `settle` that is cut; everything else is normal to it.
   */
  script(...answers: A2aAnswer[]): void
  /** Every message since the last reset that reached an agent's own code, oldest first. */
  heard(): A2aHeard[]
  /** Empties queue and log, and goes back to the first terms. */
  reset(): void
}

/** Price of everything that these agents sell until a script changes it, in atomic USDC. */
export const a2aAmount = 20_000n

/** What is delivered. */
export const tideTable = 'High water at noon'

const uris = {
  '0.1': 'https://github.com/google-a2a/a2a-x402/v0.1',
  '0.2': 'https://github.com/google-agentic-commerce/a2a-x402/blob/main/spec/v0.2',
}

/** Starts the agents. `v2` and `npm` turn away who does not name their extension. */
export async function startA2a({ facilitatorUrl, payTo }: MerchantInput): Promise<A2aMerchants> {
  const first: Terms = { amount: a2aAmount.toString(), payTo, description: 'A tide table' }
  const shop: Shop = { facilitatorUrl, terms: first, queue: [], heard: [] }
  const start = (name: 'v1' | 'v2' | 'cart', version: 1 | 2, of: Pick<Agent, 'extension' | 'required'>) =>
    serveAgent({ name: `Tide tables, ${name}`, skill: 'Tide table', ...of }, (cut) =>
      seller(name, version, shop, cut),
    )
  const [v1, v2, cart, npm] = await Promise.all([
    start('v1', 1, { extension: uris['0.1'], required: false }),
    start('v2', 2, { extension: uris['0.1'], required: true }),
    start('cart', 1, { extension: uris['0.2'], required: false }),
    npmAgent(uris['0.1'], facilitatorUrl, (context) => {
      shop.heard.push(hear('npm', context))
      const step = stepOf(shop)
      return { step, terms: shop.terms }
    }),
  ])
  const servers = [v1, v2, cart, npm]
  return {
    url: v1.url,
    agents: { v1: v1.url, v2: v2.url, cart: cart.url, npm: npm.url },
    script: (...answers) => {
      shop.queue.push(...answers)
    },
    heard: () => [...shop.heard],
    reset: () => Object.assign(shop, { terms: first, queue: [], heard: [] }),
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()))
    },
  }
}

interface Shop {
  facilitatorUrl: string
  terms: Terms
  queue: A2aAnswer[]
  heard: A2aHeard[]
}

/** The next answer; its terms are in force from here on. */
function stepOf(shop: Shop): A2aAnswer {
  const step = shop.queue.shift() ?? { do: 'normal' }
  if (step.do === 'quote') shop.terms = { ...shop.terms, ...step.terms }
  return step
}

function seller(name: 'v1' | 'v2' | 'cart', version: 1 | 2, shop: Shop, cut: CutConnection): AgentExecutor {
  const quoted = new Map<string, Terms[]>()
  const receipts = new Map<string, SettleResponse[]>()

  const execute = async (context: RequestContext, bus: ExecutionEventBus) => {
    const heard = hear(name, context)
    shop.heard.push(heard)
    const { taskId, contextId, userMessage } = context
    const ids = { taskId, contextId }
    for (const uri of context.context.requestedExtensions ?? []) context.context.addActivatedExtension(uri)
    const say = (state: TaskState, text: string, metadata: Record<string, unknown>) =>
      bus.publish(
        AgentEvent.statusUpdate({
          ...ids,
          status: statusOf(state, agentMessage(ids, text, metadata, Object.values(uris).slice(0, 1))),
          metadata: undefined,
        }),
      )
    const artifact = (partName: string, content: { $case: 'text' | 'data'; value: unknown }) =>
      bus.publish(AgentEvent.artifactUpdate(artifactOf(ids, partName, content)))
    const ask = (cart: CartWords = {}) => {
      quoted.set(taskId, [...(quoted.get(taskId) ?? []), shop.terms])
      const quote = quoteIn(version, shop.terms, 'Payment required')
      const status = { 'x402.payment.status': 'payment-required' }
      if (name === 'cart') artifact('Cart', { $case: 'data', value: cartWith(quote, shop.terms, cart) })
      const known = receipts.get(taskId)
      say(TaskState.TASK_STATE_INPUT_REQUIRED, 'Please pay.', {
        ...status,
        ...(name === 'cart' ? {} : { 'x402.payment.required': quote }),
        ...(known && { 'x402.payment.receipts': known }),
      })
    }
    const settle = async (payment: Payment, answer: string) => {
      const offers = (quoted.get(taskId) ?? []).map((terms) => offerIn(version, terms))
      const offer = offers.find((each) => sameOffer(each, payment)) ?? offers.at(-1) ?? {}
      say(TaskState.TASK_STATE_WORKING, 'Verified.', { 'x402.payment.status': 'payment-verified' })
      if (answer === 'working') return
      const receipt = await settleOffer(shop.facilitatorUrl, payment, offer)
      const all = [...(receipts.get(taskId) ?? []), receipt]
      receipts.set(taskId, all)
      if (answer === 'cut') cut(userMessage.messageId)
      const told = { all, 'last-receipt': [receipt], 'no-receipt': undefined }[answer] ?? all
      if (receipt.success) artifact('Tide table', { $case: 'text', value: tideTable })
      say(
        receipt.success ? TaskState.TASK_STATE_COMPLETED : TaskState.TASK_STATE_INPUT_REQUIRED,
        receipt.success ? 'Paid.' : 'Not paid.',
        {
          'x402.payment.status': receipt.success ? 'payment-completed' : 'payment-failed',
          ...(answer !== 'no-receipt' && { 'x402.payment.receipts': told }),
          ...(!receipt.success && { 'x402.payment.error': 'SETTLEMENT_FAILED' }),
        },
      )
    }
    const fail = (reason: string, code: string) => {
      const network = String(offerIn(version, shop.terms).network) as SettleResponse['network']
      const failed: SettleResponse = { success: false, errorReason: reason, transaction: '', network }
      const all = [...(receipts.get(taskId) ?? []), failed]
      receipts.set(taskId, all)
      say(TaskState.TASK_STATE_INPUT_REQUIRED, 'Not paid.', {
        'x402.payment.status': 'payment-failed',
        'x402.payment.error': code,
        'x402.payment.receipts': all,
      })
    }

    const { task } = context
    bus.publish(
      AgentEvent.task({
        id: taskId,
        contextId,
        status: {
          state: TaskState.TASK_STATE_WORKING,
          message: undefined,
          timestamp: new Date().toISOString(),
        },
        artifacts: task?.artifacts ?? [],
        history: task?.history ?? [userMessage],
        metadata: task?.metadata,
      }),
    )
    const step = stepOf(shop)
    if (step.do === 'quote') ask(step.cart)
    else if (heard.status === 'payment-rejected') {
      say(TaskState.TASK_STATE_CANCELED, 'As you like.', { 'x402.payment.status': 'payment-rejected' })
    } else if (heard.payment === undefined) ask()
    else if (step.do === 'fail') fail(step.reason ?? 'invalid', step.code ?? 'INVALID_SIGNATURE')
    else await settle(heard.payment, step.do === 'settle' ? step.answer : 'all')
  }

  return { execute, cancelTask: async () => undefined }
}

function artifactOf(
  ids: { taskId: string; contextId: string },
  name: string,
  { $case, value }: { $case: 'text' | 'data'; value: unknown },
) {
  const content = $case === 'text' ? { $case, value: String(value) } : { $case, value }
  return {
    ...ids,
    artifact: {
      artifactId: crypto.randomUUID(),
      name,
      description: '',
      parts: [{ content, metadata: undefined, filename: '', mediaType: '' }],
      metadata: undefined,
      extensions: [],
    },
    append: false,
    lastChunk: true,
    metadata: undefined,
  }
}

function hear(agent: A2aAgentName, { taskId, contextId, userMessage, context }: RequestContext): A2aHeard {
  const { metadata, extensions } = userMessage
  const payment = paymentIn(userMessage)
  return {
    agent,
    wire: context.requestedVersion,
    taskId,
    contextId,
    ...(metadata?.['x402.payment.status'] && { status: metadata['x402.payment.status'] }),
    ...(payment && { payment }),
    extensions: { header: [...(context.requestedExtensions ?? [])], message: extensions },
  }
}

/** The payment of a message: in its metadata, or in a mandate that answers a cart. */
function paymentIn({ metadata, parts }: Message): Payment | undefined {
  const mandates = parts.flatMap(({ content }) =>
    content?.$case === 'data' ? (content.value?.['ap2.mandates.PaymentMandate'] ?? []) : [],
  )
  return (
    metadata?.['x402.payment.payload'] ?? mandates[0]?.payment_mandate_contents?.payment_response?.details
  )
}

/** A payment names its offer in version 2; in version 1 the amount that was signed does. */
function sameOffer(offer: Record<string, unknown>, { accepted, payload }: Payment): boolean {
  const named = accepted as { amount?: string } | undefined
  const signed = (payload as { authorization?: { value?: string } }).authorization?.value
  return (offer.amount ?? offer.maxAmountRequired) === (named?.amount ?? signed)
}
