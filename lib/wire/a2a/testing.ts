/** Messages for the tests of this folder, written by hand after the two versions of A2A. */

/** A quote of x402 version 1. */
export const quoteV1 = {
  x402Version: 1,
  error: 'Payment required',
  accepts: [
    {
      scheme: 'exact',
      network: 'base-sepolia',
      maxAmountRequired: '120000',
      asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
      payTo: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
      resource: 'a2a://shoes',
      maxTimeoutSeconds: 300,
      extra: { name: 'USDC', version: '2' },
    },
  ],
}

/** The same of version 2, with a member that no specification has. */
export const quoteV2 = {
  x402Version: 2,
  resource: { url: 'a2a://shoes' },
  accepts: [
    {
      scheme: 'exact',
      network: 'eip155:84532',
      amount: '120000',
      asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
      payTo: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
      maxTimeoutSeconds: 300,
      extra: { name: 'USDC', version: '2', ｎｏｔｅ: [1, null, { kept: true }] },
    },
  ],
}

/** Metadata of a message that asks for payment. */
export const asks = (quote: unknown) => ({
  'x402.payment.status': 'payment-required',
  'x402.payment.required': quote,
})

type Metadata = Readonly<Record<string, unknown>>

/** A JSON-RPC answer of A2A 0.3 with a task. */
export function answerV03(metadata: Metadata, artifacts?: readonly unknown[], state = 'input-required') {
  const message = { kind: 'message', messageId: 'm1', role: 'agent', parts: [], metadata: { ...metadata } }
  const task = { kind: 'task', id: 'task-1', contextId: 'context-1', status: { state, message }, artifacts }
  return { jsonrpc: '2.0', id: 1, result: task }
}

/** A JSON-RPC answer of A2A 1.0 with a task. */
export function answerV10(metadata: Metadata, artifacts?: readonly unknown[]) {
  const message = { messageId: 'm1', role: 'ROLE_AGENT', parts: [], metadata: { ...metadata } }
  const status = { state: 'TASK_STATE_INPUT_REQUIRED', message }
  return {
    jsonrpc: '2.0',
    id: 1,
    result: { task: { id: 'task-1', contextId: 'context-1', status, artifacts } },
  }
}

/** A task as @a2a-js/sdk 1 keeps it. */
export function taskObject(metadata: Metadata, artifacts: readonly unknown[] = []) {
  const message = { messageId: 'm1', contextId: '', taskId: '', role: 2, parts: [], metadata, extensions: [] }
  return { id: 'task-1', contextId: 'context-1', status: { state: 6, message }, artifacts, history: [] }
}

/** A receipt as sellers write it. */
export const receipt = (success: boolean, transaction: string, more: object = {}) => ({
  success,
  transaction,
  network: 'base-sepolia',
  ...more,
})
