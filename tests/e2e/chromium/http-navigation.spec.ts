import { transportsAmount } from '../../devnet/merchants/transports'
import { allow } from '../support/mandates'
import { askedFor, intentsOf, windowsOf } from '../support/queue'
import { expect, test } from '../support/test'

test.setTimeout(180_000)
const PATIENT = { timeout: 30_000 }
const BELL = 'The harbour bell rings at dusk.'

test('a form that was answered 402 is sent again, with its fields, when a person pays', async ({
  wallet,
  devnet,
  judge,
  account,
}) => {
  expect(account).toMatch(/^0x/)
  const { url } = devnet.transports
  // Not even a mandate sends a form twice.
  await allow(wallet, devnet, url, { eachUsd: 1, totalUsd: '1' })
  const page = await wallet.context.newPage()
  await page.goto(`${url}/form-post`)
  await page.getByRole('button', { name: 'Order' }).click()
  const intent = await askedFor(wallet, '/goods/form')
  expect([intent.method, intent.kind]).toEqual(['POST', 'navigation'])
  expect(intent.bodyDigest).toMatch(/^0x[0-9a-f]{64}$/)
  await wallet.pay()
  await expect(page.locator('#answer')).toHaveText(BELL, PATIENT)
  const { requests, paid } = devnet.requestsSeen({ path: '/goods/form', method: 'POST' })
  expect(requests.map((r) => r.body)).toEqual(['what=a+bell', 'what=a+bell'])
  expect(paid).toBe(1)
  await judge.paid(transportsAmount)
})

test('going back to what was paid asks for nothing and pays nothing again', async ({
  wallet,
  devnet,
  judge,
}) => {
  const { url } = devnet.transports
  const page = await wallet.context.newPage()
  await page.goto(`${url}/goods/back`)
  const window = await wallet.pay()
  await expect(page.locator('#answer')).toHaveText(BELL, PATIENT)
  await window.close()
  await page.goto(`${url}/page`)
  await page.goBack()
  await page.locator('#answer').waitFor()
  await page.goForward()
  await page.getByRole('heading', { name: 'A page' }).waitFor()
  expect(devnet.requestsSeen({ path: '/goods/back' }).paid).toBe(1)
  expect(windowsOf(wallet)).toBe(0)
  await judge.paid(transportsAmount)
})

test('a page that is left while a person is asked is void, and asks anew when it is gone back to', async ({
  wallet,
  devnet,
  judge,
}) => {
  const { url } = devnet.transports
  const page = await wallet.context.newPage()
  await page.goto(`${url}/goods/left`)
  const window = await wallet.approval()
  await page.goto(`${url}/page`)
  await expect
    .poll(async () => (await intentsOf(wallet, '/goods/left')).map((i) => i.state))
    .toEqual(['gone'])
  await window.close()
  await page.goBack()
  await askedFor(wallet, '/goods/left')
  await judge.paid()
})

test('a link to a file is paid, and the file is saved', async ({ wallet, devnet, judge }) => {
  const page = await wallet.context.newPage()
  await page.goto(`${devnet.transports.url}/links?to=/file`)
  await page.locator('#link').click()
  const download = page.waitForEvent('download', PATIENT)
  await wallet.pay()
  expect((await download).suggestedFilename()).toBe('bell.txt')
  await judge.paid(transportsAmount)
})

test('a link that only saves is no navigation: it is neither asked about nor paid', async ({
  wallet,
  devnet,
  judge,
}) => {
  const { url } = devnet.transports
  const page = await wallet.context.newPage()
  await page.goto(`${url}/links?to=/file`)
  await page.locator('#save').click()
  await expect.poll(() => devnet.requestsSeen({ path: '/file' }).unpaid).toBe(1)
  await page.goto(`${url}/goods/after`)
  await askedFor(wallet, '/goods/after')
  expect(await intentsOf(wallet, '/file')).toEqual([])
  await judge.paid()
})

test('a prerendered page is neither asked about nor paid', async ({ wallet, devnet, judge }) => {
  const { url } = devnet.transports
  const page = await wallet.context.newPage()
  const rules = JSON.stringify({ prerender: [{ urls: ['/goods/prerendered'], eagerness: 'immediate' }] })
  const run = `const s = document.createElement('script')
s.type = 'speculationrules'
s.textContent = '${rules}'
document.head.append(s)`
  await page.goto(`${url}/page?run=${encodeURIComponent(run)}`)
  await expect.poll(() => devnet.requestsSeen({ path: '/goods/prerendered' }).requests.length).toBe(1)
  expect(devnet.requestsSeen({ path: '/goods/prerendered' }).requests[0]?.headers['sec-purpose']).toMatch(
    /prefetch/,
  )
  // A person goes elsewhere and is asked there: the one before would have been asked by then.
  const other = await wallet.context.newPage()
  await other.goto(`${url}/goods/after`)
  await askedFor(wallet, '/goods/after')
  expect(await intentsOf(wallet, '/goods/prerendered')).toEqual([])
  await judge.paid()
})

for (const status of [302, 307] as const) {
  test(`a navigation that is led elsewhere first (${status}) is paid where it ended`, async ({
    wallet,
    devnet,
    judge,
  }) => {
    const { url } = devnet.transports
    const page = await wallet.context.newPage()
    await page.goto(`${url}/moved/${status}`)
    await wallet.pay()
    await expect(page.locator('#answer')).toHaveText(BELL, PATIENT)
    expect(devnet.requestsSeen({ path: `/moved/${status}` })).toMatchObject({ unpaid: 1, paid: 0 })
    expect(devnet.requestsSeen({ path: '/goods/moved' })).toMatchObject({ unpaid: 1, paid: 1 })
    await judge.paid(transportsAmount)
  })
}

test('a paid navigation that is led on takes the payment nowhere', async ({ wallet, devnet, judge }) => {
  const { scripted, transports } = devnet
  scripted.reset()
  scripted.script(
    { do: 'normal' },
    { do: 'redirect', status: 307, location: `${transports.url}/goods/there` },
  )
  const page = await wallet.context.newPage()
  await page.goto(`${scripted.url}/item`)
  await wallet.pay()
  await expect.poll(() => devnet.requestsSeen({ path: '/item' }).paid).toBe(1)
  await expect.poll(() => devnet.requestsSeen({ path: '/goods/there' }).unpaid).toBe(1)
  expect(devnet.requestsSeen({ path: '/goods/there' }).paid).toBe(0)
  await judge.paid()
})

test('a frame whose own document is answered 402 is left to the site', async ({ wallet, devnet, judge }) => {
  const { url } = devnet.transports
  const page = await wallet.context.newPage()
  const run = `document.body.append(Object.assign(document.createElement('iframe'), { src: '/goods/framed' }))`
  await page.goto(`${url}/page?run=${encodeURIComponent(run)}`)
  await expect.poll(() => devnet.requestsSeen({ path: '/goods/framed' }).unpaid).toBe(1)
  const other = await wallet.context.newPage()
  await other.goto(`${url}/goods/after`)
  await askedFor(wallet, '/goods/after')
  expect(await intentsOf(wallet, '/goods/framed')).toEqual([])
  await judge.paid()
})
