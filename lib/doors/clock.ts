import { browser } from 'wxt/browser'

import { pruneUnsigned } from '@/lib/ledger/write/prune'
import { refreshBadge } from '@/lib/payments/ask'
import { proveOutstanding } from '@/lib/payments/prove'
import { voidStale } from '@/lib/payments/take-up'
import type { Wallet } from '@/lib/payments/wallet'
import { watchNow } from '@/lib/payments/watch-key'
import { tellLock } from '@/lib/provider/eip1193/connection'
import { isUnlockedSlot } from '@/lib/vault/session'

const TICK = 'tick'

/**
 * Looks once a minute whether the wallet's time is up, and asks the chain about what is not proved. The
 * deadline itself is stored, so that an alarm that comes late locks no later than the next use.
 */
export function keepTime(wallet: Wallet): void {
  browser.alarms.onAlarm.addListener(({ name }) => {
    if (name === TICK) void wallet.ready.then(() => tick(wallet))
  })
  void browser.alarms.get(TICK).then(async (alarm) => {
    if (!alarm) await browser.alarms.create(TICK, { periodInMinutes: 1 })
  })
  // Whoever locks or unlocks, and however: connected pages hear that their account is gone, or back.
  browser.storage.onChanged.addListener((changes, area) => {
    const turned = Object.entries(changes).some(
      ([key, { oldValue, newValue }]) =>
        isUnlockedSlot(key) && (oldValue === undefined) !== (newValue === undefined),
    )
    if (area !== 'session' || !turned) return
    void wallet.ready.then(() => tellLock(wallet))
    void wallet.ready.then(() => proveOutstanding(wallet)).catch(() => undefined)
  })
  // Firefox has no such method; there the session store is closed to content scripts anyway.
  const session = browser.storage.session as {
    setAccessLevel?: (level: { accessLevel: 'TRUSTED_CONTEXTS' }) => Promise<void>
  }
  void session.setAccessLevel?.({ accessLevel: 'TRUSTED_CONTEXTS' })
}

async function tick(wallet: Wallet): Promise<void> {
  // Reading the status locks a wallet whose time is up.
  await wallet.vault.status()
  await voidStale(wallet)
  await pruneUnsigned(wallet.ledger)
  await proveOutstanding(wallet)
  await watchNow(wallet)
  // What became known without anybody's doing, and questions whose time is over.
  await refreshBadge(wallet.ledger)
}
