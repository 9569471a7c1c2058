import type { Page } from '@playwright/test'

import { press } from '../support/dapp'
import { startNode } from '../support/node'
import { serious } from '../support/screens'
import { expect, test } from '../support/test'
import { PASSWORD, standingOf, type WalletBrowser } from '../support/wallet'

const NETWORK = 'eip155:84532'

async function open(wallet: WalletBrowser, path: string): Promise<Page> {
  const page = await wallet.context.newPage()
  await page.goto(`chrome-extension://${wallet.extensionId}/${path}`)
  return page
}

/** Fills the form in, looks at the fee, and has the transfer wait in the approval window. */
async function send(page: Page, to: string | null, amount: string, seen: readonly RegExp[]): Promise<void> {
  await page.getByLabel('Network').selectOption(NETWORK)
  if (to !== null) await page.getByLabel('To address').fill(to)
  await page.getByLabel('Amount').fill(amount)
  await page.getByRole('button', { name: 'See the fee' }).click()
  const review = page.getByRole('region', { name: 'What will be sent' })
  for (const text of seen) await expect(review.getByText(text)).toBeVisible()
  await review.getByRole('button', { name: 'Send…' }).click()
}

test('what came to an address that is shown is sent on, asked like any payment, and followed until the chain proves it', async ({
  wallet,
  account,
  devnet,
  judge,
}) => {
  await devnet.fund(account, 0n, 10n ** 18n)
  await wallet.call('wallet.addAccount', { name: 'Spending' })
  const second = (await wallet.call('wallet.status', undefined)).accounts[1]?.address ?? ''

  const page = await open(wallet, 'options.html#/receive')
  await expect(page.getByRole('img', { name: `QR code of ${account}` })).toBeVisible()
  await page.getByLabel('Account').selectOption(second)
  await expect(page.getByRole('img', { name: `QR code of ${second}` })).toBeVisible()
  expect(await serious(page)).toEqual([])

  await page.goto(`chrome-extension://${wallet.extensionId}/options.html#/send`)
  const payee = devnet.accounts.payee.address
  const wrong = payee.replace(/[A-F]/, (letter) => letter.toLowerCase())
  await page.getByLabel('Network').selectOption(NETWORK)
  await page.getByLabel('To address').fill(wrong)
  await page.getByLabel('Amount').fill('1,000')
  await page.getByRole('button', { name: 'See the fee' }).click()
  await expect(page.getByText('without separators of thousands')).toBeVisible()
  await page.getByLabel('Amount').fill('0.5')
  await page.getByRole('button', { name: 'See the fee' }).click()
  await expect(page.getByText('A letter of it is wrong')).toBeVisible()
  await send(page, payee, '0.5', [/^at most 0\.\d+ ETH/, /You have not sent to this address before/])
  const window = await wallet.approval()
  await expect(window.getByRole('heading', { name: 'You send' })).toBeVisible()
  await expect(window.getByRole('definition').getByText(/^0x3C44 CdDd .* 93BC$/)).toBeVisible()
  await press(wallet, /^Pay \$0\.50/)
  await expect(page.getByText('Proved on the chain.')).toBeVisible({ timeout: 30_000 })
  await judge.paid(500_000n)
  expect(await standingOf(wallet, 'everything-day-test')).toEqual({ settled: '0.5', reserved: '0' })
  expect(await standingOf(wallet, 'site-day-test')).toEqual({ settled: '0', reserved: '0' })

  // Between own accounts nothing is paid: nothing of it counts but the fee.
  await page.getByRole('button', { name: 'Send another' }).click()
  await page.getByRole('button', { name: 'My account: Spending' }).click()
  await send(page, null, '1', [/only the fee counts in your limits/, /your own account Spending/])
  await press(wallet, /^Pay \$1\.00/)
  await expect(page.getByText('Proved on the chain.')).toBeVisible({ timeout: 30_000 })
  expect(await devnet.balanceOf(second as `0x${string}`)).toBe(1_000_000n)
  expect(await standingOf(wallet, 'everything-day-test')).toEqual({ settled: '0.5', reserved: '0' })
  const rows = await wallet.rows('authorizations')
  const fees = rows.reduce((sum, row) => sum + BigInt(String(row.fee)), 0n)
  const coin = (await wallet.rows('totals')).filter((t) => String(t.budgetKey).startsWith('native-day'))
  expect(coin.reduce((sum, t) => sum + BigInt(String(t.settled)), 0n)).toBe(fees)
})

test('a balance that cannot be read is unknown, with what it was and how long ago, and never zero', async ({
  wallet,
  account,
  devnet,
}) => {
  expect(account).toMatch(/^0x/)
  const node = await startNode(devnet.rpcUrl)
  try {
    const change = { kind: 'rpc', network: NETWORK, url: node.url } as const
    await wallet.call('settings.set', { change, password: PASSWORD })
    const page = await open(wallet, 'popup.html')
    const test = page.locator('.test-money')
    await expect(test.getByText('Base Sepolia 50.00')).toBeVisible()
    // Of the real networks none answers here: nothing is known of them, and no sum says otherwise.
    await expect(page.locator('.balance')).toHaveAttribute('aria-busy', 'false', { timeout: 60_000 })
    await expect(page.locator('.balance > .amount')).toHaveText('unknown')
    await expect(page.locator('.balance').getByText('$0.00')).toHaveCount(0)

    node.down()
    await page.reload()
    const missed = test.locator('.nets .amber')
    await expect(missed).toHaveText(/^Base Sepolia unknown 50\.00 \d+ (second|minute)s? ago$/, {
      timeout: 60_000,
    })
    await expect(test.getByText('0.00', { exact: true })).toHaveCount(0)

    node.honest()
    await test.getByText('did not answer').click()
    await test.getByRole('button', { name: 'Try again' }).click()
    await expect(test.getByText('Base Sepolia 50.00')).toBeVisible({ timeout: 60_000 })
    await expect(missed).toHaveCount(0)
  } finally {
    await node.stop()
  }
})
