import type { Page } from '@playwright/test'

import { bundle, connect, openDapp, press } from '../support/dapp'
import { allow } from '../support/mandates'
import { expect, test } from '../support/test'
import type { WalletBrowser } from '../support/wallet'

/**
 * A site's own script: the published @x402/fetch, with the wallet that EIP-6963 announces as its signer.
 * `direct` calls the seller from the page. `relayed` goes through a server of the site's own that answers 200
 * whatever the seller said, so that nobody but the page sees a 402.
 */
const SITE = `
import { createWalletClient, custom } from 'viem'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { ExactEvmScheme } from '@x402/evm/exact/client'

const found = new Promise((resolve) => {
  addEventListener('eip6963:announceProvider', (event) => {
    if (event.detail.info.name === 'Countersign') resolve(event.detail.provider)
  })
})
dispatchEvent(new Event('eip6963:requestProvider'))

const relay = async (request) => {
  const headers = Object.fromEntries(new Request(request).headers)
  const answer = await fetch('/relay', { method: 'POST', body: JSON.stringify({ url: request.url, headers }) })
  const { status, headers: got, body } = await answer.json()
  return new Response(body, { status, headers: got })
}

globalThis.pay = async (url, way) => {
  const wallet = createWalletClient({ transport: custom(await found) })
  const [address] = await wallet.requestAddresses()
  const signer = { address, signTypedData: (message) => wallet.signTypedData({ account: address, ...message }) }
  const client = new x402Client().register('eip155:84532', new ExactEvmScheme(signer))
  const paid = wrapFetchWithPayment(way === 'relayed' ? relay : fetch, client)
  const answer = await paid(url)
  return answer.status + ' ' + (await answer.text())
}
document.getElementById('go').addEventListener('click', async () => {
  const { url, way } = globalThis.order
  const out = document.getElementById('out')
  out.textContent = 'waiting'
  try {
    out.textContent = await globalThis.pay(url, way)
  } catch (error) {
    out.textContent = 'failed: ' + error.message
  }
})
`

let script: Promise<string> | undefined

/** Opens the site, connected to the wallet. */
async function site(wallet: WalletBrowser, origin: string): Promise<Page> {
  script ??= bundle(SITE)
  const dapp = await openDapp(wallet, `${origin}/dapp`, await script)
  await dapp.page.route(`${origin}/relay`, async (route) => {
    const { url, headers } = route.request().postDataJSON() as {
      url: string
      headers: Record<string, string>
    }
    const answer = await fetch(url, { headers }).catch(() => null)
    if (answer === null) return await route.abort()
    const got = Object.fromEntries(answer.headers)
    delete got['content-encoding']
    await route.fulfill({ json: { status: answer.status, headers: got, body: await answer.text() } })
  })
  await connect(wallet, dapp)
  return dapp.page
}

/** Begins a purchase, as a person who presses the site's button. */
async function buy(page: Page, url: string, way: 'direct' | 'relayed') {
  await page.evaluate((order) => Object.assign(globalThis, { order }), { url, way })
  await page.locator('#go').click()
  return page.locator('#out')
}

for (const way of ['direct', 'relayed'] as const) {
  test(`@x402/fetch with the wallet as signer, ${way}: one payment, settled and proved`, async ({
    wallet,
    devnet,
    account,
    judge,
  }) => {
    expect(account).toMatch(/^0x/)
    const page = await site(wallet, devnet.newsstand.url)
    const out = await buy(page, `${devnet.newsstand.url}/api/articles/tide-clock`, way)
    await press(wallet, /^Pay \$/)
    await expect(out).toContainText('200', { timeout: 30_000 })
    const [row, ...others] = await wallet.rows('authorizations')
    expect(others).toEqual([])
    expect(row?.amount).toBe('250000')
    const intents = await wallet.rows('intents')
    expect(intents.map((i) => i.kind)).toEqual([way === 'direct' ? 'fetch' : 'signature'])
    expect(devnet.requestsSeen({ path: '/api/articles/tide-clock' }).paid).toBe(1)
    await judge.paid(250_000n)
  })

  test(`@x402/fetch with the wallet as signer, ${way}: a no is one no, and nothing is signed`, async ({
    wallet,
    devnet,
    account,
    judge,
  }) => {
    expect(account).toMatch(/^0x/)
    const page = await site(wallet, devnet.newsstand.url)
    const out = await buy(page, `${devnet.newsstand.url}/api/articles/tide-clock`, way)
    await press(wallet, 'Decline')
    await expect(out).toContainText('failed', { timeout: 30_000 })
    expect(await wallet.rows('authorizations')).toEqual([])
    expect((await wallet.rows('intents')).filter((i) => i.state === 'asking')).toEqual([])
    await judge.paid()
  })
}

test('@x402/fetch whose seller raises its price on the retry: the signature goes out once, and no second is made', async ({
  wallet,
  devnet,
  account,
  judge,
}) => {
  expect(account).toMatch(/^0x/)
  devnet.scripted.reset()
  devnet.scripted.script({ do: 'normal' }, { do: 'quote', terms: { amount: '15000' } })
  const page = await site(wallet, devnet.newsstand.url)
  await allow(wallet, devnet, devnet.newsstand.url, {
    eachUsd: 0.3,
    totalUsd: '1',
    change: { transports: ['provider'] },
  })
  const out = await buy(page, `${devnet.scripted.url}/item`, 'relayed')
  await expect(out).toContainText('402', { timeout: 30_000 })
  expect((await wallet.rows('authorizations')).map((a) => a.amount)).toEqual(['10000'])
  expect((await wallet.rows('reservations')).every((r) => r.state === 'reserved')).toBe(true)
  expect(devnet.requestsSeen({ merchant: 'scripted', path: '/item' }).paid).toBe(1)
  await judge.paid()
})

test('@x402/fetch whose paid answer is lost: held until the chain proves that it was paid once', async ({
  wallet,
  devnet,
  account,
  judge,
}) => {
  expect(account).toMatch(/^0x/)
  devnet.scripted.reset()
  devnet.scripted.script({ do: 'normal' }, { do: 'settle', answer: 'cut' })
  const page = await site(wallet, devnet.newsstand.url)
  const out = await buy(page, `${devnet.scripted.url}/item`, 'relayed')
  await press(wallet, /^Pay \$/)
  await expect(out).toContainText('failed', { timeout: 30_000 })
  await judge.paid(10_000n)
  const [row, ...others] = await wallet.rows('authorizations')
  expect([row?.proved, others]).toEqual([1, []])
})

test('@x402/fetch over the limit of one payment: a person’s password, and no mandate, lets it through', async ({
  wallet,
  devnet,
  account,
  judge,
}) => {
  expect(account).toMatch(/^0x/)
  const page = await site(wallet, devnet.newsstand.url)
  await allow(wallet, devnet, devnet.newsstand.url, {
    eachUsd: 0.3,
    totalUsd: '0.40',
    change: { transports: ['provider'] },
  })
  const cheap = await buy(page, `${devnet.newsstand.url}/api/articles/tide-clock`, 'relayed')
  await expect(cheap).toContainText('200', { timeout: 30_000 })
  // The mandate has fifteen cents left: the same again is a question.
  const again = await buy(page, `${devnet.newsstand.url}/api/articles/tide-clock`, 'relayed')
  await press(wallet, 'Decline')
  await expect(again).toContainText('failed', { timeout: 30_000 })
  expect((await wallet.rows('authorizations')).map((a) => a.mandateId !== null)).toEqual([true])
  await judge.paid(250_000n)
})
