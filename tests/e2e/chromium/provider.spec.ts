import type { Page } from '@playwright/test'

import type { Payment, Purchase, Status } from '../../../docs/countersign'
import type { Devnet } from '../../devnet'
import { connect, openApproval, quoteOf } from '../support/agent'
import { allow } from '../support/mandates'
import { expect, test } from '../support/test'
import type { WalletBrowser } from '../support/wallet'

const originOf = (devnet: Devnet) => new URL(devnet.newsstand.url).origin
const api = (devnet: Devnet, id: string) => `${devnet.newsstand.url}/api/articles/${id}`

async function open(wallet: WalletBrowser, devnet: Devnet): Promise<Page> {
  const page = await wallet.context.newPage()
  await page.goto(`${devnet.newsstand.url}/free`)
  return page
}

const request = (page: Page, of: Purchase): Promise<Payment> =>
  page.evaluate((text) => window.countersign.requestPayment(JSON.parse(text)), JSON.stringify(of))
const state = (page: Page, { id }: Payment): Promise<Payment> =>
  page.evaluate((value) => window.countersign.getPayment(value), String(id))
const becomes = (page: Page, payment: Payment, status: Status) =>
  expect.poll(async () => (await state(page, payment)).status, { timeout: 30_000 }).toBe(status)

/** Answers what waits, in the wallet's window. */
async function answer(wallet: WalletBrowser, name: RegExp | string): Promise<void> {
  const window = await openApproval(wallet)
  const button = window.getByRole('button', { name, exact: typeof name === 'string' })
  await button.click({ timeout: 30_000 })
  // More than one place may say so, until the chain has proved it.
  const result = window.getByRole('button', { name: 'Close' }).or(window.getByText('Settled'))
  await expect(result.first()).toBeVisible({ timeout: 30_000 })
  await window.close()
}

test.describe('requestPayment', () => {
  test('asks a person for a URL, sends the request itself, and gives the answer with the receipt', async ({
    wallet,
    devnet,
    judge,
  }) => {
    const page = await open(wallet, devnet)
    const asked = await request(page, {
      url: api(devnet, 'quiet-signal'),
      agent: 'reader',
      intent: 'To read it',
    })
    expect(asked).toEqual({
      id: expect.any(String),
      status: 'pending',
      code: 'HOLD_APPROVAL_REQUIRED',
      reason: expect.any(String),
      retryLater: true,
      resend: false,
    })
    await answer(wallet, /^Pay \$/)
    await becomes(page, asked, 'settled')
    const paid = await state(page, asked)
    expect(paid.response).toMatchObject({ status: 200, encoding: 'text' })
    expect(JSON.parse(paid.response?.body ?? '{}')).toMatchObject({ id: 'quiet-signal' })
    expect(paid.receipt?.transaction).toMatch(/^0x/)
    await judge.paid(50_000n)
  })

  test('signs a quote for the caller to carry, and takes its word on what the server said', async ({
    wallet,
    devnet,
    judge,
  }) => {
    const page = await open(wallet, devnet)
    const url = api(devnet, 'quiet-signal')
    const asked = await request(page, { quote: await quoteOf(page, url), url, idempotencyKey: 'one' })
    await answer(wallet, /^Pay \$/)
    await becomes(page, asked, 'ready')
    const { payment } = await state(page, asked)
    expect(payment?.payload).toMatchObject({ x402Version: 2 })
    const told = await page.evaluate(
      async ({ path, header, id }) => {
        const answered = await fetch(path, { headers: { [header.name]: header.value } })
        const settlement = answered.headers.get('PAYMENT-RESPONSE')
        return await window.countersign.paid(id, { status: answered.status, settlement })
      },
      { path: url, header: payment?.header ?? { name: '', value: '' }, id: String(asked.id) },
    )
    expect(told).toMatchObject({ status: 'settled', receipt: { amount: '50000' } })
    await judge.paid(50_000n)
  })

  test('reads the quote of a Response', async ({ wallet, devnet, account }) => {
    expect(account).toMatch(/^0x/)
    const page = await open(wallet, devnet)
    const asked = await page.evaluate(
      async (path) =>
        await window.countersign.requestPayment({ response: await fetch(path, { keepalive: true }) }),
      api(devnet, 'quiet-signal'),
    )
    expect(asked.status).toBe('pending')
    const [intent] = await wallet.rows('intents')
    expect([intent?.kind, intent?.transport, intent?.url]).toEqual([
      'call',
      'provider',
      api(devnet, 'quiet-signal'),
    ])
  })

  test('says free where a URL asks for nothing, and gives the answer', async ({
    wallet,
    devnet,
    account,
  }) => {
    expect(account).toMatch(/^0x/)
    const page = await open(wallet, devnet)
    const asked = await request(page, { url: `${devnet.newsstand.url}/free` })
    expect([asked.id, asked.status, asked.response?.status]).toEqual([null, 'free', 200])
  })

  test('holds the caller to its own ceilings', async ({ wallet, devnet, account }) => {
    expect(account).toMatch(/^0x/)
    await allow(wallet, devnet, originOf(devnet), { eachUsd: 0.5, totalUsd: '1.00' })
    const page = await open(wallet, devnet)
    const url = api(devnet, 'quiet-signal')
    for (const ceiling of [{ maxAmount: '49999' }, { maxUsd: '0.049' }]) {
      const asked = await request(page, { url, ...ceiling })
      expect([asked.status, asked.code]).toEqual(['refused', 'BLOCK_AMOUNT'])
    }
    const asked = await request(page, { url, maxAmount: '50000', maxUsd: '0.05' })
    await becomes(page, asked, 'settled')
  })

  test('is the same payment for the same key and terms, over a reload and a restart of the worker, and a conflict for others', async ({
    wallet,
    devnet,
    judge,
  }) => {
    await allow(wallet, devnet, originOf(devnet), {
      eachUsd: 0.5,
      totalUsd: '1.00',
      change: { transports: ['http', 'provider'] },
    })
    const page = await open(wallet, devnet)
    const url = api(devnet, 'quiet-signal')
    const named = { url, idempotencyKey: 'the-article' }
    const first = await request(page, named)
    await becomes(page, first, 'settled')
    await page.reload()
    await wallet.killWorker()
    const again = await request(page, named)
    expect([again.id, again.status]).toEqual([first.id, 'settled'])
    expect(again.receipt?.amount).toBe('50000')

    const other = await request(page, { ...named, url: api(devnet, 'bread-ledger') })
    expect([other.id, other.status, other.code]).toEqual([null, 'refused', 'BLOCK_ID_CONFLICT'])

    const quote = await quoteOf(page, api(devnet, 'bread-ledger'))
    const carried = { quote, url: api(devnet, 'bread-ledger'), idempotencyKey: 'carried' }
    const ready = await request(page, carried)
    expect(ready.status).toBe('ready')
    await wallet.killWorker()
    await page.reload()
    const same = await request(page, carried)
    expect(same.payment).toEqual(ready.payment)
    await judge.paid(50_000n)
  })

  test('tells the listeners, and is over when it is cancelled', async ({ wallet, devnet, account }) => {
    expect(account).toMatch(/^0x/)
    const page = await open(wallet, devnet)
    await page.evaluate(() => {
      const heard: unknown[] = []
      Object.assign(window, { heard })
      window.countersign.on('payment', (payment) => heard.push(payment))
    })
    const asked = await request(page, { url: api(devnet, 'quiet-signal') })
    const cancelled = await page.evaluate((id) => window.countersign.cancel(id), String(asked.id))
    expect([cancelled.status, cancelled.code]).toEqual(['expired', 'HOLD_APPROVAL_EXPIRED'])
    const heard = () => page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)
    await expect.poll(heard).toEqual([{ id: asked.id, status: 'expired' }])
  })

  test('tells another origin nothing of a payment', async ({ wallet, devnet, account }) => {
    expect(account).toMatch(/^0x/)
    const asked = await request(await open(wallet, devnet), { url: api(devnet, 'quiet-signal') })
    const other = await wallet.context.newPage()
    await other.goto(`${devnet.scripted.url}/page`)
    const codes = await other.evaluate(async (id) => {
      const code = (error: { code: number }) => error.code
      const { countersign } = window
      return await Promise.all(
        [countersign.getPayment(id), countersign.cancel(id), countersign.getPayment('nothing')].map((call) =>
          call.catch(code),
        ),
      )
    }, String(asked.id))
    expect(codes).toEqual([-32602, -32602, -32602])
    expect((await wallet.rows('intents')).map((i) => i.state)).toEqual(['asking'])
  })
})

test.describe('fetch', () => {
  const codeOf = (page: Page, url: string, terms: object) =>
    page.evaluate(
      ([path, of]) =>
        window.countersign.fetch(String(path), undefined, of as never).then(
          (answered) => answered.status,
          (error: { code: string }) => error.code,
        ),
      [url, terms] as const,
    )

  test('gives the paid answer, and where it was paid before says so', async ({ wallet, devnet, judge }) => {
    await allow(wallet, devnet, originOf(devnet), { eachUsd: 0.5, totalUsd: '1.00' })
    const page = await open(wallet, devnet)
    const url = api(devnet, 'quiet-signal')
    expect(await codeOf(page, url, { idempotencyKey: 'k' })).toBe(200)
    await judge.paid(50_000n)
    expect(await codeOf(page, url, { idempotencyKey: 'k' })).toBe('RETURN_CACHED_RECEIPT')
    await judge.paid(50_000n)
  })

  test('rejects with a code where a person says no, or nobody says anything', async ({
    wallet,
    devnet,
    account,
  }) => {
    expect(account).toMatch(/^0x/)
    const page = await open(wallet, devnet)
    const declined = codeOf(page, api(devnet, 'quiet-signal'), {})
    await answer(wallet, 'Decline')
    expect(await declined).toBe('HOLD_DECLINED')
    expect(await codeOf(page, api(devnet, 'bread-ledger'), { patienceMs: 200 })).toBe(
      'HOLD_APPROVAL_REQUIRED',
    )
  })

  test('gives the 402 with the id where its caller does not wait', async ({ wallet, devnet, account }) => {
    expect(account).toMatch(/^0x/)
    const page = await open(wallet, devnet)
    const [status, id] = await page.evaluate(
      async (path) => {
        const answered = await window.countersign.fetch(path, undefined, { wait: false })
        return [answered.status, answered.headers.get('countersign-payment') ?? ''] as const
      },
      api(devnet, 'quiet-signal'),
    )
    expect(status).toBe(402)
    expect((await wallet.rows('intents')).map((i) => i.id)).toEqual([id])
  })
})

test.describe('canPay', () => {
  const verdict = (page: Page, of: Purchase) =>
    page.evaluate(
      (text) =>
        window.countersign
          .canPay(JSON.parse(text))
          .catch((error: { code: number }) => ({ result: error.code })),
      JSON.stringify(of),
    )

  test('answers only a connected origin, by its own mandates alone, and ten times in a minute', async ({
    wallet,
    devnet,
    account,
  }) => {
    const page = await open(wallet, devnet)
    const url = api(devnet, 'tide-clock')
    expect(await verdict(page, { url })).toEqual({ result: 4100 })
    await connect(wallet, originOf(devnet), account)
    expect(await verdict(page, { url })).toMatchObject({ result: 'ask', code: 'HOLD_APPROVAL_REQUIRED' })
    await allow(wallet, devnet, originOf(devnet), { eachUsd: 0.5, totalUsd: '1.00' })
    expect(await verdict(page, { url })).toMatchObject({ result: 'auto', code: 'READY_TO_SIGN' })
    // What the owner has left is not for a page to find out.
    const limit = { kind: 'limit', which: 'perDayUsd', usd: '0.01' } as const
    await wallet.call('settings.set', { change: limit })
    expect(await verdict(page, { url })).toMatchObject({ result: 'auto' })
    expect(await verdict(page, { url, maxAmount: '1' })).toMatchObject({
      result: 'refused',
      code: 'BLOCK_AMOUNT',
    })
    expect(await verdict(page, { url: `${devnet.newsstand.url}/free` })).toEqual({ result: 'free' })
    const quote = await quoteOf(page, url)
    expect(await verdict(page, { quote, url })).toMatchObject({ result: 'ask' })
    const results = []
    for (let i = 0; i < 10; i += 1) results.push((await verdict(page, { quote, url })).result)
    expect(results.at(-1)).toBe(-32005)
    expect(await wallet.rows('intents')).toEqual([])
    expect(await wallet.rows('quotes')).toEqual([])
  })
})

test('requestMandate gives what the owner leaves of it, and the declined asker hears a no', async ({
  wallet,
  devnet,
  account,
}) => {
  expect(account).toMatch(/^0x/)
  const page = await open(wallet, devnet)
  const { payee } = devnet.accounts
  const terms = {
    network: `eip155:${devnet.chainId}`,
    asset: devnet.usdc,
    payees: [payee.address],
    maxPerPayment: '500000',
    total: '3',
    transports: ['http', 'provider'],
    agent: 'reader',
    reason: 'To read for you',
  } as const
  const ask = () => page.evaluate((of) => window.countersign.requestMandate(of), terms)
  const asked = ask()
  await expect.poll(async () => (await wallet.rows('requests')).length).toBe(1)
  const owner = await openApproval(wallet)
  await expect(owner.getByText('To read for you')).toBeVisible()
  const each = owner.getByLabel('each, in dollars')
  await each.fill('0.60')
  await expect(owner.getByRole('button', { name: 'Allow' })).toBeDisabled()
  await each.fill('0.25')
  await owner.getByLabel('total, in dollars').fill('1')
  await owner.getByLabel('days').fill('2')
  await owner.getByLabel(/offers that its page hands/).uncheck()
  await owner.getByRole('radio', { name: /Account 1/ }).check()
  await owner.getByRole('button', { name: 'Allow' }).click()
  expect(await asked).toMatchObject({
    granted: true,
    mandate: { payees: [payee.address], total: '1', transports: ['http'], assets: [{ maxAmount: '250000' }] },
  })
  await owner.close()
  const [mandate] = await wallet.rows('mandates')
  expect([mandate?.origin, mandate?.agent, mandate?.limit]).toEqual([originOf(devnet), 'reader', '1'])
  const refused = ask()
  await expect.poll(async () => (await wallet.rows('requests')).length).toBe(2)
  await answer(wallet, 'Decline')
  expect(await refused).toEqual({ granted: false, code: 'HOLD_DECLINED' })
})

test('what is put into a page is frozen, and plain', async ({ wallet, devnet }) => {
  const page = await open(wallet, devnet)
  const found = await page.evaluate(() => {
    const { countersign } = window
    try {
      Object.assign(window, { countersign: 1 })
    } catch {
      // Strict code hears of it.
    }
    return {
      frozen: Object.isFrozen(countersign) && window.countersign === countersign,
      ethereum: 'ethereum' in window,
      listed: Object.keys(window).includes('countersign'),
    }
  })
  expect(found).toEqual({ frozen: true, ethereum: false, listed: false })
})
