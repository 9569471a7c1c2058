import type { Hex } from '@/lib/core/hex'
import { err, ok } from '@/lib/core/result'
import { everyOf, isRecord, type Log, parseLog } from './authorization'
import { isWord, quantity, toQuantity } from './hex'
import type { Read, Reading } from './reading'

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
  const params = [{ ...filter, fromBlock: toQuantity(from), toBlock: toQuantity(to) }]
  const found = await reading.ask({ method: 'eth_getLogs', params }, (value) => {
    const logs = everyOf(value, parsePlaced)
    return logs?.every((log) => log.blockNumber >= from && log.blockNumber <= to && fits(log, filter))
      ? [...logs].sort(inOrder)
      : undefined
  })
  if (found.ok || found.error !== 'refused' || from === to) return found
  const middle = (from + to) / 2n
  const older = await readLogs(reading, filter, from, middle)
  if (!older.ok) return older
  const newer = await readLogs(reading, filter, middle + 1n, to)
  return newer.ok ? ok([...older.value, ...newer.value]) : err(newer.error)
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
