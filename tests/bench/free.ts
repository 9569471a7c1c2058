import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { folder, openWallet } from './wallet'

/** Milliseconds of each turn on a page that meets no 402: of one call, and of one page load. */
export type FreeTimes = { readonly fetch: number[]; readonly xhr: number[]; readonly load: number[] }

/** The browsers that are compared: with the wallet, with an extension that does nothing, and with none. */
export type Free = Readonly<Record<'wallet' | 'idle' | 'bare', FreeTimes>>

/** Calls of each kind that one turn makes, one after another. */
const CALLS = 50
/** Loads of the page that one turn makes. */
const LOADS = 3
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

/**
 * The wallet's own manifest with nothing behind it: every script is empty, and the background hears the answers
 * to requests and forgets them. What such an extension costs is the browser's, and nobody's code saves it.
 */
function idleExtension(): string {
  const idle = mkdtempSync(join(tmpdir(), 'countersign-idle-'))
  cpSync(folder, idle, { recursive: true })
  const manifest = JSON.parse(readFileSync(join(idle, 'manifest.json'), 'utf8')) as {
    content_scripts: { js: string[] }[]
    background: { service_worker: string }
  }
  for (const script of manifest.content_scripts.flatMap(({ js }) => js)) writeFileSync(join(idle, script), '')
  writeFileSync(
    join(idle, manifest.background.service_worker),
    `chrome.webRequest.onHeadersReceived.addListener(() => undefined, { urls: ['http://*/*'], types: ['main_frame', 'xmlhttprequest'] }, ['responseHeaders'])`,
  )
  return idle
}

/** Chromium as the benchmark of payments starts it, with one extension or with none. */
async function open(extension: string | null): Promise<BrowserContext> {
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
      ...(extension === null
        ? ['--disable-extensions']
        : [`--disable-extensions-except=${extension}`, `--load-extension=${extension}`]),
    ],
  })
  await context.addInitScript({ content: 'globalThis.__name = (f) => f' })
  return context
}

async function turn(page: Page, url: string, into: FreeTimes): Promise<void> {
  for (let i = 0; i < LOADS; i++) {
    await page.goto(`${url}/page`)
    into.load.push(
      await page.evaluate(() => {
        const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
        return navigation?.loadEventEnd ?? Number.NaN
      }),
    )
  }
  const took = await page.evaluate(async (count) => {
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
    return { fetch: fetched, xhr }
  }, CALLS)
  into.fetch.push(took.fetch)
  into.xhr.push(took.xhr)
}

/**
 * Measures a page that never meets a 402, with the wallet, with an idle extension and without any, in turns, so
 * that a busy machine slows all alike; who begins a turn changes with each.
 *
 * @param turns measured turns of each; one more before them warms up
 */
export async function measureFree(turns: number): Promise<Free> {
  const none = (): FreeTimes => ({ fetch: [], xhr: [], load: [] })
  const times = { wallet: none(), idle: none(), bare: none() }
  const names = ['wallet', 'idle', 'bare'] as const
  const server = await serve()
  const idle = idleExtension()
  const opened: BrowserContext[] = []
  const pageOf = async (context: BrowserContext): Promise<Page> => {
    opened.push(context)
    return await context.newPage()
  }
  try {
    const pages = {
      wallet: await pageOf((await openWallet()).context),
      idle: await pageOf(await open(idle)),
      bare: await pageOf(await open(null)),
    }
    for (let i = -1; i < turns; i++)
      for (let at = 0; at < names.length; at++) {
        const who = names[(i + 1 + at) % names.length] ?? 'bare'
        await turn(pages[who], server.url, i < 0 ? none() : times[who])
      }
    return times
  } finally {
    await Promise.all(opened.map((context) => context.close()))
    server.close()
    rmSync(idle, { recursive: true, force: true })
  }
}
