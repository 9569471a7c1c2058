import type { Page } from '@playwright/test'

import type { Devnet } from '../../devnet'
import { articles } from '../../devnet/merchants/articles'
import { newsstandAmounts } from '../../devnet/merchants/newsstand'
import { expect, test } from '../support/test'
import type { WalletBrowser } from '../support/wallet'

test.setTimeout(180_000)

const [article] = articles
if (article === undefined) throw new Error('the newsstand has articles')
const id = article.id

/** A page of the newsstand that asks for something; the status comes when it is answered. */
async function asks(wallet: WalletBrowser, devnet: Devnet, path: string): Promise<() => Promise<number>> {
  const page = await wallet.context.newPage()
  await page.goto(`${devnet.newsstand.url}/free`)
  const answer = page.evaluate(async (to) => (await fetch(to)).status, path)
  return () => answer
}

/** What the payee gained since the test began. */
async function gains(devnet: Devnet): Promise<() => Promise<bigint>> {
  const { address } = devnet.accounts.payee
  const before = await devnet.balanceOf(address)
  return async () => (await devnet.balanceOf(address)) - before
}

const ready = (window: Page, name: RegExp) => expect(window.getByRole('button', { name })).toBeEnabled()

test('exact by Permit2 with an allowance that is signed with it, after a consent of its own', async ({
  wallet,
  account,
  devnet,
}) => {
  const gained = await gains(devnet)
  const status = await asks(wallet, devnet, `/sponsored/${id}`)
  const window = await wallet.approval()
  const consent = window.getByRole('switch', { name: 'Also allow Permit2 to take exactly 0.25 USDC, once' })
  await expect(consent).not.toBeChecked()
  await expect(window.getByRole('button', { name: 'Cannot be paid' })).toBeDisabled()
  if (process.env.SHOTS)
    await window.screenshot({ path: `${process.env.SHOTS}/allowance.png`, fullPage: true })
  await consent.click()
  await expect(consent).toBeChecked()
  await ready(window, /^Pay \$0\.25/)
  await window.getByText('What will be signed').click()
  await expect(window.getByText('Permit primaryType')).toBeVisible()
  if (process.env.SHOTS)
    await window.screenshot({ path: `${process.env.SHOTS}/permitted.png`, fullPage: true })
  await wallet.pay()
  expect(await status()).toBe(200)
  expect(await gained()).toBe(article.amount)
  expect(await devnet.allowanceOf(account)).toBe(0n)
  const [row] = await wallet.rows('authorizations')
  expect([row?.transferMethod, row?.permitNonce, row?.state]).toEqual(['permit2', '0', 'settled'])
})

test('upto says the most and who settles it, and takes what was used', async ({
  wallet,
  account,
  devnet,
}) => {
  const { metered, meteredMost } = newsstandAmounts
  await devnet.fund(account, 0n, 10n ** 18n)
  await devnet.approvePermit2(account, meteredMost)
  const gained = await gains(devnet)
  const status = await asks(wallet, devnet, '/metered')
  const window = await wallet.approval()
  await expect(window.getByText('up to', { exact: true })).toBeVisible()
  await expect(window.getByText('The facilitator that the site names.', { exact: false })).toBeVisible()
  if (process.env.SHOTS) await window.screenshot({ path: `${process.env.SHOTS}/upto.png`, fullPage: true })
  await wallet.pay()
  expect(await status()).toBe(200)
  expect(await gained()).toBe(metered)
  const [row] = await wallet.rows('authorizations')
  expect([row?.scheme, row?.amount, row?.facilitator]).toEqual([
    'upto',
    meteredMost.toString(),
    devnet.accounts.facilitator.address,
  ])
})

test('exact by Permit2 after a transaction that allows exactly the amount, with its fee', async ({
  wallet,
  account,
  devnet,
}) => {
  await devnet.fund(account, 0n, 10n ** 19n)
  const gained = await gains(devnet)
  const status = await asks(wallet, devnet, `/permit2/${id}`)
  const window = await wallet.approval()
  await expect(window.getByRole('switch')).toHaveCount(0)
  await window.getByRole('button', { name: 'Allow exactly 0.25 USDC by a transaction' }).click()
  await window.getByRole('button', { name: /Next request/ }).click()
  await expect(window.getByText(/^At most 0\.\d+ ETH, to the chain\.$/)).toBeVisible()
  if (process.env.SHOTS) await window.screenshot({ path: `${process.env.SHOTS}/approve.png`, fullPage: true })
  await window.getByRole('button', { name: /^Pay \$0/ }).click()
  await expect.poll(() => devnet.allowanceOf(account), { timeout: 30_000 }).toBe(article.amount)
  await window.getByRole('button', { name: /Next request/ }).click()
  await window.getByRole('button', { name: /^Pay \$0\.25/ }).click()
  expect(await status()).toBe(200)
  expect(await gained()).toBe(article.amount)
  expect(await devnet.allowanceOf(account)).toBe(0n)
  // What allows it pays nobody: only its fee counts beside the payment.
  const totals = (await wallet.rows('totals')).filter((t) => String(t.budgetKey).startsWith('everything-day'))
  expect(totals.map((t) => [t.reserved, t.settled])).toEqual([['0', '250000000000000000']])
})
