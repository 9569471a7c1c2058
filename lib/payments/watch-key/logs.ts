import { AUTHORIZATION_USED } from '@/lib/chain/authorization'
import { isAddressText, isData, isWord, quantity, toQuantity, word } from '@/lib/chain/hex'
import type { Read, Reading } from '@/lib/chain/reading'
import type { Address, Hex } from '@/lib/core/hex'
import { isRecord } from '@/lib/core/json/parse'
import { TOPIC_TRANSFER } from '@/lib/schemes/evm/proof'

/** An amount that moved from one account to another, as its Transfer log says. Addresses and hashes in lower case. */
export type Move = {
  readonly asset: Hex
  readonly from: Hex
  readonly to: Hex
  /** atomic, more than nothing */
  readonly amount: bigint
  readonly transaction: Hex
  readonly block: number
  readonly logIndex: number
}

/** An EIP-3009 nonce of ours that was used, and the log's own number. */
export type NonceUse = {
  readonly asset: Hex
  readonly from: Hex
  readonly nonce: Hex
  readonly transaction: Hex
  readonly block: number
  readonly logIndex: number
}

/** What accounts spent in a range of blocks. */
export type Spending = { readonly moves: readonly Move[]; readonly uses: readonly NonceUse[] }

/** What is looked for: these assets of these accounts. */
export type Sought = { readonly assets: readonly Address[]; readonly accounts: readonly Address[] }

const asTopic = (address: Hex): Hex => `0x${word(address)}`
const asAddress = (topic: string): Hex => `0x${topic.slice(26).toLowerCase()}`

/**
 * Reads every outgoing Transfer (ERC-20) and AuthorizationUsed (EIP-3009) of some accounts in some assets,
 * between two blocks, both included, in one call of each node. Both events name the account first.
 *
 * A Transfer of nothing is left out: anybody can make a token log one for any account.
 *
 * An answer in which one log cannot be read, or is none that was asked for, counts as none.
 */
export async function readSpending(
  reading: Reading,
  sought: Sought,
  fromBlock: number,
  toBlock: number,
): Promise<Read<Spending>> {
  const filter = {
    address: sought.assets,
    topics: [[TOPIC_TRANSFER, AUTHORIZATION_USED], sought.accounts.map(asTopic)],
    fromBlock: toQuantity(BigInt(fromBlock)),
    toBlock: toQuantity(BigInt(toBlock)),
  }
  return await reading.ask({ method: 'eth_getLogs', params: [filter] }, (value) =>
    parseSpending(value, sought, fromBlock, toBlock),
  )
}

/**
 * Reads every Transfer to some accounts in some assets, between two blocks, both included, in one call of each node.
 * Strict in its answers as `readSpending`.
 */
export async function readIncoming(
  reading: Reading,
  sought: Sought,
  fromBlock: number,
  toBlock: number,
): Promise<Read<readonly Move[]>> {
  const filter = {
    address: sought.assets,
    topics: [TOPIC_TRANSFER, null, sought.accounts.map(asTopic)],
    fromBlock: toQuantity(BigInt(fromBlock)),
    toBlock: toQuantity(BigInt(toBlock)),
  }
  return await reading.ask({ method: 'eth_getLogs', params: [filter] }, (value) => {
    const accounts = new Set(sought.accounts.map((a) => a.toLowerCase()))
    const logs = parseLogs(value, sought.assets, fromBlock, toBlock)
    if (logs?.every((log) => log.event === TOPIC_TRANSFER && accounts.has(asAddress(log.second))) !== true)
      return undefined
    const moves = logs.map(moveOf)
    return moves.every((move) => move !== undefined) ? moves.filter((move) => move.amount > 0n) : undefined
  })
}

/** A log of two indexed addresses or words, each part checked. */
type Log = Pick<Move, 'asset' | 'transaction' | 'block' | 'logIndex'> & {
  readonly event: string
  readonly first: string
  readonly second: string
  readonly data: string
}

/** What a Transfer log says; undefined where its data is no amount. */
function moveOf({ event: _, first, second, data, ...at }: Log): Move | undefined {
  if (data.length !== 66) return undefined
  return { ...at, from: asAddress(first), to: asAddress(second), amount: BigInt(data) }
}

function parseSpending(
  value: unknown,
  sought: Sought,
  fromBlock: number,
  toBlock: number,
): Spending | undefined {
  const accounts = new Set(sought.accounts.map((a) => a.toLowerCase()))
  const moves: Move[] = []
  const uses: NonceUse[] = []
  const logs = parseLogs(value, sought.assets, fromBlock, toBlock)
  if (logs === undefined) return undefined
  for (const log of logs) {
    const { event, first, second, data, ...at } = log
    const from = asAddress(first)
    // A node that ignores the filter must not pass another's money for ours.
    if (!accounts.has(from)) return undefined
    if (event === AUTHORIZATION_USED) uses.push({ ...at, from, nonce: second as Hex })
    else {
      const move = event === TOPIC_TRANSFER ? moveOf(log) : undefined
      if (move === undefined) return undefined
      if (move.amount > 0n) moves.push(move)
    }
  }
  return { moves, uses }
}

/** Logs of these assets in these blocks, in the order of the chain; undefined where one of them is none. */
function parseLogs(
  value: unknown,
  assets: readonly Address[],
  fromBlock: number,
  toBlock: number,
): readonly Log[] | undefined {
  if (!Array.isArray(value)) return undefined
  const known = new Set(assets.map((a) => a.toLowerCase()))
  const logs: Log[] = []
  for (const item of value) {
    if (!isRecord(item) || item.removed === true) return undefined
    const { address, topics, data, transactionHash } = item
    const block = quantity(item.blockNumber)
    const logIndex = quantity(item.logIndex)
    if (!isAddressText(address) || !isData(data) || !isWord(transactionHash)) return undefined
    if (!Array.isArray(topics) || !topics.every(isWord) || topics.length !== 3) return undefined
    if (block === undefined || logIndex === undefined) return undefined
    if (block < BigInt(fromBlock) || block > BigInt(toBlock)) return undefined
    const [event = '', first = '', second = ''] = topics.map((topic) => topic.toLowerCase())
    const asset = address.toLowerCase() as Hex
    if (!known.has(asset)) return undefined
    const transaction = transactionHash.toLowerCase() as Hex
    logs.push({
      event,
      first,
      second,
      data,
      asset,
      transaction,
      block: Number(block),
      logIndex: Number(logIndex),
    })
  }
  // A node need not keep the order: what several say is compared.
  return logs.sort((a, b) => a.block - b.block || a.logIndex - b.logIndex)
}

/** Whom a transaction called, in lower case; null for the making of a contract. */
export async function readCalled(reading: Reading, transaction: Hex): Promise<Read<Hex | null>> {
  return await reading.ask({ method: 'eth_getTransactionByHash', params: [transaction] }, (value) => {
    if (!isRecord(value)) return undefined
    if (value.to === null || value.to === undefined) return null
    return isAddressText(value.to) ? (value.to.toLowerCase() as Hex) : undefined
  })
}
