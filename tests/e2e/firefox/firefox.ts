import { resolve } from 'node:path'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'

const extensionFolder = resolve(import.meta.dirname, '../../../.output/firefox-mv3')
const addOnId = 'wallet@countersign.example'
/** Firefox gives each installation a random host; a fixed one lets the tests name the wallet's own pages. */
const host = '5d6a4c1e-7b0f-4e5d-9d3a-2f8c60b1a947'
const walletUrl = `moz-extension://${host}`

/** A Firefox of its own profile, with the built wallet installed. */
export interface Firefox {
  /** An empty tab in front. */
  newPage(): Promise<Page>
  /** Opens one of the wallet's pages in a tab. @param path such as `/options.html#/welcome` */
  openWallet(path: string): Promise<Page>
  /** Waits for a page that the wallet itself opens. @param path the beginning, such as `/approval.html` */
  openedByWallet(path: string): Promise<Page>
  /** Closes every tab and window but this one. */
  closeAllBut(kept: Page): Promise<void>
  /** Installs the same build once more over the wallet, as an update does. */
  replaceWallet(): Promise<void>
  /** Ends every process of it at once, as a crash does; its profile stays as it was. */
  kill(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts Firefox without a screen and installs the build in .output/firefox-mv3.
 *
 * @param prefs Firefox's own settings
 * @param profile a folder that is kept over several starts
 */
export async function startFirefox(
  prefs: Record<string, number | boolean | string> = {},
  profile: string | null = null,
): Promise<Firefox> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    ...(profile !== null && { userDataDir: profile }),
    executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
    headless: true,
    args: ['--remote-allow-system-access'],
    extraPrefsFirefox: {
      'extensions.webextensions.uuids': JSON.stringify({ [addOnId]: host }),
      'intl.locale.requested': 'en-US',
      // What is installed for a test only would lose its data with every end of the browser.
      'extensions.webextensions.keepStorageOnUninstall': true,
      'extensions.webextensions.keepUuidOnUninstall': true,
      ...prefs,
    },
  })
  try {
    await browser.installExtension(extensionFolder)
  } catch (error) {
    await browser.close()
    throw error
  }
  return {
    newPage: () => browser.newPage(),
    openWallet: (path) => openWallet(browser, path),
    openedByWallet: (path) => until(() => pageAt(browser, walletUrl + path), `${path} was opened`),
    closeAllBut: (kept) => closeAllBut(browser, kept),
    replaceWallet: async () => {
      await browser.installExtension(extensionFolder)
    },
    kill: async () => {
      const running = browser.process()
      const ended = new Promise((resolve) => running?.once('exit', resolve))
      running?.kill('SIGKILL')
      await ended
    },
    close: () => browser.close(),
  }
}

async function closeAllBut(browser: Browser, kept: Page): Promise<void> {
  const others = (await browser.pages()).filter((page) => page !== kept)
  // A window that the wallet has just closed itself is gone already.
  await Promise.all(others.map((page) => page.close().catch(() => undefined)))
}

async function openWallet(browser: Browser, path: string): Promise<Page> {
  const page = await browser.newPage()
  // Firefox never reports such a page as loaded, so this promise stays open until the browser closes.
  page.goto(walletUrl + path).catch(() => undefined)
  await until(() => isAt(page, walletUrl + path), `${path} is loaded`)
  return page
}

/** A page's own word for where it is: what the driver knows of the wallet's windows is "about:blank". */
async function isAt(page: Page, start: string): Promise<boolean> {
  const seen = page.evaluate(() => [location.href, document.readyState]).catch(() => ['', ''])
  const [href = '', state = ''] = await Promise.race([seen, pause(1_000).then(() => ['', ''])])
  return href.startsWith(start) && state === 'complete'
}

async function pageAt(browser: Browser, start: string): Promise<Page | null> {
  for (const page of await browser.pages()) if (await isAt(page, start)) return page
  return null
}

/** Resolves after so many milliseconds. */
export const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

/**
 * Asks again until the answer is neither null nor false.
 *
 * @param what is named in the error when 20 s were not enough
 */
export async function until<T>(ask: () => Promise<T | null | false>, what: string): Promise<T> {
  const end = Date.now() + 20_000
  while (Date.now() < end) {
    const answer = await ask()
    if (answer !== null && answer !== false) return answer
    await pause(50)
  }
  throw new Error(`waited 20 s until ${what}`)
}
