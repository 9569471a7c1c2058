import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { asked, PAYS, Stage, TIMEOUT } from './harness'

vi.setConfig(TIMEOUT)
const stage = new Stage()
beforeAll(() => stage.open())
afterAll(() => stage.close())

describe('a page that meets no 402', () => {
  it('finds the same globals, names, lengths and texts of functions, and the same property flags', async () => {
    const look = `(() => {
      const text = Function.prototype.toString
      const of = (owner, name) => {
        const found = Object.getOwnPropertyDescriptor(owner, name)
        const fn = found.value ?? found.get
        return [name, typeof fn, fn?.name, fn?.length, typeof fn === 'function' ? text.call(fn) : '', found.enumerable, found.configurable, found.writable]
      }
      const proto = XMLHttpRequest.prototype
      return [Object.getOwnPropertyNames(window).filter((name) => !/asked|report|record|ended|grant|playwright|binding/i.test(name)).sort(),
        of(window, 'fetch'), of(window, 'XMLHttpRequest'), XMLHttpRequest.DONE, proto.constructor === XMLHttpRequest,
        Object.getOwnPropertyNames(proto).map((name) => (name === 'constructor' ? name : of(proto, name)))]
    })()`
    const watched = await stage.page(null)
    const seen = await watched.evaluate(look)
    const bare = await stage.page(null, '', false)
    // V8 prints a Proxy of a function as native code without its name: the one difference in text.
    const strip = (value: unknown): string =>
      JSON.stringify(value).replaceAll(/function [\w ]*\(\)/g, 'function ()')
    expect(strip(seen)).toBe(strip(await bare.evaluate(look)))
  })

  it('asks nothing of the bridge', async () => {
    const page = await stage.page(PAYS)
    await page.evaluate(`(async () => {
      await fetch('/free/text/a', { method: 'POST', body: 'x' })
      const xhr = new XMLHttpRequest()
      xhr.open('GET', '/free/text/b')
      xhr.send()
      await ended(xhr)
    })()`)
    expect(await asked(page)).toEqual([])
  })

  it('sends each request once, with a body of known length', async () => {
    const page = await stage.page(PAYS)
    await page.evaluate(() => fetch('/free/text/once', { method: 'POST', body: 'four' }))
    expect(stage.merchant.at('/free/text/once').map(({ headers }) => headers['content-length'])).toEqual([
      '4',
    ])
  })

  it('gets the errors of the browser itself', async () => {
    const look = `(async () => {
      const of = (run) => run().catch((error) => [error.name, error.message])
      return [await of(() => fetch()), await of(() => fetch('http://[')), await of(() => fetch.call({}, '/')),
        await of(() => fetch('/', { method: 'GET', body: 'x' })), await of(() => fetch('/', { signal: AbortSignal.abort('mine') }).catch((e) => { throw { name: 'reason', message: e } }))]
    })()`
    const watched = await stage.page(null)
    const seen = await watched.evaluate(look)
    const bare = await stage.page(null, '', false)
    expect(seen).toEqual(await bare.evaluate(look))
  })

  it('can subclass, construct and test XMLHttpRequest', async () => {
    const page = await stage.page(PAYS)
    const seen = await page.evaluate(`(async () => {
      class Mine extends XMLHttpRequest { get mine() { return this.status } }
      const xhr = new Mine()
      xhr.open('GET', '/paid/text/subclass')
      xhr.send()
      await ended(xhr)
      return [xhr instanceof Mine, xhr instanceof XMLHttpRequest, xhr.mine, xhr.constructor === Mine,
        new XMLHttpRequest() instanceof XMLHttpRequest, XMLHttpRequest.prototype.isPrototypeOf(xhr), xhr.DONE]
    })()`)
    expect(seen).toEqual([true, true, 200, true, true, true, 4])
  })

  it('may replace what the wallet uses without breaking or seeing a payment', async () => {
    const page = await stage.page(PAYS)
    const seen = await page.evaluate(`(async () => {
      const touched = []
      const spoil = (owner, name) => { const was = owner[name]; owner[name] = function () { touched.push(name); return Reflect.apply(was, this, arguments) } }
      const call = fetch
      for (const [owner, name] of [[window, 'fetch'], [Request.prototype, 'clone'], [Response.prototype, 'clone'], [Request.prototype, 'arrayBuffer'],
        [Promise.prototype, 'then'], [EventTarget.prototype, 'dispatchEvent'], [JSON, 'stringify'], [JSON, 'parse'], [SubtleCrypto.prototype, 'digest']]) spoil(owner, name)
      window.Request = class {}
      const original = await call('/paid/text/spoiled', { method: 'POST', body: 'x' })
      return [original.status, touched.filter((name) => !['dispatchEvent', 'stringify', 'parse', 'then'].includes(name)), touched.includes('then')]
    })()`)
    expect(seen).toEqual([200, [], true])
  })
})
