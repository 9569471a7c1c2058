import { dispatch, listen, NativeCustomEvent } from '../natives'
import type { Json } from '../protocol'
import { call, callError, onTold } from './channel'

/** An EIP-1193 provider. */
export type Eip1193Provider = {
  request(args: { readonly method: string; readonly params?: Json }): Promise<Json>
  on(event: string, listener: (value: Json) => void): Eip1193Provider
  removeListener(event: string, listener: (value: Json) => void): Eip1193Provider
}

/** Makes the EIP-1193 provider: every method is the background's. */
export function walletProvider(): Eip1193Provider {
  const listeners = new Map<string, Set<(value: Json) => void>>()
  onTold(({ event, value }) => {
    for (const listener of listeners.get(event) ?? []) listener(value)
  })
  const provider: Eip1193Provider = {
    async request(args) {
      if (typeof args?.method !== 'string') throw callError(-32602, 'request needs a method')
      return await call('rpc', { method: args.method, params: args.params ?? [] })
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
