import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { articles } from '../../devnet/merchants/articles'
import { newsstandAmounts } from '../../devnet/merchants/newsstand'
import { scriptedAmount } from '../../devnet/merchants/scripted'
import { until } from './firefox'
import { ask, fill, press, says, textOf } from './screens'
import { openStage, type Stage } from './stage'

const WORDS = 'test test test test test test test test test test test junk'
const [article] = articles
if (article === undefined) throw new Error('the newsstand has articles')

// What Chromium shows in the gate: `npm run e2e:firefox` has it for Firefox too.
describe.runIf(process.env.COUNTERSIGN_ALL)('further in Firefox', () => {
  let stage: Stage

  beforeAll(async () => {
    stage = await openStage()
  })
  afterAll(async () => {
    await stage?.stop()
  })
  beforeEach(() => {
    stage.net.forgetRequests()
    stage.net.scripted.reset()
  })
  afterEach(async () => {
    await stage.firefox.closeAllBut(stage.wallet)
  })

  /** A page of the newsstand that fetches something; the status comes when it is answered. */
  async function asks(path: string): Promise<() => Promise<number>> {
    const page = await stage.firefox.newPage()
    await page.goto(`${stage.net.newsstand.url}/free`)
    const answer = page.evaluate(async (to) => (await fetch(to)).status, path)
    return () => answer
  }

  /** Shows one of the wallet's pages in its tab. */
  const show = (hash: string) =>
    stage.wallet.evaluate((to) => {
      location.hash = to
    }, hash)

  it('Permit2 is paid with an allowance of exactly the amount, after a consent of its own, and upto as much as was used', async () => {
    const { net, firefox, payer } = stage
    const exact = await stage.movedBy(async () => {
      const status = await asks(`/sponsored/${article.id}`)
      const approval = await firefox.openedByWallet('/approval.html')
      await says(approval, 'Also allow Permit2 to take exactly')
      await approval.locator('[role=switch]').click()
      await press(approval, 'Pay $')
      expect(await status()).toBe(200)
    })
    expect(exact).toEqual({ gained: article.amount, lost: article.amount })
    expect(await net.allowanceOf(payer)).toBe(0n)
    await firefox.closeAllBut(stage.wallet)

    await net.fund(payer, 0n, 10n ** 18n)
    await net.approvePermit2(payer, newsstandAmounts.meteredMost)
    const upto = await stage.movedBy(async () => {
      const status = await asks('/metered')
      const approval = await firefox.openedByWallet('/approval.html')
      await says(approval, 'up to')
      await press(approval, 'Pay ')
      expect(await status()).toBe(200)
    })
    expect(upto).toEqual({ gained: newsstandAmounts.metered, lost: newsstandAmounts.metered })
  })

  it('a payment whose answer was lost is asked about and sent again from the list, the very same', async () => {
    const { net, firefox, wallet } = stage
    net.scripted.script({ do: 'normal' }, { do: 'raw', status: 503, body: 'busy' })
    const moved = await stage.movedBy(async () => {
      const page = await firefox.newPage()
      await page.goto(`${net.scripted.url}/item`).catch(() => undefined)
      await press(await firefox.openedByWallet('/approval.html'), 'Pay $')
      await until(async () => net.requestsSeen({ path: '/item' }).paid === 1, 'the server has the payment')
      await firefox.closeAllBut(wallet)
      await show('#/outstanding')
      await says(wallet, 'can be used for')
      await press(wallet, 'Ask the chain now')
      await says(wallet, 'The chain does not say yet')
      await press(wallet, 'Send again')
      await until(async () => net.requestsSeen({ path: '/item' }).paid === 2, 'it was sent again')
      await says(wallet, 'Nothing is outstanding')
    })
    expect(moved).toEqual({ gained: scriptedAmount, lost: scriptedAmount })
    expect(net.requestsSeen({ path: '/item' }).nonces).toHaveLength(2)
    expect(new Set(net.requestsSeen({ path: '/item' }).nonces).size).toBe(1)
  })

  it('a vault that is gone with its copy comes back from its words, with the ledger kept', async () => {
    const { wallet, firefox } = stage
    await wallet.evaluate(async () => {
      await (await navigator.storage.getDirectory()).removeEntry('vault-copy.json').catch(() => undefined)
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open('countersign')
        request.onerror = () => reject(request.error)
        request.onsuccess = () => resolve(request.result)
      })
      const documents = database.transaction('documents', 'readwrite').objectStore('documents')
      await new Promise((resolve) => {
        documents.put({ name: 'vault', value: { version: 1, torn: true } }).onsuccess = resolve
      })
      database.close()
    })
    const page = await firefox.openWallet('/options.html')
    await says(page, 'The vault cannot be read')
    await fill(page, 'textarea', WORDS)
    await fill(page, 'input[type=password]', 'another fine password', 'another fine password')
    await press(page, 'Bring the vault back')
    await says(page, 'Activity')
    const { accounts } = await ask(page, 'wallet.status', undefined)
    expect(accounts[0]?.address).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
    // What was paid before stands there, and the past of the words is being read.
    expect(await textOf(page)).toContain('Reading what this wallet spent before')
    expect(await page.$$eval('.ledger a', (rows) => rows.length)).toBeGreaterThan(0)
  })
})
