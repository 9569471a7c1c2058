import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { scriptedAmount } from '../../devnet/merchants/scripted'
import { transportsAmount } from '../../devnet/merchants/transports'
import { pause, until } from './firefox'
import { ask, press, says, textOf } from './screens'
import { openStage, type Stage } from './stage'

/** What the wallet's own pages have of the browser, as far as it is used here. */
type WithPermissions = {
  browser: { permissions: Record<'contains' | 'remove', (of: { origins: string[] }) => Promise<boolean>> }
}

const saved = mkdtempSync(join(tmpdir(), 'countersign-saved-'))
let stage: Stage
let url: string

beforeAll(async () => {
  stage = await openStage({
    // Files go to a folder without a question, and a permission that is asked for is given.
    'browser.download.folderList': 2,
    'browser.download.dir': saved,
    'extensions.webextOptionalPermissionPrompts': false,
  })
  url = stage.net.transports.url
})

afterAll(async () => {
  await stage?.stop()
  rmSync(saved, { recursive: true, force: true })
})

beforeEach(() => {
  stage.net.forgetRequests()
})

afterEach(async () => {
  await stage.firefox.closeAllBut(stage.wallet)
})

/** Calls the browser's permissions in one of the wallet's pages, for every site. */
const everySite = (what: 'contains' | 'remove'): Promise<boolean> =>
  stage.wallet.evaluate((name) => {
    const { browser } = globalThis as unknown as WithPermissions
    return browser.permissions[name]({ origins: ['<all_urls>'] })
  }, what)

it('a link to a file is paid, and the file is saved', async () => {
  const page = await stage.firefox.newPage()
  await page.goto(`${url}/links?to=/file`)
  const moved = await stage.movedBy(async () => {
    await page.click('#link')
    const approval = await stage.firefox.openedByWallet('/approval.html')
    await press(approval, 'Pay $')
    await until(async () => readdirSync(saved).includes('bell.txt'), 'the file is saved')
  })
  expect(moved).toEqual({ gained: transportsAmount, lost: transportsAmount })
  expect(stage.net.requestsSeen({ path: '/file' })).toMatchObject({ unpaid: 1, paid: 1 })
})

it('a 402 that may be cached is asked for anew, and paid once (case-037)', async () => {
  const { newsstand } = stage.net
  await stage.allow(newsstand.url)
  const page = await stage.firefox.newPage()
  await page.goto(`${newsstand.url}/free`)
  const get = () => page.evaluate(async () => (await fetch('/cached/quiet-signal')).status)
  // Nobody pays the first one. Firefox keeps no 402: the second call reaches the server, and so does the paid one.
  await ask(stage.wallet, 'wallet.pause', { paused: true })
  expect(await get()).toBe(402)
  await ask(stage.wallet, 'wallet.pause', { paused: false })
  const moved = await stage.movedBy(async () => expect(await get()).toBe(200))
  expect(moved.gained).toBeGreaterThan(0n)
  expect(stage.net.requestsSeen({ path: '/cached/quiet-signal' })).toMatchObject({ unpaid: 2, paid: 1 })
})

it('where the owner took the access to sites away, the wallet says so and asks for it by a button (case-041)', async () => {
  expect(await everySite('remove')).toBe(true)
  const home = await stage.firefox.openWallet('/popup.html')
  const page = await stage.firefox.newPage()
  await page.goto(`${url}/goods/unseen`)
  await page.waitForSelector('#answer')
  await home.bringToFront()
  await says(home, 'The browser has not given access to all sites')
  expect(await textOf(page)).not.toContain('The harbour bell')
  expect(stage.net.requestsSeen({ path: '/goods/unseen' })).toMatchObject({ unpaid: 1, paid: 0 })
  await press(home, 'Give access')
  await until(async () => await everySite('contains'), 'the access is there again')
  await until(
    async () => !(await textOf(home)).includes('The browser has not given access to all sites'),
    'the note is gone',
  )
  await page.bringToFront()
  const moved = await stage.movedBy(async () => {
    await page.reload()
    const approval = await stage.firefox.openedByWallet('/approval.html')
    await press(approval, 'Pay $')
    await says(page, 'The harbour bell rings at dusk.')
  })
  expect(moved.gained).toBe(transportsAmount)
})

it('a paid request whose connection is cut before any answer moves the money once, however often it leaves', async () => {
  const { scripted } = stage.net
  scripted.reset()
  const page = await stage.firefox.newPage()
  await page.goto(`${scripted.url}/page`)
  scripted.script({ do: 'normal' }, { do: 'settle', answer: 'cut' })
  const moved = await stage.movedBy(async () => {
    await page.click('#fetch-get')
    await press(await stage.firefox.openedByWallet('/approval.html'), 'Pay $')
    await until(async () => /402|NetworkError|Delivered/.test(await textOf(page)), 'the call ended')
  })
  expect(moved).toEqual({ gained: scriptedAmount, lost: scriptedAmount })
  // Firefox sends it again by itself, with the same payment.
  const { nonces, paid } = stage.net.requestsSeen({ path: '/item' })
  expect([paid, new Set(nonces).size]).toEqual([2, 1])
})

// Two minutes of waiting: `npm run e2e:firefox` has them, the gate has not.
it.runIf(process.env.COUNTERSIGN_ALL)(
  'a page whose wallet is replaced while its call waits gets its 402 when its patience is over, and nothing is paid',
  async () => {
    const { scripted } = stage.net
    scripted.reset()
    const page = await stage.firefox.newPage()
    await page.goto(`${scripted.url}/page`)
    await page.click('#fetch-get')
    await stage.firefox.openedByWallet('/approval.html')
    await stage.firefox.replaceWallet()
    for (let waited = 0; waited < 150_000 && !/402/.test(await textOf(page)); waited += 5_000)
      await pause(5_000)
    expect(await textOf(page)).toContain('402')
    expect(stage.net.requestsSeen({ path: '/item' }).paid).toBe(0)
  },
  240_000,
)
