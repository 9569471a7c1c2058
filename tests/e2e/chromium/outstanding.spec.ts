import type { Page } from '@playwright/test'

import type { Devnet } from '../../devnet'
import { press } from '../support/dapp'
import { serious } from '../support/screens'
import { expect, test } from '../support/test'
import type { WalletBrowser } from '../support/wallet'

const PRICE = 10_000n
/** Where to put pictures of the screens, for a person to look at. */
const PICTURES = process.env.COUNTERSIGN_PICTURES

test.beforeEach(({ devnet }) => devnet.scripted.reset())

const shop = async (wallet: WalletBrowser, devnet: Devnet): Promise<Page> => {
  const page = await wallet.context.newPage()
  await page.goto(`${devnet.scripted.url}/page`)
  return page
}

const list = async (wallet: WalletBrowser): Promise<Page> => {
  const page = await wallet.context.newPage()
  await page.goto(`chrome-extension://${wallet.extensionId}/options.html#/outstanding`)
  await page.getByRole('heading', { name: 'Outstanding' }).waitFor()
  return page
}

/** The values of the payment header that the seller received, in order. */
const received = (devnet: Devnet): readonly (string | undefined)[] =>
  devnet.scripted
    .log()
    .map((seen) => seen.headers['payment-signature'])
    .filter((value) => value !== undefined)

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.screenshot({ path: `${PICTURES}/${name}-${scheme}.png`, fullPage: true })
  }
}

test('a page that asks again after a lost answer gets the same payment on its request, and a POST only by the owner’s word', async ({
  wallet,
  devnet,
  judge,
}) => {
  const page = await shop(wallet, devnet)
  devnet.scripted.script({ do: 'normal' }, { do: 'raw', status: 503 })
  await page.getByRole('button', { name: 'fetch GET' }).click()
  const window = await wallet.pay()
  await expect.poll(async () => (await wallet.rows('authorizations'))[0]?.outcome).toBe('unknown')
  await page.getByRole('button', { name: 'fetch GET' }).click()
  await judge.paid(PRICE)
  await expect.poll(() => received(devnet).length).toBe(2)
  expect(new Set(received(devnet)).size).toBe(1)

  await window.getByRole('button', { name: 'Done' }).click()
  devnet.scripted.reset()
  devnet.scripted.script({ do: 'normal' }, { do: 'raw', status: 503 })
  await page.getByRole('button', { name: 'fetch POST' }).click()
  await wallet.pay()
  const lost = async () => (await wallet.rows('authorizations')).find((a) => a.outcome === 'unknown')
  await expect.poll(lost).toBeTruthy()
  const screen = await list(wallet)
  await screen.getByRole('button', { name: /^Send again/ }).click()
  await expect(screen.getByText(/its next equal request in the next five minutes/)).toBeVisible()
  await page.getByRole('button', { name: 'fetch POST' }).click()
  await judge.paid(PRICE, PRICE)
  await expect.poll(() => received(devnet).length).toBe(2)
  expect(new Set(received(devnet)).size).toBe(1)
  await expect(screen.getByText('Nothing is outstanding')).toBeVisible({ timeout: 20_000 })
})

test('the owner sends a page’s payment again from the list: it is loaded with the very same payload', async ({
  wallet,
  devnet,
  judge,
}) => {
  const page = await wallet.context.newPage()
  devnet.scripted.script({ do: 'normal' }, { do: 'raw', status: 503, body: 'busy' })
  await page.goto(`${devnet.scripted.url}/item`)
  await wallet.pay()
  await expect.poll(async () => (await wallet.rows('authorizations'))[0]?.outcome).toBe('unknown')
  // In this order: right after a tab was closed Chromium may open none.
  const screen = await list(wallet)
  await page.close()
  await expect(screen.getByText(/can be used for .* more/)).toBeVisible()
  const opened = wallet.context.waitForEvent('page')
  await screen.getByRole('button', { name: /^Send again/ }).click()
  await expect((await opened).locator('#answer')).toHaveText('Delivered')
  await judge.paid(PRICE)
  await expect.poll(() => received(devnet).length).toBe(2)
  expect(new Set(received(devnet)).size).toBe(1)
})

test('a signed payment is cancelled by a transaction of its account, when there is coin for it, and the chain releases it', async ({
  wallet,
  account,
  devnet,
  judge,
}) => {
  const page = await shop(wallet, devnet)
  devnet.scripted.script({ do: 'normal' }, { do: 'raw', status: 503 })
  await page.getByRole('button', { name: 'fetch GET' }).click()
  await wallet.payAndClose()
  await expect.poll(async () => (await wallet.rows('authorizations'))[0]?.outcome).toBe('unknown')
  const screen = await list(wallet)
  expect(await serious(screen)).toEqual([])
  const cancel = async () => {
    await screen.getByRole('button', { name: /^Cancel…/ }).click()
    await screen.getByRole('button', { name: 'See the fee' }).click()
  }
  await cancel()
  await expect(screen.getByText(/too little of the chain’s own coin/)).toBeVisible()
  await devnet.fund(account, 0n, 10n ** 18n)
  await screen.getByRole('button', { name: /^Cancel…/ }).click()
  await picture(screen, 'outstanding')
  await screen.setViewportSize({ width: 380, height: 700 })
  await picture(screen, 'outstanding-380')
  await screen.getByRole('button', { name: 'See the fee' }).click()
  const window = await wallet.approval()
  await expect(window.getByText(/told that a payment which you signed is void/)).toBeVisible()
  await expect(window.getByText(/^At most 0\.\d+ ETH, to the chain\.$/)).toBeVisible()
  await picture(window, 'cancel-approval')
  await press(wallet, /^Pay /)
  const payment = async () => (await wallet.rows('authorizations')).find((a) => a.scheme === 'exact')
  await expect
    .poll(
      async () => {
        await wallet.call('outstanding.ask', { id: String((await payment())?.id) })
        return (await payment())?.state
      },
      { timeout: 20_000 },
    )
    .toBe('released')
  await judge.paid()
  const held = (await wallet.rows('reservations')).filter((r) => r.state === 'reserved')
  expect(held.filter((r) => !String(r.budgetKey).startsWith('native'))).toEqual([])
  await screen.goto(`chrome-extension://${wallet.extensionId}/popup.html`)
  await picture(screen, 'home')
})
