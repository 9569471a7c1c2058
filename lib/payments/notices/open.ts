import { browser } from 'wxt/browser'

import { readSettings } from '@/lib/ledger/read/documents'
import { openRequests } from '@/lib/ledger/read/requests'
import type { Ledger } from '@/lib/ledger/schema'
import { openApprovalWindow } from '../ask'
import { show } from './tell'
import { siteName } from './text'
import { wordsFor } from './words'

/**
 * Opens the screen that a notice is about, and takes the notice away.
 *
 * @param id of the notice
 * @param isStopped its button was pressed, and the mandate is paused: that is said in its place
 */
export async function openNotice(ledger: Ledger, id: string, isStopped: boolean): Promise<void> {
  const [about = '', ...rest] = id.split(' ')
  const of = rest.join(' ')
  if (isStopped) {
    const mandate = await ledger.mandates.get(of)
    const words = wordsFor((await readSettings(ledger)).language)
    const host = siteName(mandate?.origin ?? '', words)
    await show({ id, title: words.stopped, message: words.stoppedMore(host) })
    return
  }
  await browser.notifications.clear(id)
  if (about === 'waiting') await openFirst(ledger)
  else await browser.tabs.create({ url: `${browser.runtime.getURL('/options.html')}${placeOf(about, of)}` })
}

/** The place of the full page that tells more. */
function placeOf(about: string, of: string): string {
  const named = encodeURIComponent(of)
  switch (about) {
    case 'mandate':
      return `#/budgets/${named}`
    case 'budget':
      return '#/budgets'
    case 'payment':
      return `#/payment/${named}`
    default:
      return '#/outstanding'
  }
}

/** Opens what waits longest, or puts the window that is open already in front: its owner asked for it. */
export async function openFirst(ledger: Ledger): Promise<void> {
  const [payments, questions] = await Promise.all([
    ledger.intents.where('state').equals('asking').toArray(),
    openRequests(ledger),
  ])
  const [first] = [...payments, ...questions].sort((a, b) => a.createdAt - b.createdAt)
  if (first !== undefined) await openApprovalWindow(first.id, true)
}
