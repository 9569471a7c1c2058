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

/** Milliseconds from the navigation to the first line of Activity on screen, over few payments and over many. */
export type ActivityTime = {
  readonly receipts: number
  readonly few: readonly number[]
  readonly many: readonly number[]
}

/** Opens Activity over a short and over a long ledger. */
export async function measureActivity(receipts: number): Promise<ActivityTime> {
  const { context, screen } = await openWallet()
  try {
    await inject(screen)
    await seed(screen, 0, FEW)
    const few = await openings(screen)
    await inject(screen)
    await seed(screen, FEW, receipts - FEW)
    return { receipts, few, many: await openings(screen) }
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
