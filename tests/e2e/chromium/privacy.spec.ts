import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { startRecordingProxy } from '../support/recording-proxy'
import { expect, test, variant } from '../support/test'
import { launchWallet, PASSWORD, readyWallet } from '../support/wallet'

const BUILD = resolve(import.meta.dirname, '../../../.output/chrome-mv3')

/** Whom Chromium itself turns to while it starts: for its updates, and for who is signed in to it. */
const BROWSERS_OWN = ['update.googleapis.com', 'accounts.google.com']

/** Every script of the build, one after the other. */
const scripts = (): string =>
  readdirSync(BUILD, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(join(BUILD, name), 'utf8'))
    .join('\n')

/** The host and port of an address, as a proxy is asked for it. */
const hostOf = (url: string): string => {
  const { host, port, protocol } = new URL(url)
  return port === '' ? `${host}:${protocol === 'https:' ? 443 : 80}` : host
}

test(
  'a whole run asks the paid server and the owner’s nodes, and nobody else',
  variant(true),
  async ({ devnet }) => {
    const proxy = await startRecordingProxy()
    const wallet = await launchWallet(undefined, { args: proxy.args })
    try {
      await readyWallet(wallet, devnet)
      const nodes = (await wallet.call('settings.get', undefined)).networks.flatMap(({ rpcUrls }) => rpcUrls)
      const reader = await wallet.context.newPage()
      await reader.goto(`${devnet.newsstand.url}/articles/tide-clock`)
      await wallet.payAndClose()
      await expect.poll(async () => (await wallet.rows('receipts')).length).toBeGreaterThan(0)
      const screens = ['popup.html', 'sidepanel.html', 'approval.html']
      const places = ['activity', 'outstanding', 'budgets', 'sites', 'fund', 'settings', 'welcome']
      const screen = await wallet.context.newPage()
      for (const path of [...screens, ...places.map((place) => `options.html#/${place}`)]) {
        await screen.goto(`chrome-extension://${wallet.extensionId}/${path}`)
        await screen.locator('#root :is(h1, h2, button)').first().waitFor()
      }
      await wallet.call('wallet.lock', undefined)
      await wallet.call('wallet.unlock', { password: PASSWORD })
      await wallet.killWorker()
      await wallet.call('wallet.status', undefined)

      const asked = [...proxy.hosts]
      // The proxy stands in the way of all that the browser does: it saw the purchase, and the nodes asked about it.
      expect(asked).toContain(hostOf(devnet.newsstand.url))
      expect(asked).toContain(hostOf(devnet.rpcUrl))
      const known = new Set([devnet.newsstand.url, ...nodes].map(hostOf))
      const isBrowsers = (host: string) => BROWSERS_OWN.includes(host.replace(/:443$/, ''))
      expect(asked.filter((host) => !known.has(host) && !isBrowsers(host))).toEqual([])
      // What is put down to the browser is not the wallet's: it does not know these names.
      const code = scripts()
      for (const host of BROWSERS_OWN) expect(code).not.toContain(host)
    } finally {
      await wallet.close()
      await proxy.close()
    }
  },
)
