import type { Transaction } from 'dexie'
import type { TransferMethod } from './payment-forms'
import type { AuthorizationRow, IntentRow, PayeeRow, PriceRow } from './schema'
import { wordsOf } from './words'

/** A row of `payees` in version 1: one for each path, with the price beside the payee. */
type PayeeRow1 = PriceRow & Pick<PayeeRow, 'count' | 'totalUsd' | 'firstSeen'>

/**
 * From version 1: prices get a table of their own, and payees one row each, so that a decision reads a
 * few rows however many paths an origin has; what came later takes its neutral value.
 */
export async function toVersion2(transaction: Transaction): Promise<void> {
  const table = <Row extends object>(name: string) => transaction.table<Row, string>(name)
  const before = await table<PayeeRow1>('payees').toArray()
  const payees = new Map<string, PayeeRow>()
  for (const { origin, payTo, network, asset, amount, count, totalUsd, firstSeen, lastSeen } of before) {
    const id = payeeId(origin, payTo)
    const known = payees.get(id)
    const newest = known === undefined || lastSeen >= known.lastSeen
    payees.set(id, {
      id,
      origin,
      payTo,
      network: newest ? network : known.network,
      asset: newest ? asset : known.asset,
      amount: newest ? amount : known.amount,
      count: (known?.count ?? 0) + count,
      totalUsd: (known?.totalUsd ?? 0n) + totalUsd,
      firstSeen: Math.min(known?.firstSeen ?? firstSeen, firstSeen),
      lastSeen: Math.max(known?.lastSeen ?? 0, lastSeen),
    })
  }
  await table('payees').clear()
  await table<PayeeRow>('payees').bulkAdd([...payees.values()])
  await table<PriceRow>('prices').bulkAdd(
    before.map(({ count: _count, totalUsd: _total, firstSeen: _first, ...price }) => price),
  )
  await table('intents').toCollection().modify({ agent: null, reportId: null })
  await table('approvals').toCollection().modify({ upTo: 0, documentId: null, unlockedAt: null })
  const sites = new Map(
    (await table<{ id: string; site: string }>('intents').toArray()).map((i) => [i.id, i.site]),
  )
  await table<{ intentId: string; state: string; delivered: 0 | 1 }>('authorizations')
    .toCollection()
    .modify((row) => {
      Object.assign(row, {
        agent: null,
        mandateId: null,
        nonceSalt: null,
        site: sites.get(row.intentId) ?? '',
      })
      // Proved dead: nothing waits for its answer any more.
      if (row.state === 'released') row.delivered = 1
    })
}

/** What version 2 did not say of a purchase, because nothing else was possible. */
export const ASKED_BY_HTTP = {
  transport: 'http',
  action: null,
  idempotencyKey: null,
  maxAmount: null,
  maxUsd: null,
  purpose: null,
} as const

/** From version 2: all that was asked until then came by a page's own request or a navigation. */
export async function toVersion3(transaction: Transaction): Promise<void> {
  await transaction.table('intents').toCollection().modify(ASKED_BY_HTTP)
}

/** What a payment begins with that nobody has asked the chain about. */
export const UNPROVED = {
  moved: null,
  provedBlock: null,
  claimedTransaction: null,
  claim: 'none',
  attestations: [],
  responseDigest: null,
  sends: 0,
  nextCheckAt: 0,
  checks: 0,
} as const satisfies Partial<AuthorizationRow>

/** Version 3 signed EIP-3009 itself, sent transactions, and signed typed data of a page's own. */
const methodOf = ({ scheme }: Pick<AuthorizationRow, 'scheme'>): TransferMethod =>
  scheme === 'exact' ? 'eip3009' : scheme === 'transaction' ? 'transaction' : 'page'

/** From version 3: how each payment moves, and what is not known of it yet. */
export async function toVersion4(transaction: Transaction): Promise<void> {
  await transaction
    .table<AuthorizationRow, string>('authorizations')
    .toCollection()
    .modify((row) => {
      Object.assign(row, toldInVersion4(row))
    })
}

/** From version 4: what each payment is found by. */
export async function toVersion5(transaction: Transaction): Promise<void> {
  const payees = new Map<string, string>()
  await transaction.table<AuthorizationRow>('authorizations').each(({ intentId, payTo }) => {
    payees.set(intentId, payTo)
  })
  await transaction
    .table<IntentRow>('intents')
    .toCollection()
    .modify((row) => {
      Object.assign(row, { words: wordsOf(row, payees.get(row.id)) })
    })
}

/** What version 4 tells of a payment that an older version wrote: how it moves, and what is not known yet. */
export function toldInVersion4(
  row: Pick<AuthorizationRow, 'scheme' | 'state' | 'proved' | 'amount' | 'transaction'>,
): Pick<AuthorizationRow, 'transferMethod' | keyof typeof UNPROVED> {
  const isPaid = row.proved === 1 && row.state === 'settled'
  const named = row.scheme === 'transaction' ? null : row.transaction
  return {
    ...UNPROVED,
    transferMethod: methodOf(row),
    moved: isPaid ? row.amount : null,
    claimedTransaction: named,
    claim: named === null ? 'none' : isPaid ? 'proved' : 'unchecked',
    sends: row.state === 'reserved' || row.state === 'signed' ? 0 : 1,
  }
}

/** Names the row of a payee at an origin; EVM addresses are one whatever their case. */
export function payeeId(origin: string, payTo: string): string {
  return `${origin} ${payTo.startsWith('0x') ? payTo.toLowerCase() : payTo}`
}
