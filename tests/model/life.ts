import { type DBCore, type DBCoreMutateRequest, Dexie, type Middleware } from 'dexie'

/** What will go wrong, counted over all lives: each number counts down and does its harm at zero. */
export type Plan = {
  /** the worker is killed before so many more awaits at an edge */
  killIn: number | null
  /** the worker is killed when so many more writing transactions have committed, before it learns of it */
  killAfterCommit: number | null
  /** so many more writes until one fails, and its transaction with it */
  failIn: number | null
  /** how many writes were made to fail so far */
  failed: number
  /** is told of every moment of the worker, and says what goes wrong there */
  watch: ((moment: Moment) => Harm) | null
}

/** `fail` is for a write: its transaction is undone, and its caller told that there is no room. */
export type Harm = 'kill' | 'fail' | null

/**
 * Where the worker is: before it reaches out of itself or after, before a read or a write of the database, or
 * right after a transaction with writes in it has committed, of which the worker does not know yet.
 */
export type Moment =
  | { readonly at: 'edge' | 'done'; readonly name: string }
  | { readonly at: 'read'; readonly table: string }
  | { readonly at: 'write'; readonly writes: readonly Write[] }
  | { readonly at: 'committed'; readonly writes: readonly Write[] }

/** One write, as the database took it. */
export type Write = { readonly table: string; readonly request: DBCoreMutateRequest }

const never = <T>(): Promise<T> => new Promise(() => undefined)

/**
 * One life of the worker. Every edge (database, browser, network, key) goes through it. A dead life does
 * nothing more: no edge of it is reached, none of its promises settles, and what it had open is undone.
 */
export class Life {
  dead = false
  /** operations on their way */
  busy = 0
  readonly #open = new Map<IDBTransaction, Write[]>()

  constructor(
    readonly plan: Plan,
    /** told of every transaction that committed with writes in it, before the worker is */
    readonly committed: (writes: readonly Write[]) => void,
  ) {}

  /** No operation is on its way and no transaction is open. */
  get idle(): boolean {
    return this.busy === 0 && this.#open.size === 0
  }

  /** The worker is gone: what was not committed is undone, and nobody learns of anything. */
  kill(): void {
    if (this.dead) return
    this.dead = true
    for (const transaction of this.#open.keys()) {
      silence(transaction)
      try {
        transaction.abort()
      } catch {
        // over already
      }
    }
    this.#open.clear()
  }

  /** Reaches out of the worker: to the browser, to the network, to the key. */
  async edge<T>(act: () => T | Promise<T>, name = ''): Promise<T> {
    if (!this.#passes({ at: 'edge', name })) return await never<T>()
    this.busy++
    try {
      const value = await act()
      if (this.#harm({ at: 'done', name }) === 'kill') this.kill()
      return this.dead ? await never<T>() : value
    } catch (error) {
      if (this.dead) return await never<T>()
      throw error
    } finally {
      this.busy--
    }
  }

  /** The lowest layer of the database: counts, kills, fails, and tells what was committed. */
  middleware(): Middleware<DBCore> {
    return {
      stack: 'dbcore',
      name: 'life',
      level: -100,
      create: (core) => ({
        ...core,
        transaction: (stores, mode, options) => {
          const transaction = core.transaction(stores, mode, options)
          this.#opened(transaction as IDBTransaction)
          return transaction
        },
        table: (name) => {
          const table = core.table(name)
          return {
            ...table,
            get: (request) => this.#operation(() => table.get(request), { at: 'read', table: name }),
            getMany: (request) => this.#operation(() => table.getMany(request), { at: 'read', table: name }),
            query: (request) => this.#operation(() => table.query(request), { at: 'read', table: name }),
            count: (request) => this.#operation(() => table.count(request), { at: 'read', table: name }),
            openCursor: (request) =>
              this.#operation(() => table.openCursor(request), { at: 'read', table: name }),
            mutate: (request) =>
              this.#operation(() => this.#write(name, request, () => table.mutate(request))),
          }
        },
      }),
    }
  }

  #harm(moment: Moment): Harm {
    return this.dead ? null : (this.plan.watch?.(moment) ?? null)
  }

  #passes(moment: Moment | null): boolean {
    if (moment !== null && this.#harm(moment) === 'kill') this.kill()
    if (this.plan.killIn !== null && !this.dead && --this.plan.killIn <= 0) {
      this.plan.killIn = null
      this.kill()
    }
    return !this.dead
  }

  #operation<T>(run: () => PromiseLike<T>, moment: Moment | null = null): Promise<T> {
    const promise = new Dexie.Promise<T>((resolve, reject) => {
      if (!this.#passes(moment)) return
      this.busy++
      started(run).then(
        (value) => {
          this.busy--
          if (!this.dead) resolve(value)
        },
        (error: unknown) => {
          this.busy--
          if (!this.dead) reject(error)
        },
      )
    })
    return promise as unknown as Promise<T>
  }

  #write<T>(table: string, request: DBCoreMutateRequest, run: () => Promise<T>): PromiseLike<T> {
    const transaction = request.trans as IDBTransaction
    const values = 'values' in request ? { values: structuredClone([...request.values]) } : {}
    const write: Write = { table, request: { ...request, ...values } as DBCoreMutateRequest }
    const harm = this.#harm({ at: 'write', writes: [write] })
    if (harm === 'kill') {
      this.kill()
      return new Dexie.Promise<T>(() => undefined) as unknown as PromiseLike<T>
    }
    if (harm === 'fail' || (this.plan.failIn !== null && --this.plan.failIn <= 0)) {
      if (harm === null) this.plan.failIn = null
      this.plan.failed++
      transaction.abort()
      return Dexie.Promise.reject(
        new DOMException('no room', 'QuotaExceededError'),
      ) as unknown as PromiseLike<T>
    }
    this.#open.get(transaction)?.push(write)
    return run()
  }

  #opened(transaction: IDBTransaction): void {
    this.#open.set(transaction, [])
    // Before Dexie's own listener: this one is the first to know.
    transaction.addEventListener('complete', () => {
      const writes = this.#open.get(transaction) ?? []
      this.#open.delete(transaction)
      if (this.dead || writes.length === 0) return
      this.committed(writes)
      const harm = this.#harm({ at: 'committed', writes })
      const due = this.plan.killAfterCommit !== null && --this.plan.killAfterCommit <= 0
      if (due) this.plan.killAfterCommit = null
      if (!due && harm !== 'kill') return
      silence(transaction)
      this.kill()
    })
    transaction.addEventListener('abort', () => this.#open.delete(transaction))
  }
}

/** An operation on a transaction that was undone throws at once: that too is how it ended. */
function started<T>(run: () => PromiseLike<T>): PromiseLike<T> {
  try {
    return run()
  } catch (error) {
    return Dexie.Promise.reject(error) as unknown as PromiseLike<T>
  }
}

function silence(transaction: IDBTransaction): void {
  transaction.oncomplete = null
  transaction.onabort = null
  transaction.onerror = null
}
