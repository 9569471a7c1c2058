import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { mcpAmount, tidesText } from '../../devnet/merchants/mcp'
import type { Running } from '../../devnet/server'
import { type McpPage, startMcpPage } from '../support/mcp-page'
import { press, says } from './screens'
import { answerIn, openStage, type Stage } from './stage'

declare const mcp: McpPage

let stage: Stage
let site: Running

beforeAll(async () => {
  ;[stage, site] = await Promise.all([openStage(), startMcpPage()])
})

afterAll(async () => {
  await stage?.stop()
  await site?.stop()
})

beforeEach(() => {
  stage.net.mcp.reset()
})

afterEach(async () => {
  await stage.firefox.closeAllBut(stage.wallet)
})

/** A page with the SDK's client; its button, pressed as a person does, calls a tool. */
async function calls(server: string, tool: string): Promise<{ answer(): Promise<string> }> {
  const page = await stage.firefox.newPage()
  await page.goto(site.url)
  await page.evaluate((url) => mcp.connect(url), server)
  await page.evaluate((name) => {
    Object.assign(window, { next: () => mcp.call(name, { harbour: 'Marren' }) })
  }, tool)
  await page.click('#go')
  return { answer: () => answerIn(page) }
}

describe('a page with the official MCP client in Firefox', () => {
  it.each([
    ['json', 'tides-a'],
    ['sse', 'tides-b'],
    ['sse', 'tides-d'],
  ] as const)('pays a tool by one click, in answers by %s: %s', async (form, tool) => {
    const moved = await stage.movedBy(async () => {
      const { answer } = await calls(stage.net.mcp[form], tool)
      const approval = await stage.firefox.openedByWallet('/approval.html')
      await says(approval, tool)
      await press(approval, 'Pay $')
      expect(await answer()).toContain(tidesText)
    })
    expect(moved).toEqual({ gained: mcpAmount, lost: mcpAmount })
    expect(stage.net.mcp.calls().map((each) => each.payment !== undefined)).toEqual([false, true])
  })

  it('gets the quote where a person declines, and nothing moves', async () => {
    const moved = await stage.movedBy(async () => {
      const { answer } = await calls(stage.net.mcp.sse, 'tides-a')
      const approval = await stage.firefox.openedByWallet('/approval.html')
      await press(approval, 'Decline')
      expect(await answer()).toContain('"isError":true')
    })
    expect(moved).toEqual({ gained: 0n, lost: 0n })
    expect(stage.net.mcp.calls()).toHaveLength(1)
  })
})
