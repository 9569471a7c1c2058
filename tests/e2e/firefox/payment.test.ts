import type { Page } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Devnet, startDevnet } from '../../devnet'
import { articles } from '../../devnet/merchants/articles'
import { crossOriginAmount } from '../../devnet/merchants/cross-origin'
import { newsstandAmounts } from '../../devnet/merchants/newsstand'
import { type Firefox, startFirefox, until } from './firefox'
import { fill, password, payingWallet, press, says, textOf } from './screens'

let net: Devnet
let firefox: Firefox
/** The wallet's full page. */
let wallet: Page
let payer: `0x${string}`

beforeAll(async () => {
  ;[net, firefox] = await Promise.all([startDevnet(), startFirefox()])
  const made = await payingWallet(firefox, net)
  wallet = made.page
  payer = made.address
})

afterAll(async () => {
  await firefox?.close()
  await net?.stop()
})

beforeEach(() => {
  net.forgetRequests()
})

afterEach(async () => {
  await firefox.closeAllBut(wallet)
})

function articleOf(id: string) {
  const article = articles.find((a) => a.id === id)
  if (!article) throw new Error(`the newsstand has no article ${id}`)
  return article
}

/** What the payee gained and the payer lost while something was done. */
async function movedBy(work: () => Promise<unknown>) {
  const both = () => Promise.all([net.balanceOf(net.accounts.payee.address), net.balanceOf(payer)])
  const [payeeBefore, payerBefore] = await both()
  await work()
  const [payeeAfter, payerAfter] = await both()
  return { gained: payeeAfter - payeeBefore, lost: payerBefore - payerAfter }
}

/** Presses a button of the newsstand's page of requests. */
async function onAppPage(button: string): Promise<{ page: Page; answer(): Promise<string> }> {
  const page = await firefox.newPage()
  await page.goto(`${net.newsstand.url}/app`)
  await page.click(`#${button}`)
  const answer = () =>
    until(
      () =>
        page.evaluate((id) => {
          const output = document.getElementById(id)
          return output?.dataset.state === 'done' ? output.textContent : null
        }, `${button}-out`),
      `${button} is answered`,
    )
  return { page, answer }
}

/** The newest payment of the ledger, as the activity links it. */
async function newestPayment(): Promise<string> {
  await wallet.evaluate(() => {
    location.hash = '#/activity'
  })
  return until(
    () => wallet.evaluate(() => document.querySelector('.ledger a')?.getAttribute('href') ?? null),
    'the activity lists a payment',
  )
}

describe('the wallet in Firefox', () => {
  it('pays an article that a person opens, and shows it after one click', async () => {
    const { id, amount, title } = articleOf('tide-clock')
    const page = await firefox.newPage()
    const moved = await movedBy(async () => {
      await page.goto(`${net.newsstand.url}/articles/${id}`)
      const approval = await firefox.openedByWallet('/approval.html')
      await says(approval, '0.25')
      await press(approval, 'Pay $')
      await page.waitForSelector('#article')
      await says(approval, 'Settled')
    })
    expect(await textOf(page)).toContain(title)
    expect(moved).toEqual({ gained: amount, lost: amount })
    expect(net.requestsSeen({ merchant: 'newsstand', path: `/articles/${id}` })).toMatchObject({
      unpaid: 1,
      paid: 1,
    })
  })

  it('pays a fetch of a page, which gets the answer of its own call', async () => {
    const { amount, title } = articleOf('bread-ledger')
    const moved = await movedBy(async () => {
      const { answer } = await onAppPage('fetch-get')
      const approval = await firefox.openedByWallet('/approval.html')
      await press(approval, 'Pay $')
      expect(await answer()).toContain(title)
    })
    expect(moved).toEqual({ gained: amount, lost: amount })
    expect(net.requestsSeen({ path: '/api/articles/bread-ledger' })).toMatchObject({ unpaid: 1, paid: 1 })
  })

  it('pays a POST whose body reaches the merchant again and unchanged', async () => {
    const moved = await movedBy(async () => {
      const { answer } = await onAppPage('fetch-post')
      const approval = await firefox.openedByWallet('/approval.html')
      await press(approval, 'Pay $')
      expect(await answer()).toContain('Fog until noon.')
    })
    expect(moved.gained).toBe(newsstandAmounts.summary)
  })

  it('pays an XMLHttpRequest, which sees nothing of the 402', async () => {
    const { amount, title } = articleOf('quiet-signal')
    const moved = await movedBy(async () => {
      const { page, answer } = await onAppPage('xhr-get')
      const approval = await firefox.openedByWallet('/approval.html')
      await press(approval, 'Pay $')
      expect(await answer()).toContain(title)
      expect(await page.$eval('body', (b) => b.dataset.xhrStates)).not.toContain('402')
    })
    expect(moved).toEqual({ gained: amount, lost: amount })
  })

  it('keeps a receipt, and says of it what the chain proved', async () => {
    const place = await newestPayment()
    await wallet.evaluate((hash) => {
      location.hash = hash
    }, place)
    await says(wallet, 'Settled, and proved on the chain')
    await says(wallet, '0.05')
  })

  it('pays a fetch of another origin, whose quote the page may not read', async () => {
    const moved = await movedBy(async () => {
      const { answer } = await onAppPage('fetch-cross')
      const approval = await firefox.openedByWallet('/approval.html')
      await press(approval, 'Pay $')
      expect(await answer()).toMatch(/^200/)
    })
    expect(moved).toEqual({ gained: crossOriginAmount, lost: crossOriginAmount })
    const { requests } = net.requestsSeen({ merchant: 'crossOrigin' })
    expect(requests.map((r) => r.method)).toEqual(['GET', 'GET'])
  })

  it('pays a navigation that was answered 402 with an empty body', async () => {
    const { id, amount, title } = articleOf('quiet-signal')
    const page = await firefox.newPage()
    const moved = await movedBy(async () => {
      // Firefox shows an error page of its own, which the driver reports as a failed navigation.
      await page.goto(`${net.newsstand.url}/empty/${id}`).catch(() => undefined)
      const approval = await firefox.openedByWallet('/approval.html')
      await press(approval, 'Pay $')
      await says(page, title)
    })
    expect(moved).toEqual({ gained: amount, lost: amount })
  })

  it('moves nothing where a person declines, and gives the page its 402', async () => {
    const moved = await movedBy(async () => {
      const { answer } = await onAppPage('xhr-post')
      const approval = await firefox.openedByWallet('/approval.html')
      await press(approval, 'Decline')
      expect(await answer()).toMatch(/^402/)
      await says(approval, 'Nothing was signed.')
    })
    expect(moved).toEqual({ gained: 0n, lost: 0n })
    expect(net.requestsSeen({ path: '/api/summaries' })).toMatchObject({ unpaid: 1, paid: 0 })
  })

  it('locks, signs nothing while locked, and goes on after the password', async () => {
    const { amount, title } = articleOf('bread-ledger')
    const popup = await firefox.openWallet('/popup.html')
    await press(popup, 'Lock')
    await says(popup, 'Locked')
    const moved = await movedBy(async () => {
      const { answer } = await onAppPage('fetch-get')
      const approval = await firefox.openedByWallet('/approval.html')
      await says(approval, 'A payment is asked for. Unlock to see it.')
      await fill(approval, 'input[type=password]', 'not the password')
      await press(approval, 'Unlock')
      await says(approval, 'Not this password.')
      expect(net.requestsSeen().paid).toBe(0)
      await fill(approval, 'input[type=password]', password)
      await press(approval, 'Unlock')
      await press(approval, 'Pay $')
      expect(await answer()).toContain(title)
    })
    expect(moved).toEqual({ gained: amount, lost: amount })
  })
})
