import type { Address, Hex } from '@/lib/core/hex'
import { err, ok, type Result } from '@/lib/core/result'
import type { Answer, RpcFault } from './answer'
import { read } from './answer'
import { type Block, type Chain, parseBlock } from './chain'
import { isData, toQuantity } from './hex'
import { MOST_IN_BATCH, type Request } from './rpc'

/** How one node stands: what the light beside its address shows. */
export type NodeState = 'ok' | 'down' | 'behind' | 'wrong-chain' | 'nonsense' | 'differs'

/**
 * Why something could not be read for certain. `down`: too few nodes answer. `disagree`: they contradict each
 * other. `refused`: the nodes are there and do not answer this, as where a range is too wide. `spent`: the work
 * of this reading is used up.
 */
export type Unread = 'down' | 'disagree' | 'refused' | 'spent'

/** What was read, or why it is unknown. */
export type Read<T> = Result<T, Unread>

/**
 * One look at a network from one block that is deep enough: everything in it is of the chain that ends there.
 * With several nodes an answer counts only where at least two give it and none gives another.
 */
export type Reading = {
  /** the block, deep enough by the network's confirmations */
  readonly block: Block
  /** Asks every node, and reads what they say alike. */
  ask<T>(request: Request, reader: (value: unknown) => T | undefined): Promise<Read<T>>
  /**
   * Asks several things in few requests; one answer for each, in order.
   *
   * @param mayBeNewer the answers may be of blocks above that of the reading, so that one node says nothing yet
   *   (null) and another does, without either being wrong
   */
  askAll<T>(
    requests: readonly Request[],
    reader: (value: unknown, at: number) => T | undefined,
    mayBeNewer?: boolean,
  ): Promise<readonly Read<T>[]>
  /** `eth_call` at the block of the reading, or at an older one. */
  ethCall(to: Address, data: Hex, at?: bigint): Promise<Read<Hex>>
  /** Whether the block is still there: what was read meanwhile is proof only then. */
  stands(): Promise<boolean>
  /** How the network stands by all that was asked so far: `disagree` once two answers contradicted each other. */
  state(): NetworkState
}

/** How a network stands as it was read. `nodes` in the order of its addresses. */
export type NetworkState = {
  readonly kind: 'ok' | 'down' | 'disagree'
  readonly nodes: readonly NodeState[]
}

/** A node this much behind another, in seconds, is no witness of what is so now. */
const BEHIND_SECONDS = 600
/** Two are enough to contradict; one is believed only where it is the only one. */
const WITNESSES = 2

/** Counts the requests that one piece of work may make of each node. */
export type Allowance = { calls: number }

/**
 * Opens a reading at the newest block that enough nodes have, less the confirmations.
 *
 * With one node its word is taken. With more, the height is the one that at least two reach, and all that reach
 * it must name the same block there: a node that is silent, behind or on another chain is left out, and one that
 * names another block leaves the network unknown.
 *
 * @param depth confirmations, see `confirmationsOf`
 * @param allowance how many requests each node gets at most
 */
export async function openReading(
  nodes: readonly Chain[],
  depth: number,
  allowance: Allowance = { calls: Number.MAX_SAFE_INTEGER },
): Promise<{ readonly reading: Reading | null; readonly state: NetworkState }> {
  const needed = Math.min(WITNESSES, nodes.length)
  const heads = await Promise.all(nodes.map((node) => blockOf(node, 'latest')))
  allowance.calls -= 2
  const states = heads.map((head): NodeState => (head.ok ? 'ok' : stateOf(head.error)))
  const unread = (kind: 'down' | 'disagree') => ({ reading: null, state: { kind, nodes: states } })
  const known = heads.flatMap((head) => (head.ok ? [head.value] : []))
  // With three, a single one that claims to be far ahead makes nobody late; of two, nobody knows which is right.
  const times = known.map((block) => block.timestamp).sort((a, b) => b - a)
  const newest = times[known.length > needed ? needed - 1 : 0] ?? 0
  heads.forEach((head, i) => {
    if (head.ok && head.value.timestamp < newest - BEHIND_SECONDS) states[i] = 'behind'
  })
  const heights = heads.flatMap((head, i) => (head.ok && states[i] === 'ok' ? [head.value.number] : []))
  heights.sort((a, b) => (a < b ? 1 : a > b ? -1 : 0))
  const height = heights[needed - 1]
  if (needed === 0 || height === undefined) return unread(isContradicted(states) ? 'disagree' : 'down')
  const at = height > BigInt(depth) ? height - BigInt(depth) : 0n
  const reached = (i: number) => states[i] === 'ok' && (heads[i]?.ok ? heads[i].value.number >= at : false)
  const blocks = await Promise.all(
    nodes.map(async (node, i) => {
      const head = heads[i]
      if (!reached(i) || !head?.ok) return null
      return head.value.number === at ? head : await blockOf(node, at)
    }),
  )
  const answers = blocks.flatMap((block, i) => {
    if (block !== null && !block.ok) states[i] = stateOf(block.error)
    return block?.ok ? [{ node: i, block: block.value }] : []
  })
  const [first] = answers
  if (first === undefined || answers.length < needed) return unread('down')
  const others = answers.filter(({ block }) => !same(block, first.block))
  if (others.length > 0 || first.block.number !== at) {
    // Nobody knows which of two is right.
    for (const { node } of answers) states[node] = 'differs'
    return unread('disagree')
  }
  const witnesses = answers.flatMap(({ node }) => nodes[node] ?? [])
  const heard = new Set(answers.map(({ node }) => node))
  const stateIf = (isDisputed: boolean): NetworkState =>
    isDisputed
      ? { kind: 'disagree', nodes: states.map((state, i) => (heard.has(i) ? 'differs' : state)) }
      : { kind: 'ok', nodes: states }
  const reading = readingOf(witnesses, needed, first.block, allowance, stateIf)
  return { reading, state: reading.state() }
}

function readingOf(
  witnesses: readonly Chain[],
  needed: number,
  block: Block,
  allowance: Allowance,
  stateIf: (isDisputed: boolean) => NetworkState,
): Reading {
  let isDisputed = false
  /** What is said alike: by all that answer, and by enough of them. */
  function agree<T>(answers: readonly Answer<T>[], mayBeNewer = false): Read<T> {
    const said = answers.flatMap((answer) => (answer.ok ? [answer.value] : []))
    const [first] = said
    if (said.some((each) => !same(each, first))) {
      const [one, ...others] = mayBeNewer ? said.filter((each) => each !== null) : said
      isDisputed ||= others.some((other) => !same(one, other))
      return err('disagree')
    }
    if (first !== undefined && said.length >= needed) return ok(first)
    const isRefused = answers.some((answer) => !answer.ok && refuses(answer.error))
    return err(isRefused ? 'refused' : 'down')
  }
  const ask: Reading['ask'] = async (request, reader) => {
    if (allowance.calls-- <= 0) return err('spent')
    const answers = await Promise.all(
      witnesses.map(async (node) => read(await node.call(request.method, request.params), reader)),
    )
    return agree(answers)
  }
  return {
    block,
    ask,
    async askAll(requests, reader, mayBeNewer) {
      const results: Read<NonNullable<ReturnType<typeof reader>>>[] = []
      for (let from = 0; from < requests.length; from += MOST_IN_BATCH) {
        const part = requests.slice(from, from + MOST_IN_BATCH)
        if (allowance.calls-- <= 0) {
          results.push(...part.map(() => err('spent' as const)))
          continue
        }
        const lists = await Promise.all(witnesses.map((node) => node.batch(part)))
        part.forEach((_, i) => {
          const answers = lists.map((list) => {
            const answer: Answer<unknown> = list[i] ?? err({ kind: 'malformed' })
            return read(answer, (value) => reader(value, from + i))
          })
          results.push(agree(answers, mayBeNewer) as (typeof results)[number])
        })
      }
      return results
    },
    ethCall: (to, data, at = block.number) =>
      ask({ method: 'eth_call', params: [{ to, data }, toQuantity(at)] }, (value) =>
        isData(value) ? (value.toLowerCase() as Hex) : undefined,
      ),
    async stands() {
      const again = await Promise.all(witnesses.map((node) => blockOf(node, block.number)))
      const answers = again.flatMap((answer) => (answer.ok ? [answer.value] : []))
      return answers.length >= needed && answers.every((each) => same(each, block))
    },
    state: () => stateIf(isDisputed),
  }
}

/** The node is there and does not do this. */
const refuses = ({ kind }: RpcFault): boolean => kind === 'rpc' || kind === 'too-large'

const isContradicted = (states: readonly NodeState[]): boolean =>
  states.some((state) => state === 'behind' || state === 'wrong-chain' || state === 'nonsense')

function stateOf({ kind }: RpcFault): NodeState {
  if (kind === 'wrong-chain') return 'wrong-chain'
  return kind === 'malformed' || kind === 'rpc' || kind === 'too-large' ? 'nonsense' : 'down'
}

/** Equal as values; numbers of any size, and hex in any case. */
function same(one: unknown, other: unknown): boolean {
  return one === other || textOf(one) === textOf(other)
}

const textOf = (value: unknown): string =>
  String(
    JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part)),
  ).toLowerCase()

async function blockOf(node: Chain, at: bigint | 'latest'): Promise<Answer<Block>> {
  const tag = typeof at === 'bigint' ? toQuantity(at) : at
  return read(await node.call('eth_getBlockByNumber', [tag, false]), parseBlock)
}

/** Asks one node alone how it stands, and for the number of its newest block; null where it names none. */
export async function nodeState(
  node: Chain,
): Promise<{ readonly state: NodeState; readonly block: number | null }> {
  const head = await blockOf(node, 'latest')
  return head.ok
    ? { state: 'ok', block: Number(head.value.number) }
    : { state: stateOf(head.error), block: null }
}
