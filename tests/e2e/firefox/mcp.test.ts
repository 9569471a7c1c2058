import type { Page } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { type Devnet, startDevnet } from '../../devnet'
import { mcpAmount, tidesText } from '../../devnet/merchants/mcp'
import type { Running } from '../../devnet/server'
import { type McpPage, startMcpPage } from '../support/mcp-page'
import { type Firefox, startFirefox, until } from './firefox'
import { payingWallet, press, says } from './screens'

declare const mcp: McpPage

let net: Devnet
let firefox: Firefox
let site: Running
let wallet: Page
let payer: `0x${string}`

beforeAll(async () => {
  ;[net, firefox, site] = await Promise.all([startDevnet(), startFirefox(), startMcpPage()])
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
  net.mcp.reset()
})

afterEach(async () => {
  await firefox.closeAllBut(wallet)
})

/** What the payee gained and the payer lost while something was done. */
async function movedBy(work: () => Promise<unknown>) {
  const both = () => Promise.all([net.balanceOf(net.accounts.payee.address), net.balanceOf(payer)])
  const [payeeBefore, payerBefore] = await both()
  await work()
  const [payeeAfter, payerAfter] = await both()
  return { gained: payeeAfter - payeeBefore, lost: payerBefore - payerAfter }
}

/** A page with the SDK's client; its button, pressed as a person does, calls a tool. */
async function calls(server: string, tool: string): Promise<{ answer(): Promise<string> }> {
  const page = await firefox.newPage()
  await page.goto(site.url)
  await page.evaluate((url) => mcp.connect(url), server)
  await page.evaluate((name) => {
    Object.assign(window, { next: () => mcp.call(name, { harbour: 'Marren' }) })
  }, tool)
  await page.click('#go')
  const answer = () =>
    until(
      () =>
        page.evaluate(() => {
          const out = document.getElementById('out')
          return out?.dataset.state === 'done' ? out.textContent : null
        }),
      'the call has its answer',
    )
  return { answer }
}

describe('a page with the official MCP client in Firefox', () => {
  it.each([
    ['json', 'tides-a'],
    ['sse', 'tides-b'],
    ['sse', 'tides-d'],
  ] as const)('pays a tool by one click, in answers by %s: %s', async (form, tool) => {
    const moved = await movedBy(async () => {
      const { answer } = await calls(net.mcp[form], tool)
      const approval = await firefox.openedByWallet('/approval.html')
      await says(approval, tool)
      await press(approval, 'Pay $')
      expect(await answer()).toContain(tidesText)
    })
    expect(moved).toEqual({ gained: mcpAmount, lost: mcpAmount })
    expect(net.mcp.calls().map((each) => each.payment !== undefined)).toEqual([false, true])
  })

  it('gets the quote where a person declines, and nothing moves', async () => {
    const moved = await movedBy(async () => {
      const { answer } = await calls(net.mcp.sse, 'tides-a')
      const approval = await firefox.openedByWallet('/approval.html')
      await press(approval, 'Decline')
      expect(await answer()).toContain('"isError":true')
    })
    expect(moved).toEqual({ gained: 0n, lost: 0n })
    expect(net.mcp.calls()).toHaveLength(1)
  })
})
