import type { Page } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type A2aAgentName, a2aAmount, tideTable } from '../../devnet/merchants/a2a'
import type { Running } from '../../devnet/server'
import { type A2aPage, startA2aPage } from '../support/a2a-page'
import { fill, password, press, says, textOf } from './screens'
import { answerIn, openStage, type Stage } from './stage'

declare const a2a: A2aPage

let stage: Stage
let site: Running

beforeAll(async () => {
  ;[stage, site] = await Promise.all([openStage(), startA2aPage()])
})

afterAll(async () => {
  await stage?.stop()
  await site?.stop()
})

beforeEach(() => {
  stage.net.a2a.reset()
})

afterEach(async () => {
  await stage.firefox.closeAllBut(stage.wallet)
})

type How = 'send' | 'stream'

/** A page with the SDK's client for an agent, whose button sends a message. */
async function connected(agent: A2aAgentName, wire: '0.3' | '1.0', how: How): Promise<Page> {
  const page = await stage.firefox.newPage()
  await page.goto(site.url)
  await page.evaluate(
    async (url, version, by) => {
      await a2a.connect(url, version)
      Object.assign(window, { next: () => a2a[by]('A tide table, please') })
    },
    stage.net.a2a.agents[agent],
    wire,
    how,
  )
  return page
}

describe('agents over A2A in Firefox', () => {
  it.each([
    ['0.3', 'v1', 'send'],
    ['1.0', 'v2', 'stream'],
  ] as const)('pays by one click, over A2A %s, the agent %s: %s', async (wire, agent, how) => {
    const page = await connected(agent, wire, how)
    const moved = await stage.movedBy(async () => {
      await page.click('#go')
      const approval = await stage.firefox.openedByWallet('/approval.html')
      await says(approval, `Tide tables, ${agent}`)
      // A wallet that sees software drive the browser asks for the password each time.
      if ((await textOf(approval)).includes('Password, because'))
        await fill(approval, 'input[type=password]', password)
      await press(approval, 'Pay $')
      expect(await answerIn(page)).toContain(tideTable)
    })
    expect(moved).toEqual({ gained: a2aAmount, lost: a2aAmount })
    const [asking, paying] = stage.net.a2a.heard()
    expect(paying).toMatchObject({ wire, taskId: asking?.taskId, status: 'payment-submitted' })
  })

  it('is declined: the agent hears payment-rejected, and its answer is the page’s', async () => {
    const page = await connected('v1', '1.0', 'send')
    const moved = await stage.movedBy(async () => {
      await page.click('#go')
      const approval = await stage.firefox.openedByWallet('/approval.html')
      await press(approval, 'Decline')
      expect(await answerIn(page)).toContain('As you like.')
    })
    expect(moved).toEqual({ gained: 0n, lost: 0n })
    expect(stage.net.a2a.heard().at(-1)).toMatchObject({ status: 'payment-rejected' })
  })

  it('is paid by a mandate, and once where its answer is lost', async () => {
    await stage.allow(site.url, { transports: ['a2a'] })
    stage.net.a2a.script({ do: 'normal' }, { do: 'settle', answer: 'cut' })
    const page = await connected('v2', '0.3', 'send')
    const moved = await stage.movedBy(async () => {
      await page.click('#go')
      expect(await answerIn(page)).toContain(tideTable)
    })
    expect(moved).toEqual({ gained: a2aAmount, lost: a2aAmount })
  })
})
