import { useEffect, useMemo, useState } from 'react'
import { browser } from 'wxt/browser'

import type { WalletStatus } from '@/lib/doors/ui-protocol'
import { documentsChanged } from '@/lib/ledger/read/changes'

import { type Answer, useAnswer } from './useAnswer'
import { useLive } from './useLive'

/**
 * Where the wallet stands: asked again when it is locked or unlocked anywhere, when its access to sites changes,
 * and when the page is looked at.
 */
export function useWallet(): Answer<WalletStatus> {
  const [turn, setTurn] = useState(0)
  const documents = useLive(documentsChanged, [])
  useEffect(() => {
    const again = () => setTurn((now) => now + 1)
    const seen = () => {
      if (document.visibilityState === 'visible') again()
    }
    const stored = (_changes: unknown, area: string) => {
      if (area === 'session') again()
    }
    document.addEventListener('visibilitychange', seen)
    window.addEventListener('focus', again)
    browser.storage.onChanged.addListener(stored)
    browser.permissions.onAdded.addListener(again)
    browser.permissions.onRemoved.addListener(again)
    return () => {
      document.removeEventListener('visibilitychange', seen)
      window.removeEventListener('focus', again)
      browser.storage.onChanged.removeListener(stored)
      browser.permissions.onAdded.removeListener(again)
      browser.permissions.onRemoved.removeListener(again)
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object whenever one of them changes
  const signal = useMemo(() => ({}), [turn, documents])
  return useAnswer('wallet.status', undefined, signal)
}
