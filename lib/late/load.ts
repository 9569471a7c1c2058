import type { Parts } from './parts'
import type { SvmParts } from './svm-parts'

declare global {
  /** Put there by `late.js` when it runs. */
  var countersignLate: Parts | undefined
  /** Put there by `svm.js` when it runs. */
  var countersignSvm: SvmParts | undefined
}

const FILE = '/late.js'
/** Solana's own part: most wallets meet it seldom. */
const SVM_FILE = '/svm.js'
const worker = globalThis as unknown as {
  importScripts(...urls: readonly string[]): void
  addEventListener(type: 'install', listener: () => void): void
}

/**
 * Lets the worker load its late part in every later life. A service worker may import a script afterwards
 * only if it imported it while it was installed, so this runs in the first turn.
 */
export function keepLate(): void {
  if (!import.meta.env.FIREFOX) worker.addEventListener('install', () => worker.importScripts(FILE, SVM_FILE))
}

/** The late part, loaded where it is not there yet. */
export async function late(): Promise<Parts> {
  if (globalThis.countersignLate === undefined) await run(FILE)
  return lateNow()
}

/** Solana's part, loaded where it is not there yet. */
export async function svm(): Promise<SvmParts> {
  if (globalThis.countersignSvm === undefined) await run(SVM_FILE)
  return svmNow()
}

async function run(file: '/late.js' | '/svm.js'): Promise<void> {
  if (import.meta.env.FIREFOX) await runInPage(file)
  else worker.importScripts(file)
}

/** Firefox's background is a page, which cannot import scripts by the worker's call. @throws where it does not load */
function runInPage(file: string): Promise<unknown> {
  const script = document.createElement('script')
  script.src = file
  return new Promise((resolve, reject) => {
    script.onload = resolve
    script.onerror = () => reject(new Error(`${file} does not load`))
    document.head.append(script)
  })
}

/** Solana's part where it cannot be waited for. @throws Error where nobody called {@link svm} before */
export function svmNow(): SvmParts {
  if (globalThis.countersignSvm === undefined) throw new Error('the part for Solana is not loaded')
  return globalThis.countersignSvm
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
