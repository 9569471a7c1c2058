import type { Page } from '@playwright/test'

import type { Devnet } from '../../devnet'
import { mcpAmount, paidPrompt, paidResource, tidesText } from '../../devnet/merchants/mcp'
import { cloudflareAmount } from '../../devnet/merchants/mcp-cloudflare'
import { paidTools } from '../../devnet/merchants/mcp-dialects'
import type { Running } from '../../devnet/server'
import { allow } from '../support/mandates'
import { type McpPage, startMcpPage } from '../support/mcp-page'
import { askedFor, intentsOf } from '../support/queue'
import { expect, test, variant } from '../support/test'
import type { WalletBrowser } from '../support/wallet'

declare const mcp: McpPage

let site: Running

test.beforeAll(async () => {
  site = await startMcpPage()
})

test.afterAll(async () => {
  await site.stop()
})

test.beforeEach(({ devnet }) => {
  devnet.mcp.reset()
})

/** A page of the site, with the SDK's client connected to a server. */
async function connected(wallet: WalletBrowser, server: string): Promise<Page> {
  const page = await wallet.context.newPage()
  await page.goto(site.url)
  await page.evaluate((url) => mcp.connect(url), server)
  return page
}

/** What the client in the page makes of one call. */
const call = (page: Page, name: string, args: object = {}): Promise<unknown> =>
  page.evaluate(([tool, given]) => mcp.call(tool, given), [name, args] as const)

/** Presses the page's button, which makes the call, as a person does. */
async function press(page: Page, name: string, args: object = {}): Promise<void> {
  await page.evaluate(([tool, given]) => Object.assign(window, { next: () => mcp.call(tool, given) }), [
    name,
    args,
  ] as const)
  await page.bringToFront()
  await page.locator('#go').click()
}

/** What the page shows once its call has ended. */
async function shown(page: Page): Promise<string> {
  const out = page.locator('#out[data-state=done]')
  await out.waitFor({ timeout: 30_000 })
  return (await out.textContent()) ?? ''
}

const allowMcp = (wallet: WalletBrowser, devnet: Devnet, change: object = {}) =>
  allow(wallet, devnet, site.url, {
    eachUsd: 0.02,
    totalUsd: '2',
    change: { transports: ['mcp'], ...change },
  })

/** The payments that the merchant received, by what names each. */
const noncesOf = (devnet: Devnet): string[] => devnet.mcp.calls().flatMap((each) => each.nonce ?? [])

const delivered = expect.objectContaining({
  content: [expect.objectContaining({ text: expect.stringContaining(tidesText) })],
})

for (const form of ['json', 'sse'] as const) {
  test(`a mandate pays each dialect once, in answers by ${form}`, async ({ wallet, devnet, judge }) => {
    test.slow()
    await allowMcp(wallet, devnet)
    const page = await connected(wallet, devnet.mcp[form])
    // The SDK's client refuses a quote where it knows the tool's output schema: it gets to see none.
    expect(await page.evaluate(() => mcp.list())).toBeGreaterThan(0)
    for (const tool of paidTools) expect(await call(page, tool, { harbour: 'Marren' })).toEqual(delivered)
    await judge.paid(...paidTools.map(() => mcpAmount))
    expect(devnet.mcp.calls().filter((each) => each.payment !== undefined)).toHaveLength(paidTools.length)
  })
}

test('a mandate pays the server of Cloudflare’s agents package (case-026)', async ({
  wallet,
  devnet,
  judge,
}) => {
  await allowMcp(wallet, devnet)
  const page = await connected(wallet, devnet.mcp.cloudflare)
  for (const tool of ['tides', 'weather'])
    expect(await call(page, tool)).toMatchObject({ content: [{ text: 'High water at noon' }] })
  await judge.paid(cloudflareAmount, cloudflareAmount)
})

test('a resource and a prompt are paid for as a tool is', async ({ wallet, devnet, judge }) => {
  await allowMcp(wallet, devnet)
  const page = await connected(wallet, devnet.mcp.sse)
  expect(await page.evaluate((uri) => mcp.read(uri), paidResource)).toHaveProperty('contents')
  expect(await page.evaluate((name) => mcp.prompt(name), paidPrompt)).toHaveProperty('messages')
  await judge.paid(mcpAmount, mcpAmount)
})

for (const form of ['json', 'sse'] as const) {
  test(
    `a person sees the tool and the server’s real address, and pays by one click: ${form}`,
    variant(form === 'sse'),
    async ({ wallet, devnet, judge }) => {
      const page = await connected(wallet, devnet.mcp[form])
      await press(page, 'tides-a', { harbour: 'Marren' })
      const window = await wallet.approval()
      await expect(window.locator('body')).toContainText('tides-a')
      await expect(window.locator('body')).toContainText(devnet.mcp[form].replace('http://', ''))
      await wallet.pay()
      expect(await shown(page)).toContain(tidesText)
      await judge.paid(mcpAmount)
    },
  )
}

test('a person declines: the page gets the quote as it came, and nothing moves', async ({
  wallet,
  devnet,
  judge,
}) => {
  const page = await connected(wallet, devnet.mcp.sse)
  await press(page, 'tides-a')
  const window = await wallet.approval()
  await window.getByRole('button', { name: 'Decline', exact: true }).click()
  expect(JSON.parse(await shown(page))).toMatchObject({
    isError: true,
    structuredContent: { x402Version: 2, accepts: [{ amount: mcpAmount.toString() }] },
  })
  expect(devnet.mcp.calls()).toHaveLength(1)
  await judge.paid()
})

test('an approval of one call pays for no other: other arguments ask again', async ({
  wallet,
  devnet,
  judge,
}) => {
  const page = await connected(wallet, devnet.mcp.json)
  await press(page, 'tides-a', { harbour: 'Marren' })
  await wallet.payAndClose()
  expect(await shown(page)).toContain('Marren')
  await press(page, 'tides-a', { harbour: 'Ostrey' })
  const second = await askedFor(wallet, '/json')
  const [first] = (await intentsOf(wallet, '/json')).filter((row) => row.id !== second.id)
  expect(second.key).not.toBe(first?.key)
  expect(second.action).toMatchObject({ kind: 'mcp', tool: 'tides-a', server: devnet.mcp.json })
  await judge.paid(mcpAmount)
  await wallet.payAndClose()
  expect(await shown(page)).toContain('Ostrey')
  await judge.paid(mcpAmount, mcpAmount)
})

test('calls at the same time, of one tool or several, are purchases of their own', async ({
  wallet,
  devnet,
  judge,
}) => {
  await allowMcp(wallet, devnet, { mayRepeat: true })
  const page = await connected(wallet, devnet.mcp.sse)
  const answers = await page.evaluate(() =>
    Promise.all([
      mcp.call('tides-a', { n: 1 }),
      mcp.call('tides-a', { n: 2 }),
      mcp.call('tides-c', { n: 1 }),
    ]),
  )
  expect(answers).toEqual([delivered, delivered, delivered])
  await judge.paid(mcpAmount, mcpAmount, mcpAmount)
})

test('a mandate for HTTP pays no MCP', async ({ wallet, devnet, judge }) => {
  await allowMcp(wallet, devnet, { transports: ['http'] })
  const page = await connected(wallet, devnet.mcp.json)
  void call(page, 'tides-a').catch(() => undefined)
  const asked = await askedFor(wallet, '/json')
  expect(asked).toMatchObject({ transport: 'mcp', kind: 'call' })
  await judge.paid()
})

for (const form of ['json', 'sse'] as const) {
  test(
    `a price that is raised on the retry is given to the page and not paid: ${form} (case-004, atk-003)`,
    variant(form === 'sse'),
    async ({ wallet, devnet, judge }) => {
      await allowMcp(wallet, devnet)
      devnet.mcp.script({ do: 'normal' }, { do: 'quote', terms: { amount: '15000' } })
      const page = await connected(wallet, devnet.mcp[form])
      expect(await call(page, 'tides-a')).toMatchObject({
        structuredContent: { error: 'The price has changed', accepts: [{ amount: '15000' }] },
      })
      expect(devnet.mcp.calls()).toHaveLength(2)
      await judge.paid()
      // The first signature is still out there: the same call asks a person, whatever a mandate says.
      void call(page, 'tides-a').catch(() => undefined)
      await askedFor(wallet, `/${form}`)
      await judge.paid()
    },
  )
}

test('a settlement that failed by the server’s word is not paid again by itself', async ({
  wallet,
  devnet,
  account,
}) => {
  await allowMcp(wallet, devnet)
  const before = await devnet.balanceOf(account)
  devnet.mcp.script({ do: 'normal' }, { do: 'settle', answer: 'quote' })
  const page = await connected(wallet, devnet.mcp.json)
  expect(await call(page, 'tides-d')).toMatchObject({ code: 402, data: { error: 'SETTLEMENT_FAILED' } })
  expect(devnet.mcp.calls()).toHaveLength(2)
  // It was settled all the same, once, and the chain says so.
  await expect
    .poll(async () => before - (await devnet.balanceOf(account)), { timeout: 30_000 })
    .toBe(mcpAmount)
  await expect
    .poll(async () => (await wallet.rows('authorizations')).map((row) => row.state), { timeout: 30_000 })
    .toEqual(['settled'])
})

for (const form of ['json', 'sse'] as const) {
  test(
    `an answer that is lost keeps the reservation, and the same payment goes out again: ${form} (case-014)`,
    variant(form === 'sse'),
    async ({ wallet, devnet, judge }) => {
      await allowMcp(wallet, devnet)
      // The browser itself repeats a request once whose connection was in use before.
      devnet.mcp.script({ do: 'normal' }, { do: 'cut' }, { do: 'cut' })
      const page = await connected(wallet, devnet.mcp[form])
      expect(await call(page, 'tides-a')).toMatchObject({ message: expect.anything() })
      await expect
        .poll(async () => (await wallet.rows('authorizations')).map((row) => row.state), { timeout: 30_000 })
        .toEqual(['unknown'])
      await judge.paid()
      const first = noncesOf(devnet)
      devnet.mcp.reset()
      expect(await call(page, 'tides-a')).toEqual(delivered)
      await judge.paid(mcpAmount)
      expect(new Set([...first, ...noncesOf(devnet)]).size).toBe(1)
      expect(await wallet.rows('authorizations')).toHaveLength(1)
    },
  )
}

test('an answer that was lost after the money moved is paid once', async ({ wallet, devnet, judge }) => {
  await allowMcp(wallet, devnet)
  devnet.mcp.script({ do: 'normal' }, { do: 'settle', answer: 'cut' }, { do: 'cut' })
  const page = await connected(wallet, devnet.mcp.sse)
  expect(await call(page, 'tides-b')).toMatchObject({ message: expect.anything() })
  await judge.paid(mcpAmount)
  devnet.mcp.reset()
  await call(page, 'tides-b')
  await judge.paid(mcpAmount)
})

test('a price over what the mandate admits asks a person, and one over the day’s limit cannot be paid', async ({
  wallet,
  devnet,
  judge,
}) => {
  await allowMcp(wallet, devnet)
  devnet.mcp.script({ do: 'quote', terms: { amount: '50000' } })
  const page = await connected(wallet, devnet.mcp.json)
  await press(page, 'tides-a')
  const window = await wallet.pay()
  expect(await shown(page)).toContain(tidesText)
  await judge.paid(50_000n)
  await window.close()
  devnet.mcp.script({ do: 'quote', terms: { amount: '15000000' } })
  await press(page, 'tides-c')
  const over = await wallet.approval()
  await expect(over.getByRole('button', { name: 'Cannot be paid' })).toBeDisabled()
  await judge.paid(50_000n)
})

test('a client that waits no more ends the question: nothing is signed for it', async ({
  wallet,
  devnet,
  judge,
}) => {
  const page = await connected(wallet, devnet.mcp.json)
  await press(page, 'tides-a')
  const asked = await askedFor(wallet, '/json')
  await page.evaluate(() => mcp.abort())
  expect(await shown(page)).toContain('AbortError')
  await expect
    .poll(async () => (await intentsOf(wallet, '/json')).find((row) => row.id === asked.id)?.state, {
      timeout: 30_000,
    })
    .toBe('gone')
  expect(await wallet.rows('authorizations')).toEqual([])
  await judge.paid()
})
