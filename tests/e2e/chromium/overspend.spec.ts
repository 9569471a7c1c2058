import type { Page } from '@playwright/test'

import { allow, countOf, fetchAll } from '../support/mandates'
import { expect, test } from '../support/test'
import type { WalletBrowser } from '../support/wallet'

const ids = (prefix: string, count: number) => Array.from({ length: count }, (_, i) => `/${prefix}/${i}`)

async function openShop(wallet: WalletBrowser, url: string): Promise<Page> {
  const page = await wallet.context.newPage()
  await page.goto(`${url}/page`)
  return page
}

test.beforeEach(async ({ devnet }) => {
  devnet.scripted.reset()
  // Ten cents from here on.
  devnet.scripted.script({ do: 'quote', terms: { amount: '100000' } })
  await fetch(`${devnet.scripted.url}/first`)
})

test('I1: a hundred fetches at ten cents under a mandate of fifty in all pay exactly five', async ({
  wallet,
  devnet,
  judge,
  account,
}) => {
  expect(account).toMatch(/^0x/)
  await allow(wallet, devnet, devnet.scripted.url, { eachUsd: 0.1, totalUsd: '0.50' })
  const page = await openShop(wallet, devnet.scripted.url)
  await fetchAll(page, ids('item', 100))
  await expect.poll(() => countOf(page, 200), { timeout: 30_000 }).toBe(5)
  await judge.paid(100_000n, 100_000n, 100_000n, 100_000n, 100_000n)
  const rows = await wallet.rows('authorizations')
  expect(rows).toHaveLength(5)
  expect(new Set(rows.map((row) => row.mandateId)).size).toBe(1)
  // One site's questions do not fill the owner's list: twenty wait, the rest have their 402.
  await expect.poll(() => countOf(page, 402), { timeout: 60_000 }).toBe(75)
  // The sixth waits for a person, who is told why.
  const asking = (await wallet.rows('intents')).filter((intent) => intent.state === 'asking')
  expect(asking).toHaveLength(20)
  expect(asking[0]).toMatchObject({
    decision: { code: 'HOLD_APPROVAL_REQUIRED', offers: [{ facts: [{ rule: 'mandate', reason: 'total' }] }] },
  })
})

test('I3: twenty equal GETs of one URL join into one payment', async ({ wallet, devnet, judge, account }) => {
  expect(account).toMatch(/^0x/)
  await allow(wallet, devnet, devnet.scripted.url, { eachUsd: 0.1, totalUsd: '0.50' })
  const page = await openShop(wallet, devnet.scripted.url)
  await fetchAll(
    page,
    Array.from({ length: 20 }, () => '/one'),
  )
  await expect.poll(() => countOf(page, 200), { timeout: 30_000 }).toBe(20)
  await judge.paid(100_000n)
  expect(await wallet.rows('authorizations')).toHaveLength(1)
})

test('I1: two tabs, and the worker ended in the middle: no more than five are ever signed', async ({
  wallet,
  devnet,
  judge,
  account,
}) => {
  expect(account).toMatch(/^0x/)
  await allow(wallet, devnet, devnet.scripted.url, { eachUsd: 0.1, totalUsd: '0.50' })
  const one = await openShop(wallet, devnet.scripted.url)
  const two = await openShop(wallet, devnet.scripted.url)
  await Promise.all([fetchAll(one, ids('left', 50)), fetchAll(two, ids('right', 50))])
  await expect
    .poll(async () => (await wallet.rows('authorizations')).length, { timeout: 20_000 })
    .toBeGreaterThan(1)
  await wallet.killWorker()
  // What the worker had reserved goes on when its page asks again.
  await expect
    .poll(async () => (await countOf(one, 200)) + (await countOf(two, 200)), { timeout: 45_000 })
    .toBe(5)
  await judge.paid(100_000n, 100_000n, 100_000n, 100_000n, 100_000n)
  expect(await wallet.rows('authorizations')).toHaveLength(5)
})
