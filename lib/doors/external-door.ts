import { type Browser, browser } from 'wxt/browser'

import type { Json } from '@/lib/page/protocol'
import type { Wallet } from '@/lib/payments/wallet'
import type { Caller } from '@/lib/provider/caller'
import { answerExtension } from '@/lib/provider/external'
import { extensionOf } from './senders'

const isCall = (value: unknown): value is { readonly name: string; readonly value?: Json } =>
  typeof value === 'object' && value !== null && typeof (value as { name?: unknown }).name === 'string'

/**
 * Admits messages of other extensions' own parts, each under the id that the browser names. It has no
 * document and no click of a person: nothing that it asks for opens a window.
 */
export function admitExtensions(wallet: Wallet): void {
  browser.runtime.onMessageExternal.addListener(
    (message: unknown, sender: Browser.runtime.MessageSender, reply) => {
      const origin = extensionOf(sender)
      if (origin === null || !isCall(message)) return undefined
      const caller: Caller = {
        origin,
        topOrigin: origin,
        tabId: -1,
        frameId: 0,
        documentId: `extension ${sender.id}`,
        reportId: crypto.randomUUID(),
        mayOpen: false,
      }
      wallet.ready
        .then(() => answerExtension(wallet, caller, message.name, message.value ?? null))
        .then(reply, () => reply({ type: 'error', code: -32603, message: 'the wallet could not do this' }))
      return true
    },
  )
}
