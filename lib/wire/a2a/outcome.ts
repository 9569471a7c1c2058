import type { Outcome } from '@/lib/wire/http/outcome'
import type { Settlement } from '@/lib/wire/http/settlement'

import { readA2a } from './read'
import { mergeReceipts } from './receipts'

/**
 * Classifies an agent's answer to a payment in the words of the HTTP transport; none of them
 * releases money.
 *
 * Receipts of earlier payments in the task say nothing about this one, so only those that were not
 * known count. A claim of success counts whatever else is said. The same quote again, in an answer to
 * a question after the task, is `refused` too: then the seller may never have had the payment.
 *
 * @param answer as for `readA2a`; null where none came. An error of JSON-RPC says nothing: a server
 * gives one also for a task that is over, and so perhaps paid
 * @param known the task's receipts before this payment was sent
 */
export function classifyA2a(answer: unknown, known: readonly Settlement[] = []): Outcome {
  const said = readA2a(answer)
  if (said === null) return UNKNOWN
  const { status, error, receipts } = said
  // An old receipt that was edited is no new one.
  const old = new Set(known.map(({ transaction }) => transaction || null))
  const fresh = mergeReceipts(known, receipts).fresh.filter((each) => !old.has(each.transaction))
  const paid = fresh.find(({ success }) => success)
  const failed = fresh.at(-1)
  const { transaction, errorReason } = paid ?? failed ?? { transaction: '', errorReason: null }
  if (paid && status === 'payment-failed') return { outcome: 'paid-service-failed', transaction }
  if (paid || (status === 'payment-completed' && !failed)) {
    return { outcome: 'settled', transaction }
  }
  const broadcast = transaction !== '' || errorReason === 'settlement_pending'
  if (broadcast || status === 'payment-submitted' || status === 'payment-verified') {
    return { outcome: 'in-flight', transaction }
  }
  if (status === 'payment-completed') return UNKNOWN
  return failed || status === 'payment-failed'
    ? { outcome: 'failed-live', reason: errorReason ?? error }
    : { outcome: 'refused', reason: error }
}

const UNKNOWN: Outcome = { outcome: 'unknown' }
