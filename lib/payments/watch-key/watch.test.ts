import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { Chain } from '@/lib/chain/chain'
import { word } from '@/lib/chain/hex'
import type { Hex } from '@/lib/core/hex'
import { err, ok } from '@/lib/core/result'
import { isAutomaticHeld, readRebuild } from '@/lib/ledger/read/automatic-hold'
import { networkStates } from '@/lib/ledger/read/network-states'
import { Ledger } from '@/lib/ledger/schema'
import { writeSettings } from '@/lib/ledger/write/documents'
import { repairTables, repairTotals } from '@/lib/ledger/write/recount'
import { markKnown } from '@/lib/ledger/write/strangers'
import { ACCOUNT, authorizationRow, mandateRow, NOW, PAYEE, USDC } from '@/lib/ledger/write/testing'
import { TOPIC_TRANSFER } from '@/lib/schemes/evm/proof'
import { beginRebuild, endRebuild } from './rebuild'
import { watchKeys } from './watch'
import type { WatchDeps } from './watches'

const NETWORK = 'eip155:84532'
const USED: Hex = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5'
const OTHER: Hex = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const HEAD = 1_000_000

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
afterEach(async () => {
  for (const ledger of ledgers.splice(0)) await ledger.delete()
})

/** A wallet that watches USDC of one account from block `from`, on a chain with these payments. */
async function scene(
  from: number | null = HEAD - 1_000,
  nodesOf: (chain: Chain) => readonly Chain[] = (chain) => [chain],
) {
  const ledger = new Ledger(`watch-${++serial}`)
  ledgers.push(ledger)
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

const CENT = 10n ** 16n

describe('money that left an account without this ledger', () => {
  it('is a stranger once, counts at its block’s time, and holds automatic payments', async () => {
    const { ledger, paid, look, spent, at } = await scene()
    paid.push({ block: HEAD - 500, tx: 'a1', nonce: `0x${'7'.repeat(64)}` })
    expect(await isAutomaticHeld(ledger)).toBe(false)
    await look()
    await look()
    expect(await ledger.strangers.toArray()).toMatchObject([
      {
        account: ACCOUNT,
        asset: USDC,
        payTo: PAYEE.toLowerCase(),
        amount: '10000',
        block: HEAD - 500,
        known: 0,
      },
    ])
    expect((await ledger.strangers.toArray())[0]?.at).toBe(at(HEAD - 500) * 1_000)
    expect(await spent()).toBe(CENT)
    expect(await isAutomaticHeld(ledger)).toBe(true)
  })

  it('stays counted when the owner knows of it, and holds nothing any more', async () => {
    const { ledger, paid, look, spent } = await scene()
    paid.push({ block: HEAD - 500, tx: 'a1' })
    const [found] = await look()
    expect(await markKnown(ledger, found?.id ?? '')).toBe(true)
    expect(await isAutomaticHeld(ledger)).toBe(false)
    expect(await spent()).toBe(CENT)
    await look()
    expect(await isAutomaticHeld(ledger)).toBe(false)
  })

  it('counts the same when all totals are counted again', async () => {
    const { ledger, paid, look } = await scene()
    paid.push({ block: HEAD - 500, tx: 'a1' }, { block: HEAD - 400, tx: 'a2', amount: 30_000n })
    await look()
    expect(await ledger.transaction('rw', repairTables(ledger), () => repairTotals(ledger))).toEqual([])
  })

  it('counts in a limit of its payee, and in none of a site', async () => {
    const { ledger, paid, look, spent } = await scene()
    const unit = { kind: 'usd', testnet: true } as const
    const window = { kind: 'rolling', seconds: 86_400 } as const
    await writeSettings(ledger, {
      budgets: [{ id: 'each-payee', scope: { kind: 'payee', value: null }, unit, limit: '1', window }],
    })
    paid.push({ block: HEAD - 500, tx: 'a1' })
    await look()
    expect(await spent(`each-payee:${PAYEE.toLowerCase()}`)).toBe(CENT)
    expect((await ledger.totals.toArray()).some((t) => t.budgetKey.startsWith('site-day'))).toBe(false)
  })

  it('is not made of a Transfer of nothing, which anybody can have logged', async () => {
    const { ledger, paid, look } = await scene()
    paid.push({ block: HEAD - 500, tx: 'a1', to: OTHER, amount: 0n })
    await look()
    expect(await ledger.strangers.count()).toBe(0)
  })

  it('is found above the confirmed head only when that has passed it', async () => {
    const { ledger, paid, state, look } = await scene()
    paid.push({ block: HEAD + 5, tx: 'a1' })
    await look()
    expect(await ledger.strangers.count()).toBe(0)
    state.head = HEAD + 5
    await look()
    expect(await ledger.strangers.count()).toBe(1)
  })
})

describe('what the ledger sent itself', () => {
  it.each([
    ['by its nonce, also while nobody proved it', { state: 'reserved' as const }],
    ['by its nonce, when its server named nothing', { state: 'unknown' as const }],
    ['when it is proved', { state: 'settled' as const, proved: 1 as const }],
  ])('is no stranger: %s', async (_, change) => {
    const { ledger, paid, look, spent } = await scene()
    const row = authorizationRow('mine', change)
    await ledger.authorizations.add(row)
    paid.push({ block: HEAD - 500, tx: 'a1', nonce: row.nonce })
    await look()
    expect(await ledger.strangers.count()).toBe(0)
    expect(await spent()).toBe(0n)
  })

  it('is no stranger by its transaction', async () => {
    const { ledger, paid, look, hash } = await scene()
    const sent = { scheme: 'transaction', transferMethod: 'transaction', transaction: hash('a1') } as const
    await ledger.authorizations.add(authorizationRow('mine', { ...sent, state: 'sent' }))
    paid.push({ block: HEAD - 500, tx: 'a1' })
    await look()
    expect(await ledger.strangers.count()).toBe(0)
  })

  it('hides no second payment of the same amount to the same payee in the same transaction', async () => {
    const { ledger, paid, look } = await scene()
    const row = authorizationRow('mine')
    await ledger.authorizations.add(row)
    paid.push({ block: HEAD - 500, tx: 'a1', nonce: row.nonce })
    paid.push({ block: HEAD - 500, tx: 'a1', nonce: `0x${'8'.repeat(64)}` })
    await look()
    expect(await ledger.strangers.toArray()).toMatchObject([{ nonce: `0x${'8'.repeat(64)}` }])
  })

  it('is a stranger all the same where it was given back as proved dead', async () => {
    const { ledger, paid, look, spent } = await scene()
    const row = authorizationRow('mine', { state: 'released', proved: 1 })
    await ledger.authorizations.add(row)
    paid.push({ block: HEAD - 500, tx: 'a1', nonce: row.nonce })
    await look()
    expect(await spent()).toBe(CENT)
  })

  it.each([
    [true, 0],
    [false, 1],
  ])('by Permit2, whose nonce is used: %s, makes %i strangers', async (used, strangers) => {
    const { ledger, paid, state, look } = await scene()
    await ledger.authorizations.add(authorizationRow('mine', { transferMethod: 'permit2', state: 'unknown' }))
    state.used = used
    paid.push({ block: HEAD - 500, tx: 'a1' })
    await look()
    expect(await ledger.strangers.count()).toBe(strangers)
  })

  it('is no stranger where somebody takes what the owner allowed it, up to the amount', async () => {
    const { ledger, paid, look } = await scene()
    const permit = { scheme: 'permit', transferMethod: 'page', payTo: OTHER } as const
    await ledger.authorizations.add(authorizationRow('mine', permit))
    paid.push({ block: HEAD - 500, tx: 'a1', called: OTHER })
    paid.push({ block: HEAD - 499, tx: 'a2', called: OTHER, amount: 10_001n })
    await look()
    expect((await ledger.strangers.toArray()).map((s) => s.amount)).toEqual(['10001'])
  })
})

describe('how the chain is read', () => {
  it('begins at the present head for what a new wallet holds, or was paid with', async () => {
    const { ledger, paid, deps, look } = await scene(null)
    paid.push({ block: HEAD - 500, tx: 'a1' })
    await look()
    expect(await ledger.watches.count()).toBe(0)
    const held = { account: ACCOUNT, network: NETWORK, asset: USDC, amount: '5' }
    await watchKeys({ ...deps, balances: [held] })
    expect(await ledger.watches.toArray()).toMatchObject([{ nextBlock: HEAD + 1 }])
    expect(await ledger.strangers.count()).toBe(0)
  })

  it('stays where it is while no node answers, and misses nothing afterwards', async () => {
    const { ledger, paid, state, look } = await scene()
    paid.push({ block: HEAD - 500, tx: 'a1' })
    state.down = true
    await look()
    expect(await ledger.watches.toArray()).toMatchObject([{ nextBlock: HEAD - 1_000 }])
    state.down = false
    await look()
    expect(await ledger.strangers.count()).toBe(1)
  })

  it('asks for fewer blocks where a node takes no more', async () => {
    const { ledger, paid, state, look } = await scene()
    state.widest = 400
    paid.push({ block: HEAD - 900, tx: 'a1' }, { block: HEAD - 1, tx: 'a2' })
    for (let i = 0; i < 3; i++) await look()
    expect(await ledger.strangers.count()).toBe(2)
    expect(await ledger.watches.toArray()).toMatchObject([{ nextBlock: HEAD + 1 }])
  })

  it('does bounded work at each look, however far it is behind', async () => {
    const { state, look } = await scene(1)
    await look()
    expect(state.calls).toBeLessThan(30)
  })

  it('finds each stranger once, wherever a look is cut off (property)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.integer({ min: HEAD - 990, max: HEAD }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 100, max: 1_200 }),
        fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 4 }),
        async (blocks, widest, cuts) => {
          const { ledger, paid, state, deps, look, spent } = await scene()
          state.widest = widest
          for (const block of blocks) paid.push({ block, tx: block.toString(16) })
          for (const cut of cuts) {
            let left = cut
            const dying: WatchDeps = {
              ...deps,
              nodesOf: async (network) => {
                const of = await deps.nodesOf(network)
                if (of === null) return null
                const dies = (chain: Chain): Chain => ({
                  ...chain,
                  call: (...asked) => {
                    if (left-- <= 0) throw new Error('killed')
                    return chain.call(...asked)
                  },
                })
                return { ...of, nodes: of.nodes.map(dies) }
              },
            }
            await watchKeys(dying).catch(() => undefined)
          }
          for (let i = 0; i < 6; i++) await look()
          expect(await ledger.strangers.count()).toBe(blocks.length)
          expect(await spent()).toBe(CENT * BigInt(blocks.length))
        },
      ),
      { numRuns: 25 },
    )
  }, 60_000)
})

describe('several nodes of a network', () => {
  type Asking = (method: string, answer: Awaited<ReturnType<Chain['call']>>) => typeof answer
  /** A node that says of some things something else than the chain. */
  const changed =
    (change: Asking) =>
    (chain: Chain): Chain => ({
      ...chain,
      call: async (method, params) => change(method, await chain.call(method, params)),
    })
  const silent = changed(() => err({ kind: 'network' }))
  const hiding = changed((method, answer) => (method === 'eth_getLogs' ? ok([]) : answer))
  const inventing = changed((method, answer) =>
    method === 'eth_getLogs' && answer.ok
      ? ok((answer.value as readonly object[]).map((log) => ({ ...log, data: `0x${word(99n)}` })))
      : answer,
  )
  const backwards = changed((method, answer) =>
    method === 'eth_getLogs' && answer.ok ? ok([...(answer.value as readonly object[])].reverse()) : answer,
  )
  const honest = (chain: Chain) => chain
  const paidOnce = async (...nodes: readonly ((chain: Chain) => Chain)[]) => {
    const of = await scene(HEAD - 1_000, (chain) => nodes.map((node) => node(chain)))
    of.paid.push({ block: HEAD - 500, tx: 'a1' }, { block: HEAD - 499, tx: 'a2' })
    await of.look()
    return of
  }
  const stateOf = async (ledger: Ledger) => (await networkStates(ledger))[NETWORK]

  it.each([
    ['one of two hides what left', [honest, hiding], 'disagree'],
    ['the first of two hides what left', [hiding, honest], 'disagree'],
    ['one of two says another amount', [honest, inventing], 'disagree'],
    ['one of three hides what left', [honest, honest, hiding], 'disagree'],
    ['one of two is silent', [honest, silent], 'down'],
  ] as const)('are believed in nothing where %s, and the screens are told', async (_, nodes, kind) => {
    const { ledger, spent } = await paidOnce(...nodes)
    expect(await ledger.strangers.count()).toBe(0)
    expect(await spent()).toBe(0n)
    expect(await ledger.watches.toArray()).toMatchObject([{ nextBlock: HEAD - 1_000 }])
    expect(await stateOf(ledger)).toMatchObject({ kind })
  })

  it.each([
    ['all say the same', [honest, honest]],
    ['they tell it in another order', [honest, backwards]],
    ['the first of three is silent', [silent, honest, honest]],
  ] as const)('are believed where %s', async (_, nodes) => {
    const { ledger, spent } = await paidOnce(...nodes)
    expect(await ledger.strangers.count()).toBe(2)
    expect(await spent()).toBe(2n * CENT)
    expect(await stateOf(ledger)).toMatchObject({ kind: 'ok' })
  })

  it('miss nothing of what they contradicted each other about, once they agree', async () => {
    let isHidden = true
    const turning = (chain: Chain): Chain => ({
      ...chain,
      call: (...asked) => (isHidden ? hiding(chain) : chain).call(...asked),
    })
    const { ledger, look } = await paidOnce(honest, turning)
    isHidden = false
    await look()
    expect(await ledger.strangers.count()).toBe(2)
    expect(await stateOf(ledger)).toMatchObject({ kind: 'ok' })
  })

  it('begin no watch while they contradict each other about the head', async () => {
    const other = changed((method, answer) =>
      method === 'eth_getBlockByNumber' && answer.ok
        ? ok({ ...(answer.value as object), hash: `0x${'c'.repeat(64)}` })
        : answer,
    )
    const { ledger, deps } = await scene(null, (chain) => [chain, other(chain)])
    const held = { account: ACCOUNT, network: NETWORK, asset: USDC, amount: '5' }
    await watchKeys({ ...deps, balances: [held] })
    expect(await ledger.watches.count()).toBe(0)
    expect(await stateOf(ledger)).toMatchObject({ kind: 'disagree', nodes: ['differs', 'differs'] })
  })
})

describe('a wallet that was restored', () => {
  const begun = async () => {
    const of = await scene(null)
    await writeSettings(of.ledger, { testnets: true })
    await of.ledger.mandates.add(mandateRow('old'))
    await beginRebuild(of.ledger, NOW)
    const rebuild = await readRebuild(of.ledger)
    if (rebuild === null) throw new Error('no rebuild')
    await of.ledger.documents.put({
      name: 'rebuild',
      value: { ...rebuild, networks: { [NETWORK]: null } },
    })
    return of
  }

  it('starts without a mandate that pays, and pays nothing by itself', async () => {
    const { ledger } = await begun()
    expect(await ledger.mandates.toArray()).toMatchObject([{ state: 'paused' }])
    expect(await isAutomaticHeld(ledger)).toBe(true)
  })

  it('counts what was spent inside the longest window, and nothing before it', async () => {
    const { ledger, paid, look, spent } = await begun()
    const day = 86_400 / 2
    paid.push({ block: HEAD - day + 10, tx: 'a1' }, { block: HEAD - 2 * day, tx: 'a2' })
    for (let i = 0; i < 8 && (await readRebuild(ledger))?.done === false; i++) await look()
    expect((await readRebuild(ledger))?.done).toBe(true)
    expect(await spent()).toBe(CENT)
    expect(await ledger.strangers.count()).toBe(1)
  })

  it('says which network did not answer, and goes on only by the owner’s word', async () => {
    const { ledger, state, look } = await begun()
    state.down = true
    await look()
    expect(await readRebuild(ledger)).toMatchObject({ done: false, silent: [NETWORK] })
    expect(await isAutomaticHeld(ledger)).toBe(true)
    await endRebuild(ledger)
    expect(await isAutomaticHeld(ledger)).toBe(false)
  })
})
