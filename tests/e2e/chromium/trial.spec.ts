import { readFileSync } from 'node:fs'

import { expect, test, variant } from '../support/test'
import { launchWallet, PASSWORD } from '../support/wallet'

/** Each article is another address, so that none is paid already. */
const articles = ['first', 'second', 'third', 'fourth']

test(
  'from install to an article, a limit, a mandate, the reason of a refusal, and the way back by the words',
  variant(true),
  async ({ devnet }) => {
    const wallet = await launchWallet()
    const second = await launchWallet()
    try {
      const article = await wallet.context.newPage()
      const open = async (which: number) => {
        await article.bringToFront()
        await article.goto(`${devnet.newsstand.url}/articles/tide-clock?${articles[which]}`)
      }
      const served = () => expect(article.locator('#article')).toBeVisible()

      // The wallet shows its first screen by itself once it is installed.
      const own = wallet.context.pages().find((page) => page.url().endsWith('#/welcome'))
      if (own === undefined) throw new Error('no first screen was opened')
      await own.bringToFront()
      await own.getByLabel(/^Password/).fill(PASSWORD)
      await own.getByLabel(/^Again/).fill(PASSWORD)
      await own.getByRole('button', { name: 'Continue' }).click()
      await own.getByRole('button', { name: 'Show the words' }).click()
      const lines = await own.locator('ol.words:not(.is-hidden) li').allInnerTexts()
      const words = lines.map((line) => /[a-z]+$/.exec(line.trim())?.[0] ?? '')
      await own.getByRole('button', { name: 'I wrote them down' }).click()
      for (const label of await own.locator('.check label').allInnerTexts()) {
        const place = Number(/\d+/.exec(label)?.[0])
        await own.getByLabel(label.trim(), { exact: true }).fill(words[place - 1] ?? '')
      }
      await own.getByRole('button', { name: 'Continue' }).click()
      await own.getByRole('button', { name: 'Keep these limits' }).click()
      await own.getByRole('button', { name: 'Done' }).click()
      const { account } = await wallet.call('wallet.status', undefined)

      // Money of the local network, in the place of money that somebody sends.
      await devnet.fund(account as `0x${string}`, 5_000_000n)
      await wallet.call('settings.set', { change: { kind: 'testnets', on: true }, password: PASSWORD })
      const rpc = { kind: 'rpc', network: `eip155:${devnet.chainId}`, url: devnet.rpcUrl } as const
      await wallet.call('settings.set', { change: rpc, password: PASSWORD })

      await open(0)
      const asked = await wallet.pay()
      await served()
      await asked.getByRole('button', { name: 'Done' }).click()

      await own.getByRole('link', { name: 'Settings', exact: true }).click()
      await own.getByLabel(/^Everything, in 24 hours/).fill('3.00')
      await own.getByRole('button', { name: 'Save', exact: true }).nth(1).click()
      await expect.poll(async () => (await wallet.call('settings.get', undefined)).perDayUsd).toBe('3.00')

      await open(1)
      const allowing = await wallet.approval()
      await allowing.getByText('Pay without asking').click()
      await allowing.getByLabel(/^each, in dollars/i).fill('0.25')
      await allowing.getByLabel(/^total, in dollars/i).fill('0.50')
      await allowing.getByRole('radio', { name: 'Account 1' }).check()
      await allowing.getByRole('button', { name: /^Allow/ }).click()
      await served()
      await allowing.getByRole('button', { name: 'Done' }).click()
      // By itself.
      await open(2)
      await served()
      // And no more than was allowed: the window says the numbers, and so does the payment's own page afterwards.
      const used = '$0.50 of the $0.50 of your mandate are used; this is $0.25 over.'
      await open(3)
      const over = await wallet.approval()
      await expect(over.getByText(used)).toBeVisible()
      await over.getByRole('button', { name: 'Decline', exact: true }).click()
      await own.getByRole('link', { name: 'Activity' }).click()
      await own.getByRole('link', { name: /declined/ }).click()
      await expect(own.getByText(used)).toBeVisible()
      await own.getByRole('link', { name: 'See the mandate' }).click()
      await own.getByRole('button', { name: /^Revoke/ }).click()
      await expect
        .poll(async () => (await wallet.rows('mandates')).map((row) => row.state))
        .toEqual(['revoked'])

      await own.getByRole('link', { name: 'Settings', exact: true }).click()
      const [file] = await Promise.all([
        own.waitForEvent('download'),
        own.getByRole('button', { name: 'Save as a file' }).click(),
      ])
      expect(readFileSync(await file.path(), 'utf8')).toContain('tide-clock?first')
      const popup = await wallet.context.newPage()
      await popup.goto(`chrome-extension://${wallet.extensionId}/popup.html`)
      await popup.getByRole('button', { name: /Lock/ }).click()
      await expect(popup.getByRole('heading', { name: 'Locked' })).toBeVisible()

      const other = second.home
      await other.goto(`chrome-extension://${second.extensionId}/options.html#/welcome`)
      await other.getByText('Import', { exact: true }).click()
      await other.getByLabel('12 words, or a private key').fill(words.join(' '))
      await other.getByLabel(/^Password/).fill(PASSWORD)
      await other.getByLabel(/^Again/).fill(PASSWORD)
      await other.getByRole('button', { name: 'Continue' }).click()
      await expect.poll(async () => (await second.call('wallet.status', undefined)).account).toBe(account)
    } finally {
      await wallet.close()
      await second.close()
    }
  },
)
