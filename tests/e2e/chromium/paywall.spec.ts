import type { Page } from '@playwright/test'

import type { Devnet } from '../../devnet'
import { press } from '../support/dapp'
import { expect, test, variant } from '../support/test'
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

/**
 * Buys by the page's own script: connects it to the wallet, presses its button, and leaves the question about the
 * signature on the screen. The question about the navigation stands before it, and is left alone.
 *
 * @returns the approval window
 */
async function payByPage(wallet: WalletBrowser, page: Page): Promise<Page> {
  const window = await wallet.approval()
  const next = window.getByRole('button', { name: /next|review/i }).first()
  await page.getByRole('combobox').first().selectOption({ label: 'Countersign' })
  await page.getByRole('button', { name: /connect wallet/i }).click()
  await expect(next).toBeVisible()
  await next.click()
  await window.getByRole('button', { name: 'Connect' }).click()
  // Its script reads a balance from its own node first, and says so when that failed: one presses again then.
  const pay = page.getByRole('button', { name: /pay now/i })
  await expect(async () => {
    if (await pay.isEnabled({ timeout: 1_000 }).catch(() => false)) await pay.click()
    const asked = async () => (await wallet.rows('intents')).length
    await expect
      .poll(asked, { timeout: 6_000, message: (await page.locator('body').textContent()) ?? '' })
      .toBe(2)
  }).toPass({ timeout: 40_000 })
  await expect(async () => {
    await next.click()
    await expect(window.getByText('can move this amount to this address, once')).toBeVisible({
      timeout: 3_000,
    })
  }).toPass()
  return window
}

/** What the merchant received for the article. */
const seenBy = (devnet: Devnet) => devnet.requestsSeen({ merchant: 'paywall', path: '/articles/tide-clock' })

test.beforeEach(({ devnet }) => {
  devnet.paywall.reset()
})

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
  await expect((await wallet.approval()).getByRole('button', { name: /^Pay \$/ })).toBeVisible()
  const window = await payByPage(wallet, page)
  await window.getByRole('button', { name: /^Pay \$/ }).click()
  // The title stands on the paywall too: the server's own word says when it was paid.
  await expect.poll(() => seenBy(devnet).paid, { timeout: 30_000 }).toBe(1)
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
  expect(seenBy(devnet).paid).toBe(1)
  expect(await wallet.rows('authorizations')).toHaveLength(1)
  await judge.paid(250_000n)
})

test(
  'the official paywall page whose price is raised after the signature: nothing more is signed by itself',
  variant(true),
  async ({ wallet, devnet, account, judge }) => {
    test.skip(!devnet.paywall.official, 'the page was not fetched')
    expect(account).toMatch(/^0x/)
    const page = await open(wallet, devnet)
    const window = await payByPage(wallet, page)
    devnet.paywall.raise('$0.35')
    await window.getByRole('button', { name: /^Pay \$/ }).click()
    await expect.poll(() => seenBy(devnet).paid, { timeout: 30_000 }).toBe(1)
    // The page's own request got a 402 at the new price. What was signed stays held; more is a person's to say.
    await expect.poll(async () => (await wallet.rows('intents')).map((i) => i.state)).toContain('asking')
    expect((await wallet.rows('authorizations')).map((a) => a.amount)).toEqual(['250000'])
    expect((await wallet.rows('reservations')).every((r) => r.state === 'reserved')).toBe(true)
    expect(seenBy(devnet).paid).toBe(1)
    await judge.paid()
  },
)

test('the official paywall page whose answer is lost: held until the chain proves that it was paid once', async ({
  wallet,
  devnet,
  account,
  judge,
}) => {
  test.skip(!devnet.paywall.official, 'the page was not fetched')
  expect(account).toMatch(/^0x/)
  const page = await open(wallet, devnet)
  const window = await payByPage(wallet, page)
  devnet.paywall.loseNext()
  await window.getByRole('button', { name: /^Pay \$/ }).click()
  await judge.paid(250_000n)
  const [row, ...others] = await wallet.rows('authorizations')
  expect([row?.proved, others]).toEqual([1, []])
  expect(new Set(seenBy(devnet).nonces).size).toBe(1)
})

test('the official paywall page over the limit of one payment: nothing is signed without the password', async ({
  wallet,
  devnet,
  account,
  judge,
}) => {
  test.skip(!devnet.paywall.official, 'the page was not fetched')
  expect(account).toMatch(/^0x/)
  devnet.paywall.raise('$2.50')
  const page = await open(wallet, devnet)
  const window = await payByPage(wallet, page)
  await window.getByLabel('Password').fill('not the password')
  await window
    .getByRole('button', { name: /^Pay \$/ })
    .first()
    .click()
  await expect(window.getByRole('alert')).toBeVisible()
  expect(await wallet.rows('authorizations')).toEqual([])
  await window.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect.poll(async () => (await wallet.rows('intents')).map((i) => i.state)).toContain('declined')
  expect(await wallet.rows('authorizations')).toEqual([])
  expect(seenBy(devnet).paid).toBe(0)
  await judge.paid()
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
  await expect.poll(() => seenBy(devnet).paid, { timeout: 30_000 }).toBe(1)
  await expect(
    page.getByText('For ninety years').or(page.getByText('took the tide clock apart')).first(),
  ).toBeVisible({
    timeout: 30_000,
  })
  expect(seenBy(devnet).paid).toBe(1)
  await judge.paid(250_000n)
})
