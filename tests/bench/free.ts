import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { openWallet } from './wallet'

/** Milliseconds of each turn on a page that meets no 402: of one call, and of one page load. */
export type FreeTimes = { readonly fetch: number[]; readonly xhr: number[]; readonly load: number[] }

/** Calls of each kind that one turn makes, one after another. */
const CALLS = 200
/** Scripts that the loaded page asks for. */
const SCRIPTS = 20

/** A page with scripts, and an address that answers a small JSON text: all of it free. */
async function serve(): Promise<{ readonly url: string; close(): void }> {
  const scripts = Array.from({ length: SCRIPTS }, (_, i) => `<script src="/script-${i}.js"></script>`).join(
    '',
  )
  const server = createServer((request, answer) => {
    answer.setHeader('cache-control', 'no-store')
    const isPage = request.url?.startsWith('/page')
    const isScript = request.url?.startsWith('/script')
    answer.setHeader('content-type', isPage ? 'text/html' : isScript ? 'text/javascript' : 'application/json')
    answer.end(
      isPage ? `<!doctype html><title>free</title>${scripts}` : isScript ? 'var a = 1' : '{"ok":true}',
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

/** Chromium as the benchmark of payments starts it, without any extension. */
async function openBare(): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext('', {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    channel: 'chromium',
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-blink-features=AutomationControlled',
      '--disable-extensions',
    ],
  })
  await context.addInitScript({ content: 'globalThis.__name = (f) => f' })
  return context
}

async function turn(page: Page, url: string, into: FreeTimes): Promise<void> {
  await page.goto(`${url}/page`)
  const took = await page.evaluate(async (count) => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const each = async (call: () => Promise<unknown>) => {
      const begin = performance.now()
      for (let i = 0; i < count; i++) await call()
      return (performance.now() - begin) / count
    }
    const fetched = await each(async () => (await fetch('/free')).json())
    const xhr = await each(
      () =>
        new Promise((done, failed) => {
          const request = new XMLHttpRequest()
          request.onload = () => done(request.responseText)
          request.onerror = failed
          request.open('GET', '/free')
          request.send()
        }),
    )
    return { fetch: fetched, xhr, load: navigation?.loadEventEnd ?? Number.NaN }
  }, CALLS)
  into.fetch.push(took.fetch)
  into.xhr.push(took.xhr)
  into.load.push(took.load)
}

/**
 * Measures a page that never meets a 402, with the wallet and without any extension, in turns, so that a busy
 * machine slows both alike.
 *
 * @param turns measured turns of each; the first of each warms up
 */
export async function measureFree(turns: number): Promise<{ wallet: FreeTimes; bare: FreeTimes }> {
  const none = (): FreeTimes => ({ fetch: [], xhr: [], load: [] })
  const times = { wallet: none(), bare: none() }
  const server = await serve()
  const { context: withWallet } = await openWallet()
  const without = await openBare()
  try {
    const pages = { wallet: await withWallet.newPage(), bare: await without.newPage() }
    for (let i = -1; i < turns; i++)
      for (const who of ['wallet', 'bare'] as const)
        await turn(pages[who], server.url, i < 0 ? none() : times[who])
    return times
  } finally {
    await withWallet.close()
    await without.close()
    server.close()
  }
}
