import type { Page } from '@playwright/test'

import { allow } from '../support/mandates'
import { ApprovalPage, BudgetsPage, serious } from '../support/screens'
import { expect, test } from '../support/test'
import { PASSWORD, type WalletBrowser } from '../support/wallet'

const windows = (wallet: WalletBrowser): Page[] =>
  wallet.context.pages().filter((page) => page.url().includes('/approval.html') && !page.isClosed())

/** Opens a page and gives the approval window that it leads to. */
async function asked(wallet: WalletBrowser, page: Page, url: string): Promise<ApprovalPage> {
  // Only a page in sight opens a window by itself.
  await page.bringToFront()
  await page.goto(url).catch(() => undefined)
  const approval = new ApprovalPage(await wallet.approval())
  await approval.page.getByRole('button', { name: 'Decline', exact: true }).waitFor()
  return approval
}

test('a site is paid without asking up to the total that its reader allowed, and asks again past it', async ({
  wallet,
  devnet,
  judge,
}) => {
  const page = await wallet.context.newPage()
  const first = await asked(wallet, page, `${devnet.newsstand.url}/articles/tide-clock`)
  await first.fill({ total: '0.39', account: /Account 1/ })
  await first.allow()
  await expect(page.locator('#article')).toBeVisible()
  await expect(first.page.getByRole('heading', { name: /Settled/ })).toBeVisible()
  await first.page.close()

  await page.goto(`${devnet.newsstand.url}/articles/bread-ledger`)
  await expect(page.locator('#article')).toBeVisible()
  expect(windows(wallet)).toEqual([])

  const third = await asked(wallet, page, `${devnet.newsstand.url}/articles/quiet-signal`)
  await expect(third.notes.filter({ hasText: '$0.35 of the $0.39 of your mandate' })).toContainText(
    '$0.01 over',
  )
  await third.pay.click()
  await expect(page.locator('#article')).toBeVisible()
  await judge.paid(250_000n, 100_000n, 50_000n)
  const rows = await wallet.rows('authorizations')
  expect(rows.filter((row) => row.mandateId !== null)).toHaveLength(2)
})

test('a mandate that is revoked on the page of budgets pays nothing more', async ({
  wallet,
  devnet,
  judge,
}) => {
  const page = await wallet.context.newPage()
  const first = await asked(wallet, page, `${devnet.newsstand.url}/articles/tide-clock`)
  await first.fill({ total: '2.00', account: /Account 1/ })
  await first.allow()
  await expect(page.locator('#article')).toBeVisible()
  await first.page.close()

  const budgets = await BudgetsPage.open(wallet)
  await expect(budgets.row(/localhost|127/)).toContainText('$2.00 a day')
  await expect(budgets.row(/localhost|127/)).toContainText('1 payment')
  await budgets.act('Revoke').click()
  await expect(budgets.page.locator('summary').filter({ hasText: '1 ended' })).toBeVisible()

  const next = await asked(wallet, page, `${devnet.newsstand.url}/articles/bread-ledger`)
  await expect(next.pay).toBeVisible()
  await judge.paid(250_000n)
})

test('the spending account is the default, its address is shown, and a click still pays', async ({
  wallet,
  devnet,
  judge,
}) => {
  const page = await wallet.context.newPage()
  const approval = await asked(wallet, page, `${devnet.newsstand.url}/articles/tide-clock`)
  await approval.fill({})
  await expect(approval.allowForm.getByRole('radio', { name: /Spending account/ })).toBeChecked()
  await approval.allow()
  await expect(approval.page.getByText('This payment still waits for your click.')).toBeVisible()
  const { accounts } = await wallet.call('wallet.status', undefined)
  const spending = accounts.find((account) => account.name === 'Spending')
  await expect(approval.page.getByTitle(spending?.address ?? 'no spending account')).toBeVisible()
  await judge.paid()
  await approval.pay.click()
  await expect(page.locator('#article')).toBeVisible()
  await judge.paid(250_000n)
})

test('a topped-up spending account pays the next article by itself', async ({ wallet, account, devnet }) => {
  expect(account).toMatch(/^0x/)
  const page = await wallet.context.newPage()
  const { address } = await wallet.call('wallet.spendingAccount', undefined)
  await devnet.fund(address as `0x${string}`, 1_000_000n)
  const approval = await asked(wallet, page, `${devnet.newsstand.url}/articles/tide-clock`)
  await approval.fill({})
  await approval.allowForm.getByRole('button', { name: 'Allow, and pay $0.25 now' }).click()
  await expect(page.locator('#article')).toBeVisible()
  await expect.poll(() => devnet.balanceOf(address as `0x${string}`)).toBe(750_000n)
})

test('an account that is topped up while its payment waits pays it by click', async ({
  wallet,
  account,
  devnet,
}) => {
  expect(account).toMatch(/^0x/)
  const page = await wallet.context.newPage()
  const approval = await asked(wallet, page, `${devnet.newsstand.url}/articles/tide-clock`)
  await approval.fill({})
  await approval.allow()
  await expect(approval.page.getByText('This payment still waits for your click.')).toBeVisible()
  const { address } = await wallet.call('wallet.spendingAccount', undefined)
  await devnet.fund(address as `0x${string}`, 1_000_000n)
  // What the worker had read of the empty account goes with it.
  await wallet.killWorker()
  await approval.page.reload()
  await approval.pay.click()
  await expect(page.locator('#article')).toBeVisible()
  await expect.poll(() => devnet.balanceOf(address as `0x${string}`)).toBe(750_000n)
})

test('numbers wider than the owner’s own limits are explained, and no mandate is given', async ({
  wallet,
  account,
  devnet,
}) => {
  expect(account).toMatch(/^0x/)
  const page = await wallet.context.newPage()
  const approval = await asked(wallet, page, `${devnet.newsstand.url}/articles/tide-clock`)
  await approval.fill({ each: '1.50' })
  await expect(approval.allowForm.getByText('Your limit for one payment is $1.00.')).toBeVisible()
  await expect(approval.allowForm.getByRole('button', { name: /^Allow/ })).toBeDisabled()
  await approval.allowForm.getByLabel('each, in dollars').fill('0.25')
  await approval.allowForm.getByLabel('total, in dollars').fill('6')
  await approval.allow()
  await expect(approval.allowForm.getByText(/may not be wider than your own limits/)).toBeVisible()
  expect(await wallet.rows('mandates')).toEqual([])
})

test('Enter in a field of the form gives no mandate', async ({ wallet, account, devnet }) => {
  expect(account).toMatch(/^0x/)
  const page = await wallet.context.newPage()
  const approval = await asked(wallet, page, `${devnet.newsstand.url}/articles/tide-clock`)
  await approval.fill({ total: '1.00' })
  await approval.page.keyboard.press('Enter')
  await approval.page.waitForTimeout(300)
  expect(await wallet.rows('mandates')).toEqual([])
  expect((await wallet.rows('intents')).map((intent) => intent.state)).toEqual(['asking'])
})

test('a limit that was added holds, says so, and is raised only with the password (I9)', async ({
  wallet,
  devnet,
  judge,
}) => {
  const budgets = await BudgetsPage.open(wallet)
  await budgets.add({ limit: '0.20', over: 'any hour' })
  await expect(budgets.row(/^Everything any hour/)).toContainText('$0.20')

  const page = await wallet.context.newPage()
  const held = await asked(wallet, page, `${devnet.newsstand.url}/articles/tide-clock`)
  await expect(held.notes.filter({ hasText: '$0.05 over your limit: all sites, last hour' })).toBeVisible()
  await expect(held.pay).toHaveCount(0)

  await budgets.edit(/^Everything any hour/, '1.00')
  await budgets.confirm('not the password')
  await expect(budgets.page.getByText('Not this password.')).toBeVisible()
  await budgets.confirm()
  await expect(budgets.row(/^Everything any hour/)).toContainText('$1.00')
  await held.page.close()

  await page.goto(`${devnet.newsstand.url}/articles/bread-ledger`)
  await wallet.pay()
  await expect(page.locator('#article')).toBeVisible()
  await judge.paid(100_000n)

  await budgets.edit(/^Everything any hour/, '0.50')
  await expect(budgets.row(/^Everything any hour/)).toContainText('$0.50')
  await expect(budgets.row(/^Everything any hour/)).toContainText('$0.40')
})

test('what was paid without asking stands on the first screen until it was seen, with a way to stop it', async ({
  wallet,
  account,
  devnet,
}) => {
  expect(account).toMatch(/^0x/)
  await allow(wallet, devnet, new URL(devnet.newsstand.url).origin, { eachUsd: 0.5, totalUsd: '1.00' })
  const page = await wallet.context.newPage()
  await page.goto(`${devnet.newsstand.url}/articles/bread-ledger`)
  await expect(page.locator('#article')).toBeVisible()

  const home = await wallet.context.newPage()
  await home.goto(`chrome-extension://${wallet.extensionId}/popup.html`)
  await expect(home.getByText(/Paid by itself: \$0\.10 to/)).toBeVisible()
  await home.getByRole('button', { name: /^Stop/ }).click()
  await expect(home.getByText('stopped')).toBeVisible()
  expect((await wallet.rows('mandates')).map((mandate) => mandate.state)).toEqual(['revoked'])
  await home.goto('about:blank')
  await expect.poll(() => wallet.call('automatic.unseen', undefined)).toEqual([])
})

test('the page of a payment names the mandate that allowed it and leads there', async ({
  wallet,
  account,
  devnet,
}) => {
  expect(account).toMatch(/^0x/)
  const id = await allow(wallet, devnet, new URL(devnet.newsstand.url).origin, {
    eachUsd: 0.5,
    totalUsd: '1.00',
  })
  const page = await wallet.context.newPage()
  await page.goto(`${devnet.newsstand.url}/articles/bread-ledger`)
  await expect(page.locator('#article')).toBeVisible()
  const [intent] = await wallet.rows('intents')
  const details = await wallet.context.newPage()
  await details.goto(`chrome-extension://${wallet.extensionId}/options.html#/payment/${String(intent?.id)}`)
  await details.getByRole('link', { name: 'See the mandate' }).click()
  await expect(details).toHaveURL(new RegExp(`#/budgets/${id}$`))
  await expect(details.locator('tr.is-here')).toContainText('$1.00 an hour')
})

test('pausing takes a click, extending the password, and a paused mandate pays nothing', async ({
  wallet,
  account,
  devnet,
}) => {
  expect(account).toMatch(/^0x/)
  const id = await allow(wallet, devnet, new URL(devnet.newsstand.url).origin, {
    eachUsd: 0.5,
    totalUsd: '1.00',
  })
  const budgets = await BudgetsPage.open(wallet, id)
  await budgets.act('Pause').click()
  await expect(budgets.act('Resume')).toBeVisible()
  const page = await wallet.context.newPage()
  const approval = await asked(wallet, page, `${devnet.newsstand.url}/articles/bread-ledger`)
  await expect(approval.notes.filter({ hasText: 'paused' })).toBeVisible()
  await budgets.act('Extend').click()
  await budgets.page.locator('.edit-form').getByRole('button', { name: 'Extend' }).click()
  const before = Number((await wallet.rows('mandates'))[0]?.expiresAt)
  await budgets.confirm()
  await expect.poll(async () => Number((await wallet.rows('mandates'))[0]?.expiresAt)).toBeGreaterThan(before)
  await budgets.act('Resume').click()
  await expect(page.locator('#article')).toBeVisible()
})

test('where software drives the browser, a mandate asks for the password', async ({
  wallet,
  devnet,
  judge,
}) => {
  await wallet.call('settings.set', { change: { kind: 'agentsDrive', on: true } })
  const page = await wallet.context.newPage()
  const approval = await asked(wallet, page, `${devnet.newsstand.url}/articles/tide-clock`)
  await approval.fill({ account: /Account 1/ })
  const give = approval.allowForm.getByRole('button', { name: /^Allow/ })
  await expect(give).toBeDisabled()
  const password = approval.allowForm.getByLabel('Password, to allow this')
  await password.fill('not the password')
  await give.click()
  await expect(approval.allowForm.getByText('Not this password.')).toBeVisible()
  await password.fill(PASSWORD)
  await give.click()
  await expect(page.locator('#article')).toBeVisible()
  await judge.paid(250_000n)
})

test('any payee of a site is offered once two were seen, and only then', async ({
  wallet,
  account,
  devnet,
}) => {
  expect(account).toMatch(/^0x/)
  const { origin } = new URL(devnet.newsstand.url)
  const page = await wallet.context.newPage()
  const approval = await asked(wallet, page, `${devnet.newsstand.url}/articles/tide-clock`)
  await approval.fill({})
  await expect(approval.allowForm.getByRole('radio', { name: 'any payee of this site' })).toHaveCount(0)
  await wallet.home.evaluate(remember, {
    origin,
    network: `eip155:${devnet.chainId}`,
    asset: devnet.usdc,
    payees: [devnet.accounts.payee.address, devnet.usdc],
  })
  await approval.page.reload()
  await approval.fill({ account: /Account 1/ })
  await approval.allowForm.getByRole('radio', { name: 'any payee of this site' }).check()
  await expect(approval.allowForm.getByText(/chooses for each payment/)).toBeVisible()
  await approval.allow()
  await expect(page.locator('#article')).toBeVisible()
  expect((await wallet.rows('mandates')).map((mandate) => mandate.payees)).toEqual(['*'])
  const budgets = await BudgetsPage.open(wallet)
  await expect(budgets.page.getByText('any payee')).toBeVisible()
})

/** Writes payees that an origin was paid at into the ledger, as payments would have. Runs in the wallet's page. */
function remember(of: { origin: string; network: string; asset: string; payees: string[] }): Promise<void> {
  return new Promise((resolve, reject) => {
    const open = indexedDB.open('countersign')
    open.onerror = () => reject(open.error)
    open.onsuccess = () => {
      const change = open.result.transaction('payees', 'readwrite')
      for (const payTo of of.payees) {
        const { origin, network, asset } = of
        change.objectStore('payees').put({
          id: `${origin} ${payTo}`,
          origin,
          payTo,
          network,
          asset,
          amount: '250000',
          count: 1,
          totalUsd: 0n,
          firstSeen: 1,
          lastSeen: 1,
        })
      }
      change.onerror = () => reject(change.error)
      change.oncomplete = () => {
        open.result.close()
        resolve()
      }
    }
  })
}

test('what a mandate shows in the approval window and on the first screen has no serious fault of accessibility', async ({
  wallet,
  account,
  devnet,
}) => {
  expect(account).toMatch(/^0x/)
  await allow(wallet, devnet, new URL(devnet.newsstand.url).origin, { eachUsd: 0.1, totalUsd: '1.00' })
  const page = await wallet.context.newPage()
  await page.goto(`${devnet.newsstand.url}/articles/bread-ledger`)
  await expect(page.locator('#article')).toBeVisible()
  const approval = await asked(wallet, page, `${devnet.newsstand.url}/articles/tide-clock`)
  await approval.fill({})
  await approval.allowForm.getByText('More').click()
  expect(await serious(approval.page)).toEqual([])
  const home = await wallet.context.newPage()
  await home.goto(`chrome-extension://${wallet.extensionId}/popup.html`)
  await home.getByText(/Paid by itself/).waitFor()
  expect(await serious(home)).toEqual([])
})

test('the page of budgets has no serious fault of accessibility, light, dark and narrow', async ({
  wallet,
  account,
  devnet,
}) => {
  expect(account).toMatch(/^0x/)
  await allow(wallet, devnet, new URL(devnet.newsstand.url).origin, { eachUsd: 0.1, totalUsd: '1.00' })
  const budgets = await BudgetsPage.open(wallet)
  const { page } = budgets
  await budgets.add({ for: 'Each site', limit: '3', over: 'a calendar month' })
  await page.getByRole('button', { name: 'Add a limit' }).click()
  await budgets.act('Extend').click()
  await budgets
    .row(/^Each site a calendar/)
    .getByRole('button', { name: /^Edit/ })
    .click()
  expect(await serious(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await serious(page)).toEqual([])
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(beyond).toBe(0)
})
