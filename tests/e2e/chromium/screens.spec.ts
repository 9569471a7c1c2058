import { allow } from '../support/mandates'
import { askedFor } from '../support/queue'
import { type Look, look, openScreen, placesOf, serious } from '../support/screens'
import { expect, test, variant } from '../support/test'
import { readyWallet } from '../support/wallet'

const LOOKS: readonly Look[] = [
  { scheme: 'light', language: 'en' },
  { scheme: 'dark', language: 'es' },
  { scheme: 'dark', language: 'en' },
  { scheme: 'light', language: 'es' },
]

// One walk is part of the gate; the other three pairs of a theme and a language are run with everything.
for (const [index, of] of LOOKS.entries()) {
  test(
    `no screen has a serious fault of accessibility: ${of.scheme}, ${of.language}`,
    variant(index > 0),
    async ({ wallet, devnet }) => {
      test.slow()
      const page = await wallet.context.newPage()
      const found: string[] = []
      const audit = async (screen: string) => {
        if (process.env.SHOTS)
          await page.screenshot({
            path: `${process.env.SHOTS}/${of.scheme} ${screen.replace(/\W+/g, '-').slice(0, 40)}.png`,
            fullPage: true,
          })
        for (const fault of await serious(page)) found.push(`${screen}: ${fault}`)
      }
      const walk = async (...paths: readonly string[]) => {
        for (const path of paths) {
          await openScreen(page, wallet, path)
          await audit(path)
        }
      }
      await page.goto(`chrome-extension://${wallet.extensionId}/popup.html`)
      await look(page, of)
      await walk('popup.html', 'options.html#/welcome')

      await readyWallet(wallet, devnet)
      const { url } = devnet.newsstand
      await allow(wallet, devnet, url, { eachUsd: 0.25, totalUsd: '1' })
      const asking = await wallet.context.newPage()
      await asking.goto(`${url}/articles/tide-clock`)
      await asking.locator('#article').waitFor()
      const [paid] = await wallet.rows('intents')
      await wallet.call('mandates.set', {
        id: String((await wallet.rows('mandates'))[0]?.id),
        change: { kind: 'pause' },
      })
      await asking.evaluate(() => void fetch('/api/articles/tide-clock'))
      const waits = await askedFor(wallet, '/api/articles/tide-clock')
      await walk(
        'popup.html',
        'sidepanel.html',
        ...(await placesOf(page, wallet)),
        `options.html#/payment/${String(paid?.id)}`,
        'options.html#/recovery',
        `approval.html?id=${String(waits.id)}`,
      )
      await wallet.call('wallet.pause', { paused: true })
      await walk('popup.html', `approval.html?id=${String(waits.id)}`, 'options.html#/activity')
      await wallet.call('wallet.pause', { paused: false })
      await wallet.call('approval.decline', { paymentId: String(waits.id) })
      await walk(`approval.html?id=${String(waits.id)}`, `options.html#/payment/${String(waits.id)}`)
      await wallet.call('wallet.lock', undefined)
      await walk('popup.html', 'options.html#/settings')
      expect(found).toEqual([])
    },
  )
}

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
