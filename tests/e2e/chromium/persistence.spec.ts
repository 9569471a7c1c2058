import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

import type { Devnet } from '../../devnet'
import { allow, countOf, fetchAll } from '../support/mandates'
import { expect, test } from '../support/test'
import {
  launchWallet,
  PASSWORD,
  readyWallet,
  setLimit,
  standingOf,
  type WalletBrowser,
} from '../support/wallet'

async function openShop(wallet: WalletBrowser, devnet: Devnet): Promise<Page> {
  const page = await wallet.context.newPage()
  await page.goto(`${devnet.scripted.url}/page`)
  return page
}

/** The code of the newest decision. */
async function lastCode(wallet: WalletBrowser): Promise<string | undefined> {
  const rows = await wallet.rows('intents')
  const [last] = rows.sort((a, b) => Number(b.createdAt) - Number(a.createdAt))
  return (last?.decision as { code: string } | undefined)?.code
}

test.beforeEach(({ devnet }) => devnet.scripted.reset())

test('the total of a day survives a restart, and counts a paid call that ended without an answer (case-077)', async ({
  devnet,
}) => {
  const profile = mkdtempSync(join(tmpdir(), 'countersign-'))
  const first = await launchWallet(profile)
  await readyWallet(first, devnet)
  await setLimit(first, 'perSiteDayUsd', '0.02')
  await allow(first, devnet, devnet.scripted.url, { eachUsd: 0.01, totalUsd: '0.02' })
  const page = await openShop(first, devnet)
  await fetchAll(page, ['/one'])
  await expect.poll(() => countOf(page, 200)).toBe(1)
  // The seller ends the connection of the paid request: nobody knows what became of the money.
  // Each time, for a browser tries a GET again by itself.
  devnet.scripted.script({ do: 'normal' })
  devnet.scripted.otherwise({ do: 'cut' })
  await fetchAll(page, ['/two'])
  await expect
    .poll(async () => (await first.rows('authorizations')).map((a) => a.state).sort())
    .toEqual(['settled', 'unknown'])
  await first.context.close()
  devnet.scripted.reset()

  const second = await launchWallet(profile)
  await second.call('wallet.unlock', { password: PASSWORD })
  const again = await openShop(second, devnet)
  await fetchAll(again, ['/three'])
  await expect.poll(() => lastCode(second)).toBe('HOLD_OVER_BUDGET')
  expect(await second.rows('authorizations')).toHaveLength(2)
  await second.close()
})

test('what is left shows at once after a payment, also while it settles (case-051)', async ({
  wallet,
  devnet,
  account,
}) => {
  expect(account).toMatch(/^0x/)
  await setLimit(wallet, 'perSiteDayUsd', '0.41')
  const page = await wallet.context.newPage()
  await page.goto(`${devnet.newsstand.url}/articles/tide-clock`)
  const window = await wallet.approval()
  devnet.scripted.reset()
  await window.getByRole('button', { name: /^Pay/ }).first().click()
  // From the signature on: not from the answer, and not from the chain.
  await expect.poll(async () => (await wallet.rows('authorizations')).length).toBe(1)
  const { settled, reserved } = await standingOf(wallet, 'site-day-test')
  expect(Number(settled) + Number(reserved)).toBeCloseTo(0.25)
})

test('what was refused stays refused when the worker has restarted (case-045)', async ({
  wallet,
  devnet,
  judge,
}) => {
  const page = await wallet.context.newPage()
  await page.goto(`${devnet.newsstand.url}/app`)
  await page.locator('#fetch-get').click()
  const window = await wallet.approval()
  await window.getByRole('button', { name: 'Decline', exact: true }).click()
  await wallet.killWorker()
  await expect(page.locator('#fetch-get-out[data-state=done]')).toContainText('402')
  expect((await wallet.rows('intents')).map((i) => i.state)).toEqual(['declined'])
  expect((await wallet.call('wallet.status', undefined)).waiting).toBe(0)
  const windows = wallet.context.pages().filter((p) => p.url().includes('/approval.html') && !p.isClosed())
  expect(windows.filter((p) => p !== window)).toHaveLength(0)
  if (!window.isClosed()) await expect(window.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
  await judge.paid()
})
