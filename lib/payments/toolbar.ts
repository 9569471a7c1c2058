import { browser } from 'wxt/browser'

import { readSettings } from '@/lib/ledger/read/documents'
import type { Ledger } from '@/lib/ledger/schema'
import { wordsFor } from './notices/words'

const SIZES = [16, 32, 48, 128]

/** Draws the wallet's button, and names it, as the payments stand: going, or all paused. */
export async function showPaused(ledger: Ledger): Promise<void> {
  const { paused, language } = await readSettings(ledger)
  const name = paused ? 'paused-' : ''
  const path = Object.fromEntries(SIZES.map((size) => [String(size), `/icon/${name}${size}.png`]))
  const title = paused ? wordsFor(language).pausedTitle : 'Countersign'
  await Promise.all([browser.action.setIcon({ path }), browser.action.setTitle({ title })])
}
