import type { Page } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Devnet, startDevnet } from '../../devnet'
import { chainId, usdc } from '../../devnet/chain'
import { transportsAmount } from '../../devnet/merchants/transports'
import { type Firefox, startFirefox, until } from './firefox'
import { ask, fill, password, payingWallet, press, says } from './screens'

let net: Devnet
let firefox: Firefox
/** The wallet's full page. */
let wallet: Page
let payer: `0x${string}`
/** The merchant, and the same under another name of this machine: another site. */
let url: string
let other: string

beforeAll(async () => {
  ;[net, firefox] = await Promise.all([startDevnet(), startFirefox()])
  const made = await payingWallet(firefox, net)
  wallet = made.page
  payer = made.address
  url = net.transports.url
  other = url.replace('127.0.0.1', 'localhost')
})

afterAll(async () => {
  await firefox?.close()
  await net?.stop()
})

beforeEach(() => {
  net.forgetRequests()
  net.scripted.reset()
})

afterEach(async () => {
  await firefox.closeAllBut(wallet)
  for (const { id } of await waiting()) await ask(wallet, 'approval.decline', { paymentId: String(id) })
  for (const { id, state } of await rows('mandates'))
    if (state === 'active') await ask(wallet, 'mandates.set', { id: String(id), change: { kind: 'revoke' } })
})

type Row = Record<string, unknown>

/** All rows of one table of the ledger. */
const rows = async (table: string): Promise<Row[]> => {
  const text = await wallet.evaluate(
    (name) =>
      new Promise<string>((resolve, reject) => {
        const open = indexedDB.open('countersign')
        open.onerror = () => reject(open.error)
        open.onsuccess = () => {
          const all = open.result.transaction(name).objectStore(name).getAll()
          all.onerror = () => reject(all.error)
          all.onsuccess = () => {
            open.result.close()
            resolve(JSON.stringify(all.result, (_, v) => (typeof v === 'bigint' ? `${v}` : v)))
          }
        }
      }),
    table,
  )
  return JSON.parse(text) as Row[]
}

const waiting = async (): Promise<Row[]> => (await rows('intents')).filter((i) => i.state === 'asking')

async function openPage(path: string): Promise<Page> {
  const page = await firefox.newPage()
  await page.goto(url + path)
  return page
}

/** A page that runs this at once, without anybody's doing. */
const running = (script: string) => `/page?run=${encodeURIComponent(script)}`

/** What waits for a person about this path, once it does. */
const asked = (path: string): Promise<Row> =>
  until(
    async () => (await waiting()).find((i) => String(i.url).endsWith(path)) ?? null,
    `somebody is asked about ${path}`,
  )

/** Presses Pay, with the password where the wallet sees that software drives this browser. */
async function payIn(approval: Page): Promise<void> {
  await says(approval, 'Pay $')
  const field = 'input[type=password]'
  if ((await approval.$(field)) !== null) await fill(approval, field, password)
  await press(approval, 'Pay $')
}

/** Opens what waits as a person does who saw the badge, and presses Pay. */
async function payWaiting(path: string): Promise<Page> {
  const { id } = await asked(path)
  const approval = await firefox.openWallet(`/approval.html?id=${String(id)}`)
  await payIn(approval)
  return approval
}

/** Waits until a rule is there for the next equal request. */
const ruled = () =>
  until(async () => {
    const rules = await wallet.evaluate(() => {
      const { browser } = globalThis as unknown as {
        browser: { declarativeNetRequest: { getSessionRules(): Promise<unknown[]> } }
      }
      return browser.declarativeNetRequest.getSessionRules()
    })
    return rules.length === 1
  }, 'a rule waits for the next request')

/** Whether the wallet opened a window by itself. */
const windows = async (): Promise<number> => {
  let count = 0
  for (const page of await wallet.browser().pages()) {
    const href = await Promise.race([
      page.evaluate(() => location.href).catch(() => ''),
      new Promise<string>((done) => setTimeout(() => done(''), 1_000)),
    ])
    if (href.includes('/approval.html')) count += 1
  }
  return count
}

/** Lets an origin spend without asking. */
async function allow(origin: string): Promise<void> {
  await ask(wallet, 'mandates.grant', {
    terms: {
      origin,
      agent: null,
      pathPrefix: null,
      payees: [net.accounts.payee.address],
      assets: [{ network: `eip155:${chainId}`, asset: usdc, maxAmount: '1000000' }],
      unit: { kind: 'usd', testnet: true },
      total: '2',
      window: { kind: 'rolling', seconds: 3_600 },
      maxWindowSeconds: 300,
      expiresAt: Math.floor(Date.now() / 1_000) + 86_400,
      transports: ['http'],
      automaticPerMinute: 60,
      maxRisePercent: null,
      mayRepeat: false,
      account: payer,
    },
    password,
  })
}

/** What the payee gained while something was done. */
async function gainedBy(work: () => Promise<unknown>): Promise<bigint> {
  const payee = net.accounts.payee.address
  const before = await net.balanceOf(payee)
  await work()
  return (await net.balanceOf(payee)) - before
}

/** Runs in a page: the status and the text of an answer. */
const get = (page: Page, to: string, init: RequestInit = {}): Promise<string> =>
  page.evaluate(
    async (address, options) => {
      const answer = await fetch(address, JSON.parse(options))
      return `${answer.status} ${await answer.text()}`
    },
    to,
    JSON.stringify(init),
  )

async function frameOf(page: Page, id: string) {
  const element = await page.waitForSelector(`#${id}`)
  const frame = await element?.contentFrame()
  if (!frame) throw new Error(`no frame ${id}`)
  return frame
}

describe('HTTP in Firefox', () => {
  it.each([
    ['same', 'own'],
    ['other', 'other'],
    ['srcdoc', 'own'],
    ['blank', 'own'],
    ['sandboxed', 'null'],
    ['sandboxed-srcdoc', 'null'],
  ])(
    'a fetch in a frame (%s) waits without a window, names its asker (%s), and is paid',
    async (id, asker) => {
      const page = await openPage(`/frames?of=${encodeURIComponent(other)}`)
      const frame = await frameOf(page, id)
      const gained = await gainedBy(async () => {
        await (await frame.waitForSelector('button'))?.click()
        const view = await asked(`/goods/${id}`)
        expect([view.asker, view.topOrigin]).toEqual([{ own: url, other }[asker] ?? 'null', url])
        expect(await windows()).toBe(0)
        await payWaiting(`/goods/${id}`)
        await until(
          () =>
            frame.evaluate(() => document.querySelector('output')?.textContent?.startsWith('200') ?? null),
          'the frame has its answer',
        )
      })
      expect(gained).toBe(transportsAmount)
    },
  )

  it('a worker’s fetch: a person is told, and the next equal fetch is the paid one', async () => {
    const page = await openPage('/page')
    const work = (path: string) =>
      page.evaluate(async (to) => {
        const worker = new Worker('/worker.js')
        const said = new Promise((resolve) => {
          worker.onmessage = ({ data }) => resolve(data)
        })
        worker.postMessage(to)
        return String(await said)
      }, path)
    const gained = await gainedBy(async () => {
      expect(await work('/goods/work')).toMatch(/^402/)
      expect(await asked('/goods/work')).toMatchObject({ kind: 'next', asker: url })
      expect(await windows()).toBe(0)
      await payWaiting('/goods/work')
      await ruled()
      expect(await work('/goods/work')).toMatch(/^200/)
    })
    expect(gained).toBe(transportsAmount)
    expect(net.requestsSeen({ path: '/goods/work' })).toMatchObject({ unpaid: 1, paid: 1 })
  })

  it('a page that its own service worker rules is paid by its fetch, through that worker', async () => {
    const page = await openPage('/ruled')
    await until(async () => (await page.title()) === 'ruled', 'the service worker rules')
    await page.goto(`${url}/inside?to=/goods/through`)
    const gained = await gainedBy(async () => {
      await page.click('button')
      const approval = await firefox.openedByWallet('/approval.html')
      await payIn(approval)
      await says(page, '200')
    })
    expect(gained).toBe(transportsAmount)
  })

  it('a navigation through the page’s service worker: a person is told, and the reload is paid', async () => {
    const page = await openPage('/ruled')
    await until(async () => (await page.title()) === 'ruled', 'the service worker rules')
    await page.goto(`${url}/goods/ruled`)
    const gained = await gainedBy(async () => {
      await payWaiting('/goods/ruled')
      await ruled()
      await page.reload()
      await says(page, 'The harbour bell rings at dusk.')
    })
    expect(gained).toBe(transportsAmount)
    await page.evaluate(async () => {
      for (const each of await navigator.serviceWorker.getRegistrations()) await each.unregister()
    })
  })

  it('a form that was answered 402: a person is told, and the form that is sent again is paid', async () => {
    const page = await openPage('/form-post')
    const gained = await gainedBy(async () => {
      await page.click('form button')
      await page.waitForSelector('#answer')
      const approval = await firefox.openedByWallet('/approval.html')
      await says(approval, 'The browser cannot repeat this request.')
      await payIn(approval)
      await ruled()
      // Firefox sends no form again by itself: whoever sent it does.
      expect(net.requestsSeen({ path: '/goods/form' })).toMatchObject({ unpaid: 1, paid: 0 })
      await page.bringToFront()
      await page.evaluate(() => history.back())
      await (await page.waitForSelector('form button'))?.click()
      await says(page, 'The harbour bell rings at dusk.')
    })
    expect(gained).toBe(transportsAmount)
    const { requests } = net.requestsSeen({ path: '/goods/form' })
    expect(requests.map((r) => r.body)).toEqual(['what=a+bell', 'what=a+bell'])
  })

  it('what a page loads by itself opens no window and is not paid (atk-032)', async () => {
    await allow(url)
    const drive = `const to = (n) => '${other}/goods/drive' + n
for (let n = 0; n < 20; n++) { new Image().src = to('image' + n) }
for (const [tag, name] of [['script', 'src'], ['iframe', 'src'], ['video', 'src'], ['embed', 'src']]) {
  const element = document.createElement(tag)
  element[name] = to(tag)
  document.body.append(element)
}
navigator.sendBeacon(to('beacon'))
new Worker(URL.createObjectURL(new Blob(["fetch('${url}/goods/post', { method: 'POST', body: 'x' })"])))
fetch('${net.crossOrigin.url}/closed/quotes/oats', { mode: 'no-cors' })
  .finally(() => new Worker('/worker.js').postMessage('/goods/last'))`
    const gained = await gainedBy(async () => {
      await openPage(running(drive))
      await asked('/goods/last')
      expect(await waiting()).toHaveLength(1)
      expect(await windows()).toBe(0)
    })
    expect(gained).toBe(0n)
  })

  it('a fetch, and a page that goes somewhere by itself, wait in the queue without a window', async () => {
    await openPage(running(`fetch('/goods/alone')`))
    await asked('/goods/alone')
    const page = await openPage(running(`setTimeout(() => { location.href = '/goods/driven' }, 100)`))
    // The page itself is left alone until then: to look into it counts as a person's doing.
    await asked('/goods/driven')
    expect(await windows()).toBe(0)
    // The same by a click is a person's own wish.
    await page.goto(`${url}/links?to=/goods/clicked`)
    await page.click('#script')
    await firefox.openedByWallet('/approval.html')
  })

  it('quotes of every form are read and paid, text of many scripts among them', async () => {
    await allow(url)
    const page = await openPage('/page')
    const forms = ['base64url', 'unpadded', 'spaced', 'json', 'body', 'foreign', 'several', 'charge']
    const gained = await gainedBy(async () => {
      for (const form of forms)
        expect([form, await get(page, `/form/${form}`)]).toEqual([form, expect.stringMatching(/^200/)])
    })
    expect(gained).toBe(transportsAmount * BigInt(forms.length))
  })

  it('a quote of 27 kB is refused at once; one whose body disagrees is asked about', async () => {
    await allow(url)
    const page = await openPage('/page')
    expect(await get(page, '/form/large')).toMatch(/^402/)
    expect(await waiting()).toEqual([])
    await page.evaluate(() => void fetch('/form/both'))
    const { quoteId } = await asked('/form/both')
    expect((await rows('quotes')).find((q) => q.id === quoteId)?.notes).toContain('header-and-body-disagree')
  })

  it('HEAD, a range of bytes, 412 and redirects are what they are', async () => {
    await allow(url)
    const page = await openPage('/page')
    const gained = await gainedBy(async () => {
      expect(await get(page, '/goods/head', { method: 'HEAD' })).toBe('200 ')
      expect(await get(page, '/part', { headers: { range: 'bytes=4-10' } })).toBe('206 harbour')
      expect(await get(page, '/moved/307')).toMatch(/^200/)
      expect(await get(page, '/allowance')).toMatch(/^412/)
    })
    expect(gained).toBe(3n * transportsAmount)
    expect(net.requestsSeen({ path: '/part' }).requests.map((r) => r.headers.range)).toEqual([
      'bytes=4-10',
      'bytes=4-10',
    ])
    expect(net.requestsSeen({ path: '/moved/307' })).toMatchObject({ unpaid: 1, paid: 0 })
  })

  it.each([302, 307] as const)('a payment is not carried along by a %i, to no origin', async (status) => {
    const { scripted } = net
    await allow(scripted.url)
    const page = await firefox.newPage()
    await page.goto(`${scripted.url}/page`)
    for (const location of ['/there', `${url}/goods/there`]) {
      const item = location === '/there' ? '/same' : '/cross'
      scripted.script({ do: 'normal' }, { do: 'redirect', status, location })
      await get(page, `${item}${status}`)
      expect(net.requestsSeen({ path: `${item}${status}` })).toMatchObject({ unpaid: 1, paid: 1 })
    }
    expect(net.requestsSeen({ path: '/there' })).toMatchObject({ unpaid: 1, paid: 0 })
    expect(net.requestsSeen({ path: '/goods/there' })).toMatchObject({ unpaid: 1, paid: 0 })
  })

  it('going back to what was paid pays nothing again', async () => {
    const page = await openPage('/goods/back')
    const gained = await gainedBy(async () => {
      const approval = await firefox.openedByWallet('/approval.html')
      await payIn(approval)
      await says(page, 'The harbour bell rings at dusk.')
    })
    expect(gained).toBe(transportsAmount)
    await page.goto(`${url}/page`)
    await page.evaluate(() => history.back())
    await page.waitForSelector('#answer')
    expect(net.requestsSeen({ path: '/goods/back' }).paid).toBe(1)
  })

  it('a link that only saves is neither asked about nor paid', async () => {
    const page = await openPage('/links?to=/file')
    await page.click('#save')
    await until(async () => net.requestsSeen({ path: '/file' }).unpaid === 1, 'the link is followed')
    await page.goto(`${url}/goods/after`)
    await asked('/goods/after')
    expect(await waiting()).toHaveLength(1)
  })
})
