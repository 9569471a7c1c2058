import type { Address, Hex } from '@/lib/core/hex'
import { ok } from '@/lib/core/result'
import { type Answer, fault, read } from './answer'
import { type BlockTag, type Chain, readUint256 } from './chain'
import { isAddressText, isData, isWord, quantity, toQuantity, word } from './hex'
import type { CallOptions } from './rpc'

/** Names one EIP-3009 authorization. */
export type AuthorizationKey = { readonly asset: Address; readonly from: Address; readonly nonce: Hex }

/** One event of a receipt. */
export type Log = { readonly address: Address; readonly topics: readonly Hex[]; readonly data: Hex }

/** A mined transaction. */
export type TransactionReceipt = {
  readonly transactionHash: Hex
  readonly status: 'success' | 'reverted'
  readonly blockNumber: bigint
  readonly logs: readonly Log[]
}

/** How a nonce was consumed: `authorizationState` is true for both. */
export type NonceEvent = {
  readonly kind: 'used' | 'cancelled'
  readonly transactionHash: Hex
  readonly blockNumber: bigint
}

/** `AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)` (EIP-3009). */
export const AUTHORIZATION_USED: Hex = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5'

/** `AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)` (EIP-3009). */
export const AUTHORIZATION_CANCELED: Hex =
  '0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81'

/**
 * Reads `authorizationState(address,bytes32)` (EIP-3009).
 *
 * For proof that a window ended unused, pass the number of the block whose time was read: "latest" of
 * two calls may be two blocks, and of two nodes behind one URL.
 *
 * @returns true when the nonce was used or cancelled; an answer that is no boolean is a fault
 */
export async function readAuthorizationState(
  chain: Chain,
  { asset, from, nonce }: AuthorizationKey,
  block: bigint | BlockTag = 'latest',
  options?: CallOptions,
): Promise<Answer<boolean>> {
  // a shorter nonce would be padded into another one, whose "unused" could pass for proof
  if (!isWord(nonce) || !isAddressText(from)) return fault('malformed')
  const data: Hex = `0xe94a0102${word(from)}${word(nonce)}`
  const state = readUint256(await chain.ethCall(asset, data, block, options))
  if (!state.ok) return state
  return state.value > 1n ? fault('malformed') : ok(state.value === 1n)
}

/**
 * Finds the events that consumed a nonce, between two blocks, both included. Public nodes bound the
 * range (often 2,000 to 10,000 blocks) and answer a wider one with an 'rpc' fault.
 */
export async function findNonceEvents(
  chain: Chain,
  { asset, from, nonce }: AuthorizationKey,
  fromBlock: bigint,
  toBlock: bigint,
  options?: CallOptions,
): Promise<Answer<readonly NonceEvent[]>> {
  const topics = [[AUTHORIZATION_USED, AUTHORIZATION_CANCELED], `0x${word(from)}`, nonce]
  const filter = { address: asset, topics, fromBlock: toQuantity(fromBlock), toBlock: toQuantity(toBlock) }
  return read(await chain.call('eth_getLogs', [filter], options), (value) =>
    everyOf(value, (log) => parseNonceEvent(log, { asset, from, nonce })),
  )
}

/**
 * Reads a transaction's receipt.
 *
 * @returns null when the node knows of none: not mined, or not there, which proves nothing
 */
export async function readReceipt(
  chain: Chain,
  hash: Hex,
  options?: CallOptions,
): Promise<Answer<TransactionReceipt | null>> {
  const answer = await chain.call('eth_getTransactionReceipt', [hash], options)
  if (answer.ok && answer.value === null) return ok(null)
  return read(answer, (value) => parseReceipt(value, hash))
}

/** Reads the receipt of this transaction as a node tells it; undefined for anything else. */
export function parseReceipt(value: unknown, hash: Hex): TransactionReceipt | undefined {
  if (!isRecord(value) || !isWord(value.transactionHash)) return undefined
  if (value.transactionHash.toLowerCase() !== hash.toLowerCase()) return undefined
  const status = quantity(value.status)
  const blockNumber = quantity(value.blockNumber)
  const logs = everyOf(value.logs, parseLog)
  if (status === undefined || status > 1n || blockNumber === undefined || logs === undefined) return undefined
  return {
    transactionHash: value.transactionHash,
    status: status === 1n ? 'success' : 'reverted',
    blockNumber,
    logs,
  }
}

function parseNonceEvent(value: unknown, key: AuthorizationKey): NonceEvent | undefined {
  const log = parseLog(value)
  if (log === undefined || !isRecord(value) || value.removed === true || !isWord(value.transactionHash))
    return undefined
  const blockNumber = quantity(value.blockNumber)
  const [event, authorizer, nonce] = log.topics.map((topic) => topic.toLowerCase())
  // a node that ignores the filter must not pass another's event for ours
  const ours =
    log.address.toLowerCase() === key.asset.toLowerCase() &&
    authorizer === `0x${word(key.from)}` &&
    nonce === key.nonce.toLowerCase()
  if (
    blockNumber === undefined ||
    !ours ||
    (event !== AUTHORIZATION_USED && event !== AUTHORIZATION_CANCELED)
  )
    return undefined
  return {
    kind: event === AUTHORIZATION_USED ? 'used' : 'cancelled',
    transactionHash: value.transactionHash,
    blockNumber,
  }
}

/** Reads one event as a node tells it; undefined for anything else. */
export function parseLog(value: unknown): Log | undefined {
  if (!isRecord(value) || !isAddressText(value.address) || !isData(value.data)) return undefined
  const topics = everyOf(value.topics, (topic) => (isWord(topic) ? topic : undefined))
  return topics === undefined ? undefined : { address: value.address, topics, data: value.data }
}

/** Undefined as soon as one item does not read. */
export function everyOf<T>(
  value: unknown,
  reader: (item: unknown) => T | undefined,
): readonly T[] | undefined {
  if (!Array.isArray(value)) return undefined
  const items: T[] = []
  for (const item of value) {
    const read = reader(item)
    if (read === undefined) return undefined
    items.push(read)
  }
  return items
}

/** Whether a value is an object, and no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
