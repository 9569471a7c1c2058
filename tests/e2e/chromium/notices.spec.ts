import { allow } from '../support/mandates'
import { expect, test, variant } from '../support/test'
import { launchWallet, readyWallet, type WalletBrowser } from '../support/wallet'

/** The notices that stand, by their ids. */
const standing = ({ home }: WalletBrowser): Promise<string[]> =>
  home.evaluate(
    () =>
      new Promise((resolve) => {
        const { notifications } = chrome as unknown as {
          notifications: { getAll(done: (all: Record<string, boolean>) => void): void }
        }
        notifications.getAll((all) => resolve(Object.keys(all).sort()))
      }),
  )

test(
  'a mandate’s payment and its used total are told where the owner allowed notices',
  variant(true),
  async ({ devnet }) => {
    const wallet = await launchWallet(undefined, { granted: ['notifications'] })
    try {
      await readyWallet(wallet, devnet)
      const { url } = devnet.newsstand
      const mandate = await allow(wallet, devnet, url, { eachUsd: 0.25, totalUsd: '0.25' })
      // The first look is where news begin.
      await wallet.call('automatic.seen', undefined)
      await expect
        .poll(async () => (await wallet.home.evaluate(() => chrome.storage.session.get())).noticesTold)
        .toBeDefined()
      const page = await wallet.context.newPage()
      await page.goto(`${url}/articles/tide-clock`)
      await expect(page.locator('#article')).toBeVisible()
      await expect.poll(() => standing(wallet)).toEqual([`budget mandate:${mandate}`, `mandate ${mandate}`])
      // What a page asks for by itself opens no window: the notice tells that it waits.
      await page.goto(`${devnet.transports.url}/page?run=${encodeURIComponent("fetch('/goods/alone')")}`)
      await expect.poll(() => standing(wallet)).toContain('waiting')
    } finally {
      await wallet.close()
    }
  },
)
