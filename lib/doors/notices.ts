import { browser } from 'wxt/browser'

import { late } from '@/lib/late/load'
import { changeMandate } from '@/lib/payments/mandates'
import type { Wallet } from '@/lib/payments/wallet'

/**
 * Admits clicks on the wallet's notices, where the owner allowed notices. The one button that a notice has
 * pauses the mandate that it names: that narrows, and needs nobody's word.
 */
export function admitNotices(wallet: Wallet): void {
  const clicked = async (id: string, button?: number): Promise<void> => {
    await wallet.ready
    const isStop = button !== undefined
    if (isStop) await changeMandate(wallet, { id: id.split(' ')[1] ?? '', change: { kind: 'pause' } })
    await (await late()).openNotice(wallet.ledger, id, isStop)
  }
  // The browser takes the same listener once, however often the permission is given.
  const listen = (): void => {
    browser.notifications?.onClicked.addListener(clicked)
    browser.notifications?.onButtonClicked?.addListener(clicked)
  }
  listen()
  browser.permissions.onAdded.addListener(async ({ permissions }) => {
    if (permissions?.includes('notifications') !== true) return
    listen()
    await (await late()).beginNews(wallet.ledger)
  })
}
