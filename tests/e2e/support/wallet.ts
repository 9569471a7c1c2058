import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type BrowserContext, chromium, type Page, type Worker } from '@playwright/test'

import { formatAmount, USD_DECIMALS } from '../../../lib/core/money/amount'
import type { UiCalls, UiName, UiReply } from '../../../lib/doors/ui-protocol'
import type { Devnet } from '../../devnet'

const EXTENSION = resolve(import.meta.dirname, '../../../.output/chrome-mv3')
/** The password of every wallet in the tests. */
export const PASSWORD = 'correct horse battery'

/** A Chromium of its own profile with the built wallet installed. */
export type WalletBrowser = {
  readonly context: BrowserContext
  readonly extensionId: string
  readonly profile: string
  /** one of the wallet's own pages, through which calls are made and the ledger is read */
  readonly home: Page
  /** calls the background as a screen does; throws the refusal's code */
  call<N extends UiName>(name: N, value: UiCalls[N][0]): Promise<UiCalls[N][1]>
  /** all rows of one table of the ledger */
  rows(table: string): Promise<Record<string, unknown>[]>
  /** the approval window, once it is there */
  approval(): Promise<Page>
  /** waits for the approval window, presses Pay there, and gives the window back */
  pay(): Promise<Page>
  /** presses Pay, and closes the window once that is taken: to close it before is to decline */
  payAndClose(): Promise<void>
  worker(): Promise<Worker>
  /** ends the worker's process, as the browser does when it is idle */
  killWorker(): Promise<void>
  close(): Promise<void>
}

/** Where software drives the browser the wallet asks for the password each time; these tests play a person. */
const AS_A_PERSON = '--disable-blink-features=AutomationControlled'

/**
 * Starts Chromium with the wallet; `profile` keeps one over several starts.
 *
 * @param of.driven true for a browser that shows that software drives it
 * @param of.keepsPages true for one that keeps the pages that were left, to go back to (as browsers do)
 * @param of.beside folders of other extensions
 * @param of.granted optional permissions that the owner has given: the browser's own question about them is not
 * for a test to answer, so a copy of the build has them from the start
 * @param of.args further arguments of the browser
 */
export async function launchWallet(
  profile = mkdtempSync(join(tmpdir(), 'countersign-')),
  of: {
    readonly driven?: boolean
    readonly keepsPages?: boolean
    readonly beside?: readonly string[]
    readonly granted?: readonly string[]
    readonly args?: readonly string[]
  } = {},
): Promise<WalletBrowser> {
  const own = of.granted === undefined ? EXTENSION : withPermissions(join(profile, 'build'), of.granted)
  const extensions = [own, ...(of.beside ?? [])].join(',')
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    channel: 'chromium',
    headless: true,
    viewport: null,
    locale: 'en-US',
    // The driver switches the back-forward cache off.
    ...(of.keepsPages === true && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-extensions-except=${extensions}`,
      `--load-extension=${extensions}`,
      ...(of.driven === true ? [] : [AS_A_PERSON]),
      ...(of.args ?? []),
    ],
  })
  const isOurs = (worker: Worker) => worker.url().endsWith('/background.js')
  const worker = async () =>
    context.serviceWorkers().find(isOurs) ?? (await context.waitForEvent('serviceworker', isOurs))
  const first = await worker()
  const extensionId = new URL(first.url()).host
  const home = await context.newPage()
  await home.goto(`chrome-extension://${extensionId}/options.html`)
  await listening(home)

  const approval = () =>
    until(
      async () => context.pages().find((p) => p.url().includes('/approval.html') && !p.isClosed()),
      'an approval window opens',
    )
  const pay = async () => {
    const window = await approval()
    await window.getByRole('button', { name: /^Pay \$/ }).click()
    return window
  }
  return {
    context,
    extensionId,
    profile,
    home,
    call: async (name, value) => {
      const reply = (await home.evaluate((m) => chrome.runtime.sendMessage(m), {
        door: 'ui',
        name,
        value,
      })) as UiReply<typeof name>
      if ('error' in reply) throw new Error(reply.error.code)
      return reply.ok
    },
    rows: (table) => readTable(home, table),
    approval,
    pay,
    payAndClose: async () => {
      const window = await pay()
      const shown = new URL(window.url()).searchParams.get('id')
      const isTaken = async () => {
        const intent = (await readTable(home, 'intents')).find(({ id }) => id === shown)
        return intent?.state === 'asking' ? null : true
      }
      await until(isTaken, 'the press of Pay is taken')
      await window.close()
    },
    worker,
    killWorker: async () => {
      const session = await context.newCDPSession(home)
      const { targetInfos } = await session.send('Target.getTargets')
      const target = targetInfos.find((t) => t.type === 'service_worker' && t.url.includes(extensionId))
      if (target) await session.send('Target.closeTarget', { targetId: target.targetId })
      await session.detach()
    },
    close: async () => {
      await context.close()
      rmSync(profile, { recursive: true, force: true })
    },
  }
}

/** A copy of the build in a folder, whose manifest has these permissions. */
function withPermissions(folder: string, granted: readonly string[]): string {
  cpSync(EXTENSION, folder, { recursive: true })
  const path = join(folder, 'manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as { permissions: readonly string[] }
  writeFileSync(path, JSON.stringify({ ...manifest, permissions: [...manifest.permissions, ...granted] }))
  return folder
}

/** The worker exists before its listeners do: a 402 before that would be nobody's. */
async function listening(page: Page): Promise<void> {
  const status = () => chrome.runtime.sendMessage({ door: 'ui', name: 'wallet.status' })
  await until(() => page.evaluate(status).catch(() => undefined), 'the background answers')
}

/** As patient as every expectation of these tests: a machine that starts two browsers at once is slow. */
const PATIENCE_MS = 30_000

/** Asks again until there is an answer. @param what is named in the error when there was none */
async function until<T>(ask: () => Promise<T | null | undefined>, what: string): Promise<T> {
  const end = Date.now() + PATIENCE_MS
  while (Date.now() < end) {
    const answer = await ask()
    if (answer !== null && answer !== undefined) return answer
    await new Promise((r) => setTimeout(r, 50))
  }
  throw new Error(`waited ${PATIENCE_MS / 1_000} s until ${what}`)
}

/** Makes a ready wallet: created, funded with test USDC, test money on, its node on the local chain. */
export async function readyWallet(
  wallet: WalletBrowser,
  devnet: Devnet,
  atomicUsdc = 50_000_000n,
): Promise<`0x${string}`> {
  await wallet.call('wallet.create', { password: PASSWORD })
  await wallet.call('settings.set', { change: { kind: 'testnets', on: true }, password: PASSWORD })
  const rpc = { kind: 'rpc', network: `eip155:${devnet.chainId}`, url: devnet.rpcUrl } as const
  await wallet.call('settings.set', { change: rpc, password: PASSWORD })
  const { account } = await wallet.call('wallet.status', undefined)
  if (account === null) throw new Error('the wallet has no account')
  await devnet.fund(account as `0x${string}`, atomicUsdc)
  return account as `0x${string}`
}

/** Raises a limit as its owner would. */
export async function setLimit(
  wallet: WalletBrowser,
  which: 'perPaymentUsd' | 'perDayUsd' | 'perSiteDayUsd',
  usd: string,
): Promise<void> {
  await wallet.call('settings.set', { change: { kind: 'limit', which, usd }, password: PASSWORD })
}

/** What a limit in dollars has spent and holds, over all that it is for, as the ledger has it: decimal text. */
export async function standingOf(
  wallet: WalletBrowser,
  limit: string,
): Promise<{ readonly settled: string; readonly reserved: string }> {
  const rows = (await wallet.rows('totals')).filter((row) => String(row.budgetKey).startsWith(`${limit}:`))
  const sum = (part: 'settled' | 'reserved') =>
    formatAmount(
      rows.reduce((all, row) => all + BigInt(String(row[part])), 0n),
      USD_DECIMALS,
    )
  return { settled: sum('settled'), reserved: sum('reserved') }
}

function readTable(page: Page, table: string): Promise<Record<string, unknown>[]> {
  return page.evaluate(
    (name) =>
      new Promise<Record<string, unknown>[]>((resolve, reject) => {
        const open = indexedDB.open('countersign')
        open.onerror = () => reject(open.error)
        open.onsuccess = () => {
          const all = open.result.transaction(name).objectStore(name).getAll()
          all.onerror = () => reject(all.error)
          all.onsuccess = () => {
            open.result.close()
            // bigint does not travel to the test
            resolve(JSON.parse(JSON.stringify(all.result, (_, v) => (typeof v === 'bigint' ? `${v}` : v))))
          }
        }
      }),
    table,
  )
}
