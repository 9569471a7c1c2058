import type { Page } from '@playwright/test'

import type { Devnet } from '../../devnet'
import { press } from '../support/dapp'
import { expect, test } from '../support/test'
import type { WalletBrowser } from '../support/wallet'

/**
 * Opens an article behind the official paywall page, unmodified. It reads balances from a public node, which is
 * the local one here, and tells its maker about its use, which stays here.
 */
async function open(wallet: WalletBrowser, devnet: Devnet): Promise<Page> {
  await wallet.context.route('https://sepolia.base.org/**', async (route) => {
    if (route.request().method() === 'OPTIONS')
      return await route.fulfill({
        headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
      })
    const body = route.request().postData() ?? ''
    const answer = await fetch(devnet.rpcUrl, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    await route.fulfill({
      body: await answer.text(),
      headers: { 'content-type': 'application/json', 'access-control-allow-origin': '*' },
    })
  })
  await wallet.context.route('https://cca-lite.coinbase.com/**', (route) => route.abort())
  const page = await wallet.context.newPage()
  await page.goto(`${devnet.paywall.url}/articles/tide-clock`)
  return page
}

test('the official paywall page finds the wallet, connects it, and is paid once by its own script', async ({
  wallet,
  devnet,
  account,
  judge,
}) => {
  test.skip(!devnet.paywall.official, 'the page was not fetched')
  expect(account).toMatch(/^0x/)
  const page = await open(wallet, devnet)
  // The navigation itself asks too; the person goes by the page instead, and leaves that question alone.
  const window = await wallet.approval()
  await expect(window.getByRole('button', { name: /^Pay \$/ })).toBeVisible()
  await page.getByRole('combobox').first().selectOption({ label: 'Countersign' })
  await page.getByRole('button', { name: /connect wallet/i }).click()
  await expect(window.getByRole('button', { name: /next|review/i }).first()).toBeVisible()
  await window
    .getByRole('button', { name: /next|review/i })
    .first()
    .click()
  await window.getByRole('button', { name: 'Connect' }).click()
  await page.getByRole('button', { name: /pay now/i }).click()
  await expect.poll(async () => (await wallet.rows('intents')).length, { timeout: 30_000 }).toBe(2)
  const next = window.getByRole('button', { name: /next|review/i }).first()
  await expect(async () => {
    await next.click()
    await expect(window.getByText('can move this amount to this address, once')).toBeVisible({
      timeout: 3_000,
    })
  }).toPass()
  await window.getByRole('button', { name: /^Pay \$/ }).click()
  // The title stands on the paywall too: the server's own word says when it was paid.
  const seen = () => devnet.requestsSeen({ merchant: 'paywall', path: '/articles/tide-clock' })
  await expect.poll(() => seen().paid, { timeout: 30_000 }).toBe(1)
  await expect(
    page.getByText('For ninety years').or(page.getByText('took the tide clock apart')).first(),
  ).toBeVisible({
    timeout: 30_000,
  })
  const states = async () => (await wallet.rows('intents')).map((i) => [i.kind, i.state]).sort()
  await expect.poll(states, { timeout: 30_000 }).toEqual([
    ['navigation', 'gone'],
    ['signature', 'done'],
  ])
  expect(seen().paid).toBe(1)
  expect(await wallet.rows('authorizations')).toHaveLength(1)
  await judge.paid(250_000n)
})

test('the official paywall page behind a wallet that pays the navigation itself: paid once', async ({
  wallet,
  devnet,
  account,
  judge,
}) => {
  test.skip(!devnet.paywall.official, 'the page was not fetched')
  expect(account).toMatch(/^0x/)
  const page = await open(wallet, devnet)
  await press(wallet, /^Pay \$/)
  // The title stands on the paywall too: the server's own word says when it was paid.
  const seen = () => devnet.requestsSeen({ merchant: 'paywall', path: '/articles/tide-clock' })
  await expect.poll(() => seen().paid, { timeout: 30_000 }).toBe(1)
  await expect(
    page.getByText('For ninety years').or(page.getByText('took the tide clock apart')).first(),
  ).toBeVisible({
    timeout: 30_000,
  })
  expect(seen().paid).toBe(1)
  await judge.paid(250_000n)
})
