import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { asked, PASSES, PAYS, Stage, TIMEOUT, WAITS } from './harness'

vi.setConfig(TIMEOUT)
const stage = new Stage()
beforeAll(() => stage.open())
afterAll(() => stage.close())

describe('a fetch that is answered 402', () => {
  it('gets the paid answer with its status, headers, body and URL without the tag', async () => {
    const page = await stage.page(PAYS)
    const seen = await page.evaluate(async () => {
      const response = await fetch('/paid/created/whole?a=1#mine')
      return [
        response.status,
        response.statusText,
        response.headers.get('x-kind'),
        response.url,
        response.type,
        await response.text(),
      ]
    })
    expect(seen).toEqual([
      201,
      'Bought',
      'created',
      `${stage.merchant.origin}/paid/created/whole?a=1`,
      'basic',
      'paid',
    ])
  })

  it('reports method, both URLs without fragment and the text of the 402', async () => {
    const page = await stage.page(PASSES)
    await page.evaluate(() => fetch('/paid/text/report#mine'))
    const url = `${stage.merchant.origin}/paid/text/report`
    expect(await asked(page)).toEqual([
      {
        type: 'report',
        report: {
          via: 'fetch',
          method: 'GET',
          url,
          answeredUrl: url,
          bodyDigest: null,
          answer: '{"x402Version":1,"accepts":[]}',
        },
      },
    ])
  })

  it.each([
    ['hidden', 'leaves out a body that is no JSON where a header carries the quote', null],
    ['long', 'leaves out a body longer than 64 kB', null],
    ['bare', 'reports an empty body as an empty text', ''],
  ])('%s: %s', async (kind, _title, answer) => {
    const page = await stage.page(PASSES)
    await page.evaluate((path) => fetch(path), `/paid/${kind}/answer`)
    expect(await asked(page)).toMatchObject([{ report: { answer } }])
  })

  it('reads a paid stream as it arrives', async () => {
    const page = await stage.page(PAYS)
    const first = await page.evaluate(async () => {
      const response = await fetch('/paid/slow/stream')
      const reader = response.body?.getReader()
      const part = await reader?.read()
      Object.assign(window, { rest: async () => new TextDecoder().decode((await reader?.read())?.value) })
      return new TextDecoder().decode(part?.value)
    })
    expect(first).toBe('one,')
    const rest = page.evaluate('rest()')
    stage.merchant.release()
    expect(await rest).toBe('two')
  })

  it('keeps its 402 whole when the wallet passes', async () => {
    const page = await stage.page(PASSES)
    const seen = await page.evaluate(async () => {
      const response = await fetch('/paid/text/pass')
      return [response.status, response.headers.get('x-kind'), response.bodyUsed, await response.json()]
    })
    expect(seen).toEqual([402, 'offer', false, { x402Version: 1, accepts: [] }])
  })

  it('keeps its 402 at once in a document without a bridge', async () => {
    const page = await stage.page(null)
    expect(await page.evaluate(async () => (await fetch('/paid/text/alone')).status)).toBe(402)
  })

  it('is given the paid answer even if that is a 402, without a second report (case-007)', async () => {
    const page = await stage.page(PAYS)
    const seen = await page.evaluate(async () => {
      const response = await fetch('/paid/again/402')
      return [response.status, await response.text()]
    })
    expect(seen).toEqual([402, 'still not paid'])
    expect(stage.merchant.at('/paid/again/402')).toHaveLength(2)
    expect(await asked(page)).toHaveLength(1)
  })

  it('rejects when the paid request fails, and is not sent a third time (case-014)', async () => {
    const page = await stage.page(PAYS)
    const name = await page.evaluate(() =>
      fetch('/paid/cut/failed', { method: 'POST' }).catch((error: Error) => error.name),
    )
    expect(name).toBe('TypeError')
    expect(await asked(page)).toHaveLength(1)
  })

  it('asks again after a null answer, and after a wait by the payment id', async () => {
    const page = await stage.page(`
      if (count === 1) return null
      if (count === 2) return { type: 'wait', paymentId: 'p' }
      if (count === 3) return null
      return { type: 'pass' }`)
    expect(await page.evaluate(async () => (await fetch('/paid/text/restart')).status)).toBe(402)
    expect((await asked(page)).map(({ type }) => type)).toEqual(['report', 'report', 'await', 'await'])
  })

  it('keeps its 402 when the patience of the page ends, and tells no cancel', async () => {
    const hasty = `{ const set = setTimeout; window.setTimeout = (run, ms) => set(run, ms >= 120000 ? 100 : ms) }`
    const page = await stage.page(WAITS, hasty)
    expect(await page.evaluate(async () => (await fetch('/paid/text/patience')).status)).toBe(402)
    expect((await asked(page)).map(({ type }) => type)).toEqual(['report', 'await'])
  })

  it('rejects with the reason of its signal when it is aborted while a person is asked, and cancels', async () => {
    const page = await stage.page(WAITS)
    const seen = await page.evaluate(async () => {
      const controller = new AbortController()
      const call = fetch('/paid/text/abort', { signal: controller.signal })
      while (!('decide' in window)) await new Promise((go) => setTimeout(go, 5))
      const reason = { mine: true }
      controller.abort(reason)
      return call.catch((error: unknown) => error === reason)
    })
    expect(seen).toBe(true)
    expect((await asked(page)).at(-1)).toEqual({ type: 'cancel', paymentId: 'p1' })
    expect(stage.merchant.at('/paid/text/abort')).toHaveLength(1)
  })

  it('cancels once the payment id is known when it was aborted before', async () => {
    const page = await stage.page(`
      if (message.type !== 'report') return null
      return new Promise((resolve) => { window.answer = () => resolve({ type: 'wait', paymentId: 'late' }) })`)
    await page.evaluate(async () => {
      const controller = new AbortController()
      const call = fetch('/paid/text/early', { signal: controller.signal })
      while (!('answer' in window)) await new Promise((go) => setTimeout(go, 5))
      controller.abort()
      await call.catch(() => {})
      ;(window as unknown as { answer: () => void }).answer()
      await new Promise((go) => setTimeout(go, 20))
    })
    expect((await asked(page)).map(({ type }) => type)).toEqual(['report', 'cancel'])
  })

  it('breaks the paid stream when it is aborted while reading', async () => {
    const page = await stage.page(PAYS)
    const name = await page.evaluate(async () => {
      const controller = new AbortController()
      const response = await fetch('/paid/slow/mid', { signal: controller.signal })
      const text = response.text()
      controller.abort()
      return text.catch((error: Error) => error.name)
    })
    stage.merchant.release()
    expect(name).toBe('AbortError')
  })

  it('cancels when its document is left, and gets its 402 when the document is shown again', async () => {
    const page = await stage.page(WAITS)
    const seen = await page.evaluate(async () => {
      const call = fetch('/paid/text/left')
      while (!('decide' in window)) await new Promise((go) => setTimeout(go, 5))
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
      let early = true
      void call.then(() => {
        early = false
      })
      await new Promise((go) => setTimeout(go, 20))
      const held = early
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      return [held, (await call).status]
    })
    expect(seen).toEqual([true, 402])
    expect((await asked(page)).at(-1)).toEqual({ type: 'cancel', paymentId: 'p1' })
  })

  it('is sent again with the same method, headers, referrer and credentials', async () => {
    const page = await stage.page(PAYS)
    await page.evaluate(async () => {
      // biome-ignore lint/suspicious/noDocumentCookie: what a test needs
      document.cookie = 'who=me'
      history.replaceState(null, '', '/sub/page')
      await fetch('/paid/text/same', {
        method: 'PUT',
        headers: { 'X-Asked': 'yes' },
        credentials: 'omit',
        body: 'x',
      })
      await fetch('/paid/text/cookie', { referrer: '/named' })
    })
    const [first, second] = stage.merchant.at('/paid/text/same')
    expect(second?.method).toBe('PUT')
    expect(second?.headers).toMatchObject({ 'x-asked': 'yes', 'content-type': 'text/plain;charset=UTF-8' })
    expect(second?.headers.referer).toBe(first?.headers.referer)
    expect(second?.headers.cookie).toBeUndefined()
    const [, named] = stage.merchant.at('/paid/text/cookie')
    expect(named?.headers).toMatchObject({
      cookie: 'who=me',
      referer: `${stage.merchant.origin}/named`,
      'cache-control': 'no-cache',
    })
  })

  it('keeps its 402 when a redirect may have changed the method of a call with a body', async () => {
    const page = await stage.page(PAYS)
    const seen = await page.evaluate(async () => [
      (await fetch('/moved/303/post', { method: 'POST', body: 'x' })).status,
      (await fetch('/moved/307/get')).status,
    ])
    expect(seen).toEqual([402, 200])
    expect(await asked(page)).toMatchObject([
      {
        report: {
          url: `${stage.merchant.origin}/moved/307/get`,
          answeredUrl: `${stage.merchant.origin}/paid/text/get`,
        },
      },
    ])
  })

  it('leaves keepalive calls alone', async () => {
    const page = await stage.page(PAYS)
    expect(
      await page.evaluate(async () => (await fetch('/paid/text/keep', { keepalive: true })).status),
    ).toBe(402)
    expect(await asked(page)).toEqual([])
  })
})

describe('a body', () => {
  it.each([
    ['a string', `'tëxt'`],
    ['JSON', `JSON.stringify({ a: [1, 2] })`],
    [
      'a form',
      `(() => { const f = new FormData(); f.append('a', 'b'); f.append('file', new File([new Uint8Array([0, 255, 10])], 'x.bin')); return f })()`,
    ],
    ['a blob', `new Blob([new Uint8Array([0, 1, 254, 255])], { type: 'image/x-test' })`],
    ['search parameters', `new URLSearchParams({ q: 'ä b' })`],
    ['a buffer', `new Uint8Array([9, 8, 0, 255]).buffer`],
    ['a view of a buffer', `new Uint8Array([9, 8, 0, 255]).subarray(1, 3)`],
    ['nothing', `undefined`],
  ])('that is %s is sent again byte for byte, and its digest is reported', async (name, code) => {
    const page = await stage.page(PAYS)
    const path = `/paid/text/${name.replaceAll(' ', '-')}`
    const text = await page.evaluate(
      `fetch('${path}', { method: 'POST', body: ${code} }).then((r) => r.text())`,
    )
    expect(text).toBe('paid')
    const [first, second] = stage.merchant.at(path)
    expect(second?.digest).toBe(first?.digest)
    expect(second?.headers['content-type']).toBe(first?.headers['content-type'])
    expect(second?.headers['content-length']).toBe(first?.headers['content-length'])
    expect(first?.headers['transfer-encoding']).toBeUndefined()
    expect(await asked(page)).toMatchObject([
      { report: { bodyDigest: name === 'nothing' ? null : first?.digest } },
    ])
  })

  it('that is in a Request is sent again, and the Request counts as used', async () => {
    const page = await stage.page(PAYS)
    const seen = await page.evaluate(async () => {
      const request = new Request('/paid/text/request', { method: 'POST', body: 'mine' })
      return [await (await fetch(request)).text(), request.bodyUsed]
    })
    expect(seen).toEqual(['paid', true])
    expect(stage.merchant.at('/paid/text/request').map(({ body }) => body)).toEqual(['mine', 'mine'])
  })

  it('that the page changes after the call is sent again as it was', async () => {
    const page = await stage.page(PAYS)
    await page.evaluate(async () => {
      const body = new Uint8Array([1, 2, 3])
      const headers = new Headers({ 'x-asked': 'first' })
      const init = { method: 'POST', body, headers }
      const call = fetch('/paid/text/changed', init)
      body.fill(7)
      headers.set('x-asked', 'second')
      init.method = 'PUT'
      await call
    })
    const [first, second] = stage.merchant.at('/paid/text/changed')
    expect(second?.body).toBe('\x01\x02\x03')
    expect([first?.method, second?.method, second?.headers['x-asked']]).toEqual(['POST', 'POST', 'first'])
  })

  it('that is a stream is left alone: nothing is reported (case-038)', async () => {
    const page = await stage.page(PAYS)
    const same = await page.evaluate(async () => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array([1]))
          controller.close()
        },
      })
      // HTTP/1.1 carries no streamed upload: the browser's own refusal shows that the call went through untouched.
      return fetch('/paid/text/upload', { method: 'POST', body, duplex: 'half' } as RequestInit).then(
        (response) => response.status,
        (error: Error) => error.name,
      )
    })
    expect([402, 'TypeError']).toContain(same)
    expect(await asked(page)).toEqual([])
  })
})
