import 'fake-indexeddb/auto'
import type { Chain } from '@/lib/chain/chain'
import { word } from '@/lib/chain/hex'
import type { Hex } from '@/lib/core/hex'
import { err, ok } from '@/lib/core/result'
import { Ledger } from '@/lib/ledger/schema'
import { ACCOUNT, NOW, PAYEE, USDC } from '@/lib/ledger/write/testing'
import { TOPIC_TRANSFER } from '@/lib/schemes/evm/proof'
import { watchKeys } from './watch'
import type { WatchDeps } from './watches'

/** The network of the tests. */
export const NETWORK = 'eip155:84532'
const USED: Hex = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5'
/** An account that is nobody's here. */
export const OTHER: Hex = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
/** The newest block that counts. */
export const HEAD = 1_000_000

type Paid = {
  readonly block: number
  readonly tx: string
  readonly to?: string
  readonly amount?: bigint
  readonly nonce?: string
  readonly called?: string
  readonly asset?: string
}

let serial = 0
const ledgers: Ledger[] = []

/** An empty ledger of one test. */
export function newLedger(): Ledger {
  const ledger = new Ledger(`watch-${++serial}`)
  ledgers.push(ledger)
  return ledger
}

/** To be called after each test. */
export async function forgetLedgers(): Promise<void> {
  for (const ledger of ledgers.splice(0)) await ledger.delete()
}

/** A wallet that watches USDC of one account from block `from`, on a chain with these payments. */
export async function scene(
  from: number | null = HEAD - 1_000,
  nodesOf: (chain: Chain) => readonly Chain[] = (chain) => [chain],
) {
  const ledger = newLedger()
  if (from !== null)
    await ledger.watches.put({
      id: `${ACCOUNT.toLowerCase()}/${NETWORK}/${USDC.toLowerCase()}`,
      account: ACCOUNT,
      network: NETWORK,
      asset: USDC,
      nextBlock: from,
      checkedAt: 0,
    })
  const paid: Paid[] = []
  const state = { head: HEAD, down: false, widest: 1_000_000, used: false, calls: 0, now: NOW }
  const hash = (tx: string): Hex => `0x${tx.padStart(64, '0')}`
  const at = (block: number) => Math.floor(NOW / 1_000) - (HEAD - block) * 2
  const logsOf = (p: Paid, index: number) => {
    const common = {
      address: p.asset ?? USDC,
      transactionHash: hash(p.tx),
      blockNumber: `0x${p.block.toString(16)}`,
    }
    const us = `0x${word(ACCOUNT)}`
    const use = {
      ...common,
      topics: [USED, us, p.nonce],
      data: '0x',
      logIndex: `0x${(2 * index).toString(16)}`,
    }
    const move = {
      ...common,
      topics: [TOPIC_TRANSFER, us, `0x${word((p.to ?? PAYEE) as Hex)}`],
      data: `0x${word(p.amount ?? 10_000n)}`,
      logIndex: `0x${(2 * index + 1).toString(16)}`,
    }
    return p.nonce === undefined ? [move] : [use, move]
  }
  const chain: Chain = {
    async call(method, [param]) {
      state.calls++
      if (state.down) return err({ kind: 'network' })
      if (method === 'eth_getBlockByNumber') {
        const number = param === 'latest' ? state.head + 12 : Number(param)
        const block = { number: `0x${number.toString(16)}`, timestamp: `0x${at(number).toString(16)}` }
        return ok({ ...block, hash: hash('b') })
      }
      if (method === 'eth_call') return ok(`0x${(state.used ? 'f' : '0').repeat(64)}`)
      if (method === 'eth_getTransactionByHash')
        return ok({ to: paid.find((p) => hash(p.tx) === param)?.called ?? USDC })
      const { fromBlock, toBlock } = param as { fromBlock: string; toBlock: string }
      if (Number(toBlock) - Number(fromBlock) >= state.widest) return err({ kind: 'rpc', code: -32005 })
      const here = (p: Paid) => p.block >= Number(fromBlock) && p.block <= Number(toBlock)
      return ok(paid.flatMap((p, i) => (here(p) ? logsOf(p, i) : [])))
    },
    batch: (requests) => Promise.all(requests.map(({ method, params }) => chain.call(method, params))),
    ethCall: async () => err({ kind: 'malformed' }),
  }
  const deps: WatchDeps = {
    ledger,
    accounts: [ACCOUNT],
    nodesOf: async (network) => (network === NETWORK ? { nodes: nodesOf(chain), depth: 12 } : null),
    balances: [],
    now: () => state.now,
  }
  const look = () => watchKeys(deps)
  const spent = async (key = 'everything-day-test:*') =>
    (await ledger.totals.toArray())
      .filter((t) => t.budgetKey === key)
      .reduce((sum, t) => sum + t.settled + t.reserved, 0n)
  return { ledger, paid, state, deps, look, spent, hash, at }
}
