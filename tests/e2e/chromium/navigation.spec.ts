import { expect, test } from '../support/test'

test('an article is paid by one click, and the reader reads it', async ({ wallet, devnet, judge }) => {
  const page = await wallet.context.newPage()
  await page.goto(`${devnet.newsstand.url}/articles/tide-clock`)
  const window = await wallet.pay()
  await expect(page.locator('#article')).toBeVisible()
  await expect(window.getByText(/0x[0-9a-f]{4}/i).first()).toBeVisible()
  await judge.paid(250_000n)
  const { paid } = devnet.requestsSeen({ path: '/articles/tide-clock' })
  expect(paid).toBe(1)
})

test('a 402 without a body, where the browser shows an error page, is paid the same way', async ({
  wallet,
  devnet,
  judge,
}) => {
  const page = await wallet.context.newPage()
  await page.goto(`${devnet.newsstand.url}/empty/tide-clock`).catch(() => undefined)
  await wallet.pay()
  await expect(page.locator('#article')).toBeVisible()
  await judge.paid(250_000n)
})

test('declining leaves the site its own page and moves no money', async ({ wallet, devnet, judge }) => {
  const page = await wallet.context.newPage()
  await page.goto(`${devnet.newsstand.url}/articles/tide-clock`)
  const window = await wallet.approval()
  await window.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(page.locator('#article')).toHaveCount(0)
  await judge.paid()
})

test('closing the window declines', async ({ wallet, devnet, judge }) => {
  const page = await wallet.context.newPage()
  await page.goto(`${devnet.newsstand.url}/articles/tide-clock`)
  const window = await wallet.approval()
  await window.getByRole('button', { name: /^Pay/ }).waitFor()
  await window.close()
  await expect.poll(async () => (await wallet.rows('intents')).map((i) => i.state)).toEqual(['declined'])
  await judge.paid()
})

test('the official paywall page is paid by navigation, without its own wallet connection', async ({
  wallet,
  devnet,
  judge,
}) => {
  const page = await wallet.context.newPage()
  await page.route(/^https:/, (route) => route.abort())
  await page.goto(`${devnet.paywall.url}/articles/tide-clock`)
  await wallet.pay()
  await expect.poll(() => devnet.requestsSeen({ merchant: 'paywall' }).paid).toBe(1)
  const [authorization] = await wallet.rows('authorizations')
  await judge.paid(BigInt(String(authorization?.amount)))
})

test('an approval is void when its tab went elsewhere before the click (atk-034)', async ({
  wallet,
  devnet,
  judge,
}) => {
  const page = await wallet.context.newPage()
  await page.goto(`${devnet.newsstand.url}/articles/tide-clock`)
  const window = await wallet.approval()
  await window.getByRole('button', { name: /^Pay/ }).first().waitFor()
  await page.goto(`${devnet.newsstand.url}/free`)
  await expect.poll(async () => (await wallet.rows('intents')).map((i) => i.state)).toEqual(['gone'])
  await window
    .getByRole('button', { name: /^Pay/ })
    .first()
    .click({ timeout: 1_000 })
    .catch(() => undefined)
  expect(await wallet.rows('authorizations')).toEqual([])
  await judge.paid()
})

test('nobody is asked while the wallet is paused, nor about a blocked site', async ({
  wallet,
  devnet,
  judge,
}) => {
  await wallet.call('wallet.pause', { paused: true })
  const page = await wallet.context.newPage()
  await page.goto(`${devnet.newsstand.url}/articles/tide-clock`)
  await expect
    .poll(async () => (await wallet.rows('intents')).map((i) => (i.decision as { code: string }).code))
    .toEqual(['BLOCK_PAUSED'])
  await wallet.call('wallet.pause', { paused: false })
  await page.reload()
  const window = await wallet.approval()
  await window.getByRole('button', { name: /block/i }).click()
  await expect.poll(async () => (await wallet.rows('intents')).map((i) => i.state)).toContain('declined')
  await page.reload()
  await expect
    .poll(async () => (await wallet.rows('intents')).map((i) => (i.decision as { code: string }).code))
    .toContain('BLOCK_ORIGIN')
  await judge.paid()
})
