import { browser } from 'wxt/browser'

import type { Parts } from './parts'

declare global {
  /** Put there by `late.js` when it runs. */
  var countersignLate: Parts | undefined
}

const FILE = '/late.js'
const worker = globalThis as unknown as {
  importScripts(url: string): void
  addEventListener(type: 'install', listener: () => void): void
}

/**
 * Lets the worker load its late part in every later life. A service worker may import a script afterwards
 * only if it imported it while it was installed, so this runs in the first turn.
 */
export function keepLate(): void {
  if (!import.meta.env.FIREFOX) worker.addEventListener('install', () => worker.importScripts(FILE))
}

/** The late part, loaded where it is not there yet. */
export async function late(): Promise<Parts> {
  if (globalThis.countersignLate === undefined) {
    if (import.meta.env.FIREFOX) await import(/* @vite-ignore */ browser.runtime.getURL(FILE))
    else worker.importScripts(FILE)
  }
  return lateNow()
}

/**
 * The late part where it cannot be waited for: inside a transaction of the ledger.
 *
 * @throws Error where nobody called {@link late} before
 */
export function lateNow(): Parts {
  if (globalThis.countersignLate === undefined) throw new Error('the late part is not loaded')
  return globalThis.countersignLate
}
