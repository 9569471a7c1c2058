const USED = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5'
const CANCELED = '0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81'
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Selector of `authorizationState(address,bytes32)`. */
const AUTHORIZATION_STATE = '0xe94a0102'

/** Seconds between two blocks: slow, so that a month of the test is within reach of a wallet's search. */
const BLOCK_SECONDS = 720

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

  hashOf(nonce: string): string | null {
    return this.#fates.get(nonce.toLowerCase())?.hash ?? null
  }

  /** Answers one JSON-RPC call to a node of this chain. */
  answer(chainId: number, method: string, params: readonly unknown[]): unknown {
    switch (method) {
      case 'eth_chainId':
        return hex(chainId)
      case 'eth_getBlockByNumber':
        return {
          number: hex(this.#height()),
          timestamp: hex(this.trueSeconds()),
          hash: `0x${'b'.repeat(64)}`,
        }
      case 'eth_call':
        return this.#state(params[0] as { to: string; data: string })
      case 'eth_getLogs':
        return this.#logs(
          params[0] as {
            address: string
            topics: [unknown, string, string]
            fromBlock: string
            toBlock: string
          },
        )
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

  /** Nothing else is known here: a balance stays unknown, which holds nothing. */
  #state({ to, data }: { to: string; data: string }): string {
    if (!data.startsWith(AUTHORIZATION_STATE)) return '0x'
    const fate = this.#fates.get(`0x${data.slice(-64)}`)
    const ours = fate?.of.asset.toLowerCase() === to.toLowerCase() && data.includes(word(fate.of.from))
    return `0x${word(ours ? 1n : 0n)}`
  }

  #logs({
    address,
    topics,
    fromBlock,
    toBlock,
  }: {
    address: string
    topics: [unknown, string, string]
    fromBlock: string
    toBlock: string
  }): readonly unknown[] {
    const fate = this.#fates.get(topics[2].toLowerCase())
    if (fate === undefined || fate.of.asset.toLowerCase() !== address.toLowerCase()) return []
    if (fate.block < Number(fromBlock) || fate.block > Number(toBlock)) return []
    return [this.#event(fate)]
  }

  #event({ what, of, hash, block }: Fate): object {
    const topics = [what === 'used' ? USED : CANCELED, `0x${word(of.from)}`, of.nonce]
    return { address: of.asset, topics, data: '0x', transactionHash: hash, blockNumber: hex(block) }
  }

  #receipt(hash: string): object | null {
    const fate = [...this.#fates.values()].find((f) => f.hash === hash.toLowerCase())
    if (fate === undefined) return null
    const { of } = fate
    const moved = {
      address: of.asset,
      topics: [TRANSFER, `0x${word(of.from)}`, `0x${word(of.to)}`],
      data: `0x${word(of.value)}`,
    }
    const logs = fate.what === 'used' ? [this.#event(fate), moved] : [this.#event(fate)]
    return { transactionHash: hash, status: '0x1', blockNumber: hex(fate.block), logs }
  }
}

const hex = (value: number): string => `0x${value.toString(16)}`
