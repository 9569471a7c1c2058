import { dispatch, listen, NativeCustomEvent } from '../natives'
import type { Json } from '../protocol'
import { type CallError, call, callError, onTold } from './channel'

/** An EIP-1193 provider. `request` rejects with an error that has a `code` of EIP-1193 or JSON-RPC. */
export type Eip1193Provider = {
  request(args: { readonly method: string; readonly params?: Json }): Promise<Json>
  on(event: string, listener: (value: Json) => void): Eip1193Provider
  removeListener(event: string, listener: (value: Json) => void): Eip1193Provider
}

/** EIP-1193: the wallet does not answer in this document. */
const DISCONNECTED = 4900

/**
 * Makes the EIP-1193 provider: every method is the background's.
 *
 * `accountsChanged`, `chainChanged` and `connect` come from there; `disconnect` is told once, when a
 * request finds that nobody answers any more.
 */
export function walletProvider(): Eip1193Provider {
  const listeners = new Map<string, Set<(value: Json) => void>>()
  let isReached = false
  const tell = (event: string, value: Json) => {
    for (const listener of [...(listeners.get(event) ?? [])]) {
      try {
        listener(value)
      } catch (error) {
        reportError(error)
      }
    }
  }
  onTold(({ event, value }) => tell(event, value))
  const provider: Eip1193Provider = {
    async request(args) {
      if (typeof args?.method !== 'string') throw callError(-32602, 'request needs a method')
      try {
        const value = await call('rpc', { method: args.method, params: args.params ?? [] })
        isReached = true
        return value
      } catch (error) {
        const { code, message } = error as CallError
        if (code === DISCONNECTED && isReached) {
          isReached = false
          tell('disconnect', { code, message })
        }
        throw error
      }
    },
    on(event, listener) {
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known.add(listener))
      return provider
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
      return provider
    },
  }
  return Object.freeze(provider)
}

/** Announces the provider (EIP-6963), now and whenever a page asks again. */
export function announce(provider: Eip1193Provider): void {
  const info = Object.freeze({
    uuid: crypto.randomUUID(),
    name: 'Countersign',
    icon: ICON,
    rdns: 'example.countersign.wallet',
  })
  const tell = () =>
    dispatch(
      window,
      new NativeCustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    )
  listen(window, 'eip6963:requestProvider', tell)
  tell()
}

const ICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"%3E%3Crect width="96" height="96" rx="20" fill="%231d2733"/%3E%3Cpath d="M26 50l15 15 30-34" fill="none" stroke="%23fff" stroke-width="9"/%3E%3C/svg%3E'
