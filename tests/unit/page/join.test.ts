import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { asked, PASSES, PAYS_MARKED, Stage, TIMEOUT, WAITS } from './harness'

vi.setConfig(TIMEOUT)
const stage = new Stage()
beforeAll(() => stage.open())
afterAll(() => stage.close())

describe('equal calls', () => {
  it('five GETs join into one payment, and each reads the whole paid answer', async () => {
    const page = await stage.page(PAYS_MARKED)
    const texts = await page.evaluate(() =>
      Promise.all([1, 2, 3, 4, 5].map(async () => (await fetch('/paid/text/five')).text())),
    )
    expect(texts).toEqual(['paid', 'paid', 'paid', 'paid', 'paid'])
    expect(await asked(page)).toHaveLength(1)
    expect(stage.merchant.at('/paid/text/five')).toHaveLength(6)
  })

  it('joined GETs read the paid stream as it arrives', async () => {
    const page = await stage.page(PAYS_MARKED)
    const parts = await page.evaluate(async () => {
      const read = async (): Promise<string> => {
        const reader = (await fetch('/paid/slow/joined')).body?.getReader()
        const part = await reader?.read()
        return new TextDecoder().decode(part?.value)
      }
      return Promise.all([read(), read()])
    })
    stage.merchant.release()
    expect(parts).toEqual(['one,', 'one,'])
  })

  it('five POSTs do not join', async () => {
    const page = await stage.page(PAYS_MARKED)
    const texts = await page.evaluate(() =>
      Promise.all(
        [1, 2, 3, 4, 5].map(async () =>
          (await fetch('/paid/text/posts', { method: 'POST', body: 'same' })).text(),
        ),
      ),
    )
    expect(texts).toEqual(['paid', 'paid', 'paid', 'paid', 'paid'])
    expect(await asked(page)).toHaveLength(5)
  })

  it('GETs with other headers or credentials do not join', async () => {
    const page = await stage.page(PAYS_MARKED)
    await page.evaluate(() =>
      Promise.all([
        fetch('/paid/text/differ'),
        fetch('/paid/text/differ', { headers: { 'x-asked': '1' } }),
        fetch('/paid/text/differ', { credentials: 'omit' }),
      ]),
    )
    expect(await asked(page)).toHaveLength(3)
  })

  it('each gets its own 402 when the wallet passes', async () => {
    const page = await stage.page(PASSES)
    const bodies = await page.evaluate(() =>
      Promise.all([1, 2, 3].map(async () => (await fetch('/paid/text/passed')).text())),
    )
    expect(new Set(bodies)).toEqual(new Set(['{"x402Version":1,"accepts":[]}']))
    expect(await asked(page)).toHaveLength(1)
  })

  it('one abort leaves the others their answer', async () => {
    const page = await stage.page(WAITS)
    const seen = await page.evaluate(async () => {
      const controller = new AbortController()
      const first = fetch('/paid/text/one', { signal: controller.signal }).catch((error: Error) => error.name)
      while (!('decide' in window)) await new Promise((go) => setTimeout(go, 5))
      const second = fetch('/paid/text/one')
      // Both were answered 402: before that they are not one call.
      while (performance.getEntriesByName(new URL('/paid/text/one', location.href).href).length < 2)
        await new Promise((go) => setTimeout(go, 5))
      await new Promise((go) => setTimeout(go, 100))
      controller.abort()
      const name = await first
      ;(window as unknown as { decide: (pays: boolean) => void }).decide(true)
      return [name, await (await second).text()]
    })
    expect(seen).toEqual(['AbortError', 'paid'])
    expect((await asked(page)).map(({ type }) => type)).toEqual(['report', 'await'])
  })

  it('the last abort cancels the payment', async () => {
    const page = await stage.page(WAITS)
    await page.evaluate(async () => {
      const controller = new AbortController()
      const { signal } = controller
      const calls = [fetch('/paid/text/all', { signal }), fetch('/paid/text/all', { signal })]
      while (!('decide' in window)) await new Promise((go) => setTimeout(go, 5))
      while (performance.getEntriesByName(new URL('/paid/text/all', location.href).href).length < 2)
        await new Promise((go) => setTimeout(go, 5))
      await new Promise((go) => setTimeout(go, 100))
      controller.abort()
      await Promise.allSettled(calls)
    })
    expect((await asked(page)).map(({ type }) => type)).toEqual(['report', 'await', 'cancel'])
  })

  it('a GET that was sent before the answer came shares it, even if its own 402 comes later', async () => {
    const page = await stage.page(PAYS_MARKED)
    const path = '/paid/second/later'
    const both = page.evaluate((url) => {
      const first = fetch(url).then((response) => response.text())
      const second = fetch(url).then((response) => response.text())
      Object.assign(window, { first })
      return Promise.all([first, second])
    }, path)
    // The second equal call arrives late where the browser lets one at a time fill its cache.
    await vi.waitFor(() => expect(stage.merchant.at(path)).toHaveLength(3), TIMEOUT.testTimeout)
    expect(await page.evaluate('first')).toBe('paid')
    stage.merchant.release()
    expect(await both).toEqual(['paid', 'paid'])
    expect(await asked(page)).toHaveLength(1)
  })

  it('a GET sent after the answer came is a purchase of its own', async () => {
    const page = await stage.page(PAYS_MARKED)
    await page.evaluate(async () => {
      await (await fetch('/paid/text/twice')).text()
      await (await fetch('/paid/text/twice')).text()
    })
    expect(await asked(page)).toHaveLength(2)
  })
})
