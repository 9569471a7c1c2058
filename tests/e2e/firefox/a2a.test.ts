import type { Page } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Devnet, startDevnet } from '../../devnet'
import { chainId, usdc } from '../../devnet/chain'
import { type A2aAgentName, a2aAmount, tideTable } from '../../devnet/merchants/a2a'
import type { Running } from '../../devnet/server'
import { type A2aPage, startA2aPage } from '../support/a2a-page'
import { type Firefox, startFirefox, until } from './firefox'
import { ask, fill, password, payingWallet, press, says, textOf } from './screens'

declare const a2a: A2aPage

let net: Devnet
let firefox: Firefox
let site: Running
/** The wallet's full page. */
let wallet: Page
let payer: `0x${string}`

beforeAll(async () => {
  ;[net, firefox, site] = await Promise.all([startDevnet(), startFirefox(), startA2aPage()])
  const made = await payingWallet(firefox, net)
  wallet = made.page
  payer = made.address
})

afterAll(async () => {
  await firefox?.close()
  await site?.stop()
  await net?.stop()
})

beforeEach(() => {
  net.a2a.reset()
})

afterEach(async () => {
  await firefox.closeAllBut(wallet)
})

type How = 'send' | 'stream'

/** A page with the SDK's client for an agent, whose button sends a message. */
async function connected(agent: A2aAgentName, wire: '0.3' | '1.0', how: How): Promise<Page> {
  const page = await firefox.newPage()
  await page.goto(site.url)
  await page.evaluate(
    async (url, version, by) => {
      await a2a.connect(url, version)
      Object.assign(window, { next: () => a2a[by]('A tide table, please') })
    },
    net.a2a.agents[agent],
    wire,
    how,
  )
  return page
}

const answerIn = (page: Page): Promise<string> =>
  until(
    () =>
      page.evaluate(() => {
        const out = document.getElementById('out')
        return out?.dataset.state === 'done' ? out.textContent : null
      }),
    'the message is answered',
  )

/** What the payee gained and the payer lost while something was done. */
async function movedBy(work: () => Promise<unknown>) {
  const both = () => Promise.all([net.balanceOf(net.accounts.payee.address), net.balanceOf(payer)])
  const [payeeBefore, payerBefore] = await both()
  await work()
  const [payeeAfter, payerAfter] = await both()
  return { gained: payeeAfter - payeeBefore, lost: payerBefore - payerAfter }
}

describe('agents over A2A in Firefox', () => {
  it.each([
    ['0.3', 'v1', 'send'],
    ['1.0', 'v2', 'stream'],
  ] as const)('pays by one click, over A2A %s, the agent %s: %s', async (wire, agent, how) => {
    const page = await connected(agent, wire, how)
    const moved = await movedBy(async () => {
      await page.click('#go')
      const approval = await firefox.openedByWallet('/approval.html')
      await says(approval, `Tide tables, ${agent}`)
      // A wallet that sees software drive the browser asks for the password each time.
      if ((await textOf(approval)).includes('Password, because'))
        await fill(approval, 'input[type=password]', password)
      await press(approval, 'Pay $')
      expect(await answerIn(page)).toContain(tideTable)
    })
    expect(moved).toEqual({ gained: a2aAmount, lost: a2aAmount })
    const [asking, paying] = net.a2a.heard()
    expect(paying).toMatchObject({ wire, taskId: asking?.taskId, status: 'payment-submitted' })
  })

  it('is declined: the agent hears payment-rejected, and its answer is the page’s', async () => {
    const page = await connected('v1', '1.0', 'send')
    const moved = await movedBy(async () => {
      await page.click('#go')
      const approval = await firefox.openedByWallet('/approval.html')
      await press(approval, 'Decline')
      expect(await answerIn(page)).toContain('As you like.')
    })
    expect(moved).toEqual({ gained: 0n, lost: 0n })
    expect(net.a2a.heard().at(-1)).toMatchObject({ status: 'payment-rejected' })
  })

  it('is paid by a mandate, and once where its answer is lost', async () => {
    await ask(wallet, 'mandates.grant', {
      terms: {
        origin: site.url,
        agent: null,
        pathPrefix: null,
        payees: [net.accounts.payee.address],
        assets: [{ network: `eip155:${chainId}`, asset: usdc, maxAmount: '20000' }],
        unit: { kind: 'usd', testnet: true },
        total: '1',
        window: { kind: 'rolling', seconds: 3_600 },
        maxWindowSeconds: 300,
        expiresAt: Math.floor(Date.now() / 1_000) + 86_400,
        transports: ['a2a'],
        automaticPerMinute: 60,
        maxRisePercent: null,
        mayRepeat: false,
        account: payer,
      },
      password,
    })
    net.a2a.script({ do: 'normal' }, { do: 'settle', answer: 'cut' })
    const page = await connected('v2', '0.3', 'send')
    const moved = await movedBy(async () => {
      await page.click('#go')
      expect(await answerIn(page)).toContain(tideTable)
    })
    expect(moved).toEqual({ gained: a2aAmount, lost: a2aAmount })
  })
})
