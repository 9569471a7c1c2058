import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { build } from 'esbuild'
import type { PageMessage } from '@/lib/page/protocol'
import { Merchant } from './merchant'

const ROOT = new URL('../../../', import.meta.url).pathname

/** The page's script as one text, with or without the call that starts it. */
export async function bundle(entry: string, start: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { ${start} } from '@/lib/page/${entry}'; ${start}()`,
      resolveDir: ROOT,
      loader: 'ts',
    },
    alias: { '@': ROOT },
    bundle: true,
    format: 'iife',
    target: 'es2023',
    write: false,
  })
  return outputFiles[0]?.text ?? ''
}

/** How the bridge answers in a test: the body of `(message, tag) => answer`, run in the page. */
export type Answerer = string

/** Pays whatever is reported, at once. */
export const PAYS: Answerer = `
  if (message.type !== 'report') return null
  const id = 'p' + count
  return grant(message.report.answeredUrl).then(() => ({ type: 'send', paymentId: id, url: message.report.answeredUrl + '#cs-' + id }))`

/**
 * Pays at another query, so that the merchant tells the paid request from equal ones that are unpaid.
 * In the browser the background's rule puts the payment on the one that shows the tag.
 */
export const PAYS_MARKED: Answerer = `
  if (message.type !== 'report') return null
  const url = message.report.answeredUrl + '?payment=' + count
  return grant(url).then(() => ({ type: 'send', paymentId: 'p' + count, url: url + '#cs-' + count }))`

/** Gives every caller its 402. */
export const PASSES: Answerer = `return { type: 'pass' }`

/** Asks a person who does not answer, until the test calls \`decide\` in the page. */
export const WAITS: Answerer = `
  if (message.type === 'report') { window.reported = message.report; return { type: 'wait', paymentId: 'p1' } }
  if (message.type === 'await') return new Promise((resolve) => { window.decide = (pays) => grant(reported.answeredUrl).then(() => resolve(pays
    ? { type: 'send', paymentId: 'p1', url: reported.answeredUrl + '#cs-1' }
    : { type: 'pass' })) })
  return null`

/** A busy machine takes its time over a browser; no test measures any. */
export const TIMEOUT = { testTimeout: 60_000, hookTimeout: 60_000 }

/** A browser, a merchant, a second merchant of another origin, and pages with the script in them. */
export class Stage {
  readonly merchant = new Merchant()
  readonly other = new Merchant()
  #browser: Browser | undefined
  #context: BrowserContext | undefined
  #script = ''

  async open(): Promise<void> {
    this.#script = await bundle('install', 'watchPage')
    await Promise.all([this.merchant.start(), this.other.start()])
    this.#browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      headless: true,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
      ],
    })
    this.#context = await this.#browser.newContext()
  }

  async close(): Promise<void> {
    await this.#browser?.close()
    await Promise.all([this.merchant.stop(), this.other.stop()])
  }

  /**
   * A page of the merchant's.
   *
   * @param answerer null for a page without a bridge
   * @param before a script that runs before the wallet's
   * @param watched false for a page without the wallet
   */
  async page(answerer: Answerer | null, before = '', watched = true): Promise<Page> {
    if (!this.#context) throw new Error('the stage is not open')
    for (const old of this.#context.pages()) await old.close()
    const page = await this.#context.newPage()
    await page.exposeFunction('grant', (url: string) => {
      this.merchant.grant(url)
      this.other.grant(url)
    })
    if (before) await page.addInitScript({ content: before })
    if (answerer !== null) await page.addInitScript({ content: bridge(answerer) })
    if (watched) await page.addInitScript({ content: this.#script })
    await page.addInitScript({ content: HELPERS })
    await page.goto(this.merchant.origin)
    return page
  }
}

/** What the bridge was asked in a page, in order. */
export const asked = (page: Page): Promise<PageMessage[]> => page.evaluate('asked') as Promise<PageMessage[]>

const bridge = (answerer: Answerer): string => `{
  window.asked = []
  let count = 0
  document.addEventListener('countersign:ask', async (event) => {
    event.preventDefault()
    const { id, message } = JSON.parse(event.detail)
    asked.push(message)
    count += 1
    const answer = await ((message, count) => { ${answerer} })(message, count)
    document.dispatchEvent(new CustomEvent('countersign:answer', { detail: JSON.stringify({ id, answer }) }))
  })
}`

/** What tests of XMLHttpRequest share in the page. */
const HELPERS = `
window.record = (xhr, upload) => {
  const log = []
  const note = (name, target) => (event) => log.push(name + event.type + ' ' + xhr.readyState + ' ' + xhr.status
    + (event.type === 'readystatechange' ? '' : ' ' + event.loaded + '/' + event.total))
  for (const type of ['readystatechange', 'loadstart', 'progress', 'abort', 'error', 'load', 'timeout', 'loadend']) {
    xhr.addEventListener(type, note('', xhr))
    if (upload && type !== 'readystatechange') xhr.upload.addEventListener(type, note('upload.', xhr.upload))
  }
  return log
}
window.ended = (xhr) => new Promise((resolve) => xhr.addEventListener('loadend', () => resolve()))
`
