import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

import { serious } from '../support/screens'
import { expect, test, variant } from '../support/test'
import { PASSWORD, type WalletBrowser } from '../support/wallet'

const PICTURES = process.env.COUNTERSIGN_PICTURES

async function open(wallet: WalletBrowser, hash: string): Promise<Page> {
  const page = await wallet.context.newPage()
  await page.goto(`chrome-extension://${wallet.extensionId}/options.html#/${hash}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

/** Pictures of a page for whoever looks, where a folder for them is named. */
async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return
  for (const [width, colorScheme] of [
    [1_000, 'light'],
    [380, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme })
    await page.waitForTimeout(250)
    await page.screenshot({ path: `${PICTURES}/${name}-${width}-${colorScheme}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 1_000, height: 900 })
}

test('a mandate of the owner’s own pays the site; its page shows what is kept of it, and forgetting ends it', async ({
  wallet,
  devnet,
  account,
  judge,
}) => {
  expect(account).toMatch(/^0x/)
  const site = devnet.newsstand.url
  const form = await open(wallet, 'mandate')
  await form.getByLabel('site', { exact: true }).fill(site)
  await form.getByLabel('paid addresses, one a line').fill(devnet.accounts.payee.address)
  await form.getByLabel('asset').selectOption({ label: 'USDC on Base Sepolia' })
  await form.getByLabel('at most, each payment').fill('0.25')
  await form.getByLabel('total', { exact: true }).fill('9')
  await form.getByRole('radio', { name: /Account 1/ }).check()
  await picture(form, 'mandate')
  await form.getByRole('button', { name: 'Give this mandate' }).click()
  // Wider than the owner's own limit for a site in a day: nothing is given, and the reason is said.
  await expect(form.getByRole('alert').filter({ hasText: 'above your own limit' })).toBeVisible()
  expect(await wallet.rows('mandates')).toEqual([])
  await form.getByLabel('total', { exact: true }).fill('1')
  await form.getByRole('button', { name: 'Give this mandate' }).click()
  await expect(form.getByRole('heading', { name: 'Mandates' })).toBeVisible()

  const article = await wallet.context.newPage()
  await article.goto(`${site}/articles/tide-clock`)
  await expect(article.locator('#article')).toBeVisible()
  await judge.paid(250_000n)

  const sites = await open(wallet, 'sites')
  expect(await serious(sites)).toEqual([])
  await picture(sites, 'sites')
  await sites.getByRole('link', { name: /1 mandate/ }).click()
  await expect(sites.getByText('$0.25').first()).toBeVisible()
  await expect(sites.getByRole('rowheader', { name: /GET \/articles\/tide-clock/ })).toBeVisible()
  expect(await serious(sites)).toEqual([])
  await picture(sites, 'site')
  await sites.getByRole('button', { name: 'Block' }).click()
  await expect(sites.getByRole('button', { name: 'Unblock' })).toBeVisible()
  await sites.getByRole('button', { name: 'Unblock' }).click()
  await sites.getByRole('button', { name: 'Forget', exact: true }).click()
  await sites.getByRole('button', { name: 'Forget this site' }).click()
  await expect(sites.getByText('Forgotten.')).toBeVisible()
  expect([(await wallet.rows('payees')).length, (await wallet.rows('prices')).length]).toEqual([0, 0])
  expect((await wallet.rows('mandates')).map((m) => m.state)).toEqual(['revoked'])
  expect(await wallet.rows('receipts')).not.toEqual([])
})

test('settings go out and come back with what changes shown first; erasing leads to the first run', async ({
  wallet,
  account,
}) => {
  const page = await open(wallet, 'settings')
  expect(await serious(page)).toEqual([])
  await picture(page, 'settings')
  // The parts by their names: each leads to its own, for the eye and for the keyboard.
  const parts = page.getByRole('navigation', { name: 'Settings' })
  await expect(parts.getByRole('link', { name: 'Limits' })).toHaveAttribute('aria-current', 'location')
  await parts.getByRole('link', { name: 'Data' }).click()
  await expect(page.getByRole('heading', { name: 'Data', exact: true })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Data', exact: true })).toBeInViewport()
  await expect(parts.getByRole('link', { name: 'Limits' })).not.toHaveAttribute('aria-current')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the settings' }).click(),
  ])
  const text = readFileSync(await download.path(), 'utf8')
  expect(text).not.toContain(account)
  const file = JSON.parse(text) as { settings: Record<string, unknown> }
  file.settings.perPaymentUsd = '3.00'
  file.settings.perDayUsd = '8.00'
  const chooser = page.getByLabel('Choose a file: Take in settings')
  await chooser.setInputFiles({
    name: 's.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(file)),
  })
  await expect(page.getByText('$1.00 → $3.00 raised')).toBeVisible()
  await expect(page.getByText('$10.00 → $8.00 lowered')).toBeVisible()
  expect((await wallet.call('settings.get', undefined)).perPaymentUsd).toBe('1.00')
  await page.getByRole('button', { name: 'Use these settings' }).click()
  await page.getByLabel('Password, to take in these settings').fill(PASSWORD)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect.poll(async () => (await wallet.call('settings.get', undefined)).perPaymentUsd).toBe('3.00')

  // Whoever forgot the password gets as far while it is locked.
  await wallet.call('wallet.lock', undefined)
  await page.getByText('Forgot the password?').click()
  await page.getByRole('button', { name: 'Erase…' }).click()
  const erase = page.getByRole('button', { name: 'Erase everything' })
  await expect(erase).toBeDisabled()
  await page.getByLabel('Type ERASE to go on').fill('ERASE')
  await picture(page, 'erase')
  await erase.click()
  await expect(page.getByRole('heading', { name: 'They ask. You countersign.' })).toBeVisible()
  expect(await wallet.rows('documents')).toEqual([])
  // A copy of the vault that was left would come back with the next start of the worker.
  await wallet.killWorker()
  expect((await wallet.call('wallet.status', undefined)).vault).toBe('none')
})

test(
  'accounts, an asset by what the chain says of it, and the developers’ corner',
  variant(true),
  async ({ wallet, devnet, account }) => {
    expect(account).toMatch(/^0x/)
    const page = await open(wallet, 'settings')
    const { payer } = devnet.accounts
    await page.getByLabel('Add an account').selectOption('import')
    await page.getByLabel('Name of the account').fill('Old key')
    await page.getByLabel('12 words, or a private key').fill(payer.privateKey)
    await page.getByRole('button', { name: 'Add an account' }).click()
    await expect(page.getByText('imported')).toBeVisible()
    await page.getByRole('button', { name: 'Remove: Old key' }).click()
    await expect(page.getByText('nobody can move its money')).toBeVisible()
    await picture(page, 'accounts')
    await page.getByRole('button', { name: 'Remove this account' }).click()
    await page.getByLabel('Password, to remove this account').fill(PASSWORD)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('imported')).toBeHidden()

    await page.getByText('Add an asset').click()
    await page.getByLabel('network', { exact: true }).selectOption({ label: 'Base Sepolia' })
    await page.getByLabel('address of the contract').fill(payer.address)
    await page.getByRole('button', { name: 'Ask the chain' }).click()
    await expect(page.getByText('There is no contract at this address')).toBeVisible()
    await page.getByLabel('address of the contract').fill(devnet.usdc)
    await page.getByRole('button', { name: 'Ask the chain' }).click()
    await expect(page.getByText('EIP-3009')).toBeVisible()
    await expect(page.getByText('is of this name, version and chain')).toBeVisible()
    await page.getByLabel('at most, each payment, USDC').fill('0.20')
    await picture(page, 'assets')
    await page.getByRole('button', { name: 'Allow up to this cap' }).click()
    await page.getByLabel('Password, to change this').fill(PASSWORD)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect.poll(async () => (await wallet.call('settings.get', undefined)).assets.length).toBe(1)

    await page.getByRole('switch', { name: 'Developers’ corner' }).click()
    await page.getByRole('link', { name: 'Developers', exact: true }).first().click()
    const answer = await fetch(`${devnet.newsstand.url}/articles/tide-clock`)
    const quote = Buffer.from(answer.headers.get('payment-required') ?? '', 'base64').toString()
    await page.getByLabel('quote, as JSON', { exact: true }).fill(quote)
    await page.getByLabel('address that answered').fill(`${devnet.newsstand.url}/articles/tide-clock`)
    await page.getByRole('button', { name: 'Decide' }).click()
    await expect(page.getByText('BLOCK_ASSET_CAP').first()).toBeVisible()
    expect(await wallet.rows('intents')).toEqual([])
    expect(await serious(page)).toEqual([])
    await picture(page, 'developer')
  },
)
