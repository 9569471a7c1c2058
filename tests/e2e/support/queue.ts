import type { Page } from '@playwright/test'

import { expect } from './test'
import type { WalletBrowser } from './wallet'

type Row = Record<string, unknown>

/** The purchases whose URL ends so, in any state. */
export async function intentsOf(wallet: WalletBrowser, path: string): Promise<Row[]> {
  return (await wallet.rows('intents')).filter((i) => String(i.url).endsWith(path))
}

/** Waits until exactly one purchase of this path waits for a person, and gives it. */
export async function askedFor(wallet: WalletBrowser, path: string): Promise<Row> {
  const asking = async () => (await intentsOf(wallet, path)).filter((i) => i.state === 'asking')
  await expect.poll(async () => (await asking()).length, { timeout: 30_000 }).toBe(1)
  const [intent] = await asking()
  if (intent === undefined) throw new Error(`nothing waits for ${path}`)
  return intent
}

/** Opens what waits as a person does who saw the badge, and presses Pay. */
export async function payWaiting(wallet: WalletBrowser, path: string): Promise<Page> {
  const intent = await askedFor(wallet, path)
  const page = await wallet.context.newPage()
  await page.goto(`chrome-extension://${wallet.extensionId}/approval.html?id=${String(intent.id)}`)
  await page.getByRole('button', { name: /^Pay \$/ }).click()
  return page
}

/** How many windows the wallet opened by itself. */
export const windowsOf = ({ context }: WalletBrowser): number =>
  context.pages().filter((page) => page.url().includes('/approval.html')).length

/** The number on the wallet's button. */
export const badgeOf = ({ home }: WalletBrowser): Promise<string> =>
  home.evaluate(() => chrome.action.getBadgeText({}))
