import { test as base, expect } from '@playwright/test'

import { type Devnet, startDevnet } from '../../devnet'
import { launchWallet, readyWallet, type WalletBrowser } from './wallet'

type Fixtures = { wallet: WalletBrowser; account: `0x${string}`; judge: Judge }

/** The chain's word on what happened: the payee's balance against the receipts. */
export type Judge = {
  /** asserts that exactly these atomic amounts reached the payee since the test began, and no more */
  paid(...amounts: readonly bigint[]): Promise<void>
}

/** One local network for each worker of the runner, one browser and wallet for each test. */
export const test = base.extend<Fixtures, { devnet: Devnet }>({
  devnet: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the pattern
    async ({}, use) => {
      const devnet = await startDevnet()
      await use(devnet)
      await devnet.stop()
    },
    { scope: 'worker' },
  ],
  wallet: async ({ devnet }, use) => {
    devnet.forgetRequests()
    const wallet = await launchWallet()
    await use(wallet)
    await wallet.close()
  },
  account: async ({ wallet, devnet }, use) => {
    await use(await readyWallet(wallet, devnet))
  },
  judge: async ({ devnet, account, wallet }, use) => {
    const payee = devnet.accounts.payee.address
    const before = await devnet.balanceOf(payee)
    const mine = await devnet.balanceOf(account)
    await use({
      paid: async (...amounts) => {
        const sum = amounts.reduce((a, b) => a + b, 0n)
        const reaches = async (what: string, read: () => Promise<bigint>) => {
          let last = 0n
          await expect
            .poll(async () => {
              last = await read()
              return last >= sum
            }, what)
            .toBe(true)
          // "money: " is a sign for scripts/lib/report.ts: a test that failed so is never tried again.
          expect(last, `money: ${what}`).toBe(sum)
        }
        await reaches('what the payee got', async () => (await devnet.balanceOf(payee)) - before)
        await reaches('what the account gave', async () => mine - (await devnet.balanceOf(account)))
        await reaches('what the ledger says', async () =>
          (await wallet.rows('authorizations'))
            .filter((a) => a.state === 'settled')
            .reduce((total, a) => total + BigInt(String(a.amount)), 0n),
        )
      },
    })
  },
})

export { expect }

/**
 * Marks one more form of what another test shows as well: `npm test` leaves it out, to end in time;
 * `npm run e2e:chromium` runs them all.
 */
export const variant = (isOneMore: boolean): { readonly tag: string[] } => ({
  tag: isOneMore ? ['@all'] : [],
})
