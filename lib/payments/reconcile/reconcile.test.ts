import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { networkStates } from '@/lib/ledger/read/network-states'
import { type AuthorizationRow, Ledger } from '@/lib/ledger/schema'
import { repairTables, repairTotals } from '@/lib/ledger/write/recount'
import { authorizationRow, intentRow, NOW, quoteRow } from '@/lib/ledger/write/testing'
import { type Port, reconcileDue, reconcileOne } from './reconcile'
import { type Fate, type Manner, ModelChain } from './testing'

vi.mock('wxt/browser', () => ({ browser: {} }))

const DEPTH = 5
const BEGIN = NOW / 1_000
const ledgers: Ledger[] = []
let serial = 0

afterEach(async () => {
  for (const ledger of ledgers.splice(0)) await ledger.delete()
})

type Kind = 'eip3009' | 'permit2' | 'upto'

/** The payment of this name and number. */
function paymentOf(i: number, kind: Kind): AuthorizationRow {
  return authorizationRow(`p${i}`, {
    state: 'sent',
    transferMethod: kind === 'eip3009' ? 'eip3009' : 'permit2',
    scheme: kind === 'upto' ? 'upto' : 'exact',
    nonce: `0x${(0xabc0000n + BigInt(i)).toString(16).padStart(64, '0')}`,
    validBefore: BEGIN + 120 + 40 * i,
  })
}

class Crash extends Error {}

/** A wallet with these payments outstanding, over a model chain. */
class Scene {
  readonly chain = new ModelChain(BEGIN - 100)
  readonly ledger = new Ledger(`reconcile-${++serial}`)
  manners: Manner[] = ['ok']
  /** after so many steps of the reconciliation the worker dies; null for never */
  crashIn: number | null = null
  now = NOW

  constructor(readonly rows: readonly AuthorizationRow[]) {
    ledgers.push(this.ledger)
    for (let i = 0; i < 2 * DEPTH; i++) this.chain.mine([])
  }

  async begin(): Promise<this> {
    const { ledger } = this
    await ledger.quotes.bulkAdd(this.rows.map((row) => quoteRow(row.intentId)))
    await ledger.intents.bulkAdd(this.rows.map((row) => intentRow(row.intentId, { state: 'paying' })))
    await ledger.authorizations.bulkAdd([...this.rows])
    await ledger.documents.put({ name: 'settings', value: { testnets: true } })
    await ledger.transaction('rw', repairTables(ledger), () => repairTotals(ledger))
    return this
  }

  #edge = (): void => {
    if (this.crashIn === null) return
    if (this.crashIn-- <= 0) throw new Crash()
  }

  get port(): Port {
    const edge = this.#edge
    return {
      ledger: this.ledger,
      nodesOf: async () => {
        edge()
        const nodes = this.manners.map((_, i) => this.chain.node(() => this.manners[i] ?? 'ok', edge))
        return { nodes, depth: DEPTH }
      },
      broadcast: async () => undefined,
      changed: edge,
      now: () => {
        edge()
        return this.now
      },
      random: () => 0.5,
    }
  }

  /** One wake of the worker; a crash ends it where it stands. */
  async wake(): Promise<void> {
    await reconcileDue(this.port).catch((thrown: unknown) => {
      if (!(thrown instanceof Crash)) throw thrown
    })
    this.crashIn = null
  }

  async states(): Promise<readonly unknown[]> {
    const rows = await this.ledger.authorizations.orderBy('id').toArray()
    return rows.map(({ id, state, proved, moved, transaction, provedBlock }) => ({
      id,
      state,
      proved,
      moved,
      transaction,
      provedBlock: state === 'settled' ? provedBlock : null,
    }))
  }

  /** Every window ends, the nodes are well, and the worker wakes until nothing is due. */
  async conclude(): Promise<void> {
    this.manners = ['ok', 'ok']
    for (let i = 0; i < 2 * DEPTH; i++) this.chain.mine([], 400)
    for (let i = 0; i < 6; i++) {
      this.now += 3_600_000
      await this.wake()
    }
  }

  /** What must hold at any time: the totals are the rows' sums, and nothing is released that was not proved dead. */
  async check(): Promise<void> {
    const { ledger, chain } = this
    expect(await ledger.transaction('rw', repairTables(ledger), () => repairTotals(ledger))).toEqual([])
    for (const row of await ledger.authorizations.toArray()) {
      const fate = chain.fateOf(row)
      if (row.state === 'released') expect(fate?.what ?? 'cancelled', row.id).toBe('cancelled')
      if (row.proved === 1 && row.state === 'settled') {
        expect(fate?.what, row.id).toBe('paid')
        expect(row.moved, row.id).toBe(String(fate?.moved))
      }
    }
  }
}

type Step =
  | {
      readonly type: 'chain'
      readonly fates: readonly { readonly n: number; readonly what: Fate['what']; readonly part: number }[]
    }
  | { readonly type: 'mine'; readonly blocks: number; readonly seconds: number }
  | { readonly type: 'reorganise'; readonly depth: number }
  | { readonly type: 'nodes'; readonly manners: readonly Manner[] }
  | { readonly type: 'clock'; readonly seconds: number }
  | { readonly type: 'wake'; readonly crashIn: number | null }

const PAYMENTS = 5

const manner = fc.constantFrom<Manner>(
  'ok',
  'ok',
  'down',
  'says-unused',
  'hides-logs',
  'behind',
  'nonsense',
  'no-multicall',
)
/** Nodes among which at most one is not honest: of a lie that all tell, or the only node, nobody can know. */
const nodes = fc.oneof(
  fc.constantFrom<Manner>('ok', 'down', 'nonsense', 'no-multicall').map((one) => [one]),
  manner.map((one): Manner[] => ['ok', one]),
  manner.map((one): Manner[] => ['ok', one, 'ok']),
)

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({
      type: fc.constant('chain' as const),
      fates: fc.array(
        fc.record({
          n: fc.nat(PAYMENTS - 1),
          what: fc.constantFrom<Fate['what']>('paid', 'paid', 'cancelled', 'unpaid'),
          part: fc.integer({ min: 0, max: 10_000 }),
        }),
        { maxLength: 3 },
      ),
    }),
    fc.record({
      type: fc.constant('mine' as const),
      blocks: fc.integer({ min: 1, max: 8 }),
      seconds: fc.constantFrom(2, 30),
    }),
    fc.record({ type: fc.constant('reorganise' as const), depth: fc.integer({ min: 1, max: DEPTH }) }),
    fc.record({ type: fc.constant('nodes' as const), manners: nodes }),
    fc.record({
      type: fc.constant('clock' as const),
      seconds: fc.constantFrom(-86_400, -60, 60, 3_600, 86_400),
    }),
    fc.record({ type: fc.constant('wake' as const), crashIn: fc.option(fc.nat(40)) }),
  ),
  { maxLength: 14 },
)

const kinds = fc.array(fc.constantFrom<Kind>('eip3009', 'permit2', 'upto'), {
  minLength: PAYMENTS,
  maxLength: PAYMENTS,
})

async function play(scene: Scene, program: readonly Step[], crashes: boolean): Promise<void> {
  for (const step of program) {
    switch (step.type) {
      case 'chain':
        scene.chain.mine(
          step.fates.flatMap(({ n, what, part }) => {
            const of = scene.rows[n]
            if (of === undefined) return []
            return [{ what, of, moved: of.scheme === 'upto' ? BigInt(part) : BigInt(of.amount) }]
          }),
        )
        break
      case 'mine':
        for (let i = 0; i < step.blocks; i++) scene.chain.mine([], step.seconds)
        break
      case 'reorganise':
        scene.chain.reorganise(step.depth)
        break
      case 'nodes':
        scene.manners = [...step.manners]
        break
      case 'clock':
        scene.now += step.seconds * 1_000
        break
      case 'wake':
        scene.crashIn = crashes ? step.crashIn : null
        await scene.wake()
        await scene.check()
    }
  }
  await scene.conclude()
  await scene.check()
}

/** How many histories: `COUNTERSIGN_RUNS=1000 vitest run lib/payments/reconcile`. */
const RUNS = Number(process.env.COUNTERSIGN_RUNS ?? 60)

describe('reconciliation', () => {
  it('I1, I6: of any history, and from any crash, reaches the same end as without the crash', async () => {
    await fc.assert(
      fc.asyncProperty(kinds, steps, async (forms, program) => {
        const rows = forms.map((kind, i) => paymentOf(i, kind))
        const [whole, crashed] = [await new Scene(rows).begin(), await new Scene(rows).begin()]
        await play(whole, program, false)
        await play(crashed, program, true)
        expect(await crashed.states()).toEqual(await whole.states())
        for (const ledger of ledgers.splice(0)) await ledger.delete()
      }),
      { numRuns: RUNS },
    )
  }, 600_000)

  const row = paymentOf(0, 'eip3009')
  const fate = (what: Fate['what'], of = row, moved = BigInt(of.amount)): Fate => ({ what, of, moved })
  const stateOf = async ({ ledger }: Scene, id = row.id) => await ledger.authorizations.get(id)
  const deep = (scene: Scene, blocks = DEPTH) => {
    for (let i = 0; i < blocks; i++) scene.chain.mine([])
  }

  it('takes a payment as proved only once so many blocks stand on it (case-009)', async () => {
    const scene = await new Scene([row]).begin()
    scene.chain.mine([fate('paid')])
    deep(scene, DEPTH - 1)
    expect(await reconcileOne(scene.port, row.id)).toBe('open')
    deep(scene, 1)
    expect(await reconcileOne(scene.port, row.id)).toBe('proved')
    expect(await stateOf(scene)).toMatchObject({ state: 'settled', proved: 1, moved: '10000', claim: 'none' })
  })

  it('proves nothing by a block that a reorganisation took away', async () => {
    const scene = await new Scene([row]).begin()
    scene.chain.mine([fate('paid')])
    deep(scene, 2)
    scene.chain.reorganise(4)
    deep(scene, 3 * DEPTH)
    expect(await reconcileOne(scene.port, row.id)).toBe('open')
    expect(await stateOf(scene)).toMatchObject({ state: 'sent', proved: 0 })
  })

  it('holds a nonce that was used without a transfer to the payee, and says so', async () => {
    const scene = await new Scene([row]).begin()
    scene.chain.mine([fate('unpaid')])
    deep(scene)
    for (let i = 0; i < 200; i++) scene.chain.mine([])
    expect(await reconcileOne(scene.port, row.id)).toBe('open')
    expect(await stateOf(scene)).toMatchObject({ state: 'sent', proved: 0, unpaid: 1 })
  })

  it('five that claim one transaction are proved by their own transfers alone (case-013)', async () => {
    const rows = [0, 1, 2, 3, 4].map((i) => ({
      ...paymentOf(i, 'eip3009'),
      claimedTransaction: `0x${'aa'.repeat(32)}`,
    }))
    const scene = await new Scene(rows).begin()
    scene.chain.mine(rows.slice(0, 1).map((of) => fate('paid', of)))
    deep(scene)
    await scene.wake()
    const states = (await scene.ledger.authorizations.orderBy('id').toArray()).map(({ state, claim }) => [
      state,
      claim,
    ])
    // The transaction that was named is none of theirs.
    expect(states).toEqual([['settled', 'contradicted'], ...Array(4).fill(['sent', 'none'])])
  })

  it('an unused nonce comes back only when a confirmed block is later than the window and a margin (case-033, case-034)', async () => {
    const scene = await new Scene([row]).begin()
    scene.chain.mine([], row.validBefore - scene.chain.time + 60)
    deep(scene)
    // The newest blocks are past it; the confirmed one is not.
    expect(await reconcileOne(scene.port, row.id)).toBe('open')
    // A clock that is a year ahead ends no window.
    scene.now += 365 * 86_400_000
    expect(await reconcileOne(scene.port, row.id)).toBe('open')
    deep(scene, 1)
    expect(await reconcileOne(scene.port, row.id)).toBe('proved')
    expect(await stateOf(scene)).toMatchObject({ state: 'released', delivered: 1 })
  })

  it.each(['eip3009', 'permit2'] as const)(
    'gives back what was cancelled long after its window, as where the clock was hours behind (%s)',
    async (kind) => {
      const late = paymentOf(0, kind)
      const scene = await new Scene([late]).begin()
      for (let i = 0; i < 4_500; i++) scene.chain.mine([])
      scene.chain.mine([fate('cancelled', late)])
      deep(scene)
      expect(await reconcileOne(scene.port, late.id)).toBe('proved')
      expect(await stateOf(scene)).toMatchObject({ state: 'released', proved: 1 })
      expect(await stateOf(scene)).not.toHaveProperty('searchedTo')
      await scene.check()
    },
  )

  it('settles of upto what moved, and gives the rest back', async () => {
    const upto = paymentOf(1, 'upto')
    const scene = await new Scene([upto]).begin()
    scene.chain.mine([fate('paid', upto, 2_500n)])
    deep(scene)
    expect(await reconcileOne(scene.port, upto.id)).toBe('proved')
    expect(await stateOf(scene, upto.id)).toMatchObject({ state: 'settled', moved: '2500' })
    const totals = await scene.ledger.totals.toArray()
    expect(totals.map(({ reserved, settled }) => [reserved, settled])).toContainEqual([
      0n,
      2_500n * 10n ** 12n,
    ])
    await scene.check()
  })

  it.each<readonly [Manner, 'down' | 'disagree']>([
    ['down', 'down'],
    ['says-unused', 'disagree'],
    ['hides-logs', 'disagree'],
    ['nonsense', 'disagree'],
    ['behind', 'disagree'],
  ])('with a second node that is "%s" nothing is known, and the screens are told', async (second, kind) => {
    const long = { ...row, validBefore: BEGIN + 9_000 }
    const scene = await new Scene([long]).begin()
    for (let i = 0; i < 600; i++) scene.chain.mine([])
    scene.chain.mine([fate('paid', long)])
    deep(scene, 30)
    scene.manners = ['ok', second]
    expect(await reconcileOne(scene.port, row.id)).toBe(kind)
    expect(await stateOf(scene)).toMatchObject({ state: 'sent', proved: 0 })
    expect((await networkStates(scene.ledger))[row.network]?.kind).toBe(kind)
    scene.manners = ['ok', second === 'down' ? 'down' : 'ok', 'ok']
    expect(await reconcileOne(scene.port, row.id)).toBe('proved')
  })

  it('waits longer after each answer, and no longer where nobody answered or it was asked out of turn', async () => {
    const long = { ...row, validBefore: BEGIN + 9_000 }
    const scene = await new Scene([long]).begin()
    const checks = async () => (await scene.ledger.authorizations.get(long.id))?.checks
    await scene.wake()
    expect(await checks()).toBe(1)
    await reconcileOne(scene.port, long.id)
    expect(await checks()).toBe(1)
    scene.manners = ['down']
    scene.now += 3_600_000
    await scene.wake()
    expect(await checks()).toBe(1)
    scene.manners = ['ok']
    scene.now += 3_600_000
    await scene.wake()
    expect(await checks()).toBe(2)
  })

  it('asks less than one time in twenty for each of many', async () => {
    const rows = Array.from({ length: 600 }, (_, i) => ({
      ...paymentOf(i, 'eip3009'),
      validBefore: BEGIN + 9_000,
    }))
    const scene = await new Scene(rows).begin()
    scene.chain.mine(rows.slice(0, 300).map((of) => fate('paid', of)))
    deep(scene)
    scene.chain.calls = 0
    await scene.wake()
    expect(await scene.ledger.authorizations.where('state').equals('settled').count()).toBe(300)
    expect(scene.chain.calls).toBeLessThan(30)
  }, 60_000)
})
