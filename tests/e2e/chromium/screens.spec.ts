import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

import { expect, test } from '../support/test'

/** What the audit finds serious or worse on a page, in words. */
async function serious(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return violations
    .filter((v) => v.impact === 'serious' || v.impact === 'critical')
    .map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(' ')).join(', ')}`)
}

test('no screen has a serious fault of accessibility', async ({ wallet, account, devnet }) => {
  expect(account).toMatch(/^0x/)
  const page = await wallet.context.newPage()
  const origin = `chrome-extension://${wallet.extensionId}`
  for (const path of [
    'popup.html',
    'options.html#/activity',
    'options.html#/settings',
    'options.html#/fund',
  ]) {
    await page.goto(`${origin}/${path}`)
    await page.getByRole('heading').first().waitFor()
    expect([path, await serious(page)]).toEqual([path, []])
  }
  await page.goto(`${devnet.newsstand.url}/articles/tide-clock`)
  const window = await wallet.approval()
  await window.getByRole('button', { name: /^Pay/ }).first().waitFor()
  expect(await serious(window)).toEqual([])
})

test('a first run makes a wallet from new words, through the screens alone', async ({ wallet }) => {
  const page = await wallet.context.newPage()
  await page.goto(`chrome-extension://${wallet.extensionId}/options.html#/welcome`)
  await page
    .getByLabel(/^Password/)
    .first()
    .fill('a long enough password')
  await page.getByLabel(/again|repeat|confirm/i).fill('a long enough password')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(async () => (await wallet.call('wallet.status', undefined)).vault).toBe('unlocked')
  const { account } = await wallet.call('wallet.status', undefined)
  expect(account).toMatch(/^0x[0-9a-fA-F]{40}$/)
})

test('the limit of a payment is raised only with the password (I9)', async ({ wallet, account }) => {
  expect(account).toMatch(/^0x/)
  const change = { kind: 'limit', which: 'perDayUsd', usd: '20.00' } as const
  await expect(wallet.call('settings.set', { change })).rejects.toThrow('password-needed')
  await expect(wallet.call('settings.set', { change, password: 'a wrong password' })).rejects.toThrow(
    'wrong-password',
  )
  await wallet.call('settings.set', { change: { ...change, usd: '5.00' } })
  expect((await wallet.call('settings.get', undefined)).perDayUsd).toBe('5.00')
})

test('a page and a content script reach no screen call (atk-039)', async ({ wallet, devnet, account }) => {
  expect(account).toMatch(/^0x/)
  const page = await wallet.context.newPage()
  await page.goto(`${devnet.newsstand.url}/free`)
  const reply = await page.evaluate(
    (id) =>
      new Promise((resolve) => {
        const message = { door: 'ui', name: 'wallet.status' }
        document.dispatchEvent(
          new CustomEvent('countersign:ask', {
            detail: JSON.stringify({ id: '1', message }),
            cancelable: true,
          }),
        )
        document.addEventListener('countersign:answer', (e) => resolve((e as CustomEvent).detail))
        const runtime = (
          globalThis as {
            chrome?: {
              runtime?: { sendMessage?: (id: string, m: unknown, cb: (r: unknown) => void) => void }
            }
          }
        ).chrome?.runtime
        if (runtime?.sendMessage) runtime.sendMessage(id, message, (r) => resolve(r ?? 'none'))
        setTimeout(() => resolve('none'), 1_500)
      }),
    wallet.extensionId,
  )
  expect(JSON.stringify(reply)).not.toContain('vault')
})
