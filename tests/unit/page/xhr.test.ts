import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { asked, PASSES, PAYS, Stage, TIMEOUT, WAITS } from './harness'

vi.setConfig(TIMEOUT)
const stage = new Stage()
beforeAll(() => stage.open())
afterAll(() => stage.close())

/** Records one XHR life in the page: its events, then what it holds. */
const life = (
  access: string,
  kind: string,
  setup: string,
  body: string,
  upload = false,
): string => `(async () => {
  const xhr = new XMLHttpRequest()
  const log = record(xhr, ${upload})
  xhr.open('${body === 'null' ? 'GET' : 'POST'}', '/${access}/${kind}/' + ${JSON.stringify(`${kind}-${body.length}`)} + '?' + Math.random())
  ${setup}
  xhr.send(${body})
  await ended(xhr)
  const value = xhr.response
  const content = value instanceof Blob ? await value.text()
    : value instanceof ArrayBuffer ? new TextDecoder().decode(value)
    : value instanceof Document ? value.body.textContent : value
  return { log, content, status: [xhr.readyState, xhr.status, xhr.statusText, xhr.getResponseHeader('x-kind')],
    names: xhr.getAllResponseHeaders().split('\\r\\n').map((line) => line.split(':')[0]), tag: xhr.responseURL.includes('#') }
})()`

describe('one life of a paid XMLHttpRequest', () => {
  it.each([
    ['text', '', 'null', false],
    ['empty', '', 'null', false],
    ['text', `xhr.responseType = 'text'`, 'null', false],
    ['json', `xhr.responseType = 'json'`, 'null', false],
    ['text', `xhr.responseType = 'blob'`, 'null', false],
    ['text', `xhr.responseType = 'arraybuffer'`, 'null', false],
    ['html', `xhr.responseType = 'document'`, 'null', false],
    [
      'created',
      `xhr.timeout = 30000; xhr.withCredentials = true; xhr.overrideMimeType('text/plain')`,
      'null',
      false,
    ],
    ['text', '', `'sent'`, false],
    ['text', '', `'sent with upload listeners'`, true],
    ['text', `xhr.setRequestHeader('x-asked', '1')`, `new Blob(['blob body'])`, true],
  ])('is the life of a free one: %s, %s, body %s, upload listeners %s', async (kind, setup, body, upload) => {
    const page = await stage.page(PAYS)
    const free = await page.evaluate(life('free', kind, setup, body, upload))
    const paid = await page.evaluate(life('paid', kind, setup, body, upload))
    expect(paid).toEqual(free)
    expect(await asked(page)).toHaveLength(1)
  })

  it('shows an unheld page the same as no wallet at all', async () => {
    const with_ = await stage.page(PAYS)
    const seenWith = await with_.evaluate(life('free', 'text', '', `'x'`, true))
    const without = await stage.page(null, '', false)
    expect(seenWith).toEqual(await without.evaluate(life('free', 'text', '', `'x'`, true)))
  })

  it('shows its 402 by the sequence of a page without the wallet when the wallet passes', async () => {
    const without = await stage.page(null, '', false)
    const plain = await without.evaluate(life('paid', 'text', '', `'x'`, true))
    const page = await stage.page(PASSES)
    expect(await page.evaluate(life('paid', 'text', '', `'x'`, true))).toEqual(plain)
    expect(await asked(page)).toHaveLength(1)
  })

  it('shows nothing of the 402 while a person is asked', async () => {
    const page = await stage.page(WAITS)
    const seen = await page.evaluate(`(async () => {
      const xhr = new XMLHttpRequest()
      const log = record(xhr)
      xhr.open('GET', '/paid/text/held')
      xhr.send()
      while (!window.decide) await new Promise((go) => setTimeout(go, 5))
      const during = [xhr.readyState, xhr.status, xhr.statusText, xhr.response, xhr.responseText, xhr.responseXML,
        xhr.responseURL, xhr.getResponseHeader('x-kind'), xhr.getAllResponseHeaders(), log.length]
      decide(true)
      await ended(xhr)
      return [during, xhr.responseText]
    })()`)
    expect(seen).toEqual([[1, 0, '', '', '', null, '', null, '', 2], 'paid'])
  })

  it('runs on* handlers, and listeners added before open, after send and while it is held, in order', async () => {
    const run = (path: string, until: string, then: string): string => `(async () => {
      const log = []
      const xhr = new XMLHttpRequest()
      xhr.onload = () => log.push('onload ' + xhr.status)
      xhr.addEventListener('load', () => log.push('before open ' + xhr.status), true)
      xhr.open('GET', '${path}')
      xhr.onreadystatechange = () => log.push('state ' + xhr.readyState)
      xhr.send()
      xhr.addEventListener('load', { handleEvent() { log.push('after send ' + xhr.status) } })
      while (!(${until})) await new Promise((go) => setTimeout(go, 5))
      xhr.addEventListener('load', () => log.push('held ' + xhr.status))
      ${then}
      await ended(xhr)
      return log
    })()`
    const page = await stage.page(WAITS)
    const paid = await page.evaluate(run('/paid/text/handlers', 'window.decide', 'decide(true)'))
    const without = await stage.page(null, '', false)
    expect(paid).toEqual(await without.evaluate(run('/free/text/handlers', 'true', '')))
    expect(paid).toHaveLength(7)
  })

  it('shows each event of an upload once to on* handlers', async () => {
    const run = (path: string): string => `(async () => {
      const log = []
      const xhr = new XMLHttpRequest()
      for (const type of ['loadstart', 'progress', 'load', 'loadend']) xhr.upload['on' + type] = (event) => log.push(type + event.loaded)
      xhr.open('POST', '${path}')
      xhr.send('body')
      await ended(xhr)
      return log
    })()`
    const page = await stage.page(PAYS)
    const paid = await page.evaluate(run('/paid/text/upload-handlers'))
    expect(paid).toEqual(await page.evaluate(run('/free/text/upload-handlers')))
    expect(paid).toContain('load4')
    expect(await asked(page)).toHaveLength(1)
  })

  it('shows trusted events of the paid answer', async () => {
    const page = await stage.page(PAYS)
    const trusted = await page.evaluate(`new Promise((resolve) => {
      const xhr = new XMLHttpRequest()
      xhr.open('GET', '/paid/text/trusted')
      xhr.onload = (event) => resolve(event.isTrusted)
      xhr.send()
    })`)
    expect(trusted).toBe(true)
  })

  it('rejects by an error event when the paid request fails', async () => {
    const page = await stage.page(PAYS)
    const free = await page.evaluate(life('free', 'cut', '', `'xx'`))
    const paid = await page.evaluate(life('paid', 'cut', '', `'xx'`))
    expect(paid).toEqual(free)
  })

  it('shows the events of an abort when it is aborted while it is held, and cancels', async () => {
    const page = await stage.page(WAITS)
    const abort = (path: string, until: string): string => `(async () => {
      const xhr = new XMLHttpRequest()
      const log = record(xhr)
      xhr.open('GET', '${path}')
      xhr.send()
      while (!(${until})) await new Promise((go) => setTimeout(go, 5))
      xhr.abort()
      return [log, xhr.readyState, xhr.status]
    })()`
    const held = await page.evaluate(abort('/paid/text/aborted', 'window.decide'))
    const free = await page.evaluate(abort('/free/late/aborted', 'true'))
    expect(held).toEqual(free)
    expect((await asked(page)).map(({ type }) => type)).toEqual(['report', 'await', 'cancel'])
  })

  it('can be opened anew while it is held: the payment is cancelled, and no change of state is shown', async () => {
    const page = await stage.page(WAITS)
    const seen = await page.evaluate(`(async () => {
      const xhr = new XMLHttpRequest()
      const log = record(xhr)
      xhr.open('GET', '/paid/text/first')
      xhr.send()
      while (!window.decide) await new Promise((go) => setTimeout(go, 5))
      xhr.open('GET', '/free/text/second')
      xhr.send()
      await ended(xhr)
      return [log.map((line) => line.split(' ').slice(0, 2).join(' ')), xhr.responseText]
    })()`)
    const events = [
      'readystatechange 1',
      'loadstart 1',
      'loadstart 1',
      'readystatechange 2',
      'readystatechange 3',
    ]
    expect(seen).toEqual([[...events, 'progress 3', 'readystatechange 4', 'load 4', 'loadend 4'], 'paid'])
    expect((await asked(page)).at(-1)).toEqual({ type: 'cancel', paymentId: 'p1' })
  })

  it('can be opened by its own load listener after a paid answer, and pays again', async () => {
    const page = await stage.page(PAYS)
    const texts = await page.evaluate(`new Promise((resolve) => {
      const texts = []
      const xhr = new XMLHttpRequest()
      xhr.onload = () => {
        texts.push(xhr.responseText)
        if (texts.length === 2) return resolve(texts)
        xhr.open('GET', '/paid/text/reused')
        xhr.send()
      }
      xhr.open('GET', '/paid/text/reused')
      xhr.send()
    })`)
    expect(texts).toEqual(['paid', 'paid'])
    expect(await asked(page)).toHaveLength(2)
  })

  it('is left alone when it is synchronous', async () => {
    const page = await stage.page(PAYS)
    const seen = await page.evaluate(`(() => {
      const xhr = new XMLHttpRequest()
      xhr.open('GET', '/paid/text/sync', false)
      xhr.send()
      return [xhr.status, xhr.readyState]
    })()`)
    expect(seen).toEqual([402, 4])
    expect(await asked(page)).toEqual([])
  })

  it('asks another origin for no permission that the page did not need', async () => {
    const page = await stage.page(PAYS)
    const text = await page.evaluate(`new Promise((resolve) => {
      const xhr = new XMLHttpRequest()
      if (!xhr.upload) return
      xhr.open('POST', '${stage.other.origin}/paid/text/cross')
      xhr.onload = () => resolve(xhr.responseText)
      xhr.send('plain')
    })`)
    expect(text).toBe('paid')
    expect(stage.other.at('/paid/text/cross').map(({ method }) => method)).toEqual(['POST', 'POST'])
  })
})

describe('the body of an XMLHttpRequest', () => {
  it.each([
    ['a string', `'tëxt'`, ''],
    ['a string as JSON', `'{"a":1}'`, `xhr.setRequestHeader('Content-Type', 'application/json')`],
    ['a blob', `new Blob([new Uint8Array([0, 1, 254, 255])], { type: 'image/x-test' })`, ''],
    ['search parameters', `new URLSearchParams({ q: 'ä b' })`, ''],
    ['a buffer', `new Uint8Array([9, 8, 0, 255]).buffer`, ''],
    ['a view of a buffer', `new Uint8Array([9, 8, 0, 255]).subarray(1, 3)`, ''],
    [
      'an HTML document',
      `new DOMParser().parseFromString('<!doctype html><!-- c --><p>a&amp;b', 'text/html')`,
      '',
    ],
    ['an XML document', `new DOMParser().parseFromString('<a b="c"><d/></a>', 'text/xml')`, ''],
    ['nothing', '', ''],
  ])('that is %s is sent again byte for byte, and its digest is reported', async (name, body, setup) => {
    const page = await stage.page(PAYS)
    const path = `/paid/text/xhr-${name.replaceAll(' ', '-')}`
    await page.evaluate(`(async () => {
      const xhr = new XMLHttpRequest()
      xhr.open('POST', '${path}')
      ${setup}
      xhr.send(${body})
      await ended(xhr)
    })()`)
    const [first, second] = stage.merchant.at(path)
    expect(second?.digest).toBe(first?.digest)
    expect(second?.headers['content-type']).toBe(first?.headers['content-type'])
    expect(await asked(page)).toMatchObject([
      { report: { bodyDigest: name === 'nothing' ? null : first?.digest } },
    ])
  })

  it('that is a form has the same parts again, and the digest is that of the paid request', async () => {
    const page = await stage.page(PAYS)
    await page.evaluate(`(async () => {
      const form = new FormData()
      form.append('a', 'b')
      form.append('file', new File([new Uint8Array([0, 255, 10])], 'x.bin'))
      const xhr = new XMLHttpRequest()
      xhr.open('POST', '/paid/text/form')
      xhr.send(form)
      form.set('a', 'changed')
      await ended(xhr)
    })()`)
    const [first, second] = stage.merchant.at('/paid/text/form')
    const parts = (arrival: typeof first): string => {
      const boundary = arrival?.headers['content-type']?.split('boundary=')[1] ?? 'none'
      return arrival?.body.replaceAll(boundary, 'boundary') ?? ''
    }
    expect(parts(second)).toContain('\xff')
    expect(parts(second)).toBe(parts(first))
    expect(await asked(page)).toMatchObject([{ report: { bodyDigest: second?.digest } }])
  })

  it('that the page changes after the call is sent again as it was', async () => {
    const page = await stage.page(PAYS)
    await page.evaluate(`(async () => {
      const body = new Uint8Array([1, 2, 3])
      const xhr = new XMLHttpRequest()
      xhr.open('POST', '/paid/text/xhr-changed')
      xhr.send(body)
      body.fill(7)
      await ended(xhr)
    })()`)
    expect(stage.merchant.at('/paid/text/xhr-changed').map(({ body }) => body)).toEqual([
      '\x01\x02\x03',
      '\x01\x02\x03',
    ])
  })
})
