import 'fake-indexeddb/auto'
import { afterEach, describe, expect, it } from 'vitest'
import type { Chain } from '@/lib/chain/chain'
import { word } from '@/lib/chain/hex'
import { err, ok } from '@/lib/core/result'
import { isAutomaticHeld, readRebuild } from '@/lib/ledger/read/automatic-hold'
import { networkStates } from '@/lib/ledger/read/network-states'
import type { Ledger } from '@/lib/ledger/schema'
import { writeSettings } from '@/lib/ledger/write/documents'
import { ACCOUNT, mandateRow, NOW, USDC } from '@/lib/ledger/write/testing'
import { beginRebuild, endRebuild } from './rebuild'
import { forgetLedgers, HEAD, NETWORK, scene } from './testing'
import { watchKeys } from './watch'

afterEach(forgetLedgers)

const CENT = 10n ** 16n

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
