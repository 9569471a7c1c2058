import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'

const BUILD = resolve(import.meta.dirname, '../../.output/chrome-mv3')

/** Milliseconds from a screen's question to a worker that sleeps, to its answer, with Solana's script and without. */
export type ColdTimes = { readonly with: number[]; readonly without: number[] }

type WithRuntime = { chrome: { runtime: { sendMessage(message: unknown): Promise<unknown> } } }

/** The built wallet in a folder of its own; `svm.js` is an empty script where it is to be left out. */
function copyOf(hasSolana: boolean): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-cold-'))
  cpSync(BUILD, folder, { recursive: true })
  if (!hasSolana) writeFileSync(join(folder, 'svm.js'), '')
  return folder
}

async function open(folder: string): Promise<{ context: BrowserContext; screen: Page; id: string }> {
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
      `--disable-extensions-except=${folder}`,
      `--load-extension=${folder}`,
    ],
  })
  const isOurs = (worker: { url(): string }) => worker.url().endsWith('/background.js')
  const worker =
    context.serviceWorkers().find(isOurs) ?? (await context.waitForEvent('serviceworker', isOurs))
  const id = new URL(worker.url()).host
  const screen = await context.newPage()
  await screen.goto(`chrome-extension://${id}/options.html`)
  return { context, screen, id }
}

/** Ends the worker, as the browser does with one that is idle, and asks it something. */
async function wake({ context, screen, id }: Awaited<ReturnType<typeof open>>): Promise<number> {
  const session = await context.newCDPSession(screen)
  const { targetInfos } = await session.send('Target.getTargets')
  const target = targetInfos.find((t) => t.type === 'service_worker' && t.url.includes(id))
  if (target) await session.send('Target.closeTarget', { targetId: target.targetId })
  await session.detach()
  await screen.waitForTimeout(200)
  return await screen.evaluate(async () => {
    const { chrome } = globalThis as unknown as WithRuntime
    const begin = performance.now()
    await chrome.runtime.sendMessage({ door: 'ui', name: 'wallet.status' })
    return performance.now() - begin
  })
}

/**
 * Measures the first answer of a worker that was ended, with Solana's script in the build and without it, in
 * turns, so that a busy machine slows both alike.
 *
 * @param turns measured turns of each; the first two of each warm up
 */
export async function measureCold(turns: number): Promise<ColdTimes> {
  const times: ColdTimes = { with: [], without: [] }
  const folders = { with: copyOf(true), without: copyOf(false) }
  const browsers = { with: await open(folders.with), without: await open(folders.without) }
  try {
    for (let i = -2; i < turns; i++) {
      for (const which of i % 2 === 0 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
        const took = await wake(browsers[which])
        if (i >= 0) times[which].push(took)
      }
    }
    return times
  } finally {
    await Promise.all(Object.values(browsers).map(({ context }) => context.close()))
    for (const folder of Object.values(folders)) rmSync(folder, { recursive: true, force: true })
  }
}
