import type { Hex } from '@/lib/core/hex'
import { err, ok } from '@/lib/core/result'
import { everyOf, isRecord, type Log, parseLog } from './authorization'
import { isWord, quantity, toQuantity } from './hex'
import type { Read, Reading } from './reading'
import type { Request } from './rpc'

/** What is looked for. A topic is a word, one of several, or any (null), as in `eth_getLogs`. */
export type LogFilter = {
  readonly address: readonly Hex[]
  readonly topics: readonly (Hex | readonly Hex[] | null)[]
}

/** One event with its place in the chain. */
export type PlacedLog = Log & {
  readonly transactionHash: Hex
  readonly blockNumber: bigint
  readonly logIndex: number
}

/** The widest range that is asked for at once; public nodes answer 2,000 blocks or more. */
export const RANGE_BLOCKS = 2_000n

/**
 * Reads the events between two blocks, both included, in the order of the chain. A range that the nodes refuse
 * is halved until they answer.
 *
 * What a node gives beside the filter, or outside the range, makes its answer nonsense: another's event must not
 * pass for ours.
 */
export async function readLogs(
  reading: Reading,
  filter: LogFilter,
  from: bigint,
  to: bigint,
): Promise<Read<readonly PlacedLog[]>> {
  if (from > to) return ok([])
  const found = await reading.ask(requestOf(filter, { from, to }), (value) =>
    logsIn(value, filter, { from, to }),
  )
  if (found.ok || found.error !== 'refused' || from === to) return found
  const middle = (from + to) / 2n
  const older = await readLogs(reading, filter, from, middle)
  if (!older.ok) return older
  const newer = await readLogs(reading, filter, middle + 1n, to)
  return newer.ok ? ok([...older.value, ...newer.value]) : err(newer.error)
}

/** Blocks from one to another, both included. */
export type Range = { readonly from: bigint; readonly to: bigint }

/** So many ranges are asked for in one request. */
const RANGES_TOGETHER = 8

/**
 * Reads the events of some blocks, and of as few others as a handful of ranges in one request allow: what stands
 * far apart is not read with all that stands between.
 *
 * @param blocks in any order, each once or more often
 */
export async function readLogsAt(
  reading: Reading,
  filter: LogFilter,
  blocks: readonly bigint[],
): Promise<Read<readonly PlacedLog[]>> {
  const ranges = rangesOf(blocks, RANGES_TOGETHER)
  const answers =
    ranges.length < 2
      ? []
      : await reading.askAll(
          ranges.map((range) => requestOf(filter, range)),
          (value, i) => logsIn(value, filter, ranges[i] ?? NOWHERE),
        )
  const logs: PlacedLog[] = []
  for (const [i, range] of ranges.entries()) {
    const answer = answers[i]
    const isAsked = answer === undefined || (!answer.ok && answer.error === 'refused')
    const found = isAsked ? await readLogs(reading, filter, range.from, range.to) : answer
    if (!found.ok) return found
    logs.push(...found.value)
  }
  return ok(logs)
}

const NOWHERE: Range = { from: 1n, to: 0n }

/**
 * The ranges that hold some blocks, cut where the most lies between two of them; in the order of the chain.
 *
 * @param most how many ranges there may be
 */
export function rangesOf(blocks: readonly bigint[], most: number): readonly Range[] {
  const inTurn = [...new Set(blocks)].sort((a, b) => (a < b ? -1 : 1))
  const [first] = inTurn
  if (first === undefined) return []
  const gaps = inTurn.slice(1).map((block, i) => ({ before: inTurn[i] ?? first, after: block }))
  const widest = gaps
    .filter(({ before, after }) => after - before > 1n)
    .sort((a, b) => (a.after - a.before > b.after - b.before ? -1 : 1))
    .slice(0, most - 1)
    .sort((a, b) => (a.after < b.after ? -1 : 1))
  const starts = [first, ...widest.map(({ after }) => after)]
  const ends = [...widest.map(({ before }) => before), inTurn.at(-1) ?? first]
  return starts.map((from, i) => ({ from, to: ends[i] ?? from }))
}

const requestOf = (filter: LogFilter, { from, to }: Range): Request => ({
  method: 'eth_getLogs',
  params: [{ ...filter, fromBlock: toQuantity(from), toBlock: toQuantity(to) }],
})

/** The events of an answer in the order of the chain; undefined where one is none that was asked for. */
function logsIn(value: unknown, filter: LogFilter, { from, to }: Range): PlacedLog[] | undefined {
  const logs = everyOf(value, parsePlaced)
  return logs?.every((log) => log.blockNumber >= from && log.blockNumber <= to && fits(log, filter))
    ? [...logs].sort(inOrder)
    : undefined
}

const inOrder = (a: PlacedLog, b: PlacedLog): number =>
  a.blockNumber === b.blockNumber ? a.logIndex - b.logIndex : a.blockNumber < b.blockNumber ? -1 : 1

function fits(log: PlacedLog, { address, topics }: LogFilter): boolean {
  return (
    address.some((each) => each.toLowerCase() === log.address) &&
    topics.every(
      (wanted, i) => wanted === null || [wanted].flat().some((w) => w.toLowerCase() === log.topics[i]),
    )
  )
}

/** Hex in lower case, so that what two nodes say can be compared. */
function parsePlaced(value: unknown): PlacedLog | undefined {
  const log = parseLog(value)
  if (log === undefined || !isRecord(value) || value.removed === true) return undefined
  const blockNumber = quantity(value.blockNumber)
  const logIndex = quantity(value.logIndex)
  if (blockNumber === undefined || logIndex === undefined || !isWord(value.transactionHash)) return undefined
  return {
    address: lower(log.address),
    topics: log.topics.map(lower),
    data: lower(log.data),
    transactionHash: lower(value.transactionHash),
    blockNumber,
    logIndex: Number(logIndex),
  }
}

const lower = (hex: Hex): Hex => hex.toLowerCase() as Hex

/** A topic that is an address. */
export const addressTopic = (address: string): Hex => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`

/** `Transfer(address indexed from, address indexed to, uint256 value)` (ERC-20). */
export const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
