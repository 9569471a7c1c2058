import type { BrowserContext, Page } from '@playwright/test'
import type { Devnet } from '../devnet'
import { openWallet, setUp } from './wallet'

/** Milliseconds; one number for each approval. */
export type WindowTimes = {
  /** from the navigation to the first content on screen, the approval window */
  readonly paint: readonly number[]
  /** the same of a plain page of a local server */
  readonly plain: readonly number[]
  /** from a press of Pay to the next paint, as the browser counts it (in steps of 8 ms) */
  readonly interaction: readonly number[]
}

/** Asks by a page, opens the approval window, and presses Pay, so many times. */
export async function measureWindow(net: Devnet, path: string, times: number): Promise<WindowTimes> {
  const { context, screen } = await openWallet()
  try {
    await setUp(screen, net)
    const shop = await context.newPage()
    await shop.goto(`${net.newsstand.url}/free`)
    const seen: { paint: number; plain: number; interaction: number }[] = []
    for (let i = 0; i <= times; i++) {
      const once = await approveOnce(context, screen, shop, path, net)
      // The first one warms up.
      if (i > 0) seen.push(once)
    }
    return {
      paint: seen.map((one) => one.paint),
      plain: seen.map((one) => one.plain),
      interaction: seen.map((one) => one.interaction),
    }
  } finally {
    await context.close()
  }
}

async function approveOnce(context: BrowserContext, screen: Page, shop: Page, path: string, net: Devnet) {
  const plain = await context.newPage()
  await plain.goto(`${net.newsstand.url}/free`)
  const plainPaint = await plain.evaluate(firstPaint)
  await plain.close()
  // Asked without a person's action, so that no window opens by itself.
  const session = await context.newCDPSession(shop)
  const asked = session.send('Runtime.evaluate', {
    expression: `fetch(${JSON.stringify(path)}).then((r) => r.status)`,
    awaitPromise: true,
    returnByValue: true,
    userGesture: false,
  })
  const window = await context.newPage()
  await window.goto(new URL('/approval.html', screen.url()).href)
  const pay = window.getByRole('button', { name: /^Pay \$/ })
  await pay.waitFor()
  const paint = await window.evaluate(firstPaint)
  const pressed = window.evaluate(nextInteraction)
  await pay.click()
  const interaction = await pressed
  const { result } = await asked
  if (result.value !== 200) throw new Error(`the page got ${String(result.value)} for ${path}`)
  await session.detach()
  await window.close()
  return { paint, plain: plainPaint, interaction }
}

/** Runs in a page. */
function firstPaint(): Promise<number> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      const found = list.getEntriesByName('first-contentful-paint')[0]
      if (found) resolve(found.startTime)
    }).observe({ type: 'paint', buffered: true })
  })
}

/** Runs in the approval window: the longest of the events of the next press. A press under 16 ms has no entry. */
function nextInteraction(): Promise<number> {
  return new Promise((resolve) => {
    const durations: number[] = []
    const options = { type: 'event', durationThreshold: 16 } as PerformanceObserverInit
    new PerformanceObserver((list) => {
      durations.push(...list.getEntries().map((entry) => entry.duration))
    }).observe(options)
    addEventListener('click', () => setTimeout(() => resolve(Math.max(8, ...durations)), 400), { once: true })
  })
}
