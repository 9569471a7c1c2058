import type { Page } from '@playwright/test'
import { expect, test, variant } from '../support/test'
import type { WalletBrowser } from '../support/wallet'

/** Opens a page and presses one of its buttons, as a person does. */
async function press(wallet: WalletBrowser, url: string, id: string): Promise<Page> {
  const page = await wallet.context.newPage()
  await page.goto(url)
  await page.locator(`#${id}`).click()
  return page
}

/** Presses Decline in the approval window, and closes it. */
async function decline(wallet: WalletBrowser): Promise<void> {
  const window = await wallet.approval()
  const button = window.getByRole('button', { name: 'Decline', exact: true })
  await button.click()
  await expect(button).toHaveCount(0)
  await window.close()
}

const output = (page: Page, id: string) => page.locator(`#${id}-out[data-state=done]`)

for (const [id, amount, what] of [
  ['fetch-get', 250_000n, 'a fetch GET'],
  ['fetch-post', 50_000n, 'a fetch POST with its body'],
  ['xhr-get', 250_000n, 'an XHR GET'],
  ['xhr-post', 50_000n, 'an XHR POST with its body'],
] as const) {
  test(`${what} gets the paid answer as if nothing had happened`, async ({
    wallet,
    devnet,
    judge,
    account,
  }) => {
    expect(account).toMatch(/^0x/)
    const page = await press(wallet, `${devnet.newsstand.url}/app`, id)
    await wallet.pay()
    await expect(output(page, id)).toContainText('200')
    const [authorization] = await wallet.rows('authorizations')
    await judge.paid(BigInt(String(authorization?.amount ?? amount)))
    expect(page.url()).not.toContain('#cs-')
  })
}

test('another origin that hides the quote and answers no preflight is paid, and its answer read', async ({
  wallet,
  devnet,
  judge,
}) => {
  const page = await press(wallet, `${devnet.newsstand.url}/app`, 'fetch-cross')
  await wallet.pay()
  await expect(output(page, 'fetch-cross')).toContainText('200')
  const [authorization] = await wallet.rows('authorizations')
  await judge.paid(BigInt(String(authorization?.amount)))
})

test('a version 1 seller is paid by fetch, and its quote is marked as reported by the page', async ({
  wallet,
  devnet,
  judge,
}) => {
  const page = await wallet.context.newPage()
  await page.goto(devnet.v1.url)
  await page.locator('button').first().click()
  const window = await wallet.pay()
  await expect(page.locator('output[data-state=done]').first()).toContainText('200')
  expect((await wallet.rows('quotes')).map((q) => [q.version, q.source])).toEqual([[1, 'page']])
  await window.close()
  const [authorization] = await wallet.rows('authorizations')
  await judge.paid(BigInt(String(authorization?.amount)))
})

test('a version 1 seller: declined, over the limit, and raised after the signature', async ({
  wallet,
  devnet,
  judge,
}) => {
  test.slow()
  const { v1 } = devnet
  v1.reset()
  /** Presses the page's button anew, and gives the page's own account of the answer, with the question on screen. */
  const buy = async () => {
    const page = await wallet.context.newPage()
    await page.goto(v1.url)
    await page.locator('button').first().click()
    await expect.poll(async () => (await wallet.rows('intents')).map((i) => i.state)).toContain('asking')
    // After a no, the same wish opens no window by itself for a while.
    await wallet.call('approval.open', undefined)
    return page.locator('output[data-state=done]').first()
  }
  const declined = await buy()
  await decline(wallet)
  await expect(declined).toContainText('402')

  v1.raise(2_000_000n)
  const over = await buy()
  await expect((await wallet.approval()).getByLabel('Password')).toBeVisible()
  await decline(wallet)
  await expect(over).toContainText('402')
  expect(await wallet.rows('authorizations')).toEqual([])

  v1.reset()
  const raised = await buy()
  await expect((await wallet.approval()).getByRole('button', { name: /^Pay \$/ })).toBeVisible()
  v1.raise(60_000n)
  await wallet.payAndClose()
  await expect(raised).toContainText('402')
  // The browser shows nobody the body of that 402, where the new quote is: it is unclear, and the amount stays held.
  await expect
    .poll(async () => (await wallet.rows('authorizations')).map((a) => [a.state, a.amount]))
    .toEqual([['unknown', '40000']])
  expect((await wallet.rows('reservations')).every((r) => r.state === 'reserved')).toBe(true)
  await judge.paid()
})

test(
  'a version 1 seller whose answer is lost: held until the chain proves that it was paid once',
  variant(true),
  async ({ wallet, devnet, judge }) => {
    devnet.v1.reset()
    devnet.v1.loseNext()
    const page = await wallet.context.newPage()
    await page.goto(devnet.v1.url)
    await page.locator('button').first().click()
    await wallet.pay()
    await judge.paid(40_000n)
    const [row, ...others] = await wallet.rows('authorizations')
    expect([row?.proved, others]).toEqual([1, []])
  },
)

test('declining gives the page its 402', async ({ wallet, devnet, judge }) => {
  const page = await press(wallet, `${devnet.newsstand.url}/app`, 'fetch-get')
  const window = await wallet.approval()
  await window.getByRole('button', { name: 'Decline', exact: true }).click()
  await expect(output(page, 'fetch-get')).toContainText('402')
  await judge.paid()
})

test('five equal GETs in one millisecond join into one payment and all get the answer', async ({
  wallet,
  devnet,
  judge,
}) => {
  const page = await press(wallet, `${devnet.newsstand.url}/app`, 'get-five')
  await wallet.pay()
  await expect(output(page, 'get-five')).toHaveText(/(200[\s\S]*){5}/)
  expect(await wallet.rows('authorizations')).toHaveLength(1)
  const [authorization] = await wallet.rows('authorizations')
  await judge.paid(BigInt(String(authorization?.amount)))
})

test('five equal POSTs are five purchases, each with its own payment on its own request', async ({
  wallet,
  devnet,
  judge,
}) => {
  const page = await press(wallet, `${devnet.newsstand.url}/app`, 'post-five')
  const window = await wallet.approval()
  for (let paid = 1; paid <= 5; paid++) {
    await window
      .getByRole('button', { name: /^Pay \$/ })
      .first()
      .click()
    await expect.poll(async () => (await wallet.rows('authorizations')).length).toBe(paid)
    if (paid < 5)
      await window
        .getByRole('button', { name: /next|review/i })
        .first()
        .click()
  }
  await expect(output(page, 'post-five')).toHaveText(/(200[\s\S]*){5}/)
  const { nonces, paid } = devnet.requestsSeen({ path: '/api/summaries', method: 'POST' })
  expect(paid).toBe(5)
  expect(new Set(nonces).size).toBe(5)
  const amounts = (await wallet.rows('authorizations')).map((a) => BigInt(String(a.amount)))
  await judge.paid(...amounts)
})

test('three clicks on Pay make one payment', async ({ wallet, devnet, judge }) => {
  const page = await press(wallet, `${devnet.newsstand.url}/app`, 'fetch-get')
  const window = await wallet.approval()
  await window.getByRole('button', { name: /^Pay/ }).first().click({ clickCount: 3 })
  await expect(output(page, 'fetch-get')).toContainText('200')
  expect(await wallet.rows('authorizations')).toHaveLength(1)
  const [authorization] = await wallet.rows('authorizations')
  await judge.paid(BigInt(String(authorization?.amount)))
})

test('a cached 402 neither stops the payment nor is paid twice', async ({ wallet, devnet, judge }) => {
  const page = await press(wallet, `${devnet.newsstand.url}/app`, 'fetch-cached')
  await wallet.pay()
  await expect(output(page, 'fetch-cached')).toContainText('200')
  const [authorization] = await wallet.rows('authorizations')
  await judge.paid(BigInt(String(authorization?.amount)))
})

test('a streamed answer arrives in pieces', async ({ wallet, devnet, judge }) => {
  const page = await press(wallet, `${devnet.newsstand.url}/app`, 'fetch-large')
  await wallet.pay()
  await expect(output(page, 'fetch-large')).toContainText('in pieces')
  const [authorization] = await wallet.rows('authorizations')
  await judge.paid(BigInt(String(authorization?.amount)))
})

test('a prefetch is never asked about or paid', async ({ wallet, devnet, judge }) => {
  const page = await wallet.context.newPage()
  await page.goto(`${devnet.newsstand.url}/prefetch`)
  await expect.poll(() => devnet.requestsSeen({ path: '/articles/tide-clock' }).unpaid).toBeGreaterThan(0)
  expect(await wallet.rows('intents')).toEqual([])
  await judge.paid()
})

test('a frame of another origin that asks for the same URL gets no payment of the page', async ({
  wallet,
  devnet,
  judge,
}) => {
  const page = await wallet.context.newPage()
  await page.goto(`${devnet.newsstand.url}/framed`)
  const frame = page.frameLocator('#frame')
  await frame.locator('#frame-fetch').click()
  await page.locator('#top-fetch').click()
  const window = await wallet.pay()
  await expect(output(page, 'top-fetch')).toContainText('200')
  const [authorization] = await wallet.rows('authorizations')
  await expect
    .poll(async () => (await wallet.rows('intents')).filter((i) => i.state === 'asking').length)
    .toBe(1)
  expect(authorization?.asker).toBe(new URL(devnet.newsstand.url).origin)
  await expect(frame.locator('#frame-fetch-out[data-state=done]')).toHaveCount(0)
  await window.close()
  await judge.paid(BigInt(String(authorization?.amount)))
})

test('two tabs at once: each gets what it paid for', async ({ wallet, devnet, judge }) => {
  const one = await press(wallet, `${devnet.newsstand.url}/app`, 'fetch-get')
  const window = await wallet.approval()
  const two = await press(wallet, `${devnet.newsstand.url}/app`, 'fetch-post')
  await window.getByRole('button', { name: /^Pay/ }).first().click()
  await expect.poll(async () => (await wallet.rows('authorizations')).length).toBe(1)
  await window
    .getByRole('button', { name: /next|review/i })
    .first()
    .click()
  await window.getByRole('button', { name: /^Pay/ }).first().click()
  await expect(output(one, 'fetch-get')).toContainText('200')
  await expect(output(two, 'fetch-post')).toContainText('200')
  const amounts = (await wallet.rows('authorizations')).map((a) => BigInt(String(a.amount)))
  expect(amounts).toHaveLength(2)
  await judge.paid(...amounts)
})

test('a JSON POST to another origin, with a preflight of its own, is settled by its own answer', async ({
  wallet,
  devnet,
  judge,
}) => {
  const page = await press(wallet, `${devnet.newsstand.url}/app`, 'fetch-cross-post')
  await wallet.pay()
  await expect(output(page, 'fetch-cross-post')).toContainText('200')
  const [authorization] = await wallet.rows('authorizations')
  expect([authorization?.state, authorization?.outcome, authorization?.status]).toEqual([
    'settled',
    'settled',
    200,
  ])
  await judge.paid(BigInt(String(authorization?.amount)))
})
