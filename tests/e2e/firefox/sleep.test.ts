import type { Page } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Devnet, startDevnet } from '../../devnet'
import { articles } from '../../devnet/merchants/articles'
import { type Firefox, startFirefox, until } from './firefox'
import { ask, payingWallet, press, says } from './screens'

/** A call that waits for its answer keeps the background alive for about three times as long. */
const idleMs = 3_000
const [article] = articles

let net: Devnet
let firefox: Firefox
let wallet: Page

beforeAll(async () => {
  // Firefox ends the wallet's background as soon as it has had nothing to do for this long.
  ;[net, firefox] = await Promise.all([
    startDevnet(),
    startFirefox({ 'extensions.background.idle.timeout': idleMs }),
  ])
  const made = await payingWallet(firefox, net)
  wallet = made.page
})

afterAll(async () => {
  await firefox?.close()
  await net?.stop()
})

/** Whether the extension has a background page now; asking does not start one. */
const isBackgroundRunning = (): Promise<boolean> =>
  wallet.evaluate(() => {
    const { browser } = globalThis as unknown as { browser: { extension: { getViews(): Window[] } } }
    return browser.extension.getViews().some((view) => view.location.href.includes('background'))
  })

const backgroundEnded = () => until(async () => !(await isBackgroundRunning()), 'the background has ended')

afterEach(async () => {
  await firefox.closeAllBut(wallet)
})

it('the check for the background sees one that runs', async () => {
  await ask(wallet, 'wallet.status', undefined)
  expect(await isBackgroundRunning()).toBe(true)
})

it('a payment goes on, once, after the browser has ended the background in the middle of it', async () => {
  if (!article) throw new Error('the newsstand has articles')
  const page = await firefox.newPage()
  await page.goto(`${net.newsstand.url}/articles/${article.id}`)
  const approval = await firefox.openedByWallet('/approval.html')
  await says(approval, '0.25')
  await backgroundEnded()
  await press(approval, 'Pay $')
  await page.waitForSelector('#article')
  expect(await net.balanceOf(net.accounts.payee.address)).toBe(article.amount)
  expect(net.requestsSeen({ merchant: 'newsstand' })).toMatchObject({ paid: 1 })
})

it('a page whose fetch waits asks again by itself, and is paid once', async () => {
  const page = await firefox.newPage()
  await page.goto(`${net.newsstand.url}/app`)
  await page.click('#fetch-get')
  const approval = await firefox.openedByWallet('/approval.html')
  await backgroundEnded()
  await press(approval, 'Pay $')
  await says(page, 'A baker keeps the town')
  expect(net.requestsSeen({ path: '/api/articles/bread-ledger' })).toMatchObject({ unpaid: 1, paid: 1 })
})

it('an unlocked wallet stays so while its background sleeps', async () => {
  await backgroundEnded()
  expect(await ask(wallet, 'wallet.status', undefined)).toMatchObject({ vault: 'unlocked' })
})
