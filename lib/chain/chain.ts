import type { Address, Hex } from '@/lib/core/hex'
import { ok } from '@/lib/core/result'
import { type Answer, fault, read } from './answer'
import { isData, quantity, toQuantity } from './hex'
import type { CallOptions, Request, Rpc } from './rpc'

/** One chain behind one node that was asked for its chain id. */
export type Chain = {
  /** Calls any method that reads. */
  call(method: string, params: readonly unknown[], options?: CallOptions): Promise<Answer<unknown>>
  /** Calls several in one request; one answer for each, in order. */
  batch(requests: readonly Request[], options?: CallOptions): Promise<readonly Answer<unknown>[]>
  /** `eth_call` without a sender; `block` is a number or a tag, 'latest' when not given. */
  ethCall(to: Address, data: Hex, block?: bigint | BlockTag, options?: CallOptions): Promise<Answer<Hex>>
}

/** Blocks that a node names (execution-apis, `BlockTag`). */
export type BlockTag = 'latest' | 'safe' | 'finalized'

/** Opens chains. `chainId` as in EIP-155. */
export type Chains = (url: string, chainId: number) => Chain

/**
 * Makes chains over a client. Before the first answer of a URL counts, the node must name the expected
 * chain (`eth_chainId`, EIP-695): a nonce unused on another chain would look like money that came back.
 * What it named is remembered while the worker lives; a fault is not.
 */
export function createChains(rpc: Rpc): Chains {
  const known = new Map<string, Promise<Answer<bigint>>>()

  function chainIdOf(url: string, options: CallOptions | undefined): Promise<Answer<bigint>> {
    const running = known.get(url)
    if (running !== undefined) return running
    const asked = rpc.call(url, 'eth_chainId', [], options).then((answer) => {
      const id = read(answer, quantity)
      if (!id.ok) known.delete(url)
      return id
    })
    known.set(url, asked)
    return asked
  }

  return (url, chainId) => {
    /** Undefined where it is the chain that is expected. */
    async function otherChain(options?: CallOptions): Promise<Answer<never> | undefined> {
      const id = await chainIdOf(url, options)
      if (!id.ok) return id
      if (id.value === BigInt(chainId)) return undefined
      // the owner may repair the node behind the same URL
      known.delete(url)
      return fault('wrong-chain')
    }
    const call: Chain['call'] = async (method, params, options) =>
      (await otherChain(options)) ?? (await rpc.call(url, method, params, options))
    return {
      call,
      async batch(requests, options) {
        const other = await otherChain(options)
        return other === undefined ? await rpc.batch(url, requests, options) : requests.map(() => other)
      },
      async ethCall(to, data, block = 'latest', options) {
        const at = typeof block === 'bigint' ? toQuantity(block) : block
        const answer = await call('eth_call', [{ to, data }, at], options)
        return read(answer, (value) => (isData(value) ? value : undefined))
      },
    }
  }
}

/** A block's height and time. `timestamp` in Unix seconds. */
export type Block = { readonly number: bigint; readonly timestamp: number; readonly hash: Hex }

/** Reads the newest block, or the newest that the node calls safe or finalized. */
export async function readBlock(
  chain: Chain,
  tag: BlockTag = 'latest',
  options?: CallOptions,
): Promise<Answer<Block>> {
  return read(await chain.call('eth_getBlockByNumber', [tag, false], options), parseBlock)
}

/** Reads a block as a node tells it; undefined for anything else. */
export function parseBlock(value: unknown): Block | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!('number' in value) || !('timestamp' in value) || !('hash' in value)) return undefined
  const number = quantity(value.number)
  const timestamp = quantity(value.timestamp)
  if (number === undefined || timestamp === undefined || timestamp > BigInt(Number.MAX_SAFE_INTEGER))
    return undefined
  return isData(value.hash) ? { number, timestamp: Number(timestamp), hash: value.hash } : undefined
}

/** A 32-byte answer as a number; undefined for anything else, such as the empty answer of an address without code. */
export function uint256(data: Hex): bigint | undefined {
  return data.length === 66 ? BigInt(data) : undefined
}

/** Reads a 32-byte answer of `eth_call` as a number. */
export function readUint256(answer: Answer<Hex>): Answer<bigint> {
  if (!answer.ok) return answer
  const value = uint256(answer.value)
  return value === undefined ? fault('malformed') : ok(value)
}
