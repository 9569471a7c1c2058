import {
  type Address,
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  numberToHex,
  pad,
} from 'viem'

import { AUTHORIZATION_CANCELED, AUTHORIZATION_USED } from '@/lib/chain/authorization'
import type { Chain } from '@/lib/chain/chain'
import { TRANSFER } from '@/lib/chain/logs'
import { PERMIT2 } from '@/lib/core/assets/permit2'
import { err, ok } from '@/lib/core/result'
import type { AuthorizationRow } from '@/lib/ledger/schema'

/** What became of one authorization on the model chain; `moved` atomic. */
export type Fate = {
  readonly what: 'paid' | 'cancelled' | 'unpaid'
  readonly of: AuthorizationRow
  readonly moved: bigint
}

type Block = { readonly hash: Hex; readonly timestamp: number; readonly fates: readonly Fate[] }

/** How a node of the model chain serves. */
export type Manner = 'ok' | 'down' | 'says-unused' | 'hides-logs' | 'behind' | 'nonsense' | 'no-multicall'

const VOID: Hex = '0x3704902f963766a4e561bbaab6e6cdc1b1dd12f6e9e99648da8843b3f46b918d'
const word = (value: bigint): Hex => numberToHex(value, { size: 32 })

/** A chain of EIP-3009 tokens and Permit2, block by block, that can be reorganised. */
export class ModelChain {
  blocks: Block[] = []
  /** requests that nodes got, a batch as one */
  calls = 0
  #salt = 0

  constructor(readonly begin: number) {
    this.mine([])
  }

  get height(): number {
    return this.blocks.length - 1
  }

  get time(): number {
    return this.blocks.at(-1)?.timestamp ?? this.begin
  }

  /** Adds a block, so many seconds after the last. Only what was not spent before takes place. */
  mine(fates: readonly Fate[], seconds = 2): void {
    const timestamp = (this.blocks.at(-1)?.timestamp ?? this.begin) + seconds
    const taken = new Set<string>()
    const fresh = fates.filter(({ of, what }) => {
      const isFree = this.fateOf(of) === null && !taken.has(of.nonce)
      taken.add(of.nonce)
      return isFree && (what === 'cancelled' || timestamp < of.validBefore)
    })
    this.blocks.push({ hash: word(BigInt(++this.#salt) << 128n), timestamp, fates: fresh })
  }

  /** Takes the newest blocks away, and puts as many empty ones in their place. */
  reorganise(depth: number): void {
    const gone = this.blocks.splice(Math.max(1, this.blocks.length - depth))
    for (const { timestamp } of gone)
      this.blocks.push({ hash: word(BigInt(++this.#salt) << 128n), timestamp, fates: [] })
  }

  /** What became of it as of a block. */
  fateOf({ nonce }: AuthorizationRow, at = this.height): Fate | null {
    for (const block of this.blocks.slice(0, at + 1)) {
      const fate = block.fates.find(({ of }) => of.nonce === nonce)
      if (fate !== undefined) return fate
    }
    return null
  }

  /** A node of it, in a manner that may change between calls. */
  node(manner: () => Manner, edge: () => void = () => undefined): Chain {
    const answer = (method: string, params: readonly unknown[]) => {
      const how = manner()
      if (how === 'down') return err({ kind: 'network' as const })
      if (how === 'nonsense') return ok('0xnonsense')
      return ok(this.#answer(method, params, how))
    }
    return {
      call: async (method, params) => {
        edge()
        this.calls++
        return answer(method, params)
      },
      batch: async (requests) => {
        edge()
        this.calls++
        return requests.map(({ method, params }) => answer(method, params))
      },
      ethCall: async () => err({ kind: 'malformed' }),
    }
  }

  #answer(method: string, params: readonly unknown[], how: Manner): unknown {
    const top = how === 'behind' ? Math.max(0, this.height - 500) : this.height
    switch (method) {
      case 'eth_getBlockByNumber': {
        const number = params[0] === 'latest' ? top : Number(params[0])
        const block = number > top ? undefined : this.blocks[number]
        return block === undefined
          ? null
          : { number: numberToHex(number), timestamp: numberToHex(block.timestamp), hash: block.hash }
      }
      case 'eth_call': {
        const [{ to, data }, at] = params as [{ to: Hex; data: Hex }, Hex]
        return this.#call(to, data, Number(at), how)
      }
      case 'eth_getLogs':
        return how === 'hides-logs' ? [] : this.#logs(params[0] as Filter)
      case 'eth_getTransactionByHash':
        return this.#transaction(params[0] as Hex)
      case 'eth_getTransactionReceipt':
        return null
      default:
        throw new Error(`the model chain has no ${method}`)
    }
  }

  #call(to: Hex, data: Hex, at: number, how: Manner): Hex {
    if (!data.startsWith('0x82ad56cb')) return how === 'says-unused' ? word(0n) : this.#state(to, data, at)
    if (how === 'no-multicall') return '0x'
    const decoded = decodeFunctionData({ abi: multicall3Abi, data })
    if (decoded.functionName !== 'aggregate3') return '0x'
    const result = decoded.args[0].map(({ target, callData }) => ({
      success: true,
      returnData: this.#call(target, callData, at, how),
    }))
    return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result })
  }

  #state(to: Hex, data: Hex, at: number): Hex {
    const spent = this.blocks.slice(0, at + 1).flatMap(({ fates }) => fates)
    if (data.startsWith('0xe94a0102')) {
      const nonce = `0x${data.slice(-64)}`
      return word(spent.some(({ of }) => of.nonce === nonce && same(of.asset, to)) ? 1n : 0n)
    }
    if (data.startsWith('0x4fe02b44') && same(to, PERMIT2)) {
      const wanted = BigInt(`0x${data.slice(-64)}`)
      return word(
        spent
          .filter(({ of }) => of.transferMethod === 'permit2' && BigInt(of.nonce) >> 8n === wanted)
          .reduce((bits, { of }) => bits | (1n << (BigInt(of.nonce) & 0xffn)), 0n),
      )
    }
    return '0x'
  }

  #logs({ address, topics, fromBlock, toBlock }: Filter): readonly unknown[] {
    return this.blocks
      .flatMap((block, number) => block.fates.flatMap((fate, i) => eventsOf(fate, block.hash, number, i)))
      .filter(
        ({ blockNumber }) =>
          Number(blockNumber) >= Number(fromBlock) && Number(blockNumber) <= Number(toBlock),
      )
      .filter(
        (log) =>
          address.some((each) => same(each, log.address)) &&
          topics.every(
            (topic, i) => topic === null || [topic].flat().some((each) => same(each, log.topics[i] ?? '')),
          ),
      )
  }

  #transaction(hash: Hex): unknown {
    for (const block of this.blocks)
      for (const [i, fate] of block.fates.entries())
        if (transactionOf(block.hash, i) === hash)
          return { hash, input: `0xdeadbeef${word(BigInt(fate.of.nonce)).slice(2)}` }
    return null
  }
}

type Filter = {
  readonly address: readonly Hex[]
  readonly topics: readonly (Hex | readonly Hex[] | null)[]
  readonly fromBlock: Hex
  readonly toBlock: Hex
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
const transactionOf = (block: Hex, i: number): Hex => word(BigInt(block) + BigInt(i + 1))

function eventsOf({ what, of, moved }: Fate, hash: Hex, number: number, i: number) {
  const place = (logIndex: number) => ({
    transactionHash: transactionOf(hash, i),
    blockNumber: numberToHex(number),
    logIndex: numberToHex(4 * i + logIndex),
  })
  const payer = pad(of.from as Address)
  const moves = {
    ...place(1),
    address: of.asset as Hex,
    topics: [TRANSFER, payer, pad(of.payTo as Address)],
    data: word(moved),
  }
  if (of.transferMethod === 'permit2') {
    const nonce = BigInt(of.nonce)
    const data = encodeAbiParameters(
      [{ type: 'uint256' }, { type: 'uint256' }],
      [nonce >> 8n, 1n << (nonce & 0xffn)],
    )
    if (what === 'cancelled') return [{ ...place(0), address: PERMIT2, topics: [VOID, payer], data }]
    return what === 'paid' ? [moves] : []
  }
  const topic = what === 'cancelled' ? AUTHORIZATION_CANCELED : AUTHORIZATION_USED
  const end = {
    ...place(0),
    address: of.asset as Hex,
    topics: [topic, payer, of.nonce as Hex],
    data: '0x' as Hex,
  }
  return what === 'paid' ? [end, moves] : [end]
}
