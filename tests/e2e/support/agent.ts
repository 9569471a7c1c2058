import type { Page } from '@playwright/test'

import type { WalletBrowser } from './wallet'

/** Opens the approval window as its owner does, for what nobody's click in a page has opened it. */
export async function openApproval(wallet: WalletBrowser): Promise<Page> {
  const page = await wallet.context.newPage()
  await page.goto(`chrome-extension://${wallet.extensionId}/approval.html`)
  return page
}

/** Lets an origin see the account, as the owner's yes to its question does. */
export function connect(wallet: WalletBrowser, origin: string, account: string): Promise<void> {
  return wallet.home.evaluate(
    (of) =>
      new Promise<void>((resolve, reject) => {
        const open = indexedDB.open('countersign')
        open.onsuccess = () => {
          const change = open.result.transaction('connections', 'readwrite')
          change.objectStore('connections').put({ ...of, network: 'eip155:8453', connectedAt: 1, usedAt: 1 })
          change.onerror = () => reject(change.error)
          change.oncomplete = () => {
            open.result.close()
            resolve()
          }
        }
      }),
    { origin, account },
  )
}

/** The quote of a URL, as a page reads it. */
export const quoteOf = (page: Page, url: string) =>
  page.evaluate(async (path) => {
    // A request that may outlive its page is left alone: its 402 reaches the page.
    const header = (await fetch(path, { keepalive: true })).headers.get('PAYMENT-REQUIRED') ?? ''
    return JSON.parse(atob(header)) as never
  }, url)
