import type { FrameLocator, Page } from '@playwright/test'

import { transportsAmount } from '../../devnet/merchants/transports'
import { allow } from '../support/mandates'
import { askedFor, badgeOf, intentsOf, payWaiting, windowsOf } from '../support/queue'
import { expect, test, variant } from '../support/test'
import type { WalletBrowser } from '../support/wallet'

const PATIENT = { timeout: 30_000 }
// What nobody reports is noticed after eight seconds, on a machine that may have much else to do.
test.setTimeout(180_000)
const originOf = (url: string) => new URL(url).origin
/** The same merchant under another name of this machine: another host, so another site and process. */
const elsewhere = (url: string) => url.replace('127.0.0.1', 'localhost')

async function open(wallet: WalletBrowser, url: string): Promise<Page> {
  const page = await wallet.context.newPage()
  await page.goto(url)
  return page
}

/** A page that runs this at once, without anybody's doing. */
const running = (url: string, script: string) => `${url}/page?run=${encodeURIComponent(script)}`

for (const [id, asker] of [
  ['same', 'own'],
  ['other', 'other'],
  ['srcdoc', 'own'],
  ['blank', 'own'],
  ['sandboxed', 'null'],
  ['sandboxed-srcdoc', 'null'],
] as const) {
  test(
    `a fetch in a frame (${id}) waits without a window, names its asker, and is paid`,
    variant(id.endsWith('srcdoc')),
    async ({ wallet, devnet, judge }) => {
      const { url } = devnet.transports
      const page = await open(wallet, `${url}/frames?of=${elsewhere(url)}`)
      const frame: FrameLocator = page.frameLocator(`#${id}`)
      await frame.locator('button').click()
      const intent = await askedFor(wallet, `/goods/${id}`)
      expect(intent.asker).toBe({ own: originOf(url), other: originOf(elsewhere(url)), null: 'null' }[asker])
      expect(intent.topOrigin).toBe(originOf(url))
      expect(windowsOf(wallet)).toBe(0)
      expect(await badgeOf(wallet)).toBe('1')
      await payWaiting(wallet, `/goods/${id}`)
      await page.bringToFront()
      await expect(frame.locator('output')).toContainText('200', PATIENT)
      await judge.paid(transportsAmount)
    },
  )
}

test('a mandate of the page’s origin pays no fetch of a frame of another origin', async ({
  wallet,
  devnet,
  judge,
  account,
}) => {
  expect(account).toMatch(/^0x/)
  const { url } = devnet.transports
  await allow(wallet, devnet, originOf(url), { eachUsd: 1, totalUsd: '1' })
  await allow(wallet, devnet, originOf(elsewhere(url)), { eachUsd: 1, totalUsd: '1' })
  const page = await open(wallet, `${url}/frames?of=${elsewhere(url)}`)
  await page.frameLocator('#other').locator('button').click()
  await askedFor(wallet, '/goods/other')
  await page.frameLocator('#same').locator('button').click()
  await expect(page.frameLocator('#same').locator('output')).toContainText('200', PATIENT)
  await judge.paid(transportsAmount)
})

test('a worker’s fetch: a person is told by the badge, and the next equal fetch is the paid one', async ({
  wallet,
  devnet,
  judge,
}) => {
  const { url } = devnet.transports
  const page = await open(wallet, `${url}/page`)
  const ask = (path: string) =>
    page.evaluate(async (to) => {
      const worker = new Worker('/worker.js')
      const said = new Promise((resolve) => {
        worker.onmessage = ({ data }) => resolve(data)
      })
      worker.postMessage(to)
      return String(await said)
    }, path)
  expect(await ask('/goods/work')).toMatch(/^402/)
  const intent = await askedFor(wallet, '/goods/work')
  expect([intent.kind, intent.asker, intent.mayOpen]).toEqual(['next', originOf(url), false])
  expect(windowsOf(wallet)).toBe(0)
  expect(await badgeOf(wallet)).toBe('1')
  const window = await payWaiting(wallet, '/goods/work')
  await expect.poll(async () => (await wallet.rows('authorizations'))[0]?.state).toBe('signed')
  // Another address is no equal request, and carries nothing.
  expect(await page.evaluate(() => fetch('/goods/work/2', { keepalive: true }).then((r) => r.status))).toBe(
    402,
  )
  expect(await ask('/goods/work')).toMatch(/^200/)
  await judge.paid(transportsAmount)
  await expect(window.getByText(/0x[0-9a-f]{4}/i).first()).toBeVisible(PATIENT)
  expect(await ask('/goods/work')).toMatch(/^402/)
  expect(devnet.requestsSeen({ path: '/goods/work', method: 'GET' })).toMatchObject({ unpaid: 2, paid: 1 })
})

test('a worker’s POST gets its 402: a body that nobody saw is not paid for', async ({
  wallet,
  devnet,
  judge,
}) => {
  const { url } = devnet.transports
  const post = `new Worker(URL.createObjectURL(new Blob(["fetch('${url}/goods/post', { method: 'POST', body: 'x' })"])))
new Worker(URL.createObjectURL(new Blob(["fetch('${url}/goods/get')"])))`
  await open(wallet, running(url, post))
  await askedFor(wallet, '/goods/get')
  expect(await intentsOf(wallet, '/goods/post')).toEqual([])
  await judge.paid()
})

test('an approval for a worker of a page that was left is carried by nothing', async ({
  wallet,
  devnet,
  judge,
}) => {
  const { url } = devnet.transports
  const page = await open(wallet, running(url, `new Worker('/worker.js').postMessage('/goods/left')`))
  await payWaiting(wallet, '/goods/left')
  await expect.poll(async () => (await wallet.rows('authorizations'))[0]?.state).toBe('signed')
  await page.goto(`${url}/page`)
  await expect.poll(async () => (await intentsOf(wallet, '/goods/left'))[0]?.state).toBe('done')
  expect(await page.evaluate(() => fetch('/goods/left', { keepalive: true }).then((r) => r.status))).toBe(402)
  expect(await wallet.home.evaluate(() => chrome.declarativeNetRequest.getSessionRules())).toEqual([])
  await judge.paid()
})

test('a page that its own service worker rules is paid by its fetch, through that worker', async ({
  wallet,
  devnet,
  judge,
}) => {
  const { url } = devnet.transports
  const page = await open(wallet, `${url}/ruled`)
  await expect(page).toHaveTitle('ruled')
  await page.goto(`${url}/inside?to=/goods/through`)
  await page.locator('button').click()
  await wallet.pay()
  await expect(page.locator('output')).toContainText('200', PATIENT)
  const { requests } = devnet.requestsSeen({ path: '/goods/through' })
  expect(requests.map((r) => r.headers['sec-fetch-dest'])).toEqual(['empty', 'empty'])
  await judge.paid(transportsAmount)
})

test('a navigation through the page’s service worker: a person is told, and the reload is paid', async ({
  wallet,
  devnet,
  judge,
}) => {
  const { url } = devnet.transports
  const page = await open(wallet, `${url}/ruled`)
  await expect(page).toHaveTitle('ruled')
  await page.goto(`${url}/goods/ruled`)
  await payWaiting(wallet, '/goods/ruled')
  await expect.poll(async () => (await wallet.rows('authorizations'))[0]?.state).toBe('signed')
  await page.reload()
  await expect(page.locator('#answer')).toHaveText('The harbour bell rings at dusk.')
  await judge.paid(transportsAmount)
})

test('what a page loads by itself opens no window and is not paid (atk-032)', async ({
  wallet,
  devnet,
  judge,
  account,
}) => {
  expect(account).toMatch(/^0x/)
  const { url } = devnet.transports
  const drive = `const to = (n) => '${elsewhere(url)}/goods/drive' + n
for (let n = 0; n < 20; n++) { new Image().src = to('image' + n) }
for (const [tag, name] of [['script', 'src'], ['iframe', 'src'], ['video', 'src'], ['embed', 'src']]) {
  const element = document.createElement(tag)
  element[name] = to(tag)
  document.body.append(element)
}
const sheet = document.createElement('link')
sheet.rel = 'stylesheet'
sheet.href = to('sheet')
document.head.append(sheet)
navigator.sendBeacon(to('beacon'))
fetch('${devnet.crossOrigin.url}/closed/quotes/oats', { mode: 'no-cors' })
  .finally(() => new Worker('/worker.js').postMessage('/goods/last'))`
  await open(wallet, running(url, drive))
  // A worker's is noticed last of all: what comes before it in the page would be asked before it.
  await askedFor(wallet, '/goods/last')
  expect((await wallet.rows('intents')).map((i) => i.url)).toEqual([`${url}/goods/last`])
  expect(windowsOf(wallet)).toBe(0)
  await judge.paid()
})

test('a fetch that nobody asked for waits in the queue, without a window', async ({
  wallet,
  devnet,
  judge,
}) => {
  const { url } = devnet.transports
  await open(wallet, running(url, `fetch('/goods/alone')`))
  const intent = await askedFor(wallet, '/goods/alone')
  expect(intent.mayOpen).toBe(false)
  expect(windowsOf(wallet)).toBe(0)
  expect(await badgeOf(wallet)).toBe('1')
  await judge.paid()
})

test('a page that goes to a paid address by itself waits in the queue, without a window', async ({
  wallet,
  devnet,
  judge,
}) => {
  const { url } = devnet.transports
  const page = await open(wallet, running(url, `location.href = '/goods/driven'`))
  await page.locator('#answer').waitFor()
  expect((await askedFor(wallet, '/goods/driven')).mayOpen).toBe(false)
  expect(windowsOf(wallet)).toBe(0)
  // The same by a click is a person's own wish.
  await page.goto(`${url}/links?to=/goods/clicked`)
  await page.locator('#script').click()
  await wallet.approval()
  await judge.paid()
})

test('a link to a hidden tab waits in the queue, without a window', async ({ wallet, devnet, judge }) => {
  const { url } = devnet.transports
  const page = await open(wallet, `${url}/links?to=/goods/hidden`)
  await page.locator('#link').click({ modifiers: ['ControlOrMeta'] })
  expect((await askedFor(wallet, '/goods/hidden')).mayOpen).toBe(false)
  expect(windowsOf(wallet)).toBe(0)
  await judge.paid()
})
