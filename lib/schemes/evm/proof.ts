type Hex = `0x${string}`

/** Event topics of EIP-3009 and ERC-20: keccak-256 of the event's signature. */
const TOPIC_USED: Hex = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5'
const TOPIC_CANCELED: Hex = '0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81'
/** `Transfer(address indexed from, address indexed to, uint256 value)` (ERC-20). */
export const TOPIC_TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** One log as `eth_getTransactionReceipt` and `eth_getLogs` give it; `removed` after a reorganisation. */
export type EvmLog = {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly removed?: boolean
}

/** The authorization whose fate is looked for. `value` is atomic. */
export type Sought = {
  readonly asset: Hex
  readonly from: Hex
  readonly nonce: Hex
  readonly payTo: Hex
  readonly value: bigint
}

/** What the logs say about one authorization. Each is false where the logs are silent. */
export type Proof = {
  readonly used: boolean
  readonly cancelled: boolean
  /** the token moved exactly `value` from the payer to the payee */
  readonly transferred: boolean
}

/**
 * Reads what became of one EIP-3009 authorization from logs that a chain returned.
 *
 * Only logs of the asset's own contract count: any contract can emit the same topics. A cancelled
 * nonce and a used one look the same in `authorizationState`, so the event tells them apart.
 *
 * @param logs all logs of a receipt, or of a block range
 * @returns used and transferred together prove settlement; cancelled proves release
 */
export function readProof(logs: readonly EvmLog[], sought: Sought): Proof {
  const own = logs.filter((log) => log.removed !== true && sameHex(log.address, sought.asset))
  const payer = addressTopic(sought.from)
  const ofNonce = (topic: Hex) => own.some((log) => matches(log, [topic, payer, sought.nonce]))
  return {
    used: ofNonce(TOPIC_USED),
    cancelled: ofNonce(TOPIC_CANCELED),
    transferred: own.some(
      (log) =>
        matches(log, [TOPIC_TRANSFER, payer, addressTopic(sought.payTo)]) &&
        uintOf(log.data) === sought.value,
    ),
  }
}

/**
 * The amounts that a token moved from a payer, in the order of the logs.
 *
 * @param payTo to whom; null for anybody
 */
export function amountsMoved(
  logs: readonly EvmLog[],
  { asset, from, payTo }: Pick<Sought, 'asset' | 'from'> & { readonly payTo: Hex | null },
): readonly bigint[] {
  return logs.flatMap((log) => {
    const isToken = log.removed !== true && sameHex(log.address, asset)
    const to = payTo === null ? (log.topics[2] as Hex | undefined) : addressTopic(payTo)
    const isMove = to !== undefined && matches(log, [TOPIC_TRANSFER, addressTopic(from), to])
    const amount = isToken && isMove ? uintOf(log.data) : null
    return amount === null ? [] : [amount]
  })
}

/**
 * Topics for `eth_getLogs` that find the use or the cancellation of one authorization.
 *
 * @returns the filter's `topics`: either event, this payer, this nonce
 */
export function fateTopics(from: Hex, nonce: Hex): readonly [readonly Hex[], Hex, Hex] {
  return [[TOPIC_USED, TOPIC_CANCELED], addressTopic(from), nonce]
}

/** Call data of `authorizationState(address,bytes32)` (EIP-3009), selector 0xe94a0102. */
export function encodeAuthorizationState(authorizer: Hex, nonce: Hex): Hex {
  return `0xe94a0102${addressTopic(authorizer).slice(2)}${nonce.slice(2)}`
}

/** Call data of `balanceOf(address)` (ERC-20), selector 0x70a08231. */
export function encodeBalanceOf(owner: Hex): Hex {
  return `0x70a08231${addressTopic(owner).slice(2)}`
}

/**
 * Reads the answer of `authorizationState`.
 *
 * @returns null where the answer is no boolean word, as from an address without code: that is
 * unknown, and must never be read as unused
 */
export function decodeAuthorizationState(answer: string): boolean | null {
  const word = uintOf(answer)
  return word === 0n ? false : word === 1n ? true : null
}

/**
 * Reads the answer of `balanceOf`, in atomic units.
 *
 * @returns null where the answer is no word: unknown, not zero
 */
export function decodeBalance(answer: string): bigint | null {
  return uintOf(answer)
}

function addressTopic(address: Hex): Hex {
  return `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
}

function matches(log: EvmLog, topics: readonly Hex[]): boolean {
  return log.topics.length === topics.length && topics.every((topic, i) => sameHex(log.topics[i], topic))
}

function sameHex(a: string | undefined, b: string): boolean {
  return a?.toLowerCase() === b.toLowerCase()
}

/** One whole word and nothing else: `0x` (no code there) and longer answers are no number. */
function uintOf(data: string): bigint | null {
  return /^0x[0-9a-fA-F]{64}$/.test(data) ? BigInt(data) : null
}
