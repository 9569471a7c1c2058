import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, variant } from '../support/test'
import { launchWallet, PASSWORD, readyWallet, setLimit } from '../support/wallet'

test('a browser restart keeps the vault, what was signed, and the receipts', async ({ devnet }) => {
  const profile = mkdtempSync(join(tmpdir(), 'countersign-'))
  const first = await launchWallet(profile)
  const account = await readyWallet(first, devnet)
  const page = await first.context.newPage()
  await page.goto(`${devnet.newsstand.url}/articles/tide-clock`)
  await first.pay()
  await expect(page.locator('#article')).toBeVisible()
  await expect.poll(async () => (await first.rows('receipts')).length).toBeGreaterThan(0)
  const receipts = await first.rows('receipts')
  const authorizations = (await first.rows('authorizations')).map((a) => [a.id, a.nonce, a.header])
  await first.context.close()

  const second = await launchWallet(profile)
  const status = await second.call('wallet.status', undefined)
  expect([status.vault, status.account]).toEqual(['locked', account])
  expect((await second.rows('receipts')).slice(0, receipts.length)).toEqual(receipts)
  expect((await second.rows('authorizations')).map((a) => [a.id, a.nonce, a.header])).toEqual(authorizations)
  await second.call('wallet.unlock', { password: PASSWORD })
  expect((await second.call('wallet.status', undefined)).vault).toBe('unlocked')
  await second.close()
})

test('a worker killed while a person is asked loses nothing: one click, one signature (case-043)', async ({
  wallet,
  devnet,
  judge,
}) => {
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
  test(
    `a worker killed ${delay} ms after Pay pays once, or not at all`,
    variant([5, 15, 60].includes(delay)),
    async ({ wallet, devnet, judge }) => {
      const page = await wallet.context.newPage()
      await page.goto(`${devnet.newsstand.url}/app`)
      await page.locator('#fetch-get').click()
      const window = await wallet.approval()
      const pay = window.getByRole('button', { name: /^Pay/ }).first()
      await pay.click({ noWaitAfter: true })
      await new Promise((resolve) => setTimeout(resolve, delay))
      await wallet.killWorker()
      // Whatever was lost, the person sees the button again or the result; pressing again must not pay twice.
      await expect(async () => {
        await pay.click({ timeout: 1_000 }).catch(() => undefined)
        await expect(page.locator('#fetch-get-out[data-state=done]')).toContainText('200', { timeout: 1_000 })
      }).toPass({ timeout: 60_000 })
      const rows = await wallet.rows('authorizations')
      expect(rows).toHaveLength(1)
      await judge.paid(BigInt(String(rows[0]?.amount)))
    },
  )
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

test('no secret is in storage, in logs, or in what passes between page and wallet', async ({
  wallet,
  account,
  devnet,
}) => {
  const heard: string[] = []
  wallet.context.on('console', (message) => heard.push(message.text()))
  const worker = await wallet.worker()
  worker.on('console', (message) => heard.push(message.text()))
  await wallet.home.evaluate(() => {
    const told: unknown[] = []
    Object.assign(globalThis, { told })
    chrome.runtime.onMessage.addListener((message: unknown) => {
      told.push(message)
    })
  })
  const page = await wallet.context.newPage()
  await page.addInitScript(() => {
    const passed: string[] = []
    Object.assign(globalThis, { passed })
    for (const name of ['countersign:ask', 'countersign:answer']) {
      addEventListener(name, (event) => passed.push(String((event as CustomEvent).detail)), true)
    }
  })
  await page.goto(`${devnet.newsstand.url}/app`)
  await page.locator('#fetch-get').click()
  await wallet.pay()
  await expect(page.locator('#fetch-get-out[data-state=done]')).toContainText('200')
  const passed = await page.evaluate(() => JSON.stringify((globalThis as { passed?: string[] }).passed))
  const told = await wallet.home.evaluate(() => JSON.stringify((globalThis as { told?: unknown[] }).told))
  expect(passed).toContain('send')

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
  const twoWords = words.split(' ').slice(0, 2).join(' ')
  for (const place of [stored, rows, passed, told, heard.join('\n')]) {
    for (const secret of [words, twoWords, PASSWORD]) expect(place).not.toContain(secret)
  }
  // A page learns neither the account nor a quote, a limit or a balance from the wallet's answers.
  expect(passed).not.toContain(account)
})
