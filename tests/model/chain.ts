import { decodeFunctionData, encodeFunctionResult, type Hex, multicall3Abi } from 'viem'

const USED = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5'
const CANCELED = '0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81'
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Selector of `authorizationState(address,bytes32)`. */
const AUTHORIZATION_STATE = '0xe94a0102'

/** Selector of `aggregate3((address,bool,bytes)[])` of Multicall3. */
const AGGREGATE3 = '0x82ad56cb'

/** Seconds between two blocks. */
const BLOCK_SECONDS = 2

/** One authorization as the key signed it; all that a chain needs to execute it. */
export type Signature = {
  readonly nonce: string
  readonly from: string
  readonly to: string
  readonly value: bigint
  readonly validAfter: number
  readonly validBefore: number
  readonly chainId: number
  readonly asset: string
}

type Filter = {
  readonly address: string | readonly string[]
  readonly topics: readonly (string | readonly string[] | null)[]
  readonly fromBlock: string
  readonly toBlock: string
}

type Fate = {
  readonly what: 'used' | 'cancelled'
  readonly of: Signature
  readonly block: number
  readonly hash: string
}

const word = (value: bigint | string): string =>
  typeof value === 'bigint'
    ? value.toString(16).padStart(64, '0')
    : value.slice(2).toLowerCase().padStart(64, '0')

/** All chains at once, behind any node's URL. Time on a chain is the true time, whatever a computer's clock says. */
export class FakeChain {
  up = true
  /** what the nodes say in place of the truth; null while they are honest */
  lie: ((method: string, truth: unknown) => unknown) | null = null
  readonly #fates = new Map<string, Fate>()

  constructor(private readonly trueSeconds: () => number) {}

  /** Executes an authorization; false where the token would refuse. */
  use(signature: Signature): boolean {
    const now = this.trueSeconds()
    if (now <= signature.validAfter || now >= signature.validBefore) return false
    return this.#consume('used', signature)
  }

  /** The payer cancels the nonce, as any of its owner's tools can. */
  cancel(signature: Signature): boolean {
    return this.#consume('cancelled', signature)
  }

  fateOf(nonce: string): Fate['what'] | null {
    return this.#fates.get(nonce.toLowerCase())?.what ?? null
  }

  /** Atomic units that moved so far, all payments together. */
  get moved(): bigint {
    const used = [...this.#fates.values()].filter(({ what }) => what === 'used')
    return used.reduce((sum, { of }) => sum + of.value, 0n)
  }

  hashOf(nonce: string): string | null {
    return this.#fates.get(nonce.toLowerCase())?.hash ?? null
  }

  /** Answers one JSON-RPC call to a node of this chain. */
  answer(chainId: number, method: string, params: readonly unknown[]): unknown {
    switch (method) {
      case 'eth_chainId':
        return hex(chainId)
      case 'eth_getBlockByNumber':
        return this.#block(String(params[0]))
      case 'eth_call':
        return this.#call(params[0] as { to: Hex; data: Hex }, Number(params[1]))
      case 'eth_getLogs':
        return this.#logs(params[0] as Filter)
      case 'eth_getTransactionReceipt':
        return this.#receipt(params[0] as string)
      default:
        throw new Error(`the fake chain has no ${method}`)
    }
  }

  #consume(what: Fate['what'], of: Signature): boolean {
    const key = of.nonce.toLowerCase()
    if (this.#fates.has(key)) return false
    const hash = `0x${(this.#fates.size + 1).toString(16).padStart(64, 'e')}`
    this.#fates.set(key, { what, of, hash, block: this.#height() })
    return true
  }

  #height(): number {
    return Math.floor(this.trueSeconds() / BLOCK_SECONDS)
  }

  /** The newest block, or an older one. */
  #block(tag: string): object | null {
    const number = tag === 'latest' ? this.#height() : Number(tag)
    if (number > this.#height()) return null
    return {
      number: hex(number),
      timestamp: hex(number * BLOCK_SECONDS),
      hash: `0x${number.toString(16).padStart(64, 'b')}`,
    }
  }

  #call({ to, data }: { to: Hex; data: Hex }, block: number): string {
    if (!data.startsWith(AGGREGATE3)) return this.#state({ to, data }, block)
    const decoded = decodeFunctionData({ abi: multicall3Abi, data })
    if (decoded.functionName !== 'aggregate3') return '0x'
    const result = decoded.args[0].map(({ target, callData }) => ({
      success: true,
      returnData: this.#state({ to: target, data: callData }, block) as Hex,
    }))
    return encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result })
  }

  /** Nothing else is known here: a balance stays unknown, which holds nothing. */
  #state({ to, data }: { to: string; data: string }, block: number): string {
    if (!data.startsWith(AUTHORIZATION_STATE)) return '0x'
    const fate = this.#fates.get(`0x${data.slice(-64)}`)
    const ours =
      fate !== undefined &&
      fate.block <= block &&
      fate.of.asset.toLowerCase() === to.toLowerCase() &&
      data.includes(word(fate.of.from))
    return `0x${word(ours ? 1n : 0n)}`
  }

  #logs({ address, topics, fromBlock, toBlock }: Filter): readonly unknown[] {
    const wanted = [address].flat().map((each) => each.toLowerCase())
    const fits = (log: { readonly address: string; readonly topics: readonly string[] }) =>
      wanted.includes(log.address.toLowerCase()) &&
      topics.every(
        (topic, i) =>
          topic === null ||
          [topic].flat().some((each) => each.toLowerCase() === log.topics[i]?.toLowerCase()),
      )
    return [...this.#fates.values()]
      .filter(({ block }) => block >= Number(fromBlock) && block <= Number(toBlock))
      .flatMap((fate) => this.#events(fate))
      .filter(fits)
  }

  #events(fate: Fate) {
    const { what, of, hash, block } = fate
    const place = { address: of.asset, transactionHash: hash, blockNumber: hex(block) }
    const payer = `0x${word(of.from)}`
    const end = {
      ...place,
      topics: [what === 'used' ? USED : CANCELED, payer, of.nonce],
      data: '0x',
      logIndex: '0x0',
    }
    const moved = {
      ...place,
      topics: [TRANSFER, payer, `0x${word(of.to)}`],
      data: `0x${word(of.value)}`,
      logIndex: '0x1',
    }
    return what === 'used' ? [end, moved] : [end]
  }

  #receipt(hash: string): object | null {
    const fate = [...this.#fates.values()].find((f) => f.hash === hash.toLowerCase())
    if (fate === undefined) return null
    const logs = this.#events(fate)
    return { transactionHash: hash, status: '0x1', blockNumber: hex(fate.block), logs }
  }
}

const hex = (value: number): string => `0x${value.toString(16)}`
