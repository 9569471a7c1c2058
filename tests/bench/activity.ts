import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'esbuild'
import type { ledgerBench } from './ledger-page'
import { openWallet } from './wallet'

/** The wallet's own database. */
const DATABASE = 'countersign'
/** One screen of the list. */
const FEW = 50
const OPENINGS = 9

/** Searches in Activity, and frames while it scrolls. */
const SEARCHES = 20
const FRAMES = 120

/**
 * Milliseconds from the navigation to the first line of Activity on screen, over few payments and over many; from
 * a word that was typed to the payment it finds, over few and over many; and from one frame to the next while the
 * long list scrolls.
 */
export type ActivityTime = {
  readonly receipts: number
  readonly few: readonly number[]
  readonly many: readonly number[]
  readonly found: { readonly few: readonly number[]; readonly many: readonly number[] }
  readonly frames: readonly number[]
}

/** Opens Activity over a short and over a long ledger. */
export async function measureActivity(receipts: number): Promise<ActivityTime> {
  const { context, screen } = await openWallet()
  try {
    await inject(screen)
    await seed(screen, 0, FEW)
    const few = await openings(screen)
    const foundFew = await searches(screen, FEW)
    await inject(screen)
    await seed(screen, FEW, receipts - FEW)
    const many = await openings(screen)
    const found = { few: foundFew, many: await searches(screen, receipts) }
    return { receipts, few, many, found, frames: await scroll(screen) }
  } finally {
    await context.close()
  }
}

/** Brings the seeding code into a screen of the wallet, past the policy that forbids it scripts. */
async function inject(screen: Page): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'ledger-page.ts')],
    alias: { '@': resolve(import.meta.dirname, '../..') },
    bundle: true,
    format: 'iife',
    target: 'es2023',
    write: false,
  })
  await screen.evaluate(outputFiles[0]?.text ?? '')
}

const seed = (screen: Page, from: number, count: number): Promise<void> =>
  screen.evaluate(
    ([name, start, rows]) =>
      (globalThis as unknown as { ledgerBench: typeof ledgerBench }).ledgerBench.seed(
        name,
        rows,
        false,
        start,
      ),
    [DATABASE, from, count] as const,
  )

async function openings(screen: Page): Promise<readonly number[]> {
  const times: number[] = []
  for (let i = -1; i < OPENINGS; i++) {
    await screen.goto(`${new URL('/options.html', screen.url()).href}?${i}#/activity`, {
      waitUntil: 'commit',
    })
    const took = await screen.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const look = () => {
            if (document.querySelector('.ledger a[href*="payment"]')) resolve(performance.now())
            else requestAnimationFrame(look)
          }
          look()
        }),
    )
    // The first one warms up.
    if (i >= 0) times.push(took)
  }
  return times
}

/** Types the path of one payment after another, spread over the list; no other path begins like one of these. */
async function searches(screen: Page, count: number): Promise<readonly number[]> {
  const times: number[] = []
  for (let i = 0; i < SEARCHES; i++) {
    const first = Math.ceil(count / 10)
    const wanted = `past-${first + Math.floor(((count - first) * (i + 0.5)) / SEARCHES)}`
    times.push(await screen.evaluate(searchAndTime, wanted))
  }
  return times
}

/** Runs in Activity. */
function searchAndTime(wanted: string): Promise<number> {
  const field = document.querySelector<HTMLInputElement>('input[type=search]')
  if (field === null) throw new Error('there is no field to search by')
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  const begin = performance.now()
  setValue?.call(field, wanted)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  return new Promise((resolve, reject) => {
    const look = () => {
      const [first] = document.querySelectorAll('.ledger a[href*="payment"]')
      if (first?.getAttribute('href') === `#/payment/${wanted}`) resolve(performance.now() - begin)
      else if (performance.now() - begin > 20_000) reject(new Error(`${wanted} was not found in 20 s`))
      else requestAnimationFrame(look)
    }
    look()
  })
}

/** Scrolls down the whole list by half a window a frame. */
async function scroll(screen: Page): Promise<readonly number[]> {
  await screen.goto(new URL('/options.html?scroll#/activity', screen.url()).href)
  await screen.locator('.ledger a[href*="payment"]').first().waitFor()
  return await screen.evaluate(
    (count) =>
      new Promise<number[]>((resolve) => {
        const times: number[] = []
        let before = performance.now()
        const next = () => {
          const now = performance.now()
          times.push(now - before)
          before = now
          window.scrollBy(0, innerHeight / 2)
          if (times.length < count) requestAnimationFrame(next)
          else resolve(times.slice(1))
        }
        requestAnimationFrame(next)
      }),
    FRAMES,
  )
}
