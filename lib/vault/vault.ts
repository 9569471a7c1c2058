import type { Address, Hex } from '@/lib/core/hex'
import { err, ok, type Result } from '@/lib/core/result'
import { type Holding, withKeyAccount } from './accounts'
import { type Attempts, parseAttempts, waitMs } from './attempts'
import type { Bytes } from './base64'
import { type BlobError, DEFAULT_ROUNDS, type PublicAccount, parseBlob, type VaultBlob } from './blob'
import { type Opened, open, openSecrets, reseal, rewrap, type Secrets, seal } from './crypto'
import { createWords, deriveAccount, parsePrivateKey, parseWords, seedOf } from './mnemonic'
import { isAcceptablePassword } from './password'
import { type SessionStore, UnlockedSession } from './session'

/** Where the vault is kept. `write` and `writeAttempts` resolve only when what they wrote is durable. */
export type VaultStore = {
  read(): Promise<unknown>
  write(blob: VaultBlob): Promise<void>
  readAttempts(): Promise<unknown>
  writeAttempts(attempts: Attempts): Promise<void>
}

/** What the vault needs from outside. `now` in Unix milliseconds. */
export type VaultDeps = {
  readonly store: VaultStore
  readonly session: SessionStore
  readonly now: () => number
  /** the owner's auto-lock setting; 1 to 480 */
  readonly autoLockMinutes: () => Promise<number>
  /** the English list of BIP-39: a file, since it is a tenth of the worker's code and rarely needed */
  readonly wordlist: () => Promise<readonly string[]>
  /** gives accounts of the words their Solana addresses, by BIP-39's seed; its code is loaded when it is needed */
  readonly withSolana: (
    accounts: readonly PublicAccount[],
    seed: Uint8Array,
  ) => Promise<readonly PublicAccount[]>
  readonly crypto?: Crypto
  /** PBKDF2 rounds of new and upgraded blobs */
  readonly rounds?: number
}

/** Words or a key to begin with; neither makes twelve new words. */
export type NewVault = { readonly password: string; readonly words?: string; readonly privateKey?: string }

/** Why a vault was not made. */
export type CreateError = { readonly code: 'exists' | 'weak-password' | 'bad-words' | 'bad-key' }

/** Why a password did not open the vault. */
export type PasswordError =
  | { readonly code: 'none' | 'wrong-password' | BlobError }
  | { readonly code: 'too-many-attempts'; readonly retryAfterMs: number }

/** Why something that needs an open vault was not done. */
export type UseError = { readonly code: 'locked' | 'unknown-account' | 'no-words' }

/** The wallet's secrets: one instance, in the background. */
export type Vault = ReturnType<typeof createVault>

/**
 * Makes the vault of the background.
 *
 * No method returns a private key, and only `create` and `replace` (words made there) and `revealWords`
 * return words. Faults are values without any secret in them. Calls run one after another, so a hundred
 * parallel guesses are counted as a hundred, and none sees a vault half changed.
 */
export function createVault(deps: VaultDeps) {
  const crypto = deps.crypto ?? globalThis.crypto
  const rounds = deps.rounds ?? DEFAULT_ROUNDS
  const { store } = deps
  const session = new UnlockedSession(deps.session, deps.now)
  const inTurn = queue()

  async function readBlob(): Promise<Result<VaultBlob, { readonly code: 'none' | BlobError }>> {
    const value = await store.read()
    if (value === undefined || value === null) return err({ code: 'none' })
    const blob = await parseBlob(value, crypto)
    return blob.ok ? blob : err({ code: blob.error })
  }

  /** One counted try. The failure is written before the password is tried: a killed worker still counts it. */
  async function tryPassword(password: string): Promise<Result<Opened & { blob: VaultBlob }, PasswordError>> {
    const blob = await readBlob()
    if (!blob.ok) return blob
    const before = parseAttempts(await store.readAttempts(), deps.now())
    const retryAfterMs = waitMs(before, deps.now())
    if (retryAfterMs > 0) {
      // written again, because a count from a later clock was moved to now: the wait must end
      await store.writeAttempts(before)
      return err({ code: 'too-many-attempts', retryAfterMs })
    }
    await store.writeAttempts({ failures: before.failures + 1, lastAt: deps.now() })
    const opened = await open(blob.value, password, crypto)
    if (!opened.ok) return err({ code: opened.error })
    await store.writeAttempts({ failures: 0, lastAt: 0 })
    return ok({ ...opened.value, blob: blob.value })
  }

  async function openUnlocked(): Promise<Result<Opened & { blob: VaultBlob }, UseError>> {
    const unlocked = await session.read()
    if (unlocked === undefined) return err({ code: 'locked' })
    const blob = await readBlob()
    const secrets = blob.ok ? await openSecrets(blob.value, unlocked.vaultKey, crypto) : undefined
    if (blob.ok && secrets?.ok)
      return ok({ blob: blob.value, secrets: secrets.value, vaultKey: unlocked.vaultKey })
    // the key is of another vault (killed while replacing it), or the blob was changed: unlock can tell which
    await session.clear()
    return err({ code: 'locked' })
  }

  /** Writes a sealed vault after it was opened once from the very form in which it is stored. */
  async function sealAndWrite(
    secrets: Secrets,
    accounts: readonly PublicAccount[],
    password: string,
  ): Promise<Bytes> {
    const { blob, vaultKey } = await seal(secrets, accounts, password, rounds, crypto)
    await proveAndWrite(blob, password, secrets)
    return vaultKey
  }

  async function proveAndWrite(blob: VaultBlob, password: string, secrets: Secrets): Promise<void> {
    const stored = await parseBlob(structuredClone(blob), crypto)
    const opened = stored.ok ? await open(stored.value, password, crypto) : undefined
    if (!opened?.ok || !sameSecrets(opened.value.secrets, secrets))
      throw new Error('the new vault does not open')
    await store.write(blob)
  }

  /** Gives every account of the words its Solana address. Where that fails, the next unlock tries again. */
  async function withSolana(
    accounts: readonly PublicAccount[],
    words: string | null,
  ): Promise<readonly PublicAccount[]> {
    if (words === null || accounts.every((a) => a.solana !== undefined)) return accounts
    const seed = await seedOf(words)
    return deps
      .withSolana(accounts, seed)
      .catch(() => accounts)
      .finally(() => seed.fill(0))
  }

  /** Writes a vault with other accounts, after it was opened once. */
  async function writeAccounts(
    blob: VaultBlob,
    secrets: Secrets,
    accounts: readonly PublicAccount[],
    vaultKey: Bytes,
  ): Promise<VaultBlob> {
    const sealed = await reseal(blob, secrets, accounts, vaultKey, crypto)
    const proof = await openSecrets(sealed, vaultKey, crypto)
    if (!proof.ok || !sameSecrets(proof.value, secrets)) throw new Error('the new vault does not open')
    await store.write(sealed)
    return sealed
  }

  async function make(input: NewVault): Promise<Result<{ readonly newWords: string | null }, CreateError>> {
    if (!isAcceptablePassword(input.password)) return err({ code: 'weak-password' })
    const source = await firstAccount(input, deps.wordlist)
    if (!source.ok) return err({ code: source.error })
    const { words, key, account } = source.value
    const accounts = await withSolana([account], words)
    const vaultKey = await sealAndWrite({ words, keys: [key] }, accounts, input.password)
    await store.writeAttempts({ failures: 0, lastAt: 0 })
    await session.start(vaultKey, await deps.autoLockMinutes())
    return ok({ newWords: input.words === undefined ? words : null })
  }

  /**
   * Changes the accounts and their keys by `change`, which is lent the opened secrets and says what they
   * become. The words stay what they are.
   */
  const edit = <E extends { readonly code: string }>(
    change: (now: Holding) => Promise<Result<Holding, E>>,
  ): Promise<Result<null, UseError | E>> =>
    inTurn(async () => {
      const opened = await openUnlocked()
      if (!opened.ok) return opened
      const { blob, secrets, vaultKey } = opened.value
      const next = await change({ secrets, accounts: blob.accounts })
      if (!next.ok) return next
      const { keys } = next.value.secrets
      await writeAccounts(blob, { words: secrets.words, keys }, next.value.accounts, vaultKey)
      return ok(null)
    })

  return {
    /** A damaged vault counts as locked; `unlock` says what is wrong with it. */
    status: (): Promise<'none' | 'locked' | 'unlocked'> =>
      inTurn(async () => {
        const value = await store.read()
        if (value === undefined || value === null) return 'none'
        return (await session.read()) === undefined ? 'locked' : 'unlocked'
      }),

    /** Twelve new words, which are nobody's until a vault is made of them. */
    newWords: async (): Promise<string> => createWords(await deps.wordlist()),

    /** Unix milliseconds when the wallet was unlocked; null while it is locked. */
    unlockedAt: (): Promise<number | null> => inTurn(async () => (await session.read())?.unlockedAt ?? null),

    /** Unix milliseconds when the wallet locks by itself, for the alarm; null when locked. */
    deadline: (): Promise<number | null> => inTurn(async () => (await session.read())?.deadline ?? null),

    /** Makes the first vault and unlocks it. `newWords` are there only when they were made here. */
    create: (input: NewVault) =>
      inTurn(async () => {
        const value = await store.read()
        return value === undefined || value === null ? make(input) : err({ code: 'exists' } as const)
      }),

    /** Makes a vault in place of the present one, whose secrets are lost: the screen asks first. */
    replace: (input: NewVault) => inTurn(() => make(input)),

    /** Unlocks, gives an older vault its Solana addresses, and lifts it to the present number of rounds. */
    unlock: (password: string): Promise<Result<null, PasswordError>> =>
      inTurn(async () => {
        const opened = await tryPassword(password)
        if (!opened.ok) return opened
        const { vaultKey, secrets } = opened.value
        let { blob } = opened.value
        await session.start(vaultKey, await deps.autoLockMinutes())
        const accounts = await withSolana(blob.accounts, secrets.words)
        if (accounts !== blob.accounts)
          blob = await writeAccounts(blob, secrets, accounts, vaultKey).catch(() => blob)
        if (blob.kdf.rounds < rounds) {
          await proveAndWrite(
            await rewrap(blob, vaultKey, password, rounds, crypto),
            password,
            secrets,
          ).catch(
            // the password was right and the old blob still stands: the next unlock tries again
            () => undefined,
          )
        }
        return ok(null)
      }),

    /** Forgets the vault key, in memory and in the session store. */
    lock: () => inTurn(() => session.clear()),

    /** A person did something: the deadline moves on, at most to eight hours after the password. */
    touch: () => inTurn(async () => session.extend(await deps.autoLockMinutes())),

    /** Names and addresses, also while locked; unproved then (see `VaultBlob`). Empty without a readable vault. */
    async accounts(): Promise<readonly PublicAccount[]> {
      const blob = await readBlob()
      return blob.ok ? blob.value.accounts : []
    },

    /** Adds the next account of the words. */
    addAccount: (name: string): Promise<Result<PublicAccount, UseError>> =>
      inTurn(async () => {
        const opened = await openUnlocked()
        if (!opened.ok) return opened
        const { blob, secrets, vaultKey } = opened.value
        if (secrets.words === null) return err({ code: 'no-words' })
        let index = 0
        // The first that is free: one that was removed comes back.
        while (blob.accounts.some((a) => a.kind === 'derived' && a.index === index)) index++
        const { address, key } = await deriveAccount(secrets.words, index)
        const account: PublicAccount = { address, name, kind: 'derived', index }
        const next = { words: secrets.words, keys: [...secrets.keys, key] }
        const accounts = await withSolana([...blob.accounts, account], secrets.words)
        await writeAccounts(blob, next, accounts, vaultKey)
        return ok(account)
      }),

    edit,

    /** Adds the account of a private key, or the first of other words, which are not kept. */
    importAccount: (from: Omit<NewVault, 'password'>, name: string) =>
      edit<{ readonly code: 'bad-words' | 'bad-key' | 'exists' }>(async (now) => {
        if (from.words === undefined && from.privateKey === undefined) return err({ code: 'bad-key' })
        const source = await firstAccount({ ...from, password: '' }, deps.wordlist)
        if (!source.ok) return err({ code: source.error })
        const { account, key } = source.value
        const next = withKeyAccount(now, { address: account.address, key }, name)
        return next.ok ? next : err({ code: next.error })
      }),

    /**
     * Lends the private key of an account to `use`: the only way to one. What `use` throws is replaced
     * by an error without its text, because libraries quote the key that they refuse.
     */
    async withKey<T>(address: Address, use: (key: Hex) => T | Promise<T>): Promise<Result<T, UseError>> {
      const opened = await inTurn(openUnlocked)
      if (!opened.ok) return opened
      const { blob, secrets } = opened.value
      const key =
        secrets.keys[
          blob.accounts.findIndex((account) => account.address.toLowerCase() === address.toLowerCase())
        ]
      if (key === undefined) return err({ code: 'unknown-account' })
      return ok(await lend(() => use(key)))
    },

    /** Lends the seed of the words, with the number of the account that has a Solana address; like `withKey`. */
    async withSeed<T>(
      solana: string,
      use: (seed: Uint8Array, index: number) => T | Promise<T>,
    ): Promise<Result<T, UseError>> {
      const opened = await inTurn(openUnlocked)
      if (!opened.ok) return opened
      const { blob, secrets } = opened.value
      const account = blob.accounts.find((a) => a.solana === solana)
      if (account === undefined || secrets.words === null) return err({ code: 'unknown-account' })
      const seed = await seedOf(secrets.words)
      return ok(await lend(() => use(seed, account.index)).finally(() => seed.fill(0)))
    },

    /** The words, for a person who types the password; 'no-words' for a vault of one imported key. */
    revealWords: (password: string): Promise<Result<string, PasswordError | { readonly code: 'no-words' }>> =>
      inTurn(async () => {
        const opened = await tryPassword(password)
        if (!opened.ok) return opened
        const { words } = opened.value.secrets
        return words === null ? err({ code: 'no-words' }) : ok(words)
      }),

    /** Seals everything under a new vault key and the new password. An unlocked wallet stays unlocked. */
    changePassword: (
      from: string,
      to: string,
    ): Promise<Result<null, PasswordError | { readonly code: 'weak-password' }>> =>
      inTurn(async () => {
        if (!isAcceptablePassword(to)) return err({ code: 'weak-password' })
        const opened = await tryPassword(from)
        if (!opened.ok) return opened
        const { blob, secrets } = opened.value
        const wasUnlocked = (await session.read()) !== undefined
        const vaultKey = await sealAndWrite(secrets, blob.accounts, to)
        if (wasUnlocked) await session.start(vaultKey, await deps.autoLockMinutes())
        return ok(null)
      }),

    /** Whether this is the password; counted like an unlock. */
    verifyPassword: (password: string): Promise<Result<null, PasswordError>> =>
      inTurn(async () => {
        const opened = await tryPassword(password)
        return opened.ok ? ok(null) : opened
      }),
  }
}

/** What `use` throws is replaced by an error without its text. */
async function lend<T>(use: () => T | Promise<T>): Promise<T> {
  try {
    return await use()
  } catch {
    throw new Error('the use of a key failed')
  }
}

type Source = { readonly words: string | null; readonly key: Hex; readonly account: PublicAccount }

async function firstAccount(
  input: NewVault,
  wordlist: VaultDeps['wordlist'],
): Promise<Result<Source, 'bad-words' | 'bad-key'>> {
  if (input.privateKey !== undefined) {
    const pair = parsePrivateKey(input.privateKey)
    if (!pair.ok) return pair
    const { address, key } = pair.value
    return ok({ words: null, key, account: { address, name: 'Account 1', kind: 'imported', index: 0 } })
  }
  const list = await wordlist()
  const words = input.words === undefined ? ok(createWords(list)) : parseWords(input.words, list)
  if (!words.ok) return words
  const { address, key } = await deriveAccount(words.value, 0)
  return ok({ words: words.value, key, account: { address, name: 'Account 1', kind: 'derived', index: 0 } })
}

function sameSecrets(a: Secrets, b: Secrets): boolean {
  return a.words === b.words && a.keys.length === b.keys.length && a.keys.every((key, i) => key === b.keys[i])
}

/** Runs tasks one after another; one that fails does not stop the next. */
function queue(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const next = last.then(task)
    last = next.catch(() => undefined)
    return next
  }
}
