import 'fake-indexeddb/auto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { createRpc } from '@/lib/chain/rpc'
import { readBlockhash, type SvmNode } from '@/lib/chain/svm/node'
import { svmParts } from '@/lib/late/svm-parts'
import { isAutomaticHeld, readRebuild } from '@/lib/ledger/read/automatic-hold'
import { networkStates } from '@/lib/ledger/read/network-states'
import { type AuthorizationRow, Ledger } from '@/lib/ledger/schema'
import { repairTables, repairTotals } from '@/lib/ledger/write/recount'
import { markKnown } from '@/lib/ledger/write/strangers'
import { authorizationRow, intentRow, quoteRow } from '@/lib/ledger/write/testing'
import { reconcileDue } from '@/lib/payments/reconcile/reconcile'
import { MARGIN_BLOCKS } from '@/lib/payments/svm/judge'
import { advanceRebuild, beginRebuild } from '@/lib/payments/watch-key/rebuild'
import { watchKeys } from '@/lib/payments/watch-key/watch'
import type { WatchDeps } from '@/lib/payments/watch-key/watches'
import { type SvmTerms, USUAL_BUDGET } from '@/lib/schemes/svm/exact'
import { programOf } from '@/lib/schemes/svm/programs'
import { signTransfer } from '@/lib/schemes/svm/sign'
import { addressOfSecret } from '@/lib/schemes/svm/slip10'
import { SOLANA_DEVNET, SOLANA_PAYEE, SOLANA_USDC, type SolanaDevnet, startSolana } from '../devnet/solana'

vi.mock('wxt/browser', () => ({ browser: {} }))

const SECRET = new Uint8Array(32).fill(33)
const PAYER = addressOfSecret(SECRET)
const EVM = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const CENTS_5 = 5n * 10n ** 16n

let net: SolanaDevnet
let healthy: SolanaDevnet['rpc']['faults']
let serial = 0
const ledgers: Ledger[] = []

beforeAll(async () => {
  net = await startSolana(PAYER)
  healthy = { ...net.rpc.faults }
})
afterAll(() => net.stop())
beforeEach(() => {
  Object.assign(net.rpc.faults, healthy)
})
afterEach(async () => {
  for (const ledger of ledgers.splice(0)) await ledger.delete()
})

type Answer = Awaited<ReturnType<SvmNode['call']>>

/** A node of the local network; `lie` changes what it says. */
function nodeOf(lie: (method: string, answer: Answer) => Answer = (_, answer) => answer): SvmNode {
  const rpc = createRpc({ sleep: async () => undefined })
  return {
    network: SOLANA_DEVNET,
    genuine: { known: false },
    call: async (method, params) => lie(method, await rpc.call(net.rpc.url, method, params)),
  }
}

/** A wallet that holds USDC on Solana and has watched it since now. */
async function scene(nodes: readonly SvmNode[] = [nodeOf()]) {
  const ledger = new Ledger(`solana-watch-${++serial}`)
  ledgers.push(ledger)
  const deps: WatchDeps = {
    ledger,
    accounts: [EVM, PAYER],
    nodesOf: async () => null,
    solana: { load: async () => svmParts, nodesOf: async () => nodes },
    balances: [{ account: PAYER, network: SOLANA_DEVNET, asset: SOLANA_USDC, amount: '5' }],
    now: () => Date.now(),
  }
  const look = () => watchKeys(deps)
  const spent = async () =>
    (await ledger.totals.toArray())
      .filter(({ budgetKey }) => budgetKey === 'everything-day-test:*')
      .reduce((sum, t) => sum + t.settled + t.reserved, 0n)
  return { ledger, deps, look, spent }
}

let lastMemo = 0

/** Pays the shop with the key, outside any ledger. @returns what was signed, and its signature on the chain */
async function pay(over: Partial<SvmTerms> = {}): Promise<{ terms: SvmTerms; transaction: string }> {
  const answer = await fetch(`${net.shop}/tide-tables`)
  const quote = JSON.parse(atob(answer.headers.get('payment-required') ?? ''))
  const [offer] = quote.accepts
  const latest = await readBlockhash(nodeOf())
  if (!latest.ok) throw new Error(latest.error.kind)
  const terms: SvmTerms = {
    network: SOLANA_DEVNET,
    mint: offer.asset,
    program: programOf(offer.asset),
    decimals: 6,
    from: PAYER,
    payTo: offer.payTo,
    amount: BigInt(offer.amount),
    feePayer: String(offer.extra.feePayer),
    memo: (++lastMemo).toString(16).padStart(32, '0'),
    blockhash: latest.value.blockhash,
    budget: USUAL_BUDGET,
    ...over,
  }
  const made = signTransfer(terms, SECRET)
  if (!made.ok) throw new Error(made.error.field)
  const header = btoa(JSON.stringify({ x402Version: 2, payload: made.value.payload, accepted: offer }))
  const paid = await fetch(`${net.shop}/tide-tables`, { headers: { 'payment-signature': header } })
  expect(paid.status).toBe(200)
  return { terms, transaction: net.ledger.landed.at(-1)?.signature ?? '' }
}

/** The row of a payment that this ledger made. */
function rowOf(terms: SvmTerms, over: Partial<AuthorizationRow> = {}): AuthorizationRow {
  return authorizationRow('mine', {
    state: 'unknown',
    transferMethod: 'svm',
    network: terms.network,
    asset: terms.mint,
    decimals: terms.decimals,
    from: terms.from,
    payTo: terms.payTo,
    amount: terms.amount.toString(),
    nonce: terms.memo,
    nonceSalt: null,
    facilitator: terms.feePayer,
    blockhash: terms.blockhash,
    lastValidBlockHeight: net.ledger.blockhash.lastValidBlockHeight,
    ...over,
  })
}

describe('money that left a Solana account without this ledger', () => {
  it('is a stranger once, counts at its block’s time, and holds automatic payments until the owner knows it', async () => {
    const { ledger, look, spent } = await scene()
    await look()
    expect(await ledger.watches.toArray()).toMatchObject([
      { account: PAYER, asset: SOLANA_USDC, nextBlock: net.ledger.slot + 1 },
    ])
    expect(await isAutomaticHeld(ledger)).toBe(false)
    const { transaction } = await pay()
    await look()
    await look()
    const landed = net.ledger.landed.at(-1)
    const strangers = await ledger.strangers.toArray()
    expect(strangers).toMatchObject([
      {
        account: PAYER,
        network: SOLANA_DEVNET,
        asset: SOLANA_USDC,
        payTo: SOLANA_PAYEE,
        amount: '50000',
        transaction,
        block: landed?.slot,
        at: (landed?.at ?? 0) * 1_000,
        known: 0,
      },
    ])
    expect(await spent()).toBe(CENTS_5)
    expect(await isAutomaticHeld(ledger)).toBe(true)
    expect(await ledger.transaction('rw', repairTables(ledger), () => repairTotals(ledger))).toEqual([])
    await markKnown(ledger, strangers[0]?.id ?? '')
    expect(await isAutomaticHeld(ledger)).toBe(false)
    expect(await spent()).toBe(CENTS_5)
  })

  it('is no stranger where it is a payment of the ledger, also before anybody proved it', async () => {
    const { ledger, look, spent } = await scene()
    await look()
    const { terms } = await pay()
    await ledger.authorizations.add(rowOf(terms))
    await look()
    expect(await ledger.strangers.count()).toBe(0)
    expect(await spent()).toBe(0n)
  })

  it('is no stranger where it is proved, and is one where it was given back as dead', async () => {
    for (const [state, strangers] of [
      ['settled', 0],
      ['released', 1],
    ] as const) {
      const { ledger, look } = await scene()
      await look()
      const { terms, transaction } = await pay()
      await ledger.authorizations.add(rowOf(terms, { state, proved: 1, transaction }))
      await look()
      expect(await ledger.strangers.count()).toBe(strangers)
    }
  })

  it('hides behind no other payment of the same amount to the same payee', async () => {
    const { ledger, look } = await scene()
    await look()
    const mine = await pay()
    await ledger.authorizations.add(rowOf(mine.terms))
    const { transaction } = await pay()
    await look()
    expect((await ledger.strangers.toArray()).map((s) => s.transaction)).toEqual([transaction])
  })

  it('is found behind more transactions than a first page has, once each, over as many looks as it takes', async () => {
    const { ledger, look } = await scene()
    await look()
    const paid: string[] = []
    for (let i = 0; i < 60; i++) paid.push((await pay()).transaction)
    await look()
    expect(await ledger.strangers.count()).toBe(50)
    await look()
    expect((await ledger.strangers.toArray()).map((s) => s.transaction).sort()).toEqual([...paid].sort())
  }, 60_000)

  it('is found above what is final only when that has passed it', async () => {
    const { ledger, look } = await scene()
    await look()
    await pay()
    net.rpc.faults.unfinalized = 1
    await look()
    expect(await ledger.strangers.count()).toBe(0)
    net.rpc.faults.unfinalized = 0
    await look()
    expect(await ledger.strangers.count()).toBe(1)
  })

  it('is not what others paid to the account', async () => {
    const { ledger, deps } = await scene()
    const payee = { ...deps, accounts: [SOLANA_PAYEE] }
    const held = { ...deps.balances[0], account: SOLANA_PAYEE, network: SOLANA_DEVNET, asset: SOLANA_USDC }
    const look = () => watchKeys({ ...payee, balances: [{ ...held, amount: '5' }] })
    await look()
    await pay()
    await look()
    expect(await ledger.strangers.count()).toBe(0)
  })
})

describe('the nodes of a Solana network', () => {
  const silent = () => nodeOf(() => ({ ok: false, error: { kind: 'network' } }))
  const hiding = () =>
    nodeOf((method, answer) => (method === 'getSignaturesForAddress' ? { ok: true, value: [] } : answer))
  const other = () =>
    nodeOf((method, answer) => (method === 'getGenesisHash' ? { ok: true, value: 'another' } : answer))

  it.each([
    ['is silent', silent, 'down', ['ok', 'down']],
    ['hides what left', hiding, 'disagree', ['differs', 'differs']],
    ['is of another network', other, 'disagree', ['ok', 'wrong-chain']],
  ] as const)(
    'are believed in nothing where one of two %s, and the screens are told',
    async (_, second, kind, nodes) => {
      const { ledger, deps, look } = await scene()
      await look()
      const { transaction } = await pay()
      const two = [nodeOf(), second()]
      await watchKeys({ ...deps, solana: { load: async () => svmParts, nodesOf: async () => two } })
      expect(await ledger.strangers.count()).toBe(0)
      expect((await networkStates(ledger))[SOLANA_DEVNET]).toMatchObject({ kind, nodes })
      await look()
      expect((await ledger.strangers.toArray()).map((s) => s.transaction)).toEqual([transaction])
      expect((await networkStates(ledger))[SOLANA_DEVNET]).toMatchObject({ kind: 'ok', nodes: ['ok'] })
    },
  )

  it('tell how they stand also where only a payment is outstanding there', async () => {
    const { ledger } = await scene()
    const { terms } = await pay()
    const row = rowOf(terms)
    await ledger.quotes.add(quoteRow(row.intentId))
    await ledger.intents.add(intentRow(row.intentId, { state: 'paying' }))
    await ledger.authorizations.add(row)
    let nodes: readonly SvmNode[] = [nodeOf(), silent()]
    let now = Date.now()
    const port = {
      ledger,
      nodesOf: async () => null,
      broadcast: async () => undefined,
      judgeSolana: async (_: string, rows: readonly AuthorizationRow[]) =>
        svmParts.judgeOnSolana(nodes, rows),
      changed: () => undefined,
      now: () => now,
      random: () => 0,
    }
    await reconcileDue(port)
    expect((await networkStates(ledger))[SOLANA_DEVNET]).toMatchObject({
      kind: 'down',
      nodes: ['ok', 'down'],
    })
    expect(await ledger.authorizations.get(row.id)).toMatchObject({ state: 'unknown', checks: 0 })
    nodes = [nodeOf(), nodeOf()]
    now += 3_600_000
    await reconcileDue(port)
    expect((await networkStates(ledger))[SOLANA_DEVNET]).toMatchObject({ kind: 'ok', nodes: ['ok', 'ok'] })
    expect(await ledger.authorizations.get(row.id)).toMatchObject({ state: 'settled', proved: 1 })
  })
})

describe('a wallet made of its words', () => {
  it('reads what its Solana account spent before, and pays nothing by itself until then', async () => {
    const { ledger, deps, look, spent } = await scene()
    await pay()
    net.ledger.pass(MARGIN_BLOCKS)
    await beginRebuild(ledger, Date.now(), true)
    const rebuild = await readRebuild(ledger)
    if (rebuild === null) throw new Error('no rebuild')
    expect(Object.keys(rebuild.networks)).toContain('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
    await ledger.documents.put({
      name: 'rebuild',
      value: { ...rebuild, networks: { [SOLANA_DEVNET]: null } },
    })
    await advanceRebuild(deps)
    expect(await isAutomaticHeld(ledger)).toBe(true)
    for (let i = 0; i < 5 && (await readRebuild(ledger))?.done === false; i++) await look()
    expect((await readRebuild(ledger))?.done).toBe(true)
    // Everything of this file's tests is within the day.
    expect(await spent()).toBe(CENTS_5 * BigInt(net.ledger.landed.length))
  })
})
