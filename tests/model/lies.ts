import { isRecord } from '@/lib/core/json/parse'

/** What a node says in place of the truth. */
export type Lie = (method: string, truth: unknown) => unknown

const NOTHING = `0x${'0'.repeat(64)}`
const ELSEWHERE = `0x${'0'.repeat(24)}${'7'.repeat(40)}`

/** A Transfer of the same amount that goes to somebody else. */
function toSomebodyElse(log: unknown): unknown {
  if (!isRecord(log) || !Array.isArray(log.topics)) return log
  // A Transfer alone has its payee in the third topic; the other events have the nonce there.
  const isTransfer = log.data !== '0x'
  return isTransfer ? { ...log, topics: [...log.topics.slice(0, 2), ELSEWHERE] } : log
}

/**
 * The false things that one node can say of a payment while its window is open. None of them may be taken for
 * proof, for the end of a window, or for an empty account.
 */
export const LIES: Readonly<Record<string, Lie>> = {
  'no nonce was ever used': (method, truth) => (method === 'eth_call' ? NOTHING : truth),
  'the chain is another one': (method, truth) => (method === 'eth_chainId' ? '0x1' : truth),
  'the chain stands still, long ago': (method, truth) => {
    if (method === 'eth_call') return NOTHING
    if (method !== 'eth_getBlockByNumber' || !isRecord(truth)) return truth
    return { ...truth, number: '0x10', timestamp: '0x5f5e1000' }
  },
  'the nonce is used, and nothing moved': (method, truth) => {
    if (method === 'eth_call') return `0x${'0'.repeat(63)}1`
    return method === 'eth_getLogs' || method === 'eth_getTransactionReceipt' ? null : truth
  },
  'the money went to somebody else': (method, truth) =>
    method === 'eth_getTransactionReceipt' && isRecord(truth) && Array.isArray(truth.logs)
      ? { ...truth, logs: truth.logs.map(toSomebodyElse) }
      : truth,
  'what no node says': () => ({ nothing: true }),
}
