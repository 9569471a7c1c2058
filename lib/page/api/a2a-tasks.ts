import type { A2aPayment } from '@/lib/wire/a2a/read'
import { mergeReceipts } from '@/lib/wire/a2a/receipts'
import { type A2aStatus, nextStatus } from '@/lib/wire/a2a/status'
import type { Settlement } from '@/lib/wire/http/settlement'

/** What this document heard of one task, and sent to it. */
type Task = {
  status: A2aStatus | null
  /** the seller's receipts, as this side keeps them */
  receipts: readonly Settlement[]
  /** those of them that came before the last payment was sent */
  before: readonly Settlement[]
  /** what the seller did to its list of receipts; it stays said */
  fault: 'shrunk' | 'edited' | null
  /** the seller asked again after a payment, or left the protocol */
  isOdd: boolean
}

const MOST_TASKS = 200
const tasks = new Map<string, Task>()

function taskOf(id: string | null): Task {
  const known = tasks.get(id ?? '')
  if (known !== undefined) return known
  const task: Task = { status: null, receipts: [], before: [], fault: null, isOdd: false }
  if (id === null) return task
  const oldest = tasks.size < MOST_TASKS ? undefined : tasks.keys().next().value
  if (oldest !== undefined) tasks.delete(oldest)
  tasks.set(id, task)
  return task
}

/**
 * Adds what an agent said to what is known of its task.
 *
 * @returns the task as it stands now, and the receipts that came since the last payment was sent
 */
export function hearTask(said: A2aPayment): Readonly<Task> & { readonly fresh: readonly Settlement[] } {
  const task = taskOf(said.taskId)
  const { status, receipts } = said
  const move = nextStatus(task.status, status)
  task.isOdd ||= move === 'new-quote' || move === 'flagged'
  task.status = status
  // Only the last message of a payment must have all receipts.
  if (receipts.length > 0 || status === 'payment-completed' || status === 'payment-failed') {
    const merged = mergeReceipts(task.receipts, receipts)
    task.receipts = merged.receipts
    task.fault ??= merged.fault
  }
  // An old receipt that was edited is no new one.
  const old = new Set(task.before.map(({ transaction }) => transaction || null))
  const fresh = mergeReceipts(task.before, receipts).fresh.filter((each) => !old.has(each.transaction))
  return { ...task, fresh }
}

/** A payment is about to be sent in a task. */
export function payTask(id: string | null): void {
  const task = taskOf(id)
  task.status = 'payment-submitted'
  task.before = task.receipts
}
