import type { Page } from '@playwright/test'
import { decodePaymentSignatureHeader } from '@x402/core/http'

import type { Devnet } from '../../devnet'
import { foreignText, transportsAmount } from '../../devnet/merchants/transports'
import { allow } from '../support/mandates'
import { askedFor, intentsOf } from '../support/queue'
import { expect, test, variant } from '../support/test'
import type { WalletBrowser } from '../support/wallet'

test.setTimeout(180_000)

/** Runs in a page of the merchant: gives the status, the type and the text of an answer. */
async function get([to, init]: readonly [string, RequestInit?]): Promise<[number, string, string]> {
  const answer = await fetch(to, init)
  return [answer.status, answer.headers.get('content-range') ?? '', await answer.text()]
}

/** The merchant's page, whose origin may spend without asking. */
async function allowedShop(wallet: WalletBrowser, devnet: Devnet): Promise<{ url: string; page: Page }> {
  const { url } = devnet.transports
  await allow(wallet, devnet, url, { eachUsd: 1, totalUsd: '1' })
  const page = await wallet.context.newPage()
  await page.goto(`${url}/page`)
  return { url, page }
}

for (const [form, title] of [
  ['base64url', 'a quote in the URL alphabet is read'],
  ['unpadded', 'a quote without padding is read'],
  ['spaced', 'a quote with white space is read'],
  ['json', 'a quote that is no base64 is read, and noted (case-024)'],
  ['body', 'a version 2 quote that only the body has is read, and is the page’s word (case-023)'],
  ['foreign', 'a quote with text of many scripts is read, echoed and settled (case-026)'],
  ['several', 'of several offers on several networks the one that can be paid is paid'],
  ['charge', 'the amount that is signed counts, not the one that is advertised (atk-053)'],
] as const) {
  test(
    `${title}`,
    variant(form === 'unpadded' || form === 'spaced'),
    async ({ wallet, devnet, judge, account }) => {
      expect(account).toMatch(/^0x/)
      const { page } = await allowedShop(wallet, devnet)
      const path = `/form/${form}`
      expect((await page.evaluate(get, [path] as const))[0]).toBe(200)
      await judge.paid(transportsAmount)
      const { paid, requests } = devnet.requestsSeen({ path })
      expect(paid).toBe(1)
      // What the official decoder reads is what was sent, in every script.
      const header = requests.at(-1)?.headers['payment-signature'] ?? ''
      const { accepted, resource } = decodePaymentSignatureHeader(header)
      if (form === 'foreign')
        expect([accepted.extra?.label, resource?.description]).toEqual([foreignText, foreignText])
      const notes = { json: ['challenge is not base64'], body: ['v2-in-body'] }[form as string] ?? []
      expect((await wallet.rows('quotes')).map((q) => [q.source, q.notes])).toEqual([
        [form === 'body' ? 'page' : 'browser', notes],
      ])
    },
  )
}

test('a quote whose header and body disagree is never paid without a person, and then as the header says', async ({
  wallet,
  devnet,
  judge,
  account,
}) => {
  expect(account).toMatch(/^0x/)
  const { url } = devnet.transports
  await allow(wallet, devnet, url, { eachUsd: 1, totalUsd: '1' })
  const page = await wallet.context.newPage()
  await page.goto(`${url}/inside?to=/form/both`)
  await page.locator('button').click()
  await askedFor(wallet, '/form/both')
  const window = await wallet.pay()
  await expect(page.locator('output')).toContainText('200', { timeout: 30_000 })
  await judge.paid(transportsAmount)
  expect((await wallet.rows('quotes')).map((q) => q.notes)).toEqual([
    ['header-and-body-disagree', 'uncertain'],
  ])
  await window.close()
})

test('a quote of 27 kB is refused at once, and nothing hangs (case-027)', async ({
  wallet,
  devnet,
  judge,
  account,
}) => {
  expect(account).toMatch(/^0x/)
  const page = await wallet.context.newPage()
  await page.goto(`${devnet.transports.url}/page`)
  expect((await page.evaluate(get, ['/form/large'] as const))[0]).toBe(402)
  expect(await intentsOf(wallet, '/form/large')).toEqual([])
  await judge.paid()
})

test('HEAD and a range of bytes are paid as what they are', async ({ wallet, devnet, judge, account }) => {
  expect(account).toMatch(/^0x/)
  const { page } = await allowedShop(wallet, devnet)
  expect(await page.evaluate(get, ['/goods/head', { method: 'HEAD' }] as const)).toEqual([200, '', ''])
  const range = { headers: { range: 'bytes=4-10' } }
  expect(await page.evaluate(get, ['/part', range] as const)).toEqual([206, 'bytes 4-10/31', 'harbour'])
  const { requests } = devnet.requestsSeen({ path: '/part' })
  expect(requests.map((r) => r.headers.range)).toEqual(['bytes=4-10', 'bytes=4-10'])
  await judge.paid(transportsAmount, transportsAmount)
})

test('412 with permit2_allowance_required is the page’s answer, and what was signed stays held', async ({
  wallet,
  devnet,
  judge,
  account,
}) => {
  expect(account).toMatch(/^0x/)
  const { page } = await allowedShop(wallet, devnet)
  expect((await page.evaluate(get, ['/allowance'] as const))[0]).toBe(412)
  await expect
    .poll(async () => (await wallet.rows('authorizations')).map((a) => [a.outcome, a.state, a.status]))
    .toEqual([['allowance-required', 'failed', 412]])
  const reservations = await wallet.rows('reservations')
  expect(reservations.length).toBeGreaterThan(0)
  expect(reservations.every((r) => r.state === 'reserved')).toBe(true)
  await judge.paid()
})

for (const status of [302, 307] as const) {
  test(`a fetch that is led elsewhere first (${status}) is paid where it was answered 402`, async ({
    wallet,
    devnet,
    judge,
    account,
  }) => {
    expect(account).toMatch(/^0x/)
    const { page } = await allowedShop(wallet, devnet)
    expect((await page.evaluate(get, [`/moved/${status}`] as const))[0]).toBe(200)
    expect(devnet.requestsSeen({ path: `/moved/${status}` })).toMatchObject({ unpaid: 1, paid: 0 })
    expect(devnet.requestsSeen({ path: '/goods/moved' })).toMatchObject({ unpaid: 1, paid: 1 })
    await judge.paid(transportsAmount)
  })
}

test('a fetch that is led to another origin is not paid there', async ({
  wallet,
  devnet,
  judge,
  account,
}) => {
  expect(account).toMatch(/^0x/)
  const { scripted, transports } = devnet
  scripted.reset()
  scripted.otherwise({ do: 'redirect', status: 302, location: `${transports.url}/goods/elsewhere` })
  const page = await wallet.context.newPage()
  await page.goto(`${scripted.url}/page`)
  expect((await page.evaluate(get, ['/away'] as const))[0]).toBe(402)
  expect((await intentsOf(wallet, '/away')).map((i) => (i.decision as { code: string }).code)).toEqual([
    'BLOCK_REDIRECTED',
  ])
  await judge.paid()
})

for (const status of [302, 307] as const) {
  test(`a payment is not carried along by a ${status}, to no origin`, async ({
    wallet,
    devnet,
    judge,
    account,
  }) => {
    expect(account).toMatch(/^0x/)
    const { scripted, transports } = devnet
    scripted.reset()
    await allow(wallet, devnet, scripted.url, { eachUsd: 1, totalUsd: '1' })
    const page = await wallet.context.newPage()
    await page.goto(`${scripted.url}/page`)
    for (const location of ['/there', `${transports.url}/goods/there`]) {
      const item = location === '/there' ? '/same' : '/cross'
      scripted.script({ do: 'normal' }, { do: 'redirect', status, location })
      await page.evaluate(get, [item] as const)
      expect(devnet.requestsSeen({ path: item })).toMatchObject({ unpaid: 1, paid: 1 })
    }
    expect(devnet.requestsSeen({ path: '/there' })).toMatchObject({ unpaid: 1, paid: 0 })
    expect(devnet.requestsSeen({ path: '/goods/there' })).toMatchObject({ unpaid: 1, paid: 0 })
    await judge.paid()
  })
}

test('a quote that no page may read is paid where the page may read the answer (case-035, case-036)', async ({
  wallet,
  devnet,
  judge,
  account,
}) => {
  expect(account).toMatch(/^0x/)
  await allow(wallet, devnet, devnet.transports.url, { eachUsd: 1, totalUsd: '1' })
  const page = await wallet.context.newPage()
  await page.goto(`${devnet.transports.url}/page`)
  const { url } = devnet.crossOrigin
  expect((await page.evaluate(get, [`${url}/api/quotes/oats`] as const))[0]).toBe(200)
  const closed = page.evaluate(get, [`${url}/closed/quotes/oats`] as const)
  await expect(closed).rejects.toThrow(/Failed to fetch/)
  expect(devnet.requestsSeen({ path: '/closed/quotes/oats' })).toMatchObject({ unpaid: 1, paid: 0 })
  await judge.paid(30_000n)
})

test('a 402 from the cache is paid once, with a request that reaches the server (case-037)', async ({
  wallet,
  devnet,
  judge,
  account,
}) => {
  expect(account).toMatch(/^0x/)
  const { url } = devnet.newsstand
  await allow(wallet, devnet, url, { eachUsd: 1, totalUsd: '1' })
  const page = await wallet.context.newPage()
  await page.goto(`${url}/free`)
  // The second call's 402 comes from the cache: the first one was aborted before anybody could pay it.
  await wallet.call('wallet.pause', { paused: true })
  expect((await page.evaluate(get, ['/cached/quiet-signal'] as const))[0]).toBe(402)
  await wallet.call('wallet.pause', { paused: false })
  expect((await page.evaluate(get, ['/cached/quiet-signal'] as const))[0]).toBe(200)
  expect(devnet.requestsSeen({ path: '/cached/quiet-signal' })).toMatchObject({ unpaid: 1, paid: 1 })
  const [authorization] = await wallet.rows('authorizations')
  await judge.paid(BigInt(String(authorization?.amount)))
})

test('a page under a strict policy for scripts is watched like any other (case-042)', async ({
  wallet,
  devnet,
  judge,
  account,
}) => {
  expect(account).toMatch(/^0x/)
  const { url } = devnet.transports
  await allow(wallet, devnet, url, { eachUsd: 1, totalUsd: '1' })
  const page = await wallet.context.newPage()
  const reports: string[] = []
  page.on('console', (message) => reports.push(message.text()))
  await page.goto(`${url}/strict`)
  expect((await page.evaluate(get, ['/goods/strict'] as const))[0]).toBe(200)
  expect(reports.filter((text) => /Content Security Policy/.test(text))).toEqual([])
  await judge.paid(transportsAmount)
})

test('what a page says of a 402 that the browser did not see moves nothing (atk-031)', async ({
  wallet,
  devnet,
  judge,
  account,
}) => {
  expect(account).toMatch(/^0x/)
  const { url, page } = await allowedShop(wallet, devnet)
  const taken = await page.evaluate((to) => {
    const quote = JSON.stringify({ x402Version: 1, accepts: [{ scheme: 'exact' }] })
    window.postMessage({ type: 'X402_CAPTURED', url: to, status: 402, headers: {}, body: quote }, '*')
    const report = { via: 'fetch', method: 'GET', url: to, answeredUrl: to, bodyDigest: null, answer: quote }
    const detail = JSON.stringify({ id: 'forged', message: { type: 'report', report } })
    return !document.dispatchEvent(new CustomEvent('countersign:ask', { detail, cancelable: true }))
  }, `${url}/goods/forged`)
  // The bridge took the question; what is really asked for afterwards is answered after it.
  expect(taken).toBe(true)
  for (const path of ['/goods/real/1', '/goods/real/2'])
    expect((await page.evaluate(get, [path] as const))[0]).toBe(200)
  expect((await wallet.rows('intents')).map((i) => i.url).toSorted()).toEqual([
    `${url}/goods/real/1`,
    `${url}/goods/real/2`,
  ])
  await judge.paid(transportsAmount, transportsAmount)
})

test('a rule is for its own URL alone, and ends with the worker that made it (atk-035, atk-036)', async ({
  wallet,
  devnet,
  judge,
}) => {
  const { url } = devnet.transports
  const page = await wallet.context.newPage()
  await page.goto(
    `${url}/page?run=${encodeURIComponent(`new Worker('/worker.js').postMessage('/goods/rule')`)}`,
  )
  const intent = await askedFor(wallet, '/goods/rule')
  const window = await wallet.context.newPage()
  await window.goto(`chrome-extension://${wallet.extensionId}/approval.html?id=${String(intent.id)}`)
  await window.getByRole('button', { name: /^Pay \$/ }).click()
  const rules = () => wallet.home.evaluate(() => chrome.declarativeNetRequest.getSessionRules())
  await expect.poll(async () => (await rules()).length).toBe(1)
  const [rule] = await rules()
  expect(rule?.condition).toMatchObject({
    initiatorDomains: ['127.0.0.1'],
    requestMethods: ['get'],
    resourceTypes: ['xmlhttprequest'],
  })
  for (const other of [`${url}/goods/rule/2`, `${url}/goods/RULE`, `${url}/goods?u=${url}/goods/rule`])
    await page.evaluate((to) => fetch(to, { keepalive: true }).then((r) => r.status), other)
  expect(devnet.requestsSeen({ merchant: 'transports' }).paid).toBe(0)
  await wallet.killWorker()
  // Any call wakes it.
  await wallet.call('wallet.status', undefined)
  await expect.poll(async () => (await rules()).length).toBe(0)
  await judge.paid()
})
