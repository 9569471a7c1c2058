import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import type { Chain } from '@/lib/chain/chain'
import { word } from '@/lib/chain/hex'
import type { Hex } from '@/lib/core/hex'
import { err, ok } from '@/lib/core/result'
import { isAutomaticHeld } from '@/lib/ledger/read/automatic-hold'
import { ACCOUNT, NOW, PAYEE, USDC } from '@/lib/ledger/write/testing'
import { TOPIC_TRANSFER } from '@/lib/schemes/evm/proof'
import { forgetLedgers, HEAD, NETWORK, newLedger, OTHER as OWN } from './testing'
import { watchKeys } from './watch'
import { watchId } from './watches'

type Came = {
  readonly block: number
  readonly tx: string
  readonly from?: string
  readonly to?: string
  readonly amount?: bigint
}

afterEach(forgetLedgers)

/** A wallet of two accounts on a chain to which this came; `garble` changes what the node says of it. */
async function scene(came: readonly Came[], garble: (log: object) => object = (log) => log) {
  const ledger = newLedger()
  const state = { widest: 1_000_000, narrow: false }
  const hash = (tx: string): Hex => `0x${tx.padStart(64, '0')}`
  const at = (block: number) => Math.floor(NOW / 1_000) - (HEAD - block) * 2
  const topic = (address: string) => `0x${word(address as Hex)}`
  const logOf = ({ block, tx, from = PAYEE, to = ACCOUNT, amount = 7n }: Came, index: number) => ({
    address: USDC,
    topics: [TOPIC_TRANSFER, topic(from), topic(to)],
    data: `0x${word(amount)}`,
    transactionHash: hash(tx),
    blockNumber: `0x${block.toString(16)}`,
    logIndex: `0x${index.toString(16)}`,
  })
  const chain: Chain = {
    async call(method, [param]) {
      if (method === 'eth_getBlockByNumber') {
        const number = param === 'latest' ? HEAD + 12 : Number(param)
        const block = { number: `0x${number.toString(16)}`, timestamp: `0x${at(number).toString(16)}` }
        return ok({ ...block, hash: hash('b') })
      }
      if (method !== 'eth_getLogs') return err({ kind: 'malformed' })
      const { fromBlock, toBlock, topics } = param as {
        fromBlock: string
        toBlock: string
        topics: unknown[]
      }
      if (Number(toBlock) - Number(fromBlock) >= state.widest) return err({ kind: 'rpc', code: -32005 })
      // What left is asked for by the first address of the event, and nothing left.
      if (topics[1] !== null) return ok([])
      const wanted = topics[2] as readonly string[]
      const here = came.filter(
        ({ block, to = ACCOUNT }) =>
          block >= Number(fromBlock) &&
          block <= Number(toBlock) &&
          wanted.some((each) => each.toLowerCase() === topic(to).toLowerCase()),
      )
      return ok(here.map((each) => garble(logOf(each, came.indexOf(each)))))
    },
    batch: (requests) => Promise.all(requests.map(({ method, params }) => chain.call(method, params))),
    ethCall: async () => err({ kind: 'malformed' }),
  }
  const watch = (nextBlock: number) => {
    const of = { account: ACCOUNT, network: NETWORK, asset: USDC }
    return ledger.watches.put({ ...of, id: watchId(ACCOUNT, NETWORK, USDC), nextBlock, checkedAt: 0 })
  }
  const look = (
    balances: readonly { account: string; network: string; asset: string; amount: string }[] = [],
  ) =>
    watchKeys({
      ledger,
      accounts: [ACCOUNT, OWN],
      nodesOf: async (network) => (network === NETWORK ? { nodes: [chain], depth: 12 } : null),
      balances,
      now: () => NOW,
    })
  const next = async () => (await ledger.watches.toArray())[0]?.nextBlock
  return { ledger, state, watch, look, next, hash, at }
}

describe('money that came to an account', () => {
  it('is kept once, with its sender and the time of its block, and counts as nothing', async () => {
    const { ledger, watch, look, hash, at } = await scene([{ block: HEAD - 9, tx: 'a1', amount: 5_000_000n }])
    await watch(HEAD - 100)
    await look()
    await watch(HEAD - 100)
    await look()
    expect(await ledger.incoming.toArray()).toEqual([
      {
        id: `${NETWORK}/${hash('a1')}/0`,
        account: ACCOUNT,
        network: NETWORK,
        asset: USDC,
        from: PAYEE.toLowerCase(),
        amount: '5000000',
        transaction: hash('a1'),
        block: HEAD - 9,
        at: at(HEAD - 9) * 1_000,
      },
    ])
    expect([await ledger.totals.count(), await ledger.strangers.count()]).toEqual([0, 0])
    expect(await isAutomaticHeld(ledger)).toBe(false)
  })

  it('is looked for in what came before, where an account begins to be watched because it holds something', async () => {
    const { ledger, state, look, next } = await scene([
      { block: HEAD - 20_000, tx: 'a1' },
      { block: HEAD - 5_000, tx: 'a2' },
      { block: HEAD - 500, tx: 'a3' },
    ])
    const held = [{ account: ACCOUNT, network: NETWORK, asset: USDC, amount: '14' }]
    state.widest = 2_000
    await look(held)
    expect((await ledger.incoming.toArray()).map((row) => row.block)).toEqual([HEAD - 500])
    expect(await next()).toBe(HEAD + 1)
    await ledger.watches.clear()
    state.widest = 1_000_000
    await look(held)
    expect((await ledger.incoming.orderBy('at').toArray()).map((row) => row.block)).toEqual([
      HEAD - 5_000,
      HEAD - 500,
    ])
  })

  it('is none where it comes from another account of the wallet, or is nothing', async () => {
    const { ledger, watch, look } = await scene([
      { block: HEAD - 9, tx: 'a1', from: OWN },
      { block: HEAD - 8, tx: 'a2', amount: 0n },
    ])
    await watch(HEAD - 100)
    await look()
    expect(await ledger.incoming.count()).toBe(0)
  })

  it.each([
    [
      'of another account',
      { topics: [TOPIC_TRANSFER, `0x${word(PAYEE as Hex)}`, `0x${word(PAYEE as Hex)}`] },
    ],
    ['of another token', { address: PAYEE }],
    [
      'of another event',
      { topics: [`0x${'1'.repeat(64)}`, `0x${word(PAYEE as Hex)}`, `0x${word(ACCOUNT as Hex)}`] },
    ],
    ['of another block', { blockNumber: '0x1' }],
    ['without an amount', { data: '0x' }],
  ])('is not believed where the node says something %s; what left is read on', async (_, lie) => {
    const { ledger, watch, look, next } = await scene([{ block: HEAD - 9, tx: 'a1' }], (log) => ({
      ...log,
      ...lie,
    }))
    await watch(HEAD - 100)
    await look()
    expect(await ledger.incoming.count()).toBe(0)
    expect(await next()).toBe(HEAD + 1)
  })
})
