import type { Page } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import type { Payment, Purchase } from '../../../docs/countersign'
import { type Devnet, startDevnet } from '../../devnet'
import { type Firefox, startFirefox, until } from './firefox'
import { ask, payingWallet, press, says } from './screens'

let net: Devnet
let firefox: Firefox
let wallet: Page

beforeAll(async () => {
  ;[net, firefox] = await Promise.all([startDevnet(), startFirefox()])
  wallet = (await payingWallet(firefox, net)).page
})

afterAll(async () => {
  await firefox?.close()
  await net?.stop()
})

afterEach(async () => {
  await firefox.closeAllBut(wallet)
})

async function opened(): Promise<Page> {
  const page = await firefox.newPage()
  await page.goto(`${net.newsstand.url}/free`)
  return page
}

const request = (page: Page, of: Purchase): Promise<Payment> =>
  page.evaluate((value) => window.countersign.requestPayment(value), of)

const becomes = (page: Page, { id }: Payment, status: Payment['status']): Promise<Payment> =>
  until(async () => {
    const now = await page.evaluate((value) => window.countersign.getPayment(value), String(id))
    return now.status === status && now
  }, `the payment is ${status}`)

const article = (id: string) => `${net.newsstand.url}/api/articles/${id}`

describe('the provider in Firefox', () => {
  it('pays for a URL that a person approves, and gives the answer and the receipt', async () => {
    const page = await opened()
    const asked = await request(page, { url: article('quiet-signal'), idempotencyKey: 'one' })
    expect([asked.status, asked.code]).toEqual(['pending', 'HOLD_APPROVAL_REQUIRED'])
    const window = await firefox.openWallet('/approval.html')
    await press(window, 'Pay $')
    const paid = await becomes(page, asked, 'settled')
    expect(JSON.parse(paid.response?.body ?? '{}')).toMatchObject({ id: 'quiet-signal' })
    await page.reload()
    expect((await request(page, { url: article('quiet-signal'), idempotencyKey: 'one' })).id).toBe(asked.id)
  })

  it('signs a quote for its caller, and is frozen', async () => {
    const page = await opened()
    const url = article('bread-ledger')
    const quote = await page.evaluate(async (path) => {
      const answer = await fetch(path, { keepalive: true })
      return JSON.parse(atob(answer.headers.get('PAYMENT-REQUIRED') ?? '')) as never
    }, url)
    const asked = await request(page, { quote, url })
    await press(await firefox.openWallet('/approval.html'), 'Pay $')
    const ready = await becomes(page, asked, 'ready')
    expect(ready.payment?.header.name).toBe('PAYMENT-SIGNATURE')
    expect(await page.evaluate(() => Object.isFrozen(window.countersign))).toBe(true)
  })

  it('is driven by software, as it says itself, and so each yes needs the password', async () => {
    expect(await wallet.evaluate(() => navigator.webdriver)).toBe(true)
    const { agentsDrive } = await ask(wallet, 'settings.get', undefined)
    expect(agentsDrive).toBe(true)
    const page = await opened()
    const asked = await request(page, { url: article('tide-clock') })
    const window = await firefox.openWallet('/approval.html')
    await says(window, 'Password, because')
    const isOff = () =>
      window.$$eval('button', (all) =>
        all.some((b) => (b.textContent ?? '').startsWith('Pay $') && b.disabled),
      )
    expect(await isOff()).toBe(true)
    await press(window, 'Pay $')
    await becomes(page, asked, 'settled')
  })
})
