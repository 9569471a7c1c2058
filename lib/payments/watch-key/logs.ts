import { type Answer, fault, read } from '@/lib/chain/answer'
import { AUTHORIZATION_USED } from '@/lib/chain/authorization'
import type { Chain } from '@/lib/chain/chain'
import { isAddressText, isData, isWord, quantity, toQuantity, word } from '@/lib/chain/hex'
import type { Address, Hex } from '@/lib/core/hex'
import { isRecord } from '@/lib/core/json/parse'
import { ok } from '@/lib/core/result'
import { TOPIC_TRANSFER } from '@/lib/schemes/evm/proof'

/** An amount that left an account of ours, as its Transfer log says. Addresses and hashes in lower case. */
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
 * between two blocks, both included, in one call. Both events name the account first.
 *
 * A Transfer of nothing is left out: anybody can make a token log one for any account.
 *
 * @returns a fault also where one log of the answer cannot be read, or is none that was asked for
 */
export async function readSpending(
  chain: Chain,
  sought: Sought,
  fromBlock: number,
  toBlock: number,
): Promise<Answer<Spending>> {
  const filter = {
    address: sought.assets,
    topics: [[TOPIC_TRANSFER, AUTHORIZATION_USED], sought.accounts.map(asTopic)],
    fromBlock: toQuantity(BigInt(fromBlock)),
    toBlock: toQuantity(BigInt(toBlock)),
  }
  const answer = await chain.call('eth_getLogs', [filter])
  return read(answer, (value) => parseLogs(value, sought, fromBlock, toBlock))
}

function parseLogs(value: unknown, sought: Sought, first: number, last: number): Spending | undefined {
  if (!Array.isArray(value)) return undefined
  const assets = new Set(sought.assets.map((a) => a.toLowerCase()))
  const accounts = new Set(sought.accounts.map((a) => a.toLowerCase()))
  const moves: Move[] = []
  const uses: NonceUse[] = []
  for (const item of value) {
    if (!isRecord(item) || item.removed === true) return undefined
    const { address, topics, data, transactionHash } = item
    const block = quantity(item.blockNumber)
    const logIndex = quantity(item.logIndex)
    if (!isAddressText(address) || !isData(data) || !isWord(transactionHash)) return undefined
    if (!Array.isArray(topics) || !topics.every(isWord) || topics.length !== 3) return undefined
    if (block === undefined || logIndex === undefined) return undefined
    if (block < BigInt(first) || block > BigInt(last)) return undefined
    const [event = '', owner = '', second = ''] = topics.map((topic) => topic.toLowerCase())
    const asset = address.toLowerCase() as Hex
    const from = asAddress(owner)
    // A node that ignores the filter must not pass another's money for ours.
    if (!assets.has(asset) || !accounts.has(from)) return undefined
    const transaction = transactionHash.toLowerCase() as Hex
    const at = { asset, from, transaction, logIndex: Number(logIndex) }
    if (event === AUTHORIZATION_USED) uses.push({ ...at, nonce: second as Hex })
    else if (event !== TOPIC_TRANSFER || data.length !== 66) return undefined
    else if (BigInt(data) > 0n)
      moves.push({ ...at, to: asAddress(second), amount: BigInt(data), block: Number(block) })
  }
  return { moves, uses }
}

/** A block's time by its number, Unix seconds. */
export async function readTime(chain: Chain, block: number): Promise<Answer<number>> {
  const answer = await chain.call('eth_getBlockByNumber', [toQuantity(BigInt(block)), false])
  return read(answer, (value) => {
    const time = isRecord(value) ? quantity(value.timestamp) : undefined
    return time === undefined || time > BigInt(Number.MAX_SAFE_INTEGER) ? undefined : Number(time)
  })
}

/** Whom a transaction called, in lower case; null for the making of a contract. */
export async function readCalled(chain: Chain, transaction: Hex): Promise<Answer<Hex | null>> {
  const answer = await chain.call('eth_getTransactionByHash', [transaction])
  if (!answer.ok) return answer
  const { value } = answer
  if (!isRecord(value)) return fault('malformed')
  if (value.to === null || value.to === undefined) return ok(null)
  return isAddressText(value.to) ? ok(value.to.toLowerCase() as Hex) : fault('malformed')
}

/**
 * The first block whose time is not before a moment, found by halving; at most one call for each bit of the
 * chain's height.
 *
 * @param since Unix seconds
 * @param head the newest block that counts, and its time
 */
export async function blockSince(
  chain: Chain,
  since: number,
  head: { readonly number: number; readonly timestamp: number },
): Promise<Answer<number>> {
  if (since > head.timestamp) return ok(head.number + 1)
  let [low, high] = [0, head.number]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const time = await readTime(chain, middle)
    if (!time.ok) return time
    if (time.value < since) low = middle + 1
    else high = middle
  }
  return ok(low)
}
