import { resolve } from 'node:path'
import { chromium } from '@playwright/test'
import { build } from 'esbuild'
import type { Devnet } from '../devnet'
import type { ClientTimes } from './published'

/** What the bundled page has: pays one path with @x402/fetch, and says when each step was. */
type WithClient = { payOnce(path: string, key: string): Promise<ClientTimes> }

const SOURCE = `
import { x402Client } from '@x402/core/client'
import { registerExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'

globalThis.payOnce = async (path, key) => {
  const began = []
  const ended = []
  const timed = async (...args) => {
    began.push(performance.now())
    const response = await fetch(...args)
    ended.push(performance.now())
    return response
  }
  const client = new x402Client()
  registerExactEvmScheme(client, { signer: privateKeyToAccount(key) })
  const answer = await wrapFetchWithPayment(timed, client)(path)
  await answer.text()
  if (answer.status !== 200) throw new Error('the page got ' + answer.status)
  return { seen402: ended[0], sent: began[1], answered: ended[1], delivered: performance.now() }
}
`

/**
 * Pays with the published client in a page of the same shop, in a Chromium without any extension.
 *
 * @param payments measured ones; one more before them warms up
 */
export async function payInPage(net: Devnet, path: string, payments: number): Promise<ClientTimes[]> {
  const { outputFiles } = await build({
    stdin: { contents: SOURCE, resolveDir: resolve(import.meta.dirname, '../..'), loader: 'js' },
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2023',
    platform: 'browser',
    write: false,
  })
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  })
  try {
    const page = await browser.newPage()
    await page.goto(`${net.newsstand.url}/free`)
    await page.addScriptTag({ content: outputFiles[0]?.text ?? '' })
    const times: ClientTimes[] = []
    for (let i = 0; i <= payments; i++) {
      const took = await page.evaluate(
        ([to, key]) => (globalThis as unknown as WithClient).payOnce(to, key),
        [path, net.accounts.payer.privateKey] as const,
      )
      if (i > 0) times.push(took)
    }
    return times
  } finally {
    await browser.close()
  }
}
