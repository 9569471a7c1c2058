import type { PaymentRecord } from '@/lib/ledger/read/payments'

/** Points of a payment's life, in their order. */
export type StepName =
  | 'quoted'
  | 'decided'
  | 'refusedBy'
  | 'approved'
  | 'mandated'
  | 'reserved'
  | 'signed'
  | 'sent'
  | 'settled'
  | 'failed'
  | 'follow'
  | 'proved'
  | 'released'

/** One point; `at` in Unix milliseconds, null where the ledger keeps no time for it. */
export type Step = {
  readonly name: StepName
  readonly at: number | null
  readonly tone: 'ink' | 'pen' | 'amber' | 'green'
}

/** What can be said of a payment from what the ledger keeps; nothing is guessed that is not written there. */
export function timeline(record: PaymentRecord): Step[] {
  const { intent, quote, state } = record
  const authorization = record.authorizations.at(-1)
  const steps: Step[] = []
  const add = (name: StepName, at: number | null, tone: Step['tone']) => steps.push({ name, at, tone })
  if (quote !== null) add('quoted', quote.receivedAt, 'ink')
  add('decided', intent.createdAt, 'ink')
  if (state === 'declined') add('refusedBy', null, 'ink')
  if (authorization === undefined) return steps
  if (authorization.approvalId !== null) add('approved', null, 'ink')
  if (authorization.mandateId !== null) add('mandated', null, 'ink')
  add('reserved', authorization.createdAt, 'ink')
  if (authorization.header !== null) add('signed', null, 'pen')
  if (
    authorization.state !== 'reserved' &&
    authorization.state !== 'signed' &&
    authorization.state !== 'released'
  ) {
    add('sent', null, 'pen')
  }
  const at = authorization.updatedAt
  if (authorization.state === 'settled') {
    if (authorization.status !== null) add('settled', null, 'pen')
    add(authorization.proved === 1 ? 'proved' : 'follow', at, authorization.proved === 1 ? 'green' : 'amber')
  }
  if (authorization.state === 'failed') add('failed', at, 'amber')
  if (authorization.state === 'failed' || authorization.state === 'unknown') add('follow', at, 'amber')
  if (authorization.state === 'released') add('released', at, 'green')
  return steps
}
