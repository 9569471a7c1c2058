import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { Chain } from '@/lib/chain/chain'
import { isAutomaticHeld } from '@/lib/ledger/read/automatic-hold'
import { writeSettings } from '@/lib/ledger/write/documents'
import { repairTables, repairTotals } from '@/lib/ledger/write/recount'
import { markKnown } from '@/lib/ledger/write/strangers'
import { ACCOUNT, authorizationRow, PAYEE, USDC } from '@/lib/ledger/write/testing'
import { forgetLedgers, HEAD, NETWORK, OTHER, scene } from './testing'
import { watchKeys } from './watch'
import type { WatchDeps } from './watches'

afterEach(forgetLedgers)

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
