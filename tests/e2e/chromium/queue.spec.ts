import type { Page } from '@playwright/test'

import { badgeOf } from '../support/queue'
import { expect, test } from '../support/test'
import type { WalletBrowser } from '../support/wallet'

/** Has a page ask for so many summaries, each with the same body, and for so many articles, and waits for them. */
async function ask(
  page: Page,
  wallet: WalletBrowser,
  summaries: number,
  ...articles: string[]
): Promise<void> {
  const before = (await wallet.rows('intents')).length
  await page.evaluate(
    ([count, paths]) => {
      const body = JSON.stringify({ of: 'the harbour' })
      const headers = { 'content-type': 'application/json' }
      const calls = [
        ...Array.from({ length: count }, () => fetch('/api/summaries', { method: 'POST', headers, body })),
        ...paths.map((path) => fetch(path)),
      ]
      const kept = globalThis as unknown as { statuses?: number[] }
      kept.statuses ??= []
      for (const call of calls) void call.then(({ status }) => kept.statuses?.push(status))
    },
    [summaries, articles] as const,
  )
  await expect
    .poll(async () => (await wallet.rows('intents')).length)
    .toBe(before + summaries + articles.length)
}

const statuses = (page: Page) =>
  page.evaluate(() => [...((globalThis as unknown as { statuses: number[] }).statuses ?? [])].sort())

test('many at once: a way through, one answer to equal ones, one to a whole site, and a pause', async ({
  wallet,
  devnet,
  judge,
}) => {
  const { url } = devnet.newsstand
  const page = await wallet.context.newPage()
  await page.goto(`${url}/free`)
  await ask(page, wallet, 3)
  await ask(page, wallet, 0, '/api/articles/tide-clock')
  await expect.poll(() => badgeOf(wallet)).toBe('4')
  await wallet.call('approval.open', undefined)
  const window = await wallet.approval()
  const position = window.getByRole('navigation', { name: 'Waiting requests' })
  await expect(position).toContainText('1 of 2')
  await expect(window.getByText('3 equal requests.')).toBeVisible()
  const shots = process.env.SHOTS
  if (shots) await window.screenshot({ path: `${shots}/queue.png`, fullPage: true })

  await test.step('what is shown answers to nothing before it has stood for half a second', async () => {
    await window.clock.install()
    await window.clock.pauseAt(new Date(Date.now() + 3_600_000))
    await window.getByRole('button', { name: 'Next request' }).click()
    const decline = window.getByRole('button', { name: 'Decline', exact: true })
    await expect(window.getByText('equal requests')).toHaveCount(0)
    for (const name of ['Decline', 'Decline and block site', 'Decline all 4 from this site', 'Pay $0.25'])
      await expect(window.getByRole('button', { name, exact: true })).toBeDisabled()
    await window.clock.runFor(450)
    await expect(decline).toBeDisabled()
    await window.clock.runFor(100)
    await expect(decline).toBeEnabled()
    await window.clock.resume()
    await window.getByRole('button', { name: 'Previous request' }).click()
  })

  await test.step('the window pauses and goes on', async () => {
    const pause = window.getByRole('button', { name: 'Pause all payments' })
    await pause.click()
    await expect(window.getByText('All payments are paused.')).toBeVisible()
    await expect(window.getByRole('button', { name: 'Cannot be paid' })).toBeDisabled()
    await expect.poll(() => wallet.home.evaluate(() => chrome.action.getTitle({}))).toMatch(/paused/)
    await expect(window.getByText('3 equal requests.')).toBeVisible()
    if (shots) await window.screenshot({ path: `${shots}/paused.png`, fullPage: true })
    await pause.click()
    await expect.poll(() => wallet.home.evaluate(() => chrome.action.getTitle({}))).toBe('Countersign')
  })

  await test.step('one click pays each of the equal ones', async () => {
    await window.getByRole('button', { name: 'Pay all 3: $0.06' }).click()
    await expect.poll(() => statuses(page)).toEqual([200, 200, 200])
    const paid = await wallet.rows('authorizations')
    expect(new Set(paid.map(({ nonce }) => nonce)).size).toBe(3)
    expect(new Set(paid.map(({ approvalId }) => approvalId)).size).toBe(3)
    await judge.paid(20_000n, 20_000n, 20_000n)
  })

  await test.step('one click refuses all that a site has waiting', async () => {
    await ask(page, wallet, 2)
    await window.getByRole('button', { name: /^Go on: / }).click()
    await window.getByRole('button', { name: 'Decline all 3 from this site' }).click()
    await expect.poll(() => statuses(page)).toEqual([200, 200, 200, 402, 402, 402])
    await expect.poll(() => badgeOf(wallet)).toBe('')
    await judge.paid(20_000n, 20_000n, 20_000n)
  })

  await test.step('no page can put the window into a frame (atk-042)', async () => {
    await page.evaluate((src) => {
      const frame = document.createElement('iframe')
      document.body.append(Object.assign(frame, { src, id: 'lure' }))
    }, window.url())
    const frame = async () => (await (await page.$('#lure'))?.contentFrame())?.url()
    await expect.poll(frame).toMatch(/^(chrome-error:|about:blank)/)
  })
})
