import { type Browser, browser } from 'wxt/browser'

import type { Wallet } from '@/lib/payments/wallet'
import { procedures } from './procedures'
import { isOwnScreen } from './senders'
import type { UiCalls, UiName, UiReply } from './ui-protocol'

const isCall = (value: unknown): value is { door: 'ui'; name: UiName; value: UiCalls[UiName][0] } => {
  const m = value as { door?: unknown; name?: unknown } | null
  return (
    typeof m === 'object' &&
    m !== null &&
    m.door === 'ui' &&
    typeof m.name === 'string' &&
    Object.hasOwn(procedures, m.name)
  )
}

/** Admits calls of the wallet's own screens, and of nobody else (atk-039). */
export function admitScreens(wallet: Wallet): void {
  browser.runtime.onMessage.addListener((value: unknown, sender: Browser.runtime.MessageSender, reply) => {
    if (!isCall(value) || !isOwnScreen(sender)) return undefined
    call(wallet, value.name, value.value).then(reply, () =>
      reply({ error: { code: 'failed' } } satisfies UiReply),
    )
    return true
  })
}

async function call<N extends UiName>(wallet: Wallet, name: N, value: UiCalls[N][0]): Promise<UiReply<N>> {
  await wallet.ready
  return await procedures[name](wallet, value)
}
