import { isRecord } from '@/lib/chain/authorization'
import { uint256 } from '@/lib/chain/chain'
import { isData, isWord } from '@/lib/chain/hex'
import { addressTopic, type PlacedLog, readLogs, TRANSFER } from '@/lib/chain/logs'
import { callMany } from '@/lib/chain/many'
import type { Read, Reading } from '@/lib/chain/reading'
import { PERMIT2 } from '@/lib/core/assets/permit2'
import type { Hex } from '@/lib/core/hex'
import { ok } from '@/lib/core/result'
import type { AuthorizationRow } from '@/lib/ledger/schema'
import { distinct, groupBy } from './eip3009'
import { type Findings, isOver, type Judge, type Known } from './finding'
import { search } from './search'

/** `UnorderedNonceInvalidation(address indexed owner, uint256 word, uint256 mask)` (Permit2). */
const INVALIDATED: Hex = '0x3704902f963766a4e561bbaab6e6cdc1b1dd12f6e9e99648da8843b3f46b918d'

const word = (value: bigint): string => value.toString(16).padStart(64, '0')
const nonceOf = ({ nonce }: AuthorizationRow): bigint => BigInt(nonce)

/** A call of `nonceBitmap(address,uint256)` for one authorization (Permit2). */
const bitmapCall = (row: AuthorizationRow) => ({
  target: PERMIT2,
  data: `0x4fe02b44${addressTopic(row.from).slice(2)}${word(nonceOf(row) >> 8n)}` as Hex,
})

/**
 * Whether nonces are used or made void as of a block; undefined where that is not known, as of a block whose state
 * the nodes keep no more.
 */
async function bitsOf(
  reading: Reading,
  rows: readonly AuthorizationRow[],
  at: bigint,
): Promise<readonly (boolean | undefined)[]> {
  const answers = await callMany(reading, rows.map(bitmapCall), at)
  return rows.map((row, i) => {
    const answer = answers[i]
    const bitmap = answer?.ok && answer.value !== null ? uint256(answer.value) : undefined
    return bitmap === undefined ? undefined : ((bitmap >> (nonceOf(row) & 0xffn)) & 1n) === 1n
  })
}

/**
 * Proof for Permit2's signature transfers, `exact` and `upto`, and those that a page signs by itself.
 *
 * The bitmap says whether the nonce is spent; Permit2 tells of no use by an event. What spent it is the transaction
 * in which the token moved from the payer to the payee, whose input names the nonce, and before whose block the
 * nonce was free. Of `upto` the amount that moved there counts, whatever the server says. An invalidation proves
 * that it was cancelled where the nonce was free before it and nothing moved in its block.
 */
export const judgePermit2: Judge = async (reading, rows, known) => {
  const bits = await bitsOf(reading, rows, reading.block.number)
  const findings: Findings = new Map()
  const spent: AuthorizationRow[] = []
  rows.forEach((row, i) => {
    if (bits[i] === true) spent.push(row)
    else if (bits[i] === false && isOver(reading, row))
      findings.set(row.id, { kind: 'unused', block: reading.block.number })
  })
  const searched = await search(reading, spent, (some, from, to) => lookFor(reading, known, some, from, to))
  return new Map([...findings, ...searched])
}

/** A page's own transfer pays whomever the spender names; one of x402 pays the payee. */
const isOpenPayee = ({ transferMethod }: AuthorizationRow): boolean => transferMethod === 'page'

const movedBy = ({ data }: PlacedLog): bigint => BigInt(data)

/** Whether a transfer can be this authorization's: its token, payer and payee, and an amount that was signed. */
function fits(log: PlacedLog, row: AuthorizationRow): boolean {
  const isPayee = isOpenPayee(row) || log.topics[2] === addressTopic(row.payTo)
  const isOf = log.address === row.asset.toLowerCase() && log.topics[1] === addressTopic(row.from)
  if (!isPayee || !isOf || uint256(log.data) === undefined) return false
  const [moved, most] = [movedBy(log), BigInt(row.amount)]
  return row.scheme === 'exact' ? moved === most : moved <= most
}

async function lookFor(
  reading: Reading,
  known: Known,
  rows: readonly AuthorizationRow[],
  from: bigint,
  to: bigint,
): Promise<Read<Findings>> {
  const payers = distinct(rows.map((row) => addressTopic(row.from)))
  const payees = rows.some(isOpenPayee) ? null : distinct(rows.map((row) => addressTopic(row.payTo)))
  const transfers = await readLogs(
    reading,
    { address: distinct(rows.map(({ asset }) => asset)), topics: [TRANSFER, payers, payees] },
    from,
    to,
  )
  if (!transfers.ok) return transfers
  const voids = await readLogs(reading, { address: [PERMIT2], topics: [INVALIDATED, payers] }, from, to)
  if (!voids.ok) return voids
  const fitting = transfers.value.filter((log) => rows.some((row) => fits(log, row)))
  const inputs = await inputsOf(reading, distinct(fitting.map((log) => log.transactionHash)))
  if (!inputs.ok) return inputs
  const findings: Findings = new Map()
  // From the newest block down, as the search goes; each transfer proves one authorization.
  for (const [transaction, logs] of groupBy([...fitting].reverse(), (log) => log.transactionHash)) {
    const input = inputs.value.get(transaction) ?? ''
    const named = rows.filter((row) => !findings.has(row.id) && input.includes(word(nonceOf(row))))
    const block = logs[0]?.blockNumber ?? 0n
    const own = await firstUsedIn(reading, named, block)
    await assign(own, logs, transaction as Hex, findings, known)
  }
  await cancelled(reading, rows, voids.value, transfers.value, findings)
  return ok(findings)
}

/** What calls were made by some transactions, as hex in lower case. */
async function inputsOf(
  reading: Reading,
  hashes: readonly Hex[],
): Promise<Read<ReadonlyMap<string, string>>> {
  const answers = await reading.askAll(
    hashes.map((hash) => ({ method: 'eth_getTransactionByHash', params: [hash] })),
    (value, i) => {
      if (!isRecord(value) || !isWord(value.hash) || value.hash.toLowerCase() !== hashes[i]) return undefined
      return isData(value.input) ? value.input.toLowerCase() : undefined
    },
  )
  const inputs = new Map<string, string>()
  for (const [i, answer] of answers.entries()) {
    if (!answer.ok) return answer
    inputs.set(hashes[i] ?? '', answer.value)
  }
  return ok(inputs)
}

/**
 * Leaves out those whose nonce was spent before a block: an input can name a nonce that it has nothing to do with.
 * Where the nodes no longer know, `sure` is false.
 */
async function firstUsedIn(
  reading: Reading,
  rows: readonly AuthorizationRow[],
  block: bigint,
): Promise<readonly { readonly row: AuthorizationRow; readonly sure: boolean }[]> {
  if (rows.length === 0) return []
  const [before, after] = await Promise.all([
    bitsOf(reading, rows, block > 0n ? block - 1n : 0n),
    bitsOf(reading, rows, block),
  ])
  return rows.flatMap((row, i) => {
    if (before[i] === true || after[i] === false) return []
    return [{ row, sure: before[i] === false && after[i] === true }]
  })
}

/** Gives the transfers of one transaction to the authorizations that it used, the largest first. */
async function assign(
  own: readonly { readonly row: AuthorizationRow; readonly sure: boolean }[],
  logs: readonly PlacedLog[],
  transaction: Hex,
  findings: Findings,
  known: Known,
): Promise<void> {
  if (own.length === 0) return
  const left = [...logs].sort((a, b) => (movedBy(a) < movedBy(b) ? 1 : -1))
  for (const proved of await known.provedBy(transaction)) {
    const taken = left.findIndex(
      (log) => fits(log, proved) && (proved.moved === null || movedBy(log) === BigInt(proved.moved)),
    )
    if (taken >= 0) left.splice(taken, 1)
  }
  const inOrder = [...own].sort((a, b) => Number(b.sure) - Number(a.sure))
  // Which transfer is whose is not certain where several share it: none then counts for less than was signed.
  const isShared = own.length > 1 || own.some(({ sure }) => !sure)
  for (const { row } of inOrder) {
    const at = left.findIndex((log) => fits(log, row))
    const log = left[at]
    if (log === undefined) continue
    left.splice(at, 1)
    const isOne = !isShared || row.scheme === 'exact' || left.every((other) => !fits(other, row))
    const isAlone = own.length === 1
    const moved = isAlone || isOne ? movedBy(log) : BigInt(row.amount)
    findings.set(row.id, { kind: 'used', transaction, block: log.blockNumber, moved })
  }
}

async function cancelled(
  reading: Reading,
  rows: readonly AuthorizationRow[],
  voids: readonly PlacedLog[],
  transfers: readonly PlacedLog[],
  findings: Findings,
): Promise<void> {
  for (const log of voids) {
    const data = log.data.slice(2)
    const [at, mask] = [BigInt(`0x${data.slice(0, 64)}`), BigInt(`0x${data.slice(64, 128)}`)]
    const named = rows.filter(
      (row) =>
        !findings.has(row.id) &&
        log.topics[1] === addressTopic(row.from) &&
        nonceOf(row) >> 8n === at &&
        ((mask >> (nonceOf(row) & 0xffn)) & 1n) === 1n,
    )
    if (named.length === 0 || log.blockNumber === 0n) continue
    // An invalidation also tells of what was used already.
    const before = await bitsOf(reading, named, log.blockNumber - 1n)
    named.forEach((row, i) => {
      const isPaidThere = transfers.some((t) => t.blockNumber === log.blockNumber && fits(t, row))
      if (before[i] === false && !isPaidThere)
        findings.set(row.id, { kind: 'cancelled', transaction: log.transactionHash, block: log.blockNumber })
    })
  }
}
