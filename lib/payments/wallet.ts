import { browser } from 'wxt/browser'
import { late, svm } from '@/lib/late/load'
import { readSettings } from '@/lib/ledger/read/documents'
import { Ledger } from '@/lib/ledger/schema'
import type { WalletFacts } from '@/lib/ledger/write/snapshot'
import { createVault, type Vault } from '@/lib/vault/vault'
import { Changes } from './changes'
import { Observations } from './observations'
import type { Allowance } from './permit2-allowance'

/** What the background's parts share: one instance a worker, made in its first turn. */
export type Wallet = {
  readonly ledger: Ledger
  readonly vault: Vault
  readonly observations: Observations
  readonly changes: Changes
  /** balances as last read, by account, network and asset; missing is unknown */
  readonly balances: Map<string, WalletFacts['balances'][number] & { readonly readAt: number }>
  /** what Permit2 may move, as last read, by account, network and asset; missing is unknown */
  readonly allowances: Map<string, Allowance>
  /** resolves when what an earlier life of the worker left behind has been taken up */
  readonly ready: Promise<void>
}

/** Makes the wallet of this worker. `takeUp` runs before any door answers. */
export function createWallet(takeUp: (wallet: Wallet) => Promise<void>): Wallet {
  const ledger = new Ledger()
  const document = (name: string) => ({
    read: async () => (await ledger.documents.get(name))?.value,
    write: async (value: unknown) => {
      await ledger.documents.put({ name, value })
    },
  })
  const blob = document('vault')
  const attempts = document('vault.attempts')
  const vault = createVault({
    store: {
      read: blob.read,
      write: async (value) => {
        await blob.write(value)
        await (await late()).keepCopy(ledger)
      },
      readAttempts: attempts.read,
      writeAttempts: attempts.write,
    },
    session: {
      get: async (key) => (await browser.storage.session.get(key))[key],
      set: (key, value) => browser.storage.session.set({ [key]: value }),
      remove: (key) => browser.storage.session.remove(key),
    },
    wordlist: async () =>
      (await (await fetch(browser.runtime.getURL('/words.txt'))).text()).trim().split('\n'),
    withSolana: async (accounts, seed) => (await svm()).withSolana(accounts, seed),
    now: () => Date.now(),
    autoLockMinutes: async () => (await readSettings(ledger)).autoLockMinutes,
  })
  let begin: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const wallet: Wallet = {
    ledger,
    vault,
    observations: new Observations(),
    changes: new Changes(),
    balances: new Map(),
    allowances: new Map(),
    // A fault in what was left behind must not shut every door for the worker's life.
    ready: begun.then(() => takeUp(wallet)).catch(() => undefined),
  }
  begin()
  return wallet
}
