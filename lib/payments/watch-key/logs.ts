import { AUTHORIZATION_USED } from '@/lib/chain/authorization'
import { isAddressText, isData, isWord, quantity, toQuantity, word } from '@/lib/chain/hex'
import type { Read, Reading } from '@/lib/chain/reading'
import type { Address, Hex } from '@/lib/core/hex'
import { isRecord } from '@/lib/core/json/parse'
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
    parseLogs(value, sought, fromBlock, toBlock),
  )
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
    const at = { asset, from, transaction, block: Number(block), logIndex: Number(logIndex) }
    if (event === AUTHORIZATION_USED) uses.push({ ...at, nonce: second as Hex })
    else if (event !== TOPIC_TRANSFER || data.length !== 66) return undefined
    else if (BigInt(data) > 0n) moves.push({ ...at, to: asAddress(second), amount: BigInt(data) })
  }
  // In the order of the chain, which a node need not keep: what several say is compared.
  moves.sort((a, b) => a.block - b.block || a.logIndex - b.logIndex)
  uses.sort((a, b) => a.block - b.block || a.logIndex - b.logIndex)
  return { moves, uses }
}

/** Whom a transaction called, in lower case; null for the making of a contract. */
export async function readCalled(reading: Reading, transaction: Hex): Promise<Read<Hex | null>> {
  return await reading.ask({ method: 'eth_getTransactionByHash', params: [transaction] }, (value) => {
    if (!isRecord(value)) return undefined
    if (value.to === null || value.to === undefined) return null
    return isAddressText(value.to) ? (value.to.toLowerCase() as Hex) : undefined
  })
}
