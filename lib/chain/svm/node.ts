import { isRecord } from '@/lib/core/json/parse'
import { decodeBase58, encodeBase58 } from '@/lib/schemes/svm/base58'
import { tokenAccountOf } from '@/lib/schemes/svm/derived'
import { programOf } from '@/lib/schemes/svm/programs'
import { type Answer, fault, read } from '../answer'

/** Asks one node; with the network that the node must be of, CAIP-2. */
export type SvmNode = {
  readonly network: string
  readonly call: (method: string, params: readonly unknown[]) => Promise<Answer<unknown>>
  /** whether it is known to be of that network, kept by whoever made it */
  readonly genuine: { known: boolean }
}

/** Until when a transaction that names a blockhash can land: heights count blocks, not slots. */
export type Blockhash = { readonly blockhash: string; readonly lastValidBlockHeight: number }

/** A whole number that is safe and not negative; undefined for anything else. */
export const whole = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined

/**
 * Asks a node that is of the network which it is asked for: the genesis hash begins with the network's
 * reference (CAIP-30). Money that another chain knows nothing of would look like money that came back.
 */
export async function ask(
  node: SvmNode,
  method: string,
  params: readonly unknown[],
): Promise<Answer<unknown>> {
  if (!node.genuine.known) {
    const genesis = await node.call('getGenesisHash', [])
    if (!genesis.ok) return genesis
    const reference = node.network.slice('solana:'.length)
    if (typeof genesis.value !== 'string' || !genesis.value.startsWith(reference)) return fault('wrong-chain')
    node.genuine.known = true
  }
  return node.call(method, params)
}

/** The newest blockhash that is confirmed: it lives longer than the newest finalized one. */
export async function readBlockhash(node: SvmNode): Promise<Answer<Blockhash>> {
  const answer = await ask(node, 'getLatestBlockhash', [{ commitment: 'confirmed' }])
  return read(answer, (value) => {
    if (!isRecord(value) || !isRecord(value.value)) return undefined
    const { blockhash } = value.value
    const lastValidBlockHeight = whole(value.value.lastValidBlockHeight)
    const isHash = typeof blockhash === 'string' && decodeBase58(blockhash, 32) !== null
    return isHash && lastValidBlockHeight !== undefined ? { blockhash, lastValidBlockHeight } : undefined
  })
}

/** How far the chain is that cannot be undone: its newest slot, and how many blocks it has; slots may stay empty. */
export type Head = { readonly slot: number; readonly height: number }

/** Reads the newest block that cannot be undone. */
export async function readHead(node: SvmNode): Promise<Answer<Head>> {
  return read(await ask(node, 'getEpochInfo', [{ commitment: 'finalized' }]), (value) => {
    if (!isRecord(value)) return undefined
    const slot = whole(value.absoluteSlot)
    const height = whole(value.blockHeight)
    return slot === undefined || height === undefined ? undefined : { slot, height }
  })
}

/** The oldest slot that the node still has the block of. */
export async function readMemory(node: SvmNode): Promise<Answer<number>> {
  return read(await ask(node, 'getFirstAvailableBlock', []), whole)
}

/** One transaction that named an account. `memo` as the node writes it. */
export type Mention = {
  readonly signature: string
  readonly failed: boolean
  /** undefined where the node does not say */
  readonly memo: string | null | undefined
  readonly slot: number
}

/** How many a page has at most, as nodes answer them. */
export const PAGE = 1_000

/**
 * Transactions that name an account, the newest first and finalized alone.
 *
 * @param before a signature
 * @param limit how many at most; fewer are all that there are
 */
export async function readMentions(
  node: SvmNode,
  account: string,
  before: string | null,
  limit = PAGE,
): Promise<Answer<readonly Mention[]>> {
  const options = { limit, commitment: 'finalized', ...(before === null ? {} : { before }) }
  const answer = await ask(node, 'getSignaturesForAddress', [account, options])
  return read(answer, (value) => {
    if (!Array.isArray(value) || value.length > limit) return undefined
    const list: readonly unknown[] = value
    const mentions = list.flatMap((row): Mention[] => {
      if (!isRecord(row) || typeof row.signature !== 'string') return []
      const slot = whole(row.slot)
      if (slot === undefined) return []
      const memo = typeof row.memo === 'string' || row.memo === null ? row.memo : undefined
      return [{ signature: row.signature, failed: row.err !== null, memo, slot }]
    })
    return mentions.length === list.length ? mentions : undefined
  })
}

/** A transaction that cannot be undone: its bytes, the slot that it stands in, and whether it did anything. */
export type Landed = { readonly bytes: Uint8Array; readonly slot: number; readonly failed: boolean }

/** Reads one finalized transaction; null where the node has none by that signature. */
export async function readLanded(node: SvmNode, signature: string): Promise<Answer<Landed | null>> {
  const options = { encoding: 'base64', commitment: 'finalized', maxSupportedTransactionVersion: 0 }
  const answer = await ask(node, 'getTransaction', [signature, options])
  return read(answer, (value) => {
    if (value === null) return null
    if (!isRecord(value) || !isRecord(value.meta) || !Array.isArray(value.transaction)) return undefined
    const list: readonly unknown[] = value.transaction
    const bytes = bytesOf(list[0])
    const slot = whole(value.slot)
    if (bytes === undefined || slot === undefined || !('err' in value.meta)) return undefined
    return { bytes, slot, failed: value.meta.err !== null }
  })
}

/** Bytes of standard base64; undefined for anything else. */
export function bytesOf(text: unknown): Uint8Array | undefined {
  if (typeof text !== 'string' || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/**
 * Reads what an owner holds of some default assets, in the accounts that payments are made from.
 *
 * @returns one amount for each mint, atomic; 0 where there is no such account, null where it is unknown
 */
export async function readTokens(
  node: SvmNode,
  owner: string,
  mints: readonly string[],
): Promise<readonly (bigint | null)[]> {
  const accounts = mints.map((mint) => tokenAccountOf(owner, mint, programOf(mint)))
  const answer = await ask(node, 'getMultipleAccounts', [
    accounts,
    { encoding: 'base64', commitment: 'confirmed' },
  ])
  const rows: unknown = answer.ok && isRecord(answer.value) ? answer.value.value : null
  const list: readonly unknown[] = Array.isArray(rows) ? rows : []
  return mints.map((mint, i) => {
    if (list.length !== mints.length) return null
    return list[i] === null ? 0n : heldIn(list[i], owner, mint)
  })
}

/** The amount in a token account (SPL Token, Account): mint, owner, amount with its low byte first. */
function heldIn(row: unknown, owner: string, mint: string): bigint | null {
  if (!isRecord(row) || row.owner !== programOf(mint) || !Array.isArray(row.data)) return null
  const list: readonly unknown[] = row.data
  const data = bytesOf(list[0])
  if (data === undefined || data.length < 72) return null
  const isIts = encodeBase58(data.slice(0, 32)) === mint && encodeBase58(data.slice(32, 64)) === owner
  return isIts ? new DataView(data.buffer).getBigUint64(64, true) : null
}

/** Asks one node alone how it stands, and how many final blocks it has; null where it names no number. */
export async function solanaState(
  node: SvmNode,
): Promise<{ readonly state: 'ok' | 'down' | 'wrong-chain'; readonly block: number | null }> {
  const head = await readHead(node)
  if (head.ok) return { state: 'ok', block: head.value.height }
  return { state: head.error.kind === 'wrong-chain' ? 'wrong-chain' : 'down', block: null }
}
