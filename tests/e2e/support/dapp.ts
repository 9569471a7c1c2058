import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'esbuild'

import type { Devnet } from '../../devnet'
import { expect } from './test'
import type { WalletBrowser } from './wallet'

/** How a request of EIP-1193 ended in the page. */
export type Ended = { readonly value: unknown } | { readonly code: number; readonly message: string }

/** A page that speaks to the wallet by EIP-1193, as any site does. */
export type Dapp = {
  readonly page: Page
  readonly origin: string
  /** a request and its end; rejections are values */
  request(method: string, params?: unknown): Promise<Ended>
  /** begins a request that needs a person; the function gives its end */
  ask(method: string, params?: unknown): Promise<() => Promise<Ended>>
  /** what the provider told since, by event */
  told(event: string): Promise<unknown[]>
}

/** Opens an empty page at an address of a merchant's, with a script of its own where one is given. */
export async function openDapp(wallet: WalletBrowser, url: string, script = ''): Promise<Dapp> {
  const page = await wallet.context.newPage()
  await page.route(url, (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html><title>A site</title><body><button id="go">Go</button><output id="out"></output><script>${script}</script>`,
    }),
  )
  await page.goto(url)
  await page.evaluate(() => {
    const events: Record<string, unknown[]> = {}
    Object.assign(globalThis, { events, ends: [] })
    const { provider } = (globalThis as unknown as { countersign: { provider: Provider } }).countersign
    for (const event of ['accountsChanged', 'chainChanged', 'connect', 'disconnect']) {
      events[event] = []
      provider.on(event, (value) => events[event]?.push(value))
    }
    type Provider = { on(event: string, listener: (value: unknown) => void): void }
  })
  const ask: Dapp['ask'] = async (method, params = []) => {
    const index = await page.evaluate(
      (args) => {
        type Provider = { request(args: unknown): Promise<unknown> }
        const { countersign, ends } = globalThis as unknown as {
          countersign: { provider: Provider }
          ends: (Ended | null)[]
        }
        const at = ends.push(null) - 1
        countersign.provider.request(args).then(
          (value) => {
            ends[at] = { value }
          },
          ({ code, message }: { code: number; message: string }) => {
            ends[at] = { code, message }
          },
        )
        return at
      },
      { method, params },
    )
    return async () => {
      const end = () =>
        page.evaluate((at) => (globalThis as unknown as { ends: (Ended | null)[] }).ends[at] ?? null, index)
      await expect.poll(end, { timeout: 30_000 }).not.toBeNull()
      return (await end()) as Ended
    }
  }
  return {
    page,
    origin: new URL(url).origin,
    ask,
    request: async (method, params) => await (await ask(method, params))(),
    told: (event) =>
      page.evaluate(
        (name) => (globalThis as unknown as { events: Record<string, unknown[]> }).events[name] ?? [],
        event,
      ),
  }
}

/** Connects a page to the wallet's account, as a person does. */
export async function connect(wallet: WalletBrowser, dapp: Dapp): Promise<void> {
  const end = await dapp.ask('eth_requestAccounts')
  await press(wallet, 'Connect')
  expect(await end()).toHaveProperty('value')
}

/** Presses a button of the approval window that is open for this question, and closes the window. */
export async function press(wallet: WalletBrowser, name: string | RegExp): Promise<void> {
  const window = await wallet.approval()
  const button = window.getByRole('button', { name, exact: typeof name === 'string' })
  await button.click()
  await expect(button).toHaveCount(0)
  await window.close()
}

/** Bundles a page's own script from npm packages, as a site does. @param source a module's text */
export async function bundle(source: string): Promise<string> {
  const made = await build({
    stdin: { contents: source, resolveDir: resolve(import.meta.dirname, '../..'), loader: 'ts' },
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    charset: 'utf8',
  })
  return (made.outputFiles[0]?.text ?? '').replaceAll('</script', '<\\/script')
}

/** Typed data of EIP-3009 over the local network's token. Times are Unix seconds. */
export function transferData(
  devnet: Devnet,
  of: {
    from: string
    to?: string
    value: bigint
    validBefore?: number
    primaryType?: string
    nonce?: string
  },
) {
  const { from, to = devnet.accounts.payee.address, value, primaryType = 'TransferWithAuthorization' } = of
  const nonce = of.nonce ?? `0x${crypto.randomUUID().replaceAll('-', '').repeat(2)}`
  return {
    domain: { name: 'USDC', version: '2', chainId: devnet.chainId, verifyingContract: devnet.usdc },
    types: {
      [primaryType]: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType,
    message: {
      from,
      to,
      value: String(value),
      validAfter: '0',
      validBefore: String(of.validBefore ?? Math.floor(Date.now() / 1_000) + 120),
      nonce,
    },
  }
}
