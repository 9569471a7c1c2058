import { type Bytes, fromBase64, toBase64 } from './base64'

/** A store that lives as long as the browser runs (`browser.storage.session`, trusted contexts only). */
export type SessionStore = {
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
  remove(key: string): Promise<void>
}

/** Longest time between two passwords, whatever the setting says. */
export const MAX_UNLOCKED_MS = 8 * 3_600_000

const SLOT = 'vault.unlocked'

/** Whether a name in the session store is the one under which an unlocked wallet stands. */
export const isUnlockedSlot = (key: string): boolean => key === SLOT

/** Times in Unix milliseconds. */
type Unlocked = { readonly vaultKey: Bytes; readonly unlockedAt: number; readonly deadline: number }

/**
 * The vault key of an unlocked wallet, in memory and in the session store, until its deadline.
 *
 * A restarted worker finds it in the session store. The deadline is looked at in each use, because an
 * alarm may come late or never; a clock before the moment of unlocking counts as past the deadline.
 */
export class UnlockedSession {
  #unlocked: Unlocked | undefined

  constructor(
    private readonly store: SessionStore,
    private readonly now: () => number,
  ) {}

  /** The key and the deadline, or undefined when locked; past the deadline it locks. */
  async read(): Promise<Unlocked | undefined> {
    const unlocked = this.#unlocked ?? parseUnlocked(await this.store.get(SLOT))
    const now = this.now()
    if (unlocked === undefined || now >= unlocked.deadline || now < unlocked.unlockedAt) {
      await this.clear()
      return undefined
    }
    this.#unlocked = unlocked
    return unlocked
  }

  /** Begins a new session. @param minutes time until it locks by itself */
  async start(vaultKey: Bytes, minutes: number): Promise<void> {
    const unlockedAt = this.now()
    await this.#write({ vaultKey, unlockedAt, deadline: deadlineOf(unlockedAt, unlockedAt, minutes) })
  }

  /** Moves the deadline of a running session to `minutes` from now, at most eight hours after its start. */
  async extend(minutes: number): Promise<void> {
    const unlocked = await this.read()
    if (unlocked === undefined) return
    await this.#write({ ...unlocked, deadline: deadlineOf(unlocked.unlockedAt, this.now(), minutes) })
  }

  /** Forgets the key. */
  async clear(): Promise<void> {
    this.#unlocked = undefined
    await this.store.remove(SLOT)
  }

  async #write(unlocked: Unlocked): Promise<void> {
    this.#unlocked = unlocked
    const { vaultKey, unlockedAt, deadline } = unlocked
    await this.store.set(SLOT, { key: toBase64(vaultKey), unlockedAt, deadline })
  }
}

function deadlineOf(unlockedAt: number, now: number, minutes: number): number {
  // a setting that is no number locks at once
  const wanted = Number.isFinite(minutes) ? Math.max(1, minutes) * 60_000 : 0
  return Math.min(now + wanted, unlockedAt + MAX_UNLOCKED_MS)
}

function parseUnlocked(value: unknown): Unlocked | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!('key' in value) || !('unlockedAt' in value) || !('deadline' in value)) return undefined
  const { key, unlockedAt, deadline } = value
  if (typeof key !== 'string' || typeof unlockedAt !== 'number' || typeof deadline !== 'number')
    return undefined
  const vaultKey = fromBase64(key)
  if (vaultKey?.length !== 32 || !(deadline - unlockedAt <= MAX_UNLOCKED_MS)) return undefined
  return { vaultKey, unlockedAt, deadline }
}
