import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '../support/test'
import { launchWallet, PASSWORD, readyWallet, setLimit } from '../support/wallet'

test('a browser restart keeps vault, receipts and what is pending', async ({ devnet }) => {
  const profile = mkdtempSync(join(tmpdir(), 'countersign-'))
  const first = await launchWallet(profile)
  const account = await readyWallet(first, devnet)
  const page = await first.context.newPage()
  await page.goto(`${devnet.newsstand.url}/articles/tide-clock`)
  await first.pay()
  await expect(page.locator('#article')).toBeVisible()
  await expect.poll(async () => (await first.rows('receipts')).length).toBeGreaterThan(0)
  const receipts = await first.rows('receipts')
  await first.context.close()

  const second = await launchWallet(profile)
  const status = await second.call('wallet.status', undefined)
  expect([status.vault, status.account]).toEqual(['locked', account])
  expect((await second.rows('receipts')).slice(0, receipts.length)).toEqual(receipts)
  await second.call('wallet.unlock', { password: PASSWORD })
  expect((await second.call('wallet.status', undefined)).vault).toBe('unlocked')
  await second.close()
})

test('a worker killed while a person is asked loses nothing', async ({ wallet, devnet, judge }) => {
  const page = await wallet.context.newPage()
  await page.goto(`${devnet.newsstand.url}/app`)
  await page.locator('#fetch-get').click()
  const window = await wallet.approval()
  await window.getByRole('button', { name: /^Pay/ }).first().waitFor()
  await wallet.killWorker()
  await window.getByRole('button', { name: /^Pay/ }).first().click()
  await expect(page.locator('#fetch-get-out[data-state=done]')).toContainText('200')
  const rows = await wallet.rows('authorizations')
  expect(rows).toHaveLength(1)
  await judge.paid(BigInt(String(rows[0]?.amount)))
})

for (const delay of [0, 5, 15, 30, 60, 120]) {
  test(`a worker killed ${delay} ms after Pay pays once, or not at all`, async ({
    wallet,
    devnet,
    judge,
  }) => {
    const page = await wallet.context.newPage()
    await page.goto(`${devnet.newsstand.url}/app`)
    await page.locator('#fetch-get').click()
    const window = await wallet.approval()
    const pay = window.getByRole('button', { name: /^Pay/ }).first()
    await pay.click({ noWaitAfter: true })
    await new Promise((resolve) => setTimeout(resolve, delay))
    await wallet.killWorker()
    // Whatever was lost, the person sees the button again or the result; a second press must not pay twice.
    await pay.click({ timeout: 2_000 }).catch(() => undefined)
    await expect(page.locator('#fetch-get-out[data-state=done]')).toContainText('200', { timeout: 30_000 })
    const rows = await wallet.rows('authorizations')
    expect(rows).toHaveLength(1)
    await judge.paid(BigInt(String(rows[0]?.amount)))
  })
}

test('a locked wallet asks for the password in the same window, then for the payment', async ({
  wallet,
  devnet,
  judge,
}) => {
  await wallet.call('wallet.lock', undefined)
  const page = await wallet.context.newPage()
  await page.goto(`${devnet.newsstand.url}/articles/tide-clock`)
  const window = await wallet.approval()
  await window.getByLabel('Password').fill(PASSWORD)
  await window.getByRole('button', { name: /unlock/i }).click()
  await window.getByRole('button', { name: /^Pay/ }).first().click()
  await expect(page.locator('#article')).toBeVisible()
  await judge.paid(250_000n)
})

test('above the payment limit the password is asked for, and pays this once', async ({
  wallet,
  devnet,
  judge,
}) => {
  const page = await wallet.context.newPage()
  await page.goto(`${devnet.newsstand.url}/app`)
  await page.locator('#fetch-dear').click()
  const window = await wallet.approval()
  await window.getByLabel('Password').fill('not the password')
  await window.getByRole('button', { name: /^Pay/ }).first().click()
  await expect(window.getByRole('alert')).toBeVisible()
  expect(await wallet.rows('authorizations')).toEqual([])
  await window.getByLabel('Password').fill(PASSWORD)
  await window.getByRole('button', { name: /^Pay/ }).first().click()
  await expect(page.locator('#fetch-dear-out[data-state=done]')).toContainText('200')
  await judge.paid(2_500_000n)
})

test('over a budget nothing is paid, and no page learns why', async ({ wallet, devnet, judge }) => {
  await setLimit(wallet, 'perSiteDayUsd', '0.30')
  const page = await wallet.context.newPage()
  await page.goto(`${devnet.newsstand.url}/articles/tide-clock`)
  await wallet.pay()
  await expect(page.locator('#article')).toBeVisible()
  await judge.paid(250_000n)
  await page.goto(`${devnet.newsstand.url}/app`)
  await page.locator('#fetch-get').click()
  const window = await wallet.approval()
  await expect
    .poll(async () =>
      (await wallet.rows('intents')).some(
        (i) => (i.decision as { code: string }).code === 'HOLD_OVER_BUDGET',
      ),
    )
    .toBe(true)
  await expect(window.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
  await judge.paid(250_000n)
})

test('no secret is in storage, session storage apart from the sealed key, or messages', async ({
  wallet,
  account,
}) => {
  const { words } = await wallet.call('wallet.revealWords', { password: PASSWORD })
  const stored = await wallet.home.evaluate(async () =>
    JSON.stringify([
      await chrome.storage.local.get(null),
      await chrome.storage.session.get(null),
      { ...localStorage },
    ]),
  )
  const tables = ['intents', 'quotes', 'approvals', 'authorizations', 'receipts', 'documents']
  const rows = JSON.stringify(await Promise.all(tables.map((t) => wallet.rows(t))))
  expect(rows).toContain(account)
  for (const word of [words, PASSWORD, words.split(' ').slice(0, 2).join(' ')]) {
    expect(stored).not.toContain(word)
    expect(rows).not.toContain(word)
  }
})
