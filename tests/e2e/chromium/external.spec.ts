import { createHash } from 'node:crypto'
import { resolve } from 'node:path'

import type { Payment } from '../../../docs/countersign'
import { openApproval, quoteOf } from '../support/agent'
import { expect, test } from '../support/test'
import { launchWallet, readyWallet } from '../support/wallet'

const NEIGHBOUR = resolve(import.meta.dirname, '../support/extension')

/** The id that Chromium gives an extension loaded from a folder: its path's digest in the letters a to p. */
const idOf = (folder: string): string =>
  [...createHash('sha256').update(folder).digest('hex').slice(0, 32)]
    .map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)))
    .join('')

test('another extension is answered only while the owner has it connected, and a web page never', async ({
  devnet,
}) => {
  const wallet = await launchWallet(undefined, { beside: [NEIGHBOUR] })
  await readyWallet(wallet, devnet)
  const id = idOf(NEIGHBOUR)
  const page = await wallet.context.newPage()
  await page.goto(`chrome-extension://${id}/page.html`)
  const call = (name: string, value: object | null = null) =>
    page.evaluate(([to, message]) => chrome.runtime.sendMessage(to, message), [
      wallet.extensionId,
      { name, value },
    ] as const) as Promise<{ type: string; code?: number; paymentId?: string; value?: Payment }>

  const url = `${devnet.newsstand.url}/api/articles/quiet-signal`
  const web = await wallet.context.newPage()
  await web.goto(`${devnet.newsstand.url}/free`)
  const wish = { quote: JSON.stringify(await quoteOf(web, url)), url, transport: 'provider' }
  expect(await call('requestPayment', wish)).toMatchObject({ type: 'error', code: 4100 })
  const asked = await call('connect')
  expect(asked.type).toBe('wait')
  const answered = call('await', { id: asked.paymentId })
  const owner = await openApproval(wallet)
  await expect(owner.getByRole('definition').getByText(`chrome-extension://${id}`)).toBeVisible()
  await owner.getByRole('button', { name: 'Connect' }).click()
  expect(await answered).toEqual({ type: 'value', value: { connected: true } })
  await owner.close()
  expect(await call('requestPayment', wish)).toMatchObject({
    type: 'value',
    value: { status: 'pending', code: 'HOLD_APPROVAL_REQUIRED' },
  })
  const intent = (await wallet.rows('intents')).find((row) => row.kind === 'call')
  expect([intent?.asker, intent?.topOrigin]).toEqual([`chrome-extension://${id}`, `chrome-extension://${id}`])
  expect(await call('rpc', { method: 'eth_accounts' })).toMatchObject({ type: 'error', code: 4200 })

  // The owner takes it back where sites are taken back too.
  await wallet.home.goto(`chrome-extension://${wallet.extensionId}/options.html#/sites`)
  await wallet.home.getByRole('link', { name: /connected/ }).click()
  await wallet.home.getByRole('heading', { name: id }).waitFor()
  await wallet.home.getByRole('button', { name: 'Disconnect' }).click()
  await expect.poll(async () => await wallet.rows('connections')).toEqual([])
  expect(await call('requestPayment', wish)).toMatchObject({ type: 'error', code: 4100 })

  expect(
    await web.evaluate(() => typeof (globalThis as { chrome?: { runtime?: unknown } }).chrome?.runtime),
  ).toBe('undefined')
  await wallet.close()
})
