import type { AuthorizationRow } from '@/lib/ledger/schema'
import type { StepName } from '@/tests/e2e/faults/table'
import type { Moment, Write } from './life'
import type { Buyer } from './story'

/** One moment of a step: what the worker is about to do, or has just done. */
export type Form = {
  readonly name: string
  /** whose purchases come by it */
  readonly of: readonly Buyer[]
  /** called with each moment in turn, in one story */
  readonly begins: () => (moment: Moment) => boolean
}

const ALL: readonly Buyer[] = ['fetch', 'navigation', 'mandate']
const ASKED: readonly Buyer[] = ['fetch', 'navigation']

const valuesOf = ({ request }: Write): readonly unknown[] => ('values' in request ? request.values : [])

/** A transaction that writes such a row into this table: as it is written, or once it is. */
function writes(
  at: 'write' | 'committed',
  table: string,
  what: (row: Partial<AuthorizationRow>, type: string) => boolean,
): Form['begins'] {
  return () => (moment) =>
    moment.at === at &&
    moment.writes.some(
      (write) =>
        write.table === table &&
        valuesOf(write).some((row) => what(row as Partial<AuthorizationRow>, write.request.type)),
    )
}

const reaches = (at: 'edge' | 'done', name: string): Form['begins'] => {
  return () => (moment) => moment.at === at && moment.name === name
}

const both = (
  name: string,
  of: readonly Buyer[],
  table: string,
  what: Parameters<typeof writes>[2],
): Form[] => [
  { name: `before ${name} is written`, of, begins: writes('write', table, what) },
  { name: `after ${name} is written`, of, begins: writes('committed', table, what) },
]

const isNew = (_: unknown, type: string) => type === 'add'
const isAnswered = (row: Partial<AuthorizationRow>) => row.outcome !== null && row.proved === 0

/** The first read of `table` after so many tables were read before it, in this order. */
function readsAfter(...tables: readonly string[]): Form['begins'] {
  return () => {
    const left = [...tables]
    return (moment) => {
      if (moment.at !== 'read' || moment.table !== left[0]) return false
      left.shift()
      return left.length === 0
    }
  }
}

/** The chain is asked of a payment that was answered. */
const asksChain: Form['begins'] = () => {
  const answered = writes('committed', 'authorizations', isAnswered)()
  const asked = reaches('edge', 'node')()
  let isDue = false
  return (moment) => {
    isDue ||= answered(moment)
    return isDue && asked(moment)
  }
}

/** Every moment at which a step can be met by a fault. */
export const MOMENTS: Readonly<Record<StepName, readonly Form[]>> = {
  seen: [{ name: 'the 402 is reported', of: ALL, begins: readsAfter('documents') }],
  read: [{ name: 'the quote is read', of: ALL, begins: readsAfter('documents', 'intents') }],
  decided: both('the decision', ASKED, 'intents', isNew),
  asked: [
    { name: 'before the window opens', of: ASKED, begins: reaches('edge', 'window') },
    { name: 'after the window opened', of: ASKED, begins: reaches('done', 'window') },
    ...both('the approval', ASKED, 'approvals', isNew),
  ],
  reserved: both('the reservation', ALL, 'authorizations', isNew),
  signed: [
    { name: 'before the key signs', of: ALL, begins: reaches('edge', 'key') },
    { name: 'after the key signed', of: ALL, begins: reaches('done', 'key') },
    ...both('the payload', ALL, 'authorizations', (row) => row.state === 'signed'),
  ],
  sent: [
    { name: 'before the rule is there', of: ALL, begins: reaches('edge', 'rule') },
    { name: 'after the rule is there', of: ALL, begins: reaches('done', 'rule') },
    { name: 'before the page is loaded again', of: ['navigation'], begins: reaches('edge', 'reload') },
    { name: 'after the page is loaded again', of: ['navigation'], begins: reaches('done', 'reload') },
    ...both('that it left', ALL, 'authorizations', (row) => row.state === 'sent'),
  ],
  followed: both('the answer', ALL, 'authorizations', isAnswered),
  proved: [
    { name: 'the chain is asked', of: ALL, begins: asksChain },
    ...both('the proof', ALL, 'authorizations', (row) => row.proved === 1),
  ],
}
