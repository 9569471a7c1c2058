import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import AxeBuilder from '@axe-core/playwright'

import { expect, test } from '../support/test'
import { launchWallet, PASSWORD, standingOf, type WalletBrowser } from '../support/wallet'

async function openSettings(wallet: WalletBrowser) {
  const page = await wallet.context.newPage()
  await page.goto(`chrome-extension://${wallet.extensionId}/options.html#/settings`)
  await page.getByRole('heading', { name: 'Data' }).waitFor()
  return page
}

test('the ledger goes out as a file and into another wallet, with its chain and its totals', async ({
  wallet,
  devnet,
  judge,
}) => {
  // Two browsers in turn.
  test.slow()
  const article = await wallet.context.newPage()
  await article.goto(`${devnet.newsstand.url}/articles/tide-clock`)
  await wallet.pay()
  await expect(article.locator('#article')).toBeVisible()
  await judge.paid(250_000n)
  await expect.poll(async () => (await wallet.rows('receipts')).length).toBe(2)

  // The receipt of the one payment, as a file that proves itself without the wallet.
  const details = await wallet.context.newPage()
  const [paid] = await wallet.rows('intents')
  await details.goto(`chrome-extension://${wallet.extensionId}/options.html#/payment/${String(paid?.id)}`)
  const [receipt] = await Promise.all([
    details.waitForEvent('download'),
    details.getByRole('button', { name: 'Export' }).click(),
  ])
  expect(receipt.suggestedFilename()).toMatch(/^countersign-receipt-.*\.json$/)
  const verify = ['scripts/verify-receipt.ts', await receipt.path(), '--rpc', devnet.rpcUrl]
  const { stdout } = await promisify(execFile)('node_modules/.bin/tsx', verify)
  expect(stdout).toMatch(/^\d+ right, 0 wrong, /m)
  expect(stdout).toContain('ok    on chain: by this nonce')
  await details.close()

  const settings = await openSettings(wallet)
  const [download] = await Promise.all([
    settings.waitForEvent('download'),
    settings.getByRole('button', { name: 'Save as a file' }).click(),
  ])
  const path = await download.path()
  const file = JSON.parse(readFileSync(path, 'utf8')) as { rows: unknown[] }
  expect(file.rows.length).toBeGreaterThan(5)
  await settings.getByRole('button', { name: 'Check the totals' }).click()
  await expect(settings.getByText('2 totals, all of them right.')).toBeVisible()

  const other = await launchWallet()
  await other.call('wallet.create', { password: PASSWORD })
  await other.call('settings.set', { change: { kind: 'testnets', on: true }, password: PASSWORD })
  const target = await openSettings(other)
  await target.getByLabel('Choose a file: Take in a file').setInputFiles(path)
  await expect(target.getByText('The file adds: payments 1, receipts 2.')).toBeVisible()
  expect(await other.rows('receipts')).toEqual([])
  await target.getByRole('button', { name: 'Take it in' }).click()
  await expect(target.getByText('Taken in.')).toBeVisible()
  const digests = async (of: WalletBrowser) => (await of.rows('receipts')).map((r) => r.digest)
  expect(await digests(other)).toEqual(await digests(wallet))
  expect((await standingOf(other, 'everything-day-test')).settled).toBe('0.25')

  // A file that was changed is refused, and says where.
  const changed = readFileSync(path, 'utf8').replace(/\\"amount\\":\\"250000\\"/, '\\"amount\\":\\"1\\"')
  await target.getByLabel('Choose a file: Take in a file').setInputFiles({
    name: 'changed.json',
    mimeType: 'application/json',
    buffer: Buffer.from(changed),
  })
  await expect(target.getByText('The chain of receipts is broken', { exact: false })).toBeVisible()
  await other.close()
})

test('limits written for another client are taken over with the password, or refused with the reason', async ({
  wallet,
  account,
}) => {
  expect(account).toMatch(/^0x/)
  const settings = await openSettings(wallet)
  const field = settings.getByLabel('spendControls, as JSON')
  const use = settings.getByRole('button', { name: 'Use these limits' })
  for (const [text, reason] of [
    ['false', 'Controls that are switched off limit nothing.'],
    ['{"allowedAssets": true}', 'Any asset at any amount is never paid.'],
    ['{', 'This is not JSON.'],
    [
      '{"allowedAssets":[{"network":"eip155:8453","asset":"0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb"}]}',
      'Entry 1.',
    ],
  ] as const) {
    await field.fill(text)
    await expect(settings.getByText(reason, { exact: false })).toBeVisible()
    await expect(use).toBeDisabled()
  }
  await field.fill(
    '{"maxAmountPerPayment":"$2","allowedAssets":[{"network":"eip155:84532","asset":"USDC","maxAmountPerPayment":"5000000"}]}',
  )
  await expect(settings.getByText('$2.00 a payment', { exact: false })).toBeVisible()
  await use.click()
  await settings
    .getByLabel(/password/i)
    .last()
    .fill(PASSWORD)
  await settings.getByRole('button', { name: 'Confirm' }).click()
  await expect.poll(async () => (await wallet.call('settings.get', undefined)).perPaymentUsd).toBe('2')
  const { violations } = await new AxeBuilder({ page: settings }).analyze()
  expect(violations.filter((v) => v.impact === 'serious' || v.impact === 'critical')).toEqual([])
})
