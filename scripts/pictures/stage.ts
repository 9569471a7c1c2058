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
/** What the account holds, atomic, by token: USDC on Base, and on Polygon. */
const HELD = {
  '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913': 18_420_000n,
  '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359': 2_500_000n,
}

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

/** What nodes know: the chain of each address, and what the account holds of a token, as a word in hex. */
type Known = {
  readonly chains: Readonly<Record<string, string>>
  readonly held: Readonly<Record<string, string>>
}

/** Runs in the worker: chance always falls alike. */
function fallAlike(): void {
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
}

/** Runs in the worker: nodes answer by themselves what is held, and that nothing else happened. */
function answerAlone({ chains, held }: Known): void {
  const real = globalThis.fetch
  const zero = `0x${'0'.repeat(64)}`
  const HEAD = 0x1000
  const hex = (value: number) => `0x${value.toString(16)}`
  type Call = { id: number; method: string; params?: [{ to?: string; data?: string }?] }
  const resultOf = (url: string, { method, params }: Call): unknown => {
    const { to = '', data = '' } = (method === 'eth_call' && params?.[0]) || {}
    if (method === 'eth_chainId') return chains[url]
    if (method === 'getGenesisHash') return '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
    if (method === 'getMultipleAccounts') {
      const [accounts] = (params ?? []) as unknown as [readonly string[]]
      return { context: { slot: 1 }, value: accounts.map(() => null) }
    }
    if (method === 'eth_blockNumber') return hex(HEAD)
    if (method === 'eth_getBlockByNumber') {
      // Each block as it is asked for, two seconds after the one below it: nodes that name another contradict each other.
      const tag = params?.[0] as unknown
      const number = typeof tag === 'string' && tag.startsWith('0x') ? Number(tag) : HEAD
      const timestamp = Math.floor(Date.now() / 1_000) - 2 * (HEAD - number)
      const hash = `0x${number.toString(16).padStart(64, '1')}`
      return { number: hex(number), timestamp: hex(timestamp), hash }
    }
    if (method === 'eth_getLogs' || method === 'getSignaturesForAddress') return []
    if (method === 'getEpochInfo') return { absoluteSlot: 1_000, blockHeight: 1_000 }
    if (method === 'getFirstAvailableBlock') return 0
    if (data.startsWith('0x70a08231')) return held[to.toLowerCase()] ?? zero
    return data.startsWith('0xdd62ed3e') ? zero : undefined
  }
  const answered = (url: string, call: Call) => {
    const result = resultOf(url, call)
    const said = result === undefined ? { error: { code: -32_601, message: 'not in a picture' } } : { result }
    return { jsonrpc: '2.0', id: call.id, ...said }
  }
  globalThis.fetch = async (input, init) => {
    if (typeof init?.body !== 'string') return real(input, init)
    const url = input instanceof Request ? input.url : String(input)
    const body = JSON.parse(init.body) as Call | Call[]
    return Response.json(Array.isArray(body) ? body.map((call) => answered(url, call)) : answered(url, body))
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
  await worker.evaluate(fallAlike)
  const origin = `chrome-extension://${new URL(worker.url()).host}`
  const home = await context.newPage()
  await home.goto(`${origin}/options.html`)
  const call: Stage['call'] = async (name, value) => {
    const reply = (await home.evaluate(
      (message) =>
        (
          globalThis as unknown as { chrome: { runtime: { sendMessage(m: unknown): Promise<unknown> } } }
        ).chrome.runtime.sendMessage(message),
      { door: 'ui', name, value },
    )) as UiReply<typeof name>
    if ('error' in reply) throw new Error(`${name}: ${reply.error.code}`)
    return reply.ok
  }
  const { networks } = await call('settings.get', undefined)
  const chains = networks.flatMap(({ network, rpcUrls }) =>
    rpcUrls.map((url) => [url, `0x${Number(network.split(':')[1]).toString(16)}`]),
  )
  const held = Object.entries(HELD).map(([token, amount]) => [token, word(amount)])
  const known: Known = { chains: Object.fromEntries(chains), held: Object.fromEntries(held) }
  await worker.evaluate(answerAlone, known)
  return {
    context,
    home,
    origin,
    call,
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
