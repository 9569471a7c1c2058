import { resolve } from 'node:path'
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import type { UiCalls, UiName, UiReply } from '@/lib/doors/ui-protocol'
import type { Devnet } from '../devnet'
import { network } from '../devnet/chain'

/** The build that is measured. */
export const folder = resolve(import.meta.dirname, '../../.output/chrome-mv3')
const password = 'a password for the benchmark'
/** More than any run spends; the default limits of a day would hold after a few dozen payments. */
const dayLimit = '1000'

/** What the wallet's own pages have of the browser, as far as it is used here. */
type WithRuntime = { chrome: { runtime: { sendMessage(message: unknown): Promise<unknown> } } }

/** When each step of one payment ended, in milliseconds of the wall clock with fractions. */
export interface PaymentTimes {
  /** The first byte of the 402 was in the page's process. */
  seen402: number
  /** The payment stood in the ledger, decided, and a screen of the wallet had heard of it. */
  decided: number
  /** The approval was given. */
  approved: number
  /** The call that approves had answered: the amount is reserved and the payload is signed and stored. */
  signed: number
  /** The paid request left. */
  sent: number
  /** Its answer had arrived. */
  answered: number
  /** The page's own call had given it the whole body. */
  delivered: number
}

/** When each step of a payment that a mandate allowed ended, in milliseconds of the wall clock with fractions. */
export type AllowedTimes = Pick<PaymentTimes, 'seen402' | 'sent' | 'answered' | 'delivered'>

/** The wallet in Chromium, ready to pay. */
export interface BenchWallet {
  pay(path: string): Promise<PaymentTimes>
  /** lets the shop spend without asking, from here on */
  allow(): Promise<void>
  /** one fetch that a mandate pays */
  payAllowed(path: string): Promise<AllowedTimes>
  close(): Promise<void>
}

/** Starts Chromium with the build in .output/chrome-mv3, and one of the wallet's own pages in it. */
export async function openWallet(): Promise<{ context: BrowserContext; screen: Page }> {
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
      `--disable-extensions-except=${folder}`,
      `--load-extension=${folder}`,
    ],
  })
  try {
    // What runs this file marks functions with their names by a helper that pages do not have.
    await context.addInitScript({ content: 'globalThis.__name = (f) => f' })
    const screen = await openScreen(context)
    await ask(screen, 'wallet.create', { password })
    return { context, screen }
  } catch (error) {
    await context.close()
    throw error
  }
}

/** Starts the wallet with money on the local network. */
export async function startWallet(net: Devnet): Promise<BenchWallet> {
  const { context, screen } = await openWallet()
  try {
    await setUp(screen, net)
    const shop = await context.newPage()
    await shop.goto(`${net.newsstand.url}/free`)
    const session = await context.newCDPSession(shop)
    return {
      pay: (path) => payOnce(screen, session, path),
      allow: () => allow(screen, net),
      payAllowed: (path) => fetchOnce(session, path),
      close: () => context.close(),
    }
  } catch (error) {
    await context.close()
    throw error
  }
}

async function openScreen(context: BrowserContext): Promise<Page> {
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  const page = await context.newPage()
  await page.goto(new URL('/options.html', worker.url()).href)
  return page
}

/** Gives the wallet money, the local network, and limits that a run does not reach. */
export async function setUp(screen: Page, net: Devnet): Promise<void> {
  const { account } = await ask(screen, 'wallet.status', undefined)
  if (account === null) throw new Error('the new wallet has no account')
  await net.fund(account as `0x${string}`, 100_000_000n)
  const changes: UiCalls['settings.set'][0]['change'][] = [
    { kind: 'testnets', on: true },
    { kind: 'rpc', network, url: net.rpcUrl },
    { kind: 'limit', which: 'perDayUsd', usd: dayLimit },
    { kind: 'limit', which: 'perSiteDayUsd', usd: dayLimit },
  ]
  for (const change of changes) await ask(screen, 'settings.set', { change, password })
}

async function ask<N extends UiName>(screen: Page, name: N, value: UiCalls[N][0]): Promise<UiCalls[N][1]> {
  const message = JSON.stringify({ door: 'ui', name, value })
  const reply = (await screen.evaluate(
    (text) => (globalThis as unknown as WithRuntime).chrome.runtime.sendMessage(JSON.parse(text)),
    message,
  )) as UiReply<N>
  if ('error' in reply) throw new Error(`${name}: ${reply.error.code}`)
  return reply.ok
}

/** One fetch by the page, approved by a screen of the wallet as soon as that hears of it. */
async function payOnce(screen: Page, session: CDPSession, path: string): Promise<PaymentTimes> {
  const [approved, fetched] = await Promise.all([approveNext(screen), fetchOnce(session, path)])
  return { ...approved, ...fetched }
}

/** One fetch by the page, from the 402 to the whole answer. */
async function fetchOnce(session: CDPSession, path: string): Promise<AllowedTimes> {
  // Without a person's action no window opens: what is measured is the wallet, not the drawing of a window.
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: `(${fetchAndTime})(${JSON.stringify(path)})`,
    awaitPromise: true,
    returnByValue: true,
    userGesture: false,
  })
  if (exceptionDetails) throw new Error(`the page: ${exceptionDetails.exception?.description}`)
  const fetched = result.value as Awaited<ReturnType<typeof fetchAndTime>>
  if (fetched.status !== 200) throw new Error(`the page got ${fetched.status} for ${path}`)
  return fetched
}

async function allow(screen: Page, net: Devnet): Promise<void> {
  const { account } = await ask(screen, 'wallet.status', undefined)
  const terms = {
    origin: net.newsstand.url,
    agent: null,
    pathPrefix: null,
    payees: [net.accounts.payee.address],
    assets: [{ network, asset: net.usdc, maxAmount: '1000000' }],
    unit: { kind: 'usd', testnet: true },
    total: dayLimit,
    window: { kind: 'rolling', seconds: 86_400 },
    maxWindowSeconds: 300,
    expiresAt: Math.floor(Date.now() / 1_000) + 86_400,
    transports: ['http'],
    automaticPerMinute: 120,
    maxRisePercent: null,
    mayRepeat: true,
    account,
  } as const
  await ask(screen, 'mandates.grant', { terms })
}

/** Runs in a screen of the wallet. The ledger tells its other windows of each change by this channel. */
function approveNext(screen: Page): Promise<Pick<PaymentTimes, 'decided' | 'approved' | 'signed'>> {
  return screen.evaluate(async () => {
    const now = () => performance.timeOrigin + performance.now()
    const { runtime } = (globalThis as unknown as WithRuntime).chrome
    const call = async <N extends UiName>(name: N, value: UiCalls[N][0]): Promise<UiCalls[N][1]> => {
      const reply = (await runtime.sendMessage({ door: 'ui', name, value })) as UiReply<N>
      if ('error' in reply) throw new Error(`${name}: ${reply.error.code}`)
      return reply.ok
    }
    const waitingId = () =>
      new Promise<string | undefined>((resolve, reject) => {
        const open = indexedDB.open('countersign')
        open.onerror = () => reject(open.error)
        open.onsuccess = () => {
          const key = open.result
            .transaction('intents')
            .objectStore('intents')
            .index('state')
            .getKey('asking')
          key.onerror = () => reject(key.error)
          key.onsuccess = () => {
            open.result.close()
            resolve(key.result as string | undefined)
          }
        }
      })
    const channel = new BroadcastChannel('x-storagemutated-1')
    let wake = () => {}
    channel.onmessage = () => wake()
    const end = now() + 20_000
    while (now() < end) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve
      })
      const paymentId = await waitingId()
      if (paymentId !== undefined) {
        const decided = now()
        const envelopeDigest = (await call('approval.refresh', { paymentId }))?.envelopeDigest
        if (envelopeDigest == null) throw new Error('what waits cannot be approved')
        const approved = now()
        await call('approval.approve', { paymentId, envelopeDigest })
        channel.close()
        return { decided, approved, signed: now() }
      }
      await Promise.race([changed, new Promise((resolve) => setTimeout(resolve, 1_000))])
    }
    throw new Error('no payment was asked for in 20 s')
  })
}

/** Runs in the shop's page: its text is sent there, so it uses nothing from here. */
async function fetchAndTime(path: string) {
  performance.clearResourceTimings()
  const response = await fetch(path)
  await response.text()
  const delivered = performance.timeOrigin + performance.now()
  // The entry of an answer is written a moment after the answer.
  await new Promise((resolve) => setTimeout(resolve, 50))
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const [unpaid, paid] = entries.filter((entry) => new URL(entry.name).pathname === path)
  if (!unpaid || !paid) throw new Error(`two requests were expected, ${entries.length} seen`)
  return {
    status: response.status,
    seen402: performance.timeOrigin + unpaid.responseStart,
    sent: performance.timeOrigin + paid.requestStart,
    answered: performance.timeOrigin + paid.responseEnd,
    delivered,
  }
}
