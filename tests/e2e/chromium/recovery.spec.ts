import { join } from 'node:path'
import type { Page } from '@playwright/test'

import type { Devnet } from '../../devnet'
import { allow } from '../support/mandates'
import { expect, test } from '../support/test'
import { PASSWORD, type WalletBrowser } from '../support/wallet'

const WORDS = 'test test test test test test test test test test test junk'

async function ask(devnet: Devnet, method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await fetch(devnet.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const { result, error } = (await answer.json()) as { result?: unknown; error?: unknown }
  if (error !== undefined) throw new Error(JSON.stringify(error))
  return result
}

/** The account sends USDC by other software that has its key, and the chain goes on. */
async function payElsewhere(devnet: Devnet, from: string, atomic: bigint): Promise<void> {
  const word = (value: string) => value.replace('0x', '').toLowerCase().padStart(64, '0')
  const data = `0xa9059cbb${word(devnet.accounts.payee.address)}${word(atomic.toString(16))}`
  await ask(devnet, 'anvil_setBalance', [from, '0xde0b6b3a7640000'])
  await ask(devnet, 'anvil_impersonateAccount', [from])
  await ask(devnet, 'eth_sendTransaction', [{ from, to: devnet.usdc, data }])
  await ask(devnet, 'anvil_mine', ['0x40'])
}

async function unlockAgain(wallet: WalletBrowser): Promise<void> {
  await wallet.call('wallet.lock', undefined)
  await wallet.call('wallet.unlock', { password: PASSWORD })
}

const open = async (wallet: WalletBrowser, place: string): Promise<Page> => {
  const page = await wallet.context.newPage()
  await page.goto(`chrome-extension://${wallet.extensionId}/${place}`)
  return page
}

/** Pictures of a page in both themes, in Spanish and at 380 px, where somebody wants to look at them. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.LOOK_AT
  if (folder === undefined) return
  await page.setViewportSize({ width: 380, height: 900 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`), fullPage: true })
  }
}

test('a payment that other software made with the same key is told, counted, and stops mandates', async ({
  wallet,
  devnet,
  account,
}) => {
  const { origin } = new URL(devnet.newsstand.url)
  await allow(wallet, devnet, origin, { eachUsd: 1, totalUsd: '5' })
  await ask(devnet, 'anvil_mine', ['0x40'])
  await wallet.call('balances', { network: 'eip155:84532' })
  await unlockAgain(wallet)
  await expect.poll(async () => (await wallet.rows('watches')).length).toBeGreaterThan(0)
  // What came to it before it was watched is shown, and is nothing that was spent.
  const activity = await open(wallet, 'options.html#/activity')
  await expect(activity.getByRole('listitem').filter({ hasText: 'received' })).toContainText('+50.00 USDC')
  await activity.close()

  await payElsewhere(devnet, account, 420_000n)
  const home = await open(wallet, 'popup.html')
  await unlockAgain(wallet)
  const notice = home.getByRole('region', { name: 'A payment that this wallet did not make' })
  await expect(notice).toContainText('0.42 USDC')
  await look(home, 'stranger')
  expect((await wallet.rows('strangers')).map((s) => [s.amount, s.known])).toEqual([['420000', 0]])

  // The mandate covers the article, and a person is asked all the same.
  const article = await wallet.context.newPage()
  await article.goto(`${devnet.newsstand.url}/articles/tide-clock`)
  await expect.poll(async () => (await wallet.rows('intents')).map((i) => i.state)).toEqual(['asking'])

  await notice.getByRole('button', { name: 'It was not me' }).click()
  await expect(notice).toContainText('make a new wallet with new words')
  await notice.getByRole('button', { name: 'This was me elsewhere' }).click()
  await expect(notice).toHaveCount(0)
  const next = await wallet.context.newPage()
  await next.goto(`${devnet.newsstand.url}/articles/bread-ledger`)
  await expect
    .poll(async () => (await wallet.rows('authorizations')).filter((a) => a.mandateId !== null).length)
    .toBe(1)
})

test('a vault that is damaged comes back from its copy, and without one from its words, with the ledger kept', async ({
  wallet,
}) => {
  const { words } = await wallet.call('wallet.create', { password: PASSWORD })
  const { account } = await wallet.call('wallet.status', undefined)
  const damage = () =>
    wallet.home.evaluate(
      () =>
        new Promise<void>((resolve, reject) => {
          const request = indexedDB.open('countersign')
          request.onerror = () => reject(request.error)
          request.onsuccess = () => {
            const put = request.result.transaction('documents', 'readwrite').objectStore('documents')
            put.put({ name: 'vault', value: { version: 1, torn: true } }).onsuccess = () => {
              request.result.close()
              resolve()
            }
          }
        }),
    )
  await damage()
  await wallet.killWorker()
  await expect.poll(async () => (await wallet.call('wallet.status', undefined)).account).toBe(account)
  await wallet.call('wallet.unlock', { password: PASSWORD })

  await wallet.home.evaluate(async () => {
    await (await navigator.storage.getDirectory()).removeEntry('vault-copy.json')
  })
  await damage()
  const page = await open(wallet, 'options.html')
  await expect(page.getByRole('heading', { name: 'The vault cannot be read' })).toBeVisible()
  await look(page, 'broken')
  await page.locator('textarea').fill(words ?? '')
  for (const field of await page.locator('input[type=password]').all())
    await field.fill('another fine password')
  await page.getByRole('button', { name: 'Bring the vault back' }).click()
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible()
  expect((await wallet.call('wallet.status', undefined)).account).toBe(account)
})

test('a wallet made of its words reads what it spent, says how far it got, and pays nothing by itself before', async ({
  wallet,
  devnet,
}) => {
  const rpc = { kind: 'rpc', network: `eip155:${devnet.chainId}`, url: devnet.rpcUrl } as const
  await wallet.call('wallet.create', { password: PASSWORD })
  await wallet.call('settings.set', { change: { kind: 'testnets', on: true }, password: PASSWORD })
  await wallet.call('settings.set', { change: rpc, password: PASSWORD })
  const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  await devnet.fund(owner, 5_000_000n)
  await payElsewhere(devnet, owner, 1_000_000n)
  await wallet.home.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('countersign')
        request.onerror = () => reject(request.error)
        request.onsuccess = () => {
          const documents = request.result.transaction('documents', 'readwrite').objectStore('documents')
          documents.delete('vault').onsuccess = () => {
            request.result.close()
            resolve()
          }
        }
      }),
  )
  await wallet.call('wallet.recover', { words: WORDS, password: PASSWORD })
  await expect
    .poll(async () => (await wallet.rows('strangers')).map((s) => s.amount), { timeout: 60_000 })
    .toContain('1000000')
  // The networks whose nodes nobody reaches here are said, and keep automatic payments off.
  const page = await open(wallet, 'options.html')
  const past = page.getByRole('region', { name: 'Reading what this wallet spent before' })
  await expect(past).toBeVisible()
  await look(page, 'rebuild')
  await past.getByRole('button', { name: 'Go on without the rest' }).click()
  await expect(past).toHaveCount(0)
})
