import { isRecord } from '@/lib/core/json/parse'
import type { Result } from '@/lib/core/result'

import type { FieldError } from './exact-eip3009'
import { attempt, Refusal } from './refusal'
import { getAddress } from './secp256k1'

type Hex = `0x${string}`

/** What a transaction does with money: all there is to it, so that nothing of its data goes unread. */
export type Transfer = {
  readonly kind: 'native' | 'erc20-transfer' | 'erc20-approve' | 'erc20-increase-allowance'
  /** null for the chain's own coin */
  readonly token: Hex | null
  /** who gets it, or may take it */
  readonly to: Hex
  /** in the smallest unit */
  readonly amount: bigint
  /** an allowance that no number limits */
  readonly open: 'unlimited' | null
}

/**
 * A request to send a transaction, read. What the page left out is null, for the wallet to fill; a
 * legacy gas price stands in both fee fields, which costs the same.
 */
export type TransactionRequest = {
  readonly transfer: Transfer
  readonly from: Hex
  readonly chainId: number
  readonly gas: bigint | null
  readonly maxFeePerGas: bigint | null
  readonly maxPriorityFeePerGas: bigint | null
}

/** An EIP-1559 transaction, whole. Fees are in wei for each unit of gas. */
export type Transaction = {
  readonly chainId: number
  readonly nonce: number
  readonly maxPriorityFeePerGas: bigint
  readonly maxFeePerGas: bigint
  readonly gas: bigint
  readonly to: Hex
  readonly value: bigint
  readonly data: Hex
}

/** What the wallet adds to a transfer. */
export type Costs = Pick<Transaction, 'nonce' | 'gas' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>

/** A secp256k1 signature over a transaction; r and s are 32 bytes in hex. */
export type TransactionSignature = { readonly r: Hex; readonly s: Hex; readonly yParity: number }

/** No token has so many units: who may take so many may take all. */
const UNLIMITED_FROM = 2n ** 128n

/** Selectors of ERC-20 and of the wide-spread increaseAllowance; each takes an address and a uint256. */
const SELECTORS = {
  'erc20-transfer': '0xa9059cbb',
  'erc20-approve': '0x095ea7b3',
  'erc20-increase-allowance': '0x39509351',
} as const

type Members = Readonly<Record<string, unknown>>
type Erc20Kind = keyof typeof SELECTORS

const MEMBERS =
  'from to value data input chainId type gas gasLimit gasPrice maxFeePerGas maxPriorityFeePerGas accessList'.split(
    ' ',
  )

/**
 * Reads the parameters of `eth_sendTransaction`: a plain transfer of the chain's coin, or one of
 * ERC-20's transfer and approve (and increaseAllowance), to the last byte.
 *
 * Everything else is refused with the field: other calls, data behind the arguments, a contract's
 * creation, a nonce of the page's choice (it could replace a payment under way), access lists, blobs,
 * delegations (EIP-7702), another chain or account than the page is connected to.
 *
 * @param account the connected account
 * @param chainId the chain that the page is on
 */
export function readTransaction(
  params: unknown,
  account: string,
  chainId: number,
): Result<TransactionRequest, FieldError> {
  return attempt(() => read(params, account, chainId))
}

/**
 * Makes the whole transaction from what was read, and not from the page's bytes, so that what is
 * signed is what was decided on (I4).
 */
export function transactionOf(transfer: Transfer, chainId: number, costs: Costs): Transaction {
  const { kind, token, to, amount } = transfer
  const call = kind === 'native' || token === null ? null : { selector: SELECTORS[kind], token }
  return {
    chainId,
    nonce: costs.nonce,
    maxPriorityFeePerGas: costs.maxPriorityFeePerGas,
    maxFeePerGas: costs.maxFeePerGas,
    gas: costs.gas,
    to: call === null ? to : call.token,
    value: call === null ? amount : 0n,
    data:
      call === null ? '0x' : `${call.selector}${to.slice(2).toLowerCase().padStart(64, '0')}${hex64(amount)}`,
  }
}

/**
 * The most that the chain takes for executing a transaction, in wei. A rollup may take more, for
 * posting it to its parent chain: that part is in no field of the transaction.
 */
export function maxFee({ gas, maxFeePerGas }: Pick<Transaction, 'gas' | 'maxFeePerGas'>): bigint {
  return gas * maxFeePerGas
}

/**
 * The bytes of an EIP-1559 transaction: to be hashed and signed without a signature, to be sent with
 * one (EIP-2718, type 2).
 */
export function serializeTransaction(tx: Transaction, signature?: TransactionSignature): Hex {
  const signed = signature === undefined ? [] : [signature.yParity, BigInt(signature.r), BigInt(signature.s)]
  const fees = [tx.maxPriorityFeePerGas, tx.maxFeePerGas, tx.gas]
  const fields = [
    ...[tx.chainId, tx.nonce, ...fees].map(quantity),
    tx.to.slice(2).toLowerCase(),
    quantity(tx.value),
    tx.data.slice(2),
  ].map(item)
  return `0x02${prefixed(0xc0, [...fields, prefixed(0xc0, ''), ...signed.map(quantity).map(item)].join(''))}`
}

function read(params: unknown, account: string, chainId: number): TransactionRequest {
  const tx: unknown = Array.isArray(params) && params.length === 1 ? params[0] : null
  if (!isRecord(tx)) throw new Refusal('params', 'is no transaction')
  const unknown = Object.keys(tx).find((key) => tx[key] !== undefined && !MEMBERS.includes(key))
  if (unknown !== undefined) throw new Refusal(unknown, 'is not signed here')

  const from = addressAt(tx, 'from')
  if (from.toLowerCase() !== account.toLowerCase()) throw new Refusal('from', 'is another account')
  if ((quantityAt(tx, 'chainId', 64) ?? BigInt(chainId)) !== BigInt(chainId))
    throw new Refusal('chainId', 'is another chain')
  const list = tx.accessList ?? []
  if (!Array.isArray(list) || list.length > 0) throw new Refusal('accessList', 'is not empty')

  const price = quantityAt(tx, 'gasPrice', 128)
  const type = quantityAt(tx, 'type', 8)
  if (type !== null && type !== 2n && !(type === 0n && price !== null)) throw new Refusal('type', 'is not 2')
  const most = quantityAt(tx, 'maxFeePerGas', 128)
  const tip = quantityAt(tx, 'maxPriorityFeePerGas', 128)
  if (price !== null && (most !== null || tip !== null)) throw new Refusal('gasPrice', 'contradicts the fees')
  if (most !== null && tip !== null && tip > most)
    throw new Refusal('maxPriorityFeePerGas', 'is over maxFeePerGas')

  return {
    transfer: transferOf(tx),
    from,
    chainId,
    gas: twice('gas', 'gasLimit', (name) => quantityAt(tx, name, 64)),
    maxFeePerGas: price ?? most,
    maxPriorityFeePerGas: price ?? tip,
  }
}

function transferOf(tx: Members): Transfer {
  if (tx.to === undefined || tx.to === null) throw new Refusal('to', 'is missing')
  const to = addressAt(tx, 'to')
  const value = quantityAt(tx, 'value', 256) ?? 0n
  const data = twice('data', 'input', (name) => dataAt(tx, name)) ?? '0x'
  if (data === '0x') return { kind: 'native', token: null, to, amount: value, open: null }

  const kind = (Object.keys(SELECTORS) as Erc20Kind[]).find((each) => data.startsWith(SELECTORS[each]))
  if (kind === undefined) throw new Refusal('data', 'is no known call')
  const [, spender, amount] = /^.{10}0{24}(.{40})(.{64})$/.exec(data) ?? []
  if (spender === undefined || amount === undefined)
    throw new Refusal('data', 'is not an address and an amount')
  if (value !== 0n) throw new Refusal('value', 'is sent with a call')
  const units = BigInt(`0x${amount}`)
  return {
    kind,
    token: to,
    to: getAddress(`0x${spender}`),
    amount: units,
    open: kind !== 'erc20-transfer' && units >= UNLIMITED_FROM ? 'unlimited' : null,
  }
}

/** A member that has two names, as libraries write it: where both are there, they must agree. */
function twice<T>(one: string, other: string, at: (name: string) => T | null): T | null {
  const [a, b] = [at(one), at(other)]
  if (a !== null && b !== null && a !== b) throw new Refusal(one, `differs from ${other}`)
  return a ?? b
}

function addressAt(tx: Members, name: string): Hex {
  const value = tx[name]
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value))
    throw new Refusal(name, 'is no address')
  return getAddress(value.toLowerCase())
}

/** A quantity in hex, the only form that JSON-RPC has; zeros before it change nothing. */
function quantityAt(tx: Members, name: string, bits: number): bigint | null {
  const value = tx[name]
  if (value === undefined || value === null) return null
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value) || BigInt(value) >> BigInt(bits) > 0n)
    throw new Refusal(name, 'is no quantity')
  return BigInt(value)
}

function dataAt(tx: Members, name: string): string | null {
  const value = tx[name]
  if (value === undefined || value === null) return null
  if (typeof value !== 'string' || !/^0x([0-9a-fA-F]{2})*$/.test(value)) throw new Refusal(name, 'is no data')
  return value.toLowerCase()
}

const hex64 = (n: bigint): string => n.toString(16).padStart(64, '0')

/** Whole bytes without zeros before them; zero is no byte at all (RLP of an integer). */
function quantity(n: bigint | number): string {
  const digits = n.toString(16)
  return n === 0 || n === 0n ? '' : digits.length % 2 === 0 ? digits : `0${digits}`
}

/** RLP of one string of bytes: a single byte below 0x80 is itself. */
const item = (hex: string): string => (hex.length === 2 && hex < '80' ? hex : prefixed(0x80, hex))

/** RLP's length before the bytes: one byte up to 55, else the length's own length first. */
function prefixed(offset: number, hex: string): string {
  const length = hex.length / 2
  const size = quantity(length)
  return length < 56
    ? `${quantity(offset + length)}${hex}`
    : `${quantity(offset + 55 + size.length / 2)}${size}${hex}`
}
