import { uint256 } from '@/lib/chain/chain'
import { addressTopic, type LogFilter, type PlacedLog, readLogs } from '@/lib/chain/logs'
import { callMany } from '@/lib/chain/many'
import type { Read, Reading } from '@/lib/chain/reading'
import { PERMIT2 } from '@/lib/core/assets/permit2'
import type { Hex } from '@/lib/core/hex'
import { ok } from '@/lib/core/result'
import type { AuthorizationRow } from '@/lib/ledger/schema'
import { distinct } from './eip3009'
import { type Finding, type Findings, isOver, type Judge } from './finding'
import { judgePermit2 } from './permit2'
import { search } from './search'

/** `Approval(address indexed owner, address indexed spender, uint256 value)` (ERC-20). */
const APPROVAL: Hex = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
/** `Permit(address indexed owner, address indexed token, address indexed spender, uint160, uint48, uint48)` (Permit2). */
const PERMITTED: Hex = '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec'
/** `NonceInvalidation(address indexed owner, address indexed token, address indexed spender, uint48, uint48)` (Permit2). */
const INVALIDATED: Hex = '0x55eb90d810e1700b35a8e7e25395ff7f2b2259abd7415ca2284dfb1c246418f3'

/**
 * Proof for typed data of a page's own, by its form. An allowance that was handed in counts as spent: whoever
 * holds it can take the amount at any time. A form that is not known here stays held.
 */
export const judgePage: Judge = async (reading, rows, known) => {
  const of = (...schemes: readonly string[]) => rows.filter(({ scheme }) => schemes.includes(scheme))
  const [transfers, permits, allowances] = await Promise.all([
    judgePermit2(reading, of('permit2-transfer'), known),
    judgeNumbered(reading, of('permit', 'permit-dai'), PERMIT),
    judgeNumbered(reading, of('permit2-allowance'), ALLOWANCE),
  ])
  return new Map([...transfers, ...permits, ...allowances])
}

/** A form whose nonces count up: what reads the next one, and the events that tell of a use. */
type Numbered = {
  readonly call: (row: AuthorizationRow) => { readonly target: Hex; readonly data: Hex }
  /** the next nonce in the answer of the call */
  readonly next: (answer: Hex) => bigint | undefined
  readonly filter: (rows: readonly AuthorizationRow[]) => LogFilter
  readonly meaning: (log: PlacedLog, row: AuthorizationRow) => 'used' | 'cancelled' | null
  /** whether its event names no nonce, so that another use of the same terms looks alike */
  readonly isNameless?: true
  /** what it means that no event of the whole chain is this authorization's */
  readonly exhausted?: Finding
}

const topic = addressTopic
const fieldOf = ({ data }: PlacedLog, i: number): bigint =>
  BigInt(`0x${data.slice(2 + 64 * i, 66 + 64 * i) || '0'}`)

/** EIP-2612, and DAI's permit: another permit of the same number makes this one void without an event that says so. */
const PERMIT: Numbered = {
  call: (row) => ({ target: row.asset as Hex, data: `0x7ecebe00${topic(row.from).slice(2)}` }),
  next: uint256,
  filter: (rows) => ({
    address: distinct(rows.map(({ asset }) => asset)),
    topics: [
      APPROVAL,
      distinct(rows.map((row) => topic(row.from))),
      distinct(rows.map((row) => topic(row.payTo))),
    ],
  }),
  meaning: (log, row) =>
    log.address === row.asset.toLowerCase() &&
    log.topics[1] === topic(row.from) &&
    log.topics[2] === topic(row.payTo) &&
    fieldOf(log, 0) === BigInt(row.amount)
      ? 'used'
      : null,
  isNameless: true,
  exhausted: { kind: 'cancelled', transaction: null, block: 0n },
}

/** Permit2's allowances: each permit and each invalidation tells its numbers. */
const ALLOWANCE: Numbered = {
  call: (row) => ({
    target: PERMIT2,
    data: `0x927da105${[row.from, row.asset, row.payTo].map((each) => topic(each).slice(2)).join('')}`,
  }),
  // (uint160 amount, uint48 expiration, uint48 nonce)
  next: (answer) => (answer.length === 2 + 3 * 64 ? BigInt(`0x${answer.slice(2 + 2 * 64)}`) : undefined),
  filter: (rows) => ({
    address: [PERMIT2],
    topics: [
      [PERMITTED, INVALIDATED],
      distinct(rows.map((row) => topic(row.from))),
      distinct(rows.map((row) => topic(row.asset))),
      distinct(rows.map((row) => topic(row.payTo))),
    ],
  }),
  meaning: (log, row) => {
    const isOf = [row.from, row.asset, row.payTo].every((each, i) => log.topics[i + 1] === topic(each))
    const nonce = BigInt(row.nonce)
    if (!isOf) return null
    // Another permit of this number used it up: nothing of ours can be handed in any more.
    if (log.topics[0] === PERMITTED)
      return fieldOf(log, 2) !== nonce ? null : fieldOf(log, 0) === BigInt(row.amount) ? 'used' : 'cancelled'
    return fieldOf(log, 1) <= nonce && nonce < fieldOf(log, 0) ? 'cancelled' : null
  },
}

async function judgeNumbered(
  reading: Reading,
  rows: readonly AuthorizationRow[],
  form: Numbered,
): Promise<Findings> {
  if (rows.length === 0) return new Map()
  const answers = await callMany(reading, rows.map(form.call))
  const findings: Findings = new Map()
  const passed: AuthorizationRow[] = []
  rows.forEach((row, i) => {
    const answer = answers[i]
    const next = answer?.ok && answer.value !== null ? form.next(answer.value) : undefined
    if (next === undefined) return
    if (next > BigInt(row.nonce)) passed.push(row)
    else if (isOver(reading, row)) findings.set(row.id, { kind: 'unused', block: reading.block.number })
  })
  const searched = await search(
    reading,
    passed,
    (some, from, to) => lookFor(reading, form, some, from, to),
    form.exhausted,
  )
  return new Map([...findings, ...searched])
}

async function lookFor(
  reading: Reading,
  form: Numbered,
  rows: readonly AuthorizationRow[],
  from: bigint,
  to: bigint,
): Promise<Read<Findings>> {
  const logs = await readLogs(reading, form.filter(rows), from, to)
  if (!logs.ok) return logs
  const findings: Findings = new Map()
  for (const row of rows) {
    for (const log of logs.value) {
      const meaning = form.meaning(log, row)
      if (meaning === null || (form.isNameless && (await isElsewhere(reading, form, row, log)))) continue
      const at = { transaction: log.transactionHash, block: log.blockNumber }
      findings.set(
        row.id,
        meaning === 'used'
          ? { kind: 'used', ...at, moved: BigInt(row.amount) }
          : { kind: 'cancelled', ...at },
      )
      if (meaning === 'used') break
    }
  }
  return ok(findings)
}

/**
 * Whether a nonce was used in another block than that of an event, before it or after. Where the nodes no longer
 * know, it counts as used there: nothing is given back that may be gone.
 */
async function isElsewhere(
  reading: Reading,
  form: Numbered,
  row: AuthorizationRow,
  { blockNumber: block }: PlacedLog,
): Promise<boolean> {
  const nextAt = async (at: bigint) => {
    const [answer] = await callMany(reading, [form.call(row)], at)
    return answer?.ok && answer.value !== null ? form.next(answer.value) : undefined
  }
  const nonce = BigInt(row.nonce)
  const [before, after] = await Promise.all([nextAt(block > 0n ? block - 1n : 0n), nextAt(block)])
  return (before !== undefined && before > nonce) || (after !== undefined && after <= nonce)
}
