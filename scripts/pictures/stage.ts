import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'

import type { UiCalls, UiName, UiReply } from '@/lib/doors/ui-protocol'

const EXTENSION = resolve(import.meta.dirname, '../../.output/chrome-mv3')
/** The moment at which every picture is taken, Unix milliseconds. */
export const MOMENT = Date.UTC(2026, 2, 12, 14, 5)
/** The password of the wallet in the pictures. */
export const PASSWORD = 'a password for pictures'
/** What the account holds of each asset on each network, atomic: nodes answer this. */
const HELD = 18_420_000n

/** The wallet in a browser whose clock, chance and network are always the same. */
export type Stage = {
  readonly context: BrowserContext
  /** one of the wallet's own pages, through which it is told what to do */
  readonly home: Page
  /** `chrome-extension://ID` */
  readonly origin: string
  call<N extends UiName>(name: N, value: UiCalls[N][0]): Promise<UiCalls[N][1]>
  /** puts rows into the ledger, table by table; bigint as `{ $bigint }` */
  put(tables: Readonly<Record<string, readonly object[]>>): Promise<void>
  close(): Promise<void>
}

/** Runs first in every page and in the worker: the clock stands still. */
function standStill(moment: number): void {
  const RealDate = Date
  globalThis.Date = class extends RealDate {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [moment] : given) as [number]))
    }
    static override now(): number {
      return moment
    }
  } as DateConstructor
}

/** Runs in the worker: chance always falls alike, and nodes answer by themselves what is held; others are silent. */
function answerAlone([held, zero]: readonly [string, string]): void {
  let drawn = 1
  Object.defineProperty(crypto, 'getRandomValues', {
    value: (array: Uint8Array) => {
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
      for (let i = 0; i < bytes.length; i++) {
        drawn = (drawn * 48_271) % 0x7fffffff
        bytes[i] = drawn & 255
      }
      return array
    },
  })
  const real = globalThis.fetch
  type Call = { id: number; method: string; params?: [{ data?: string }?] }
  const answered = ({ id, method, params }: Call) => {
    const data = params?.[0]?.data ?? ''
    if (method === 'eth_call' && data.startsWith('0x70a08231')) return { jsonrpc: '2.0', id, result: held }
    if (method === 'eth_call' && data.startsWith('0xdd62ed3e')) return { jsonrpc: '2.0', id, result: zero }
    return { jsonrpc: '2.0', id, error: { code: -32_601, message: 'not in a picture' } }
  }
  globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (url.startsWith('chrome-extension://')) return real(input, init)
    const body = JSON.parse(String(init?.body ?? 'null')) as Call | Call[] | null
    if (body === null) throw new TypeError('not in a picture')
    return Response.json(Array.isArray(body) ? body.map(answered) : answered(body))
  }
}

const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`

/** Starts Chromium with the build in .output/chrome-mv3 and no wallet in it yet. */
export async function openStage(): Promise<Stage> {
  const profile = mkdtempSync(join(tmpdir(), 'countersign-pictures-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    channel: 'chromium',
    headless: true,
    viewport: { width: 380, height: 600 },
    locale: 'en-US',
    timezoneId: 'UTC',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-blink-features=AutomationControlled',
      '--font-render-hinting=none',
      '--disable-lcd-text',
      '--force-color-profile=srgb',
      '--host-resolver-rules=MAP * ~NOTFOUND',
      `--disable-extensions-except=${EXTENSION}`,
      `--load-extension=${EXTENSION}`,
    ],
  })
  // What runs this file marks functions with their names by a helper that pages do not have.
  const named = 'globalThis.__name = (f) => f'
  await context.addInitScript({ content: `${named};(${standStill})(${MOMENT})` })
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(named)
  await worker.evaluate(standStill, MOMENT)
  await worker.evaluate(answerAlone, [word(HELD), word(0n)] as const)
  const origin = new URL(worker.url()).origin
  const home = await context.newPage()
  await home.goto(`${origin}/options.html`)
  return {
    context,
    home,
    origin,
    call: async (name, value) => {
      const reply = (await home.evaluate(
        (message) =>
          (
            globalThis as unknown as { chrome: { runtime: { sendMessage(m: unknown): Promise<unknown> } } }
          ).chrome.runtime.sendMessage(message),
        { door: 'ui', name, value },
      )) as UiReply<typeof name>
      if ('error' in reply) throw new Error(`${name}: ${reply.error.code}`)
      return reply.ok
    },
    put: (tables) => home.evaluate(putRows, JSON.stringify(tables)),
    close: async () => {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** Runs in a page of the wallet. */
function putRows(json: string): Promise<void> {
  const tables = JSON.parse(json, (_, value) =>
    value !== null && typeof value === 'object' && '$bigint' in value ? BigInt(value.$bigint) : value,
  ) as Record<string, object[]>
  return new Promise((resolve, reject) => {
    const open = indexedDB.open('countersign')
    open.onerror = () => reject(open.error)
    open.onsuccess = () => {
      const writing = open.result.transaction(Object.keys(tables), 'readwrite')
      for (const [name, rows] of Object.entries(tables))
        for (const row of rows) writing.objectStore(name).put(row)
      writing.onerror = () => reject(writing.error)
      writing.oncomplete = () => {
        open.result.close()
        resolve()
      }
    }
  })
}
