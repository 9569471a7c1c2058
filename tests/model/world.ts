import { Dexie } from 'dexie'
import { vi } from 'vitest'
import { NETWORKS } from '@/lib/chain/networks'
import { withSolana } from '@/lib/payments/svm/account'
import type { Wallet } from '@/lib/payments/wallet'
import { MIN_ROUNDS, type VaultBlob } from '@/lib/vault/blob'
import { JUNK, PASSWORD } from '@/lib/vault/testing'
import { FakeChain, type Signature } from './chain'
import { seededCrypto } from './crypto'
import { fetchEdge, install, nodeOf } from './edges'
import { type Engine, loadEngine } from './engine'
import { Life, type Plan } from './life'
import { Model } from './model'
import { DOCUMENTS } from './wishes'

/** Where every program begins: 2026-01-20 12:00 UTC, so that a month's end is near. */
export const BEGIN = Date.UTC(2026, 0, 20, 12)
/** A step that is not over after so many timers never will be. */
const MOST_TIMERS = 600
/** Turns of the event loop after which a worker that is busy all the time counts as running in a circle. */
const MOST_TURNS = 100_000

let serial = 0
let sealed: { readonly blob: VaultBlob; readonly accounts: readonly string[] } | null = null

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** The wallet of one program with all that is around it: the browser, the chains, the clock, and the model. */
export class World {
  readonly plan: Plan = { killIn: null, killAfterCommit: null, failIn: null, failed: 0, watch: null }
  readonly chain = new FakeChain(() => this.trueSeconds)
  readonly model = new Model(this.chain, () => this.trueSeconds)
  readonly session = new Map<string, unknown>()
  readonly pace = { node: 0, key: 0 }
  /** the address that each tab shows, by the tab's number */
  readonly tabs = new Map<number, string>(DOCUMENTS.map((d) => [d.tabId, `${d.origin}/`]))
  /** seconds by which this computer's clock is ahead of the true time */
  skew = 0
  lives = 0
  accounts: readonly string[] = []
  /** session rules of the browser, by id */
  readonly rules = new Map<number, unknown>()
  readonly #name = `model-${++serial}`
  readonly #crypto = seededCrypto(1)
  #life = new Life(this.plan, () => undefined)
  #engine: Engine | null = null
  #wallet: Wallet | null = null

  get trueSeconds(): number {
    return Math.floor(Date.now() / 1_000) - this.skew
  }

  get engine(): Engine {
    if (this.#engine === null) throw new Error('no life has begun')
    return this.#engine
  }

  get wallet(): Wallet {
    if (this.#wallet === null) throw new Error('no life has begun')
    return this.#wallet
  }

  /** A wallet with two accounts, unlocked, in which test money is on. */
  async begin(): Promise<void> {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: BEGIN })
    vi.stubGlobal('crypto', this.#crypto)
    vi.stubGlobal('fetch', fetchEdge)
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal)
    await this.#start()
    const { ledger, vault } = this.wallet
    if (sealed === null) {
      await vault.create({ password: PASSWORD, words: JUNK })
      await vault.addAccount('Second')
      const row = await ledger.documents.get('vault')
      sealed = { blob: row?.value as VaultBlob, accounts: (await vault.accounts()).map((a) => a.address) }
    }
    this.accounts = sealed.accounts
    await ledger.documents.put({ name: 'vault', value: sealed.blob })
    // Nodes of the owner's own, beside the wallet: what they say needs no further blocks on top.
    const rpc = Object.fromEntries(NETWORKS.map((n) => [n.network, [nodeOf(n.chainId)]]))
    const value = {
      rpc,
      testnets: true,
      account: sealed.accounts[0],
      perDayUsd: '3.00',
      perSiteDayUsd: '2.00',
    }
    await ledger.documents.put({ name: 'settings', value })
    await vault.unlock(PASSWORD)
    // Not the first life of the worker since the browser was started.
    this.session.set('begun', true)
    await this.settle(() => true)
  }

  /** Runs one act of the outside world until the worker has nothing left to do, or is dead; a dead one begins anew. */
  async act(perform: () => Promise<unknown>): Promise<void> {
    let over = false
    const before = this.plan.failed
    perform().then(
      () => {
        over = true
      },
      (error: unknown) => {
        over = true
        // A write that failed may be told by throwing; nothing else may.
        if (this.plan.failed === before && !this.#life.dead) this.model.fault(`threw ${String(error)}`)
      },
    )
    await this.settle(() => over)
    while (this.#life.dead) await this.#revive()
  }

  /** The worker is killed at once, whatever it does. */
  async kill(): Promise<void> {
    this.#life.kill()
    while (this.#life.dead) await this.#revive()
  }

  /** The browser is killed: with its worker go what it kept for the session, and its rules. */
  forget(): void {
    this.session.clear()
    this.rules.clear()
  }

  /** Lets the worker go on until it waits for nothing but time, and lets time pass where `over` waits for it. */
  async settle(over: () => boolean): Promise<void> {
    for (let quiet = 0, timers = 0, turns = 0; ; turns++) {
      await turn()
      if (turns > MOST_TURNS) throw new Error('the worker never comes to rest')
      if (this.#life.dead) return
      quiet = this.#life.idle ? quiet + 1 : 0
      if (quiet < 4) continue
      if (over()) return
      if (timers++ > MOST_TIMERS) throw new Error('a step does not end')
      await vi.advanceTimersToNextTimerAsync()
      quiet = 0
    }
  }

  /**
   * What `repairTotals` would change, without changing it. Nothing, at every moment at which no writing
   * transaction is open: each moves an authorization together with its reservations and totals, so there
   * is nothing to wait for, and a kill, which undoes what is open, leaves none either.
   */
  async differences(): Promise<readonly unknown[]> {
    const { ledger } = this.wallet
    const { repairTotals, repairTables } = this.engine
    let found: readonly unknown[] = []
    await this.quietly(() =>
      ledger
        .transaction('rw', repairTables(ledger), async (transaction) => {
          found = await repairTotals(ledger)
          transaction.abort()
        })
        .catch(() => undefined),
    )
    return found
  }

  /** Asks something of the ledger that is no part of the program: nothing goes wrong in it. */
  async quietly<T>(ask: () => PromiseLike<T>): Promise<T> {
    const plan = { ...this.plan }
    Object.assign(this.plan, { killIn: null, killAfterCommit: null, failIn: null, watch: null })
    try {
      return await ask()
    } finally {
      Object.assign(this.plan, plan)
    }
  }

  async end(): Promise<void> {
    this.#life.kill()
    for (let i = 0; i < 4; i++) await turn()
    this.#wallet?.ledger.close()
    await Dexie.delete(this.#name)
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }

  async #revive(): Promise<void> {
    // Clearing timers turns the clock back to where it began.
    const now = Date.now()
    vi.clearAllTimers()
    vi.setSystemTime(now)
    for (let i = 0; i < 4; i++) await turn()
    this.#wallet?.ledger.close()
    await this.#start()
    let over = false
    // A fault in what was left behind must not shut the doors: the wallet swallows it.
    this.engine.takeUp(this.wallet).then(
      () => {
        over = true
      },
      () => {
        over = true
      },
    )
    await this.settle(() => over)
  }

  async #start(): Promise<void> {
    this.lives++
    const life = new Life(this.plan, (writes) => this.model.committed(writes))
    const engine = await loadEngine()
    const ledger = new engine.Ledger(this.#name)
    ledger.use(life.middleware())
    await ledger.open()
    this.#life = life
    install({
      life,
      chain: this.chain,
      session: this.session,
      rules: this.rules,
      pace: this.pace,
      tabs: this.tabs,
      signing: async (what) => {
        await this.#isReserved(what)
        this.model.signing(what)
      },
      signed: (what, signature) => this.model.signed(what, signature),
    })
    const document = (name: string) => ({
      read: async () => (await ledger.documents.get(name))?.value,
      write: async (value: unknown) => {
        await ledger.documents.put({ name, value })
      },
    })
    const blob = document('vault')
    const attempts = document('vault.attempts')
    const session = this.session
    const vault = engine.createVault({
      store: {
        read: blob.read,
        write: blob.write,
        readAttempts: attempts.read,
        writeAttempts: attempts.write,
      },
      session: {
        get: (key) => life.edge(() => session.get(key)),
        set: (key, value) => life.edge(() => void session.set(key, value)),
        remove: (key) => life.edge(() => void session.delete(key)),
      },
      now: () => Date.now(),
      autoLockMinutes: async () => 480,
      wordlist: async () => (await import('@scure/bip39/wordlists/english')).wordlist,
      withSolana: async (accounts, seed) => withSolana(accounts, seed),
      crypto: this.#crypto,
      rounds: MIN_ROUNDS,
    })
    this.#engine = engine
    this.#wallet = {
      ledger,
      vault,
      observations: new engine.Observations(),
      changes: new engine.Changes(),
      balances: new Map(),
      allowances: new Map(),
      ready: Promise.resolve(),
    }
  }

  /** I2, as the database itself has it: another connection sees only what is committed. */
  async #isReserved({ nonce, validBefore }: Signature): Promise<void> {
    const database = await request(indexedDB.open(this.#name))
    const transaction = database.transaction(['authorizations', 'reservations'], 'readonly')
    const row = await request(transaction.objectStore('authorizations').index('nonce').get(nonce))
    const held =
      row && (await request(transaction.objectStore('reservations').index('authorizationId').getAll(row.id)))
    database.close()
    const states: readonly string[] = (held ?? []).map((r: { state: string }) => r.state)
    const isHeld = states.includes('reserved') || (states.length > 0 && this.trueSeconds > validBefore)
    if (!isHeld) this.model.fault(`I2: nothing is reserved in the database for nonce ${nonce}`)
  }
}

// The rows of a database without a schema have no type.
// biome-ignore lint/suspicious/noExplicitAny: structured clones
function request(of: IDBRequest<any>): Promise<any> {
  return new Promise((resolve, reject) => {
    of.onsuccess = () => resolve(of.result)
    of.onerror = () => reject(of.error)
  })
}
