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
