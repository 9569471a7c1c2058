import { browser } from 'wxt/browser'

import { late } from '@/lib/late/load'
import { openRequests } from '@/lib/ledger/read/requests'
import type { Ledger } from '@/lib/ledger/schema'
import { unseenAutomatic } from './automatic'

const WINDOW = 'approvalWindow'
const SHOWN = 'approvalShown'
const WIDTH = 420
const HEIGHT = 760

/** Shows how many payments wait for a person; when none does, a mark for what was paid without asking. */
export async function refreshBadge(ledger: Ledger): Promise<void> {
  const [payments, questions] = await Promise.all([
    ledger.intents.where('state').equals('asking').count(),
    openRequests(ledger),
  ])
  const waiting = payments + questions.length
  const quiet = waiting === 0 && (await unseenAutomatic(ledger)).length > 0 ? '✓' : ''
  await browser.action.setBadgeText({ text: waiting > 0 ? String(waiting) : quiet })
  // Only where the owner allowed notices. Not awaited: no payment waits for a notice.
  if (browser.notifications) void late().then(({ tellNews }) => tellNews(ledger))
}

/**
 * Opens the approval window, or leaves the open one as it is: it lists what waits by itself, and
 * must not take the focus from a person who types in it.
 *
 * @param byPerson whoever asks for the window by a click gets the open one in front
 */
export async function openApprovalWindow(paymentId: string, byPerson = false): Promise<void> {
  const open = (await browser.storage.session.get(WINDOW))[WINDOW]
  if (typeof open === 'number') {
    const found = await browser.windows.update(open, byPerson ? { focused: true } : {}).catch(() => null)
    if (found) return
  }
  const url = `${browser.runtime.getURL('/approval.html')}?id=${encodeURIComponent(paymentId)}`
  const created = await browser.windows.create({ url, type: 'popup', width: WIDTH, height: HEIGHT })
  if (created?.id !== undefined) await browser.storage.session.set({ [WINDOW]: created.id })
}

/** Remembers which payment the approval window shows: closing the window declines that one. */
export async function rememberShown(paymentId: string): Promise<void> {
  await browser.storage.session.set({ [SHOWN]: paymentId })
}

/**
 * Tells which payment was on screen in the window that has just been closed.
 *
 * @returns null when another window was closed
 */
export async function shownInClosedWindow(windowId: number): Promise<string | null> {
  const stored = await browser.storage.session.get([WINDOW, SHOWN])
  if (stored[WINDOW] !== windowId) return null
  await browser.storage.session.remove([WINDOW, SHOWN])
  return typeof stored[SHOWN] === 'string' ? stored[SHOWN] : null
}
