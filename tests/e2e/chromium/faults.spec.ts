import type { Page } from '@playwright/test'
import type { Devnet } from '../../devnet'
import { expect, test } from '../support/test'
import type { WalletBrowser } from '../support/wallet'

const PRICE = 10_000n

async function ask(wallet: WalletBrowser, devnet: Devnet): Promise<Page> {
  const page = await wallet.context.newPage()
  await page.goto(`${devnet.scripted.url}/page`)
  await page.locator('button').first().click()
  return page
}

const answer = (page: Page) => page.locator('output[data-state=done]').first()
const states = async (wallet: WalletBrowser) =>
  (await wallet.rows('authorizations')).map((a) => [a.state, a.outcome])

test.beforeEach(({ devnet }) => devnet.scripted.reset())

test('a seller that raises its price after the payment gets no second signature', async ({
  wallet,
  devnet,
  judge,
}) => {
  devnet.scripted.script({ do: 'normal' }, { do: 'quote', terms: { amount: '900000' } })
  const page = await ask(wallet, devnet)
  await wallet.pay()
  await expect(answer(page)).toContainText('402')
  await expect.poll(() => states(wallet)).toEqual([['failed', 'refused']])
  await judge.paid()
})

test('a seller that swaps the payee on the retry gets no second signature (atk-003)', async ({
  wallet,
  devnet,
  judge,
}) => {
  const payTo = devnet.accounts.otherPayee.address
  devnet.scripted.script({ do: 'normal' }, { do: 'quote', terms: { payTo } })
  const page = await ask(wallet, devnet)
  await wallet.pay()
  await expect(answer(page)).toContainText('402')
  const [row] = await wallet.rows('authorizations')
  expect(row?.payTo).toBe(devnet.accounts.payee.address)
  expect(await wallet.rows('authorizations')).toHaveLength(1)
  await judge.paid()
})

test('a seller that answers 402 for ever gets exactly one signature (case-007, atk-048)', async ({
  wallet,
  devnet,
  judge,
}) => {
  devnet.scripted.otherwise({ do: 'quote' })
  const page = await ask(wallet, devnet)
  await wallet.pay()
  await expect(answer(page)).toContainText('402')
  await page.locator('button').first().click()
  await expect(answer(page)).toContainText('402')
  expect(await wallet.rows('authorizations')).toHaveLength(1)
  await judge.paid()
})

test('a connection cut after settling leaves the money held until the chain proves it (case-014)', async ({
  wallet,
  devnet,
  judge,
}) => {
  devnet.scripted.script({ do: 'normal' })
  devnet.scripted.otherwise({ do: 'settle', answer: 'cut' })
  const page = await ask(wallet, devnet)
  await wallet.pay()
  await expect(answer(page)).toContainText('failed')
  await judge.paid(PRICE)
  const [row] = await wallet.rows('authorizations')
  expect([row?.proved, row?.outcome]).toEqual([1, 'unknown'])
})

test('a paid answer without a receipt is unknown until the chain proves it (case-010)', async ({
  wallet,
  devnet,
  judge,
}) => {
  devnet.scripted.script({ do: 'normal' }, { do: 'settle', answer: 'no-receipt' })
  const page = await ask(wallet, devnet)
  await wallet.pay()
  await expect(answer(page)).toContainText('200')
  await judge.paid(PRICE)
})

test('a receipt of a transaction that is not there is not taken for proof (atk-069)', async ({
  wallet,
  devnet,
  account,
}) => {
  expect(account).toMatch(/^0x/)
  devnet.scripted.script({ do: 'normal' }, { do: 'claim' })
  const page = await ask(wallet, devnet)
  await wallet.pay()
  await expect(answer(page)).toContainText('200')
  await expect.poll(() => states(wallet)).toEqual([['settled', 'settled']])
  const [row] = await wallet.rows('authorizations')
  expect(row?.proved).toBe(0)
})

test('a redirect after the payment takes the payment nowhere (case 307)', async ({
  wallet,
  devnet,
  judge,
}) => {
  const location = `${devnet.crossOrigin.url}/api/quotes/oats`
  devnet.scripted.script({ do: 'normal' }, { do: 'redirect', status: 307, location })
  const page = await ask(wallet, devnet)
  await wallet.pay()
  await expect(answer(page)).toBeVisible()
  const elsewhere = devnet.requestsSeen({ path: '/api/quotes/oats' })
  expect(elsewhere.paid).toBe(0)
  expect(await states(wallet)).toEqual([['unknown', 'unknown']])
  await judge.paid()
})

test('a service that fails after it was paid is recorded as paid (case-016)', async ({
  wallet,
  devnet,
  judge,
}) => {
  devnet.scripted.script({ do: 'normal' }, { do: 'settle', answer: 502 })
  const page = await ask(wallet, devnet)
  await wallet.pay()
  await expect(answer(page)).toContainText('502')
  expect(await states(wallet)).toEqual([['settled', 'paid-service-failed']])
  await judge.paid(PRICE)
})
