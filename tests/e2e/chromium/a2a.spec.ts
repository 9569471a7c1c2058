import type { Page } from '@playwright/test'

import type { Devnet } from '../../devnet'
import { type A2aAgentName, a2aAmount, tideTable } from '../../devnet/merchants/a2a'
import { npmTideTable } from '../../devnet/merchants/a2a-npm'
import type { Running } from '../../devnet/server'
import { type A2aPage, startA2aPage } from '../support/a2a-page'
import { allow } from '../support/mandates'
import { expect, test, variant } from '../support/test'
import type { WalletBrowser } from '../support/wallet'

declare const a2a: A2aPage

type Wire = '0.3' | '1.0'
const wires: readonly Wire[] = ['0.3', '1.0']

let site: Running

test.beforeAll(async () => {
  site = await startA2aPage()
})

test.afterAll(async () => {
  await site.stop()
})

test.beforeEach(({ devnet }) => {
  devnet.a2a.reset()
})

/** A page of the site, with the SDK's client for an agent. */
async function connected(
  wallet: WalletBrowser,
  devnet: Devnet,
  agent: A2aAgentName,
  wire: Wire,
  names = true,
): Promise<Page> {
  const page = await wallet.context.newPage()
  await page.goto(site.url)
  await page.evaluate(([url, version, isNamed]) => a2a.connect(url, version, isNamed), [
    devnet.a2a.agents[agent],
    wire,
    names,
  ] as const)
  return page
}

type How = 'send' | 'stream'

/** What the client in the page makes of one message. */
const say = (page: Page, how: How, taskId?: string): Promise<unknown> =>
  page.evaluate(([by, task]) => a2a[by]('A tide table, please', task), [how, taskId] as const)

/** Presses the page's button, which sends the message, as a person does. */
async function press(page: Page, how: How, taskId?: string): Promise<void> {
  await page.evaluate(
    ([by, task]) => Object.assign(window, { next: () => a2a[by]('A tide table, please', task) }),
    [how, taskId] as const,
  )
  await page.bringToFront()
  await page.locator('#go').click()
}

/** What the page shows once its message has its answer. */
async function shown(page: Page): Promise<string> {
  const out = page.locator('#out[data-state=done]')
  await out.waitFor({ timeout: 30_000 })
  return (await out.textContent()) ?? ''
}

const allowA2a = (wallet: WalletBrowser, devnet: Devnet, eachUsd = 0.02) =>
  allow(wallet, devnet, site.url, { eachUsd, totalUsd: '2', change: { transports: ['a2a'] } })

const heardStatuses = (devnet: Devnet) => devnet.a2a.heard().map(({ status }) => status)

/** The purchases that wait for a person, once there are so many. */
async function asked(wallet: WalletBrowser, count = 1): Promise<Record<string, unknown>[]> {
  const waiting = async () => (await wallet.rows('intents')).filter(({ state }) => state === 'asking')
  await expect.poll(async () => (await waiting()).length, { timeout: 30_000 }).toBe(count)
  return await waiting()
}

for (const wire of wires) {
  test(`over A2A ${wire} a mandate pays each agent once, whole and streamed`, async ({
    wallet,
    devnet,
    judge,
  }) => {
    await allowA2a(wallet, devnet)
    const bought: [A2aAgentName, How][] = [
      ['v1', 'send'],
      ['v2', 'send'],
      ['npm', 'send'],
      ['v1', 'stream'],
      ['v2', 'stream'],
    ]
    for (const [agent, how] of bought) {
      const page = await connected(wallet, devnet, agent, wire)
      const answer = JSON.stringify(await say(page, how))
      expect(answer).toContain(agent === 'npm' ? npmTideTable : tideTable)
      expect(answer).toContain('payment-completed')
      await page.close()
    }
    await judge.paid(...bought.map(() => a2aAmount))
    const heard = devnet.a2a.heard()
    expect(heard).toHaveLength(2 * bought.length)
    for (let at = 0; at < heard.length; at += 2) {
      const [first, second] = heard.slice(at)
      expect(second).toMatchObject({
        wire,
        taskId: first?.taskId,
        contextId: first?.contextId,
        status: 'payment-submitted',
      })
    }
  })

  for (const how of ['send', 'stream'] as const)
    test(
      `over A2A ${wire} a person sees the agent, its task and its real address, and pays by one click: ${how}`,
      variant((wire === '0.3') === (how === 'stream')),
      async ({ wallet, devnet, judge }) => {
        // The page names no extension: the paid request does.
        const page = await connected(wallet, devnet, 'v1', wire, false)
        await press(page, how)
        const window = await wallet.approval()
        await expect(window.locator('.terms')).toContainText('Tide tables, v1')
        await expect(window.locator('.terms')).toContainText(new URL(devnet.a2a.agents.v1).host)
        await wallet.pay()
        const answer = await shown(page)
        expect(answer).toContain(tideTable)
        await judge.paid(a2aAmount)
        const [asking, paying] = devnet.a2a.heard()
        expect(asking?.extensions.header).toEqual([])
        expect(paying?.extensions.header).toHaveLength(1)
        expect(paying?.taskId).toBe(asking?.taskId)
      },
    )

  test(
    `over A2A ${wire} a person declines: the agent hears payment-rejected, and its answer is the page’s`,
    variant(wire === '1.0'),
    async ({ wallet, devnet, judge }) => {
      const page = await connected(wallet, devnet, 'v2', wire)
      await press(page, 'send')
      const window = await wallet.approval()
      await window.getByRole('button', { name: 'Decline', exact: true }).click()
      expect(await shown(page)).toContain('As you like.')
      expect(heardStatuses(devnet)).toEqual([undefined, 'payment-rejected'])
      const [asking, declining] = devnet.a2a.heard()
      expect(declining).toMatchObject({ taskId: asking?.taskId, contextId: asking?.contextId })
      expect(declining?.payment).toBeUndefined()
      await judge.paid()
    },
  )

  for (const how of ['send', 'stream'] as const)
    test(
      `over A2A ${wire} an answer that is lost is asked for, and nothing is paid twice: ${how}`,
      variant((wire === '0.3') === (how === 'stream')),
      async ({ wallet, devnet, judge }) => {
        await allowA2a(wallet, devnet)
        const page = await connected(wallet, devnet, 'v2', wire)
        devnet.a2a.script({ do: 'normal' }, { do: 'settle', answer: 'cut' })
        expect(JSON.stringify(await say(page, how))).toContain(tideTable)
        await judge.paid(a2aAmount)
        expect(heardStatuses(devnet)).toEqual([undefined, 'payment-submitted'])
      },
    )
}

test('a price that is raised in answer to a payment is a new quote: nobody pays it by itself, under a mandate too', async ({
  wallet,
  devnet,
  judge,
}) => {
  await allowA2a(wallet, devnet, 0.05)
  const page = await connected(wallet, devnet, 'v2', '1.0')
  devnet.a2a.script({ do: 'normal' }, { do: 'quote', terms: { amount: '35000' } })
  const answer = JSON.stringify(await say(page, 'send'))
  expect(answer).toContain('payment-required')
  expect(answer).toContain('"35000"')
  await judge.paid()
  // The same again in the task, in a document that knows nothing of the first.
  const again = await connected(wallet, devnet, 'v2', '1.0')
  await press(again, 'send', devnet.a2a.heard()[0]?.taskId)
  const [waiting] = await asked(wallet)
  expect(waiting?.action).toMatchObject({ kind: 'a2a', taskId: devnet.a2a.heard()[0]?.taskId })
  await judge.paid()
})

test('a price over the owner’s limit, or over the mandate, is asked, and nothing moves', async ({
  wallet,
  devnet,
  judge,
}) => {
  await allowA2a(wallet, devnet)
  const page = await connected(wallet, devnet, 'v1', '0.3')
  devnet.a2a.script({ do: 'quote', terms: { amount: '2000000' } })
  await press(page, 'send')
  const [over] = await asked(wallet)
  expect(over?.decision).toMatchObject({ code: 'HOLD_OVER_PAYMENT_LIMIT' })
  const other = await connected(wallet, devnet, 'v2', '1.0')
  devnet.a2a.script({ do: 'quote', terms: { amount: '30000' } })
  await press(other, 'stream')
  const codes = (await asked(wallet, 2)).map(({ decision }) => (decision as { code: string }).code)
  expect(codes.sort()).toEqual(['HOLD_APPROVAL_REQUIRED', 'HOLD_OVER_PAYMENT_LIMIT'])
  await judge.paid()
})

for (const wire of wires)
  test(
    `npm’s executor over A2A ${wire}: declined, raised after the signature, over the limit, and an answer that is lost`,
    variant(wire === '0.3'),
    async ({ wallet, devnet, judge }) => {
      test.slow()
      const decline = async () => {
        const window = await wallet.approval()
        await window.getByRole('button', { name: 'Decline', exact: true }).click()
        await window.close()
      }
      const first = await connected(wallet, devnet, 'npm', wire)
      await press(first, 'send')
      await decline()
      await shown(first)
      expect(heardStatuses(devnet)).toEqual([undefined, 'payment-rejected'])
      await first.close()

      devnet.a2a.reset()
      await allowA2a(wallet, devnet, 0.05)
      const dear = await connected(wallet, devnet, 'npm', wire)
      devnet.a2a.script({ do: 'quote', terms: { amount: '2000000' } })
      await press(dear, 'send')
      const [over] = await asked(wallet)
      expect(over?.decision).toMatchObject({ code: 'HOLD_OVER_PAYMENT_LIMIT' })
      await dear.close()
      await judge.paid()

      devnet.a2a.reset()
      const lost = await connected(wallet, devnet, 'npm', wire)
      // The browser itself repeats a request once whose connection was in use before.
      devnet.a2a.script({ do: 'normal' }, { do: 'settle', answer: 'cut' }, { do: 'settle', answer: 'cut' })
      expect(JSON.stringify(await say(lost, 'send'))).toContain(npmTideTable)
      const sent = devnet.a2a.heard().flatMap(({ payment }) => (payment ? [JSON.stringify(payment)] : []))
      expect(new Set(sent).size).toBe(1)
      await judge.paid(a2aAmount)

      devnet.a2a.reset()
      const raised = await connected(wallet, devnet, 'npm', wire)
      devnet.a2a.script({ do: 'normal' }, { do: 'quote', terms: { amount: '35000' } })
      expect(JSON.stringify(await say(raised, 'send'))).toContain('payment-failed')
      // The executor quotes the new price at the next message of the task; the first signature is still out there.
      const again = await connected(wallet, devnet, 'npm', wire)
      await press(again, 'send', devnet.a2a.heard()[0]?.taskId)
      const waiting = await asked(wallet)
      expect(waiting.at(-1)?.action).toMatchObject({ kind: 'a2a', taskId: devnet.a2a.heard()[0]?.taskId })
      expect(await wallet.rows('authorizations')).toHaveLength(2)
      await judge.paid(a2aAmount)
    },
  )

for (const wire of wires)
  for (const how of ['send', 'stream'] as const)
    test(
      `over A2A ${wire} a cart is put to a person, under a mandate too, and is paid: ${how}`,
      variant(wire === '0.3' || how === 'send'),
      async ({ wallet, devnet, judge }) => {
        await allowA2a(wallet, devnet)
        const page = await connected(wallet, devnet, 'cart', wire)
        await press(page, how)
        const window = await wallet.approval()
        await expect(window.locator('.terms')).toContainText('The chandler of Marren')
        await expect(window.locator('.terms')).toContainText('0.02 USD')
        await expect(window.locator('.note', { hasText: 'cart' })).toHaveCount(0)
        await wallet.pay()
        expect(await shown(page)).toContain(tideTable)
        await judge.paid(a2aAmount)
      },
    )

test('a cart that is over, or names another total than the offer, is shown with a warning', async ({
  wallet,
  devnet,
  judge,
}) => {
  const page = await connected(wallet, devnet, 'cart', '1.0')
  devnet.a2a.script({ do: 'quote', cart: { total: '0.01', expiry: '2026-01-01T00:00:00Z' } })
  await press(page, 'send')
  const window = await wallet.approval()
  await expect(window.locator('.note', { hasText: 'The cart has expired' })).toBeVisible()
  await expect(window.locator('.note', { hasText: 'another total' })).toBeVisible()
  await judge.paid()
})

test('a list of receipts that shrinks is kept with the payment (case-090)', async ({
  wallet,
  devnet,
  judge,
}) => {
  const page = await connected(wallet, devnet, 'v2', '1.0')
  devnet.a2a.script(
    { do: 'quote' },
    { do: 'fail' },
    { do: 'quote' },
    { do: 'settle', answer: 'last-receipt' },
  )
  await press(page, 'send')
  const first = await wallet.pay()
  expect(await shown(page)).toContain('payment-failed')
  await first.close()
  await page.evaluate(() => document.getElementById('out')?.removeAttribute('data-state'))
  await press(page, 'send', devnet.a2a.heard()[0]?.taskId)
  await wallet.pay()
  expect(await shown(page)).toContain(tideTable)
  await judge.paid(a2aAmount)
  const bodies = async () => (await wallet.rows('receipts')).map(({ body }) => String(body))
  await expect.poll(async () => (await bodies()).some((body) => body.includes('receipts-shrunk'))).toBe(true)
})

test('the helper pays by whichever client, and the page’s own fetch does not pay a second time', async ({
  wallet,
  devnet,
  judge,
}) => {
  await allowA2a(wallet, devnet)
  for (const wire of wires) {
    const page = await connected(wallet, devnet, 'v2', wire)
    const server = `${devnet.a2a.agents.v2}/a2a`
    const answer = await page.evaluate((of) => a2a.help('A tide table, please', of), server)
    expect(JSON.stringify(answer)).toContain(tideTable)
  }
  await judge.paid(a2aAmount, a2aAmount)
  expect(heardStatuses(devnet)).toEqual([undefined, 'payment-submitted', undefined, 'payment-submitted'])
})
