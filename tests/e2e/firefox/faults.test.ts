import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Devnet, startDevnet } from '../../devnet'
import { scriptedAmount } from '../../devnet/merchants/scripted'
import { gate } from '../support/gate'
import { type Firefox, startFirefox, until } from './firefox'
import { ask, password, payingWallet, press, says } from './screens'

/** Firefox ends the wallet's background as soon as it has had nothing to do for this long. */
const prefs = { 'extensions.background.idle.timeout': 3_000 }
const profile = mkdtempSync(join(tmpdir(), 'countersign-firefox-'))

let net: Devnet
let firefox: Firefox
/** The wallet's full page. */
let wallet: Page
let paidBefore: bigint

const paid = async () => (await net.balanceOf(net.accounts.payee.address)) - paidBefore

beforeAll(async () => {
  ;[net, firefox] = await Promise.all([startDevnet(), startFirefox(prefs, profile)])
  const made = await payingWallet(firefox, net)
  wallet = made.page
})

afterAll(async () => {
  await firefox?.close()
  await net?.stop()
  rmSync(profile, { recursive: true, force: true })
})

beforeEach(async () => {
  net.forgetRequests()
  net.scripted.reset()
  paidBefore = await net.balanceOf(net.accounts.payee.address)
})

afterEach(async () => {
  await firefox.closeAllBut(wallet)
})

const backgroundEnded = () =>
  until(
    () =>
      wallet.evaluate(() => {
        const { browser } = globalThis as unknown as { browser: { extension: { getViews(): Window[] } } }
        return !browser.extension.getViews().some((view) => view.location.href.includes('background'))
      }),
    'the background has ended',
  )

/** A page asks, a person pays, and the server has got the payment. */
async function payAndArrive(): Promise<void> {
  const page = await firefox.newPage()
  await page.goto(`${net.scripted.url}/page`)
  await page.click('#fetch-get')
  await press(await firefox.openedByWallet('/approval.html'), 'Pay $')
  await until(async () => net.requestsSeen({ path: '/item' }).paid === 1, 'the server has the payment')
}

/** The wallet's page of its newest payment says this. */
async function newestSays(text: string): Promise<void> {
  await ask(wallet, 'wallet.status', undefined)
  await wallet.evaluate(() => {
    location.hash = '#/activity'
  })
  const place = await until(
    () => wallet.evaluate(() => document.querySelector('.ledger a')?.getAttribute('href') ?? null),
    'the activity lists a payment',
  )
  await wallet.evaluate((hash) => {
    location.hash = hash
  }, place)
  await says(wallet, text)
}

it('a background that ended while the server has the payment hears the answer: paid once, and proved (sent)', async () => {
  const settling = gate()
  net.scripted.script(
    { do: 'normal' },
    { do: 'settle', answer: 'deliver', waits: { toSettle: settling.opened } },
  )
  await payAndArrive()
  await backgroundEnded()
  settling.open()
  await newestSays('Settled, and proved on the chain')
  expect(await paid()).toBe(scriptedAmount)
  expect(net.requestsSeen({ path: '/item' }).nonces).toHaveLength(1)
})

it('a browser killed once the server has settled knows its payment when it runs again, by the chain (followed)', async () => {
  const answering = gate()
  net.scripted.script(
    { do: 'normal' },
    { do: 'settle', answer: 'deliver', waits: { toAnswer: answering.opened } },
  )
  await payAndArrive()
  await until(async () => (await paid()) === scriptedAmount, 'the server has settled')
  await firefox.kill()
  answering.open()
  firefox = await startFirefox(prefs, profile)
  wallet = await firefox.openWallet('/options.html')
  expect(await ask(wallet, 'wallet.status', undefined)).toMatchObject({ vault: 'locked' })
  await ask(wallet, 'wallet.unlock', { password })
  await newestSays('Settled, and proved on the chain')
  expect(await paid()).toBe(scriptedAmount)
})
