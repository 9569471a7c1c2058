import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { build } from 'esbuild'
import type { ledgerBench } from './ledger-page'

/** What the page of the benchmark has beside the browser's own. */
type WithBench = { ledgerBench: typeof ledgerBench }

/** Milliseconds of each decision with its reservation, by the receipts that the ledger held before. */
export type DecisionTimes = ReadonlyMap<number, readonly number[]>

/** How long a whole ledger took to come in, and how large its file is. */
export type ImportTime = { readonly receipts: number; readonly ms: number; readonly bytes: number }

/** The ledger's own code in a page of Chromium, on its real IndexedDB. */
async function withLedger<T>(use: (page: Page) => Promise<T>): Promise<T> {
  const root = resolve(import.meta.dirname, '../..')
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'ledger-page.ts')],
    alias: { '@': root },
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2023',
    write: false,
  })
  const script = outputFiles[0]?.text ?? ''
  const server = createServer((request, answer) => {
    const isScript = request.url === '/bench.js'
    answer.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    answer.end(isScript ? script : '<!doctype html><script src="/bench.js"></script>')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const profile = mkdtempSync(join(tmpdir(), 'countersign-bench-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  })
  try {
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    return await use(page)
  } finally {
    await context.close()
    server.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

const seed = (page: Page, name: string, count: number, chained = false): Promise<void> =>
  page.evaluate(
    ([to, rows, chain]) => (globalThis as unknown as WithBench).ledgerBench.seed(to, rows, chain),
    [name, count, chained] as const,
  )

/**
 * Decides and reserves over ledgers of different length, in turns, so that a busy machine slows all alike.
 *
 * @param sizes receipts that each ledger holds before
 * @param each decisions measured over each
 */
export function measureDecisions(sizes: readonly number[], each: number): Promise<DecisionTimes> {
  return withLedger(async (page) => {
    for (const size of sizes) await seed(page, `ledger-${size}`, size)
    const times = new Map<number, number[]>(sizes.map((size) => [size, []]))
    for (let i = -5; i < each; i++) {
      for (const size of sizes) {
        const took = await page.evaluate(
          (name) => (globalThis as unknown as WithBench).ledgerBench.decideOnce(name),
          `ledger-${size}`,
        )
        // The first few warm up.
        if (i >= 0) times.get(size)?.push(took)
      }
    }
    return times
  })
}

/** Takes a ledger of so many receipts in from its file. */
export function measureImport(receipts: number): Promise<ImportTime> {
  return withLedger(async (page) => {
    await seed(page, 'full', receipts, true)
    const { ms, bytes } = await page.evaluate(() =>
      (globalThis as unknown as WithBench).ledgerBench.importOf('full'),
    )
    return { receipts, ms, bytes }
  })
}
