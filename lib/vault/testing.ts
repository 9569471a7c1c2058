import { wordlist } from '@scure/bip39/wordlists/english'

import { withSolana } from '@/lib/payments/svm/account'

import type { Attempts } from './attempts'
import { MIN_ROUNDS } from './blob'
import { createVault, type VaultDeps } from './vault'

/** The test mnemonic that anvil and hardhat publish, its first two addresses, and the first key. */
export const JUNK = 'test test test test test test test test test test test junk'
export const JUNK_ADDRESSES = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
] as const
export const JUNK_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
export const PASSWORD = 'correct horse battery'

/** WebCrypto that spends one round on each password, so that tests of rules do not wait for rounds. */
export const hastyCrypto: Crypto = wrapCrypto()

/** The stores of a browser that outlive the worker, with all that was ever written to them. */
export function createStores() {
  const written: unknown[] = []
  const state: {
    blob: unknown
    attempts: unknown
    session: Map<string, unknown>
    now: number
    minutes: number
  } = {
    blob: undefined,
    attempts: undefined,
    session: new Map(),
    now: 1_800_000_000_000,
    minutes: 15,
  }
  const deps: VaultDeps = {
    store: {
      read: async () => structuredClone(state.blob),
      write: async (blob) => {
        written.push(structuredClone(blob))
        state.blob = structuredClone(blob)
      },
      readAttempts: async () => structuredClone(state.attempts),
      writeAttempts: async (attempts: Attempts) => {
        written.push(structuredClone(attempts))
        state.attempts = structuredClone(attempts)
      },
    },
    session: {
      get: async (key) => structuredClone(state.session.get(key)),
      set: async (key, value) => {
        written.push([key, structuredClone(value)])
        state.session.set(key, structuredClone(value))
      },
      remove: async (key) => {
        state.session.delete(key)
      },
    },
    now: () => state.now,
    autoLockMinutes: async () => state.minutes,
    wordlist: async () => wordlist,
    withSolana: async (accounts, seed) => withSolana(accounts, seed),
    crypto: hastyCrypto,
    rounds: MIN_ROUNDS,
  }
  return { deps, state, written, start: (over: Partial<VaultDeps> = {}) => createVault({ ...deps, ...over }) }
}

/** The same stores with an unlocked vault of the test mnemonic. */
export async function withVault() {
  const stores = createStores()
  const vault = stores.start()
  await vault.create({ password: PASSWORD, words: JUNK })
  return { ...stores, vault }
}

function wrapCrypto(): Crypto {
  const { subtle } = globalThis.crypto
  const hastySubtle = new Proxy(subtle, {
    get(target, name) {
      if (name === 'deriveKey') {
        return (algorithm: Pbkdf2Params, ...rest: [CryptoKey, AesKeyGenParams, boolean, KeyUsage[]]) =>
          target.deriveKey({ ...algorithm, iterations: 1 }, ...rest)
      }
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return new Proxy(globalThis.crypto, {
    get(target, name) {
      if (name === 'subtle') return hastySubtle
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
