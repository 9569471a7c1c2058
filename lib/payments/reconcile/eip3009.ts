import {
  AUTHORIZATION_CANCELED,
  AUTHORIZATION_USED,
  parseReceipt,
  type TransactionReceipt,
} from '@/lib/chain/authorization'
import { uint256 } from '@/lib/chain/chain'
import { addressTopic, type PlacedLog, readLogs, readLogsAt, TRANSFER } from '@/lib/chain/logs'
import { callMany } from '@/lib/chain/many'
import type { Read, Reading } from '@/lib/chain/reading'
import type { Hex } from '@/lib/core/hex'
import { isTransaction } from '@/lib/core/lifecycle/claim'
import { ok } from '@/lib/core/result'
import type { AuthorizationRow } from '@/lib/ledger/schema'
import { encodeAuthorizationState, readProof } from '@/lib/schemes/evm/proof'
import { type Findings, isOld, isOver, type Judge } from './finding'
import { search } from './search'

/** So many claims of servers are looked at in one go. */
const CLAIMS_AT_ONCE = 50

/**
 * Proof for EIP-3009: `authorizationState` of all at the reading's block, and for those that are used the events
 * of the token. Used is not paid: the Transfer of that amount to that payee in the same transaction is.
 */
export const judgeEip3009: Judge = async (reading, rows) => {
  const states = await callMany(
    reading,
    rows.map((row) => ({
      target: row.asset as Hex,
      data: encodeAuthorizationState(row.from as Hex, row.nonce as Hex),
    })),
  )
  const findings: Findings = new Map()
  const used: AuthorizationRow[] = []
  rows.forEach((row, i) => {
    const state = states[i]
    const value = state?.ok && state.value !== null ? uint256(state.value) : undefined
    // A contract that answers no boolean says nothing.
    if (value === 1n) used.push(row)
    else if (value === 0n && isOver(reading, row))
      findings.set(row.id, { kind: 'unused', block: reading.block.number })
  })
  const claimed = await inClaims(
    reading,
    used.filter((row) => isOld(reading, row)),
  )
  const searched = await search(
    reading,
    used.filter(({ id }) => !claimed.has(id)),
    (some, from, to) => lookFor(reading, some, from, to),
  )
  return new Map([...findings, ...claimed, ...searched])
}

/** What is proved by the very transactions that servers named: of old ones that spares the search. */
async function inClaims(reading: Reading, rows: readonly AuthorizationRow[]): Promise<Findings> {
  const claims = rows.flatMap((row) => {
    const hash = row.claimedTransaction ?? row.transaction
    return hash === null || !isTransaction(row.network, hash) ? [] : [{ row, hash: hash as Hex }]
  })
  const some = claims.slice(0, CLAIMS_AT_ONCE)
  const receipts = await readReceipts(
    reading,
    some.map(({ hash }) => hash),
  )
  const findings: Findings = new Map()
  some.forEach(({ row, hash }, i) => {
    const receipt = receipts[i]
    if (!receipt?.ok || receipt.value === null || receipt.value.status !== 'success') return
    if (receipt.value.blockNumber > reading.block.number) return
    const proof = readProof(receipt.value.logs, {
      asset: row.asset as Hex,
      from: row.from as Hex,
      nonce: row.nonce as Hex,
      payTo: row.payTo as Hex,
      value: BigInt(row.amount),
    })
    const at = { transaction: hash, block: receipt.value.blockNumber }
    if (proof.cancelled) findings.set(row.id, { kind: 'cancelled', ...at })
    else if (proof.used && proof.transferred)
      findings.set(row.id, { kind: 'used', ...at, moved: BigInt(row.amount) })
  })
  return findings
}

/** Receipts of several transactions; null where the nodes know none. */
export async function readReceipts(
  reading: Reading,
  hashes: readonly Hex[],
): Promise<readonly Read<TransactionReceipt | null>[]> {
  return await reading.askAll(
    hashes.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
    (value, i) => (value === null ? null : parseReceipt(value, hashes[i] ?? '0x')),
    true,
  )
}

async function lookFor(
  reading: Reading,
  rows: readonly AuthorizationRow[],
  from: bigint,
  to: bigint,
): Promise<Read<Findings>> {
  const address = distinct(rows.map(({ asset }) => asset))
  const payers = distinct(rows.map((row) => addressTopic(row.from)))
  const nonces = distinct(rows.map(({ nonce }) => nonce))
  const events = await readLogs(
    reading,
    { address, topics: [[AUTHORIZATION_USED, AUTHORIZATION_CANCELED], payers, nonces] },
    from,
    to,
  )
  if (!events.ok) return events
  const ofNonces = groupBy(events.value, ({ address, topics }) => keyOf(address, topics[1], topics[2]))
  const ends = rows.flatMap((row) => {
    const own = ofNonces.get(keyOf(row.asset, addressTopic(row.from), row.nonce)) ?? []
    return own.length === 0 ? [] : [{ row, events: own }]
  })
  const uses = events.value.filter(({ topics }) => topics[0] === AUTHORIZATION_USED)
  const payees = distinct(rows.map((row) => addressTopic(row.payTo)))
  const transfers = await readLogsAt(
    reading,
    { address, topics: [TRANSFER, payers, payees] },
    uses.map(({ blockNumber }) => blockNumber),
  )
  if (!transfers.ok) return transfers
  return ok(findingsOf(ends, new Transfers(transfers.value)))
}

type End = { readonly row: AuthorizationRow; readonly events: readonly PlacedLog[] }

function findingsOf(ends: readonly End[], transfers: Transfers): Findings {
  const findings: Findings = new Map()
  for (const { row, events } of ends) {
    const cancelled = events.find(({ topics }) => topics[0] === AUTHORIZATION_CANCELED)
    if (cancelled !== undefined) {
      const { transactionHash: transaction, blockNumber: block } = cancelled
      findings.set(row.id, { kind: 'cancelled', transaction, block })
      continue
    }
    const paid = events.find((event) => transfers.take(event, row))
    const [event] = events
    if (paid !== undefined) {
      const { transactionHash: transaction, blockNumber: block } = paid
      findings.set(row.id, { kind: 'used', transaction, block, moved: BigInt(row.amount) })
    } else if (event !== undefined) {
      // Looked for again from this very block: it is where the answer stands.
      const block = Number(event.blockNumber)
      findings.set(row.id, { kind: 'open', searched: { from: block + 1, to: block }, unpaid: true })
    }
  }
  return findings
}

/** The transfers of a range. Each is proof of one authorization, however many share a transaction. */
export class Transfers {
  readonly #left: Map<string, PlacedLog[]>

  constructor(logs: readonly PlacedLog[]) {
    this.#left = groupBy(
      logs,
      (log) => `${log.transactionHash} ${log.address} ${log.topics[1]} ${log.topics[2]} ${log.data}`,
    )
  }

  /** Takes one transfer of exactly this row's amount out of an event's transaction; false where none is left. */
  take(event: PlacedLog, row: AuthorizationRow): boolean {
    const value = `0x${BigInt(row.amount).toString(16).padStart(64, '0')}`
    const [asset, from, to] = [row.asset.toLowerCase(), addressTopic(row.from), addressTopic(row.payTo)]
    const left = this.#left.get(`${event.transactionHash} ${asset} ${from} ${to} ${value}`)
    return left?.pop() !== undefined
  }
}

const keyOf = (asset: string, payer: string | undefined, nonce: string | undefined): string =>
  `${asset} ${payer} ${nonce}`.toLowerCase()

/** Each once, as hex in lower case. */
export const distinct = (values: readonly string[]): readonly Hex[] => [
  ...new Set(values.map((value) => value.toLowerCase() as Hex)),
]

/** Sorts a list into lists by a key of each. */
export function groupBy<T>(list: readonly T[], keyOfItem: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of list) {
    const key = keyOfItem(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
