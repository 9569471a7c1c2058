import type { Chain } from '@/lib/chain/chain'
import { type NetworkState, openReading, type Reading } from '@/lib/chain/reading'
import { isSolana } from '@/lib/core/assets/svm-networks'
import type { TransferMethod } from '@/lib/ledger/payment-forms'
import type { AuthorizationRow, Ledger } from '@/lib/ledger/schema'
import { writeNetworkState } from '@/lib/ledger/write/network-state'
import { contradictedClaims, recordContradiction } from '../claims'
import { groupBy, judgeEip3009, readReceipts } from './eip3009'
import type { Finding, Findings, Judge } from './finding'
import { judgePage } from './page'
import { judgePermit2 } from './permit2'
import { postpone, recordProof } from './record'
import { LONGEST_WAIT_MS } from './schedule'
import { judgeTransactions } from './transaction'

/** What reconciling needs of the worker, which keeps the connections to the nodes. */
export type Port = {
  readonly ledger: Ledger
  /** the nodes of a network and how deep a block must be there; null for a network that is not known */
  readonly nodesOf: (
    network: string,
  ) => Promise<{ readonly nodes: readonly Chain[]; readonly depth: number } | null>
  /** offers a signed transaction of the wallet's own to the node once more */
  readonly broadcast: (row: AuthorizationRow) => Promise<unknown>
  /** what all nodes of a Solana network prove of some authorizations, by id, and how the network stands */
  readonly judgeSolana?: (
    network: string,
    rows: readonly AuthorizationRow[],
  ) => Promise<{ readonly findings: ReadonlyMap<string, Finding>; readonly state: NetworkState }>
  /** tells whoever waits for this purchase */
  readonly changed: (intentId: string) => void
  /** Unix milliseconds */
  readonly now: () => number
  /** from 0 to below 1 */
  readonly random: () => number
}

/** So many authorizations are looked at in one go, and so many requests each node gets for them at most. */
const ROWS_AT_ONCE = 1_000
const CALLS_AT_ONCE = 200
/** So many of those that a clock that was set back would keep waiting are looked at besides. */
const STRANDED_AT_ONCE = 100

/** What proves each form of payment on the chains of EVM. */
const JUDGES: Readonly<Partial<Record<TransferMethod, Judge>>> = {
  eip3009: judgeEip3009,
  permit2: judgePermit2,
  page: judgePage,
  transaction: judgeTransactions,
}

/** How a question about one authorization ended: proved, open, or unknown because of its network. */
export type Asked = 'proved' | 'open' | 'down' | 'disagree'

/**
 * Asks the chains about what is due and not proved, oldest question first. Bounded work per call; each
 * authorization that stays open is due again later, by `nextCheck`.
 *
 * @returns how many were looked at
 */
export async function reconcileDue(port: Port): Promise<number> {
  const rows = await dueRows(port.ledger, port.now())
  for (const [network, own] of groupBy(rows, (row) => row.network))
    await reconcileOn(port, network, own, true)
  return rows.length
}

/** Asks the chain about one authorization now. */
export async function reconcileOne(port: Port, authorizationId: string): Promise<Asked> {
  const row = await port.ledger.authorizations.get(authorizationId)
  if (row === undefined || row.proved === 1 || row.state === 'released') return 'proved'
  const { kind, proved } = await reconcileOn(port, row.network, [row], false)
  return proved.has(row.id) ? 'proved' : kind === 'ok' ? 'open' : kind
}

async function dueRows(ledger: Ledger, now: number): Promise<readonly AuthorizationRow[]> {
  const waiting = ledger.authorizations.where('[proved+nextCheckAt]')
  const due = await waiting.between([0, -1], [0, now], true, true).limit(ROWS_AT_ONCE).toArray()
  // No wait is as long as this: the clock was ahead when it was written.
  const latest = now + 2 * LONGEST_WAIT_MS
  const stranded = await ledger.authorizations
    .where('[proved+nextCheckAt]')
    .between([0, latest], [0, Number.MAX_SAFE_INTEGER], false, true)
    .limit(STRANDED_AT_ONCE)
    .toArray()
  return [...due, ...stranded]
}

type Outcome = { readonly kind: 'ok' | 'down' | 'disagree'; readonly proved: ReadonlySet<string> }

/** @param inTurn false where it is asked before it is due */
async function reconcileOn(
  port: Port,
  network: string,
  rows: readonly AuthorizationRow[],
  inTurn: boolean,
): Promise<Outcome> {
  for (const row of rows)
    if (row.transferMethod === 'transaction' && row.state === 'signed') await port.broadcast(row)
  const { kind, findings, wrong } = await judge(port, network, rows)
  const proved = new Set<string>()
  for (const row of rows) {
    const finding = findings.get(row.id)
    if (finding === undefined || finding.kind === 'open') continue
    // One that cannot be written now keeps no other from it; it is looked at again when it is due.
    const isWritten = await recordProof(port.ledger, row.id, finding, port.now()).catch(() => false)
    if (!isWritten) continue
    proved.add(row.id)
    port.changed(row.intentId)
  }
  const open = rows.filter(({ id }) => !proved.has(id))
  if (open.length > 0)
    await postpone(port.ledger, open, findings, inTurn && kind === 'ok', port.now(), port.random)
  for (const id of wrong) await recordContradiction(port.ledger, id, port.now()).catch(() => false)
  for (const { intentId } of open.filter(({ id }) => isTold(findings, id) || wrong.includes(id)))
    port.changed(intentId)
  return { kind, proved }
}

const isTold = (findings: Findings, id: string): boolean => {
  const finding = findings.get(id)
  return finding?.kind === 'open' && finding.unpaid === true
}

async function judge(
  port: Port,
  network: string,
  rows: readonly AuthorizationRow[],
): Promise<{
  readonly kind: Outcome['kind']
  readonly findings: Findings
  /** ids of those whose server named a transaction that did not move them */
  readonly wrong: readonly string[]
}> {
  if (isSolana(network)) return await onSolana(port, network, rows)
  const chain = await port.nodesOf(network)
  if (chain === null) return { kind: 'down', findings: new Map(), wrong: [] }
  const { reading, state } = await openReading(chain.nodes, chain.depth, { calls: CALLS_AT_ONCE })
  const keep = (seen: NetworkState) => writeNetworkState(port.ledger, network, seen, port.now())
  if (reading === null) {
    await keep(state)
    return { kind: state.kind, findings: new Map(), wrong: [] }
  }
  const known = {
    provedBy: (transaction: string) =>
      port.ledger.authorizations
        .where('transaction')
        .equals(transaction)
        .filter((row) => row.proved === 1 && row.state === 'settled')
        .toArray(),
  }
  const findings: Findings = new Map()
  for (const [method, own] of groupBy(rows, (row) => row.transferMethod)) {
    const found = await JUDGES[method as TransferMethod]?.(reading, own, known)
    for (const [id, finding] of found ?? []) findings.set(id, finding)
  }
  const wrong = await wrongClaims(
    reading,
    rows.filter(({ id }) => (findings.get(id)?.kind ?? 'open') === 'open'),
  )
  // What was seen in a block that is no longer there is no proof.
  const isThere = (findings.size === 0 && wrong.length === 0) || (await reading.stands())
  const seen = reading.state()
  await keep(seen)
  return isThere ? { kind: seen.kind, findings, wrong } : { kind: 'disagree', findings: new Map(), wrong: [] }
}

async function onSolana(port: Port, network: string, rows: readonly AuthorizationRow[]) {
  const nothing = { kind: 'down', findings: new Map(), wrong: [] } as const
  const said = await port.judgeSolana?.(network, rows).catch(() => null)
  if (said == null) return nothing
  await writeNetworkState(port.ledger, network, said.state, port.now())
  return { kind: said.state.kind, findings: new Map(said.findings), wrong: [] }
}

/** What is not known for certain of a claim leaves it as it is. */
const wrongClaims = (reading: Reading, rows: readonly AuthorizationRow[]): Promise<readonly string[]> =>
  contradictedClaims(
    {
      confirmed: reading.block.number,
      receiptsOf: async (hashes) =>
        (await readReceipts(reading, hashes)).map((read) => (read.ok ? read.value : null)),
    },
    rows,
  )
