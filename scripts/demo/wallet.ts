import { type BrowserContext, chromium, type Page } from '@playwright/test'

import type { UiCalls, UiName, UiReply } from '@/lib/doors/ui-protocol'
import type { Devnet } from '../../tests/devnet'
import { network } from '../../tests/devnet/chain'
import { extensionFolder } from './build'

/** The password of the demo's wallet. It guards a public test key, so it is no secret. */
export const password = 'harbour courier demo'

/** Chromium with the extension in a fresh profile, and the address of the extension's own pages. */
export type Launched = {
  readonly context: BrowserContext
  /** `chrome-extension://ID` */
  readonly base: string
}

/**
 * Starts Chromium with the extension. The profile is temporary and goes with the browser.
 *
 * @param headless without a window
 * @throws Error when the extension's worker does not come up
 */
export async function launch(headless: boolean): Promise<Launched> {
  const executablePath = process.env.CHROMIUM_PATH
  const isRoot = process.getuid?.() === 0
  const context = await chromium.launchPersistentContext('', {
    ...(executablePath === undefined ? {} : { executablePath }),
    channel: 'chromium',
    headless,
    viewport: null,
    // The demo ends what it started itself, in order.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    chromiumSandbox: !isRoot,
    ignoreDefaultArgs: headless ? [] : ['--enable-automation'],
    args: [
      // Headless, nothing but this machine is asked: the wallet's other networks stay unread.
      ...(headless
        ? ['--disable-gpu', '--lang=en-US', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1']
        : []),
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Whoever tries it is a person, though the browser was started by software.
      '--disable-blink-features=AutomationControlled',
      `--disable-extensions-except=${extensionFolder}`,
      `--load-extension=${extensionFolder}`,
    ],
  })
  try {
    const worker =
      context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker', { timeout: 20_000 }))
    return { context, base: `chrome-extension://${new URL(worker.url()).host}` }
  } catch (error) {
    await context.close()
    throw error
  }
}

/**
 * Calls the background as the wallet's own screens do.
 *
 * @param screen a page of the extension
 * @throws Error with the call's name and the code of the refusal
 */
export async function ask<N extends UiName>(
  screen: Page,
  name: N,
  value: UiCalls[N][0],
): Promise<UiCalls[N][1]> {
  const reply = (await screen.evaluate(
    (request) =>
      (
        globalThis as unknown as { chrome: { runtime: { sendMessage(m: unknown): Promise<unknown> } } }
      ).chrome.runtime.sendMessage(request),
    { door: 'ui', name, value },
  )) as UiReply<N> | undefined
  if (reply === undefined) throw new Error(`the wallet did not answer ${name}`)
  if ('error' in reply) throw new Error(`the wallet refused ${name}: ${reply.error.code}`)
  return reply.ok
}

/** Makes a wallet of the payer's public test key, unlocked, with test money on and the local chain as its node. */
export async function prepareWallet(screen: Page, net: Pick<Devnet, 'accounts' | 'rpcUrl'>): Promise<void> {
  const { privateKey } = net.accounts.payer
  await ask(screen, 'wallet.create', { privateKey, password })
  await ask(screen, 'wallet.unlock', { password })
  await ask(screen, 'settings.set', { change: { kind: 'testnets', on: true }, password })
  await ask(screen, 'settings.set', { change: { kind: 'rpc', network, url: net.rpcUrl }, password })
}
