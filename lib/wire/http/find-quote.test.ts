import { decodePaymentRequiredHeader, encodePaymentRequiredHeader } from '@x402/core/http'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { findQuote, MAX_RAW_QUOTE } from './find-quote'

const offer = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '10000',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  payTo: '0x1111111111111111111111111111111111111111',
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '2' },
}
const v2 = {
  x402Version: 2,
  error: 'PAYMENT-SIGNATURE header is required',
  resource: { url: 'https://api.seller.test/item/1', description: 'item 1', mimeType: 'application/json' },
  accepts: [offer],
}
const { amount, ...rest } = offer
const v1 = { x402Version: 1, accepts: [{ ...rest, network: 'base', maxAmountRequired: amount }] }

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64')
const inHeader = (value: string, body: string | null = null) =>
  findQuote({ headers: [['Payment-Required', value]], body })
const inBody = (value: unknown) =>
  findQuote({ headers: [], body: typeof value === 'string' ? value : JSON.stringify(value) })

describe('a quote in the header', () => {
  it('is found under any case of the name, and kept value for value', () => {
    const raw = JSON.stringify(v2)
    expect(inHeader(base64(raw))).toEqual({
      ok: true,
      value: { version: 2, quote: v2, raw, where: 'header', notes: [] },
    })
  })

  it('is read in the URL alphabet, without padding, and with white space', () => {
    const quote = { ...v2, error: 'ÿþ~?>ÿ' }
    const encoded = base64(JSON.stringify(quote))
    const url = encoded.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
    expect(url).toMatch(/[-_]/)
    const folded = url.replace(/(.{60})/g, '$1\n ')
    for (const value of [url, folded])
      expect(inHeader(value)).toMatchObject({ ok: true, value: { quote, notes: [] } })
  })

  it('is read as raw JSON, with a note (case-024)', () => {
    expect(inHeader(JSON.stringify(v2))).toMatchObject({
      ok: true,
      value: { version: 2, quote: v2, notes: ['challenge is not base64'] },
    })
  })

  it('is read with white space around it, and with a byte order mark', () => {
    expect(inHeader(` ${JSON.stringify(v2)}\t`)).toMatchObject({ ok: true, value: { quote: v2 } })
    expect(inHeader(base64(`\ufeff${JSON.stringify(v2)}`))).toMatchObject({ ok: true, value: { quote: v2 } })
  })

  it('keeps text of every script (case-026)', () => {
    const resource = { ...v2.resource, description: 'Prüfbericht ✓ 日本語 🧾' }
    expect(inHeader(base64(JSON.stringify({ ...v2, resource })))).toMatchObject({
      ok: true,
      value: { quote: { resource } },
    })
  })

  it('is refused where its bytes are not UTF-8', () => {
    const value = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]).toString('base64')
    expect(inHeader(value)).toMatchObject({ ok: false, error: { code: 'not-utf8' } })
  })

  it.each(['', '!!!!', 'Basic realm="x"', 'A'])('is refused where it is no base64: %s', (value) => {
    expect(inHeader(value).ok).toBe(false)
  })

  it('is refused where it is base64 of something else', () => {
    expect(inHeader(base64('hello'))).toMatchObject({ ok: false, error: { code: 'not-json' } })
  })

  it('is refused above 16 kB decoded, in plain words (case-027)', () => {
    const result = inHeader(base64(JSON.stringify({ ...v2, error: 'x'.repeat(20_000) })))
    expect(result).toMatchObject({ ok: false, error: { code: 'too-large' } })
    if (!result.ok) expect(result.error.detail).toContain('challenge too large')
  })

  it('is refused above 64 kB without being decoded (atk-019)', () => {
    expect(inHeader('!'.repeat(MAX_RAW_QUOTE + 1))).toMatchObject({ ok: false, error: { code: 'too-large' } })
  })

  it('is refused where it nests too deep (atk-019)', () => {
    const deep = `{"x402Version":2,"accepts":[{"extra":${'['.repeat(5000)}${']'.repeat(5000)}}]}`
    expect(inHeader(base64(deep))).toMatchObject({ ok: false, error: { code: 'too-deep' } })
  })

  it('is refused where a key stands twice (atk-017)', () => {
    const twice = JSON.stringify(v2).replace('"amount":"10000"', '"amount":"10000","amount":"990000"')
    expect(inHeader(base64(twice))).toMatchObject({ ok: false, error: { code: 'duplicate-key' } })
  })

  it('pollutes no prototype and reads no inherited key (atk-018)', () => {
    const raw =
      '{"x402Version":2,"__proto__":{"maxAmountPerPayment":"999999999"},"accepts":[{"__proto__":{"payTo":"0x2222222222222222222222222222222222222222"},"extra":{"__proto__":{"polluted":1},"constructor":{"prototype":{"x":1}}}}]}'
    inHeader(base64(raw))
    const fresh: object = {}
    expect('polluted' in fresh).toBe(false)
    expect('maxAmountPerPayment' in fresh).toBe(false)
    expect('x' in fresh).toBe(false)
  })

  it('takes version and offers as they come, for admission to judge (atk-020)', () => {
    const odd = { x402Version: { toString: 'x' }, accepts: { 0: offer } }
    expect(inHeader(base64(JSON.stringify(odd)))).toMatchObject({
      ok: true,
      value: { version: 2, quote: odd },
    })
    expect(inHeader(base64('null'))).toMatchObject({ ok: true, value: { version: 2, quote: null } })
  })

  it('of version 1 is answered as version 1, with a note', () => {
    expect(inHeader(base64(JSON.stringify(v1)))).toMatchObject({
      ok: true,
      value: { version: 1, notes: ['v1-in-header'] },
    })
  })

  it('goes before the body, and an unreadable one does not fall back to the body', () => {
    const body = JSON.stringify(v1)
    expect(inHeader(base64(JSON.stringify(v2)), body)).toMatchObject({ ok: true, value: { where: 'header' } })
    expect(inHeader('%%%', body)).toMatchObject({ ok: false, error: { code: 'not-base64' } })
  })

  it('is taken where it is repeated, and refused where two differ', () => {
    const value = base64(JSON.stringify(v2))
    const two = (second: string) =>
      findQuote({
        headers: [
          ['PAYMENT-REQUIRED', value],
          ['payment-required', second],
        ],
        body: null,
      })
    expect(two(value)).toMatchObject({ ok: true })
    expect(two(base64(JSON.stringify(v1)))).toMatchObject({ ok: false, error: { code: 'several-headers' } })
  })
})

describe('a header and a body', () => {
  const notes = (body: unknown) => {
    const result = inHeader(base64(JSON.stringify(v2)), JSON.stringify(body))
    return result.ok ? result.value.notes : null
  }

  it('agree where the body is the same offer in the words of version 1', () => {
    expect(notes(v1)).toEqual([])
  })

  it('agree where the body differs in words only', () => {
    expect(notes({ ...v2, error: 'other', resource: { url: '/' } })).toEqual([])
  })

  it.each([
    ['amount', { amount: '10001' }],
    ['payee', { payTo: '0x2222222222222222222222222222222222222222' }],
    ['network', { network: 'eip155:1' }],
    ['asset', { asset: '0x2222222222222222222222222222222222222222' }],
  ])('disagree where the %s differs', (_, change) => {
    expect(notes({ ...v2, accepts: [{ ...offer, ...change }] })).toEqual(['header-and-body-disagree'])
  })

  it('agree where order, repetition and the case of addresses differ', () => {
    const cheap = { ...offer, amount: '1' }
    const header = base64(JSON.stringify({ ...v2, accepts: [offer, cheap] }))
    const lower = { ...offer, asset: offer.asset.toLowerCase() }
    const body = JSON.stringify({ ...v2, accepts: [cheap, cheap, lower] })
    expect(inHeader(header, body)).toMatchObject({ ok: true, value: { notes: [] } })
  })

  it('disagree where the body has one offer more', () => {
    const more = { ...v2, accepts: [offer, { ...offer, amount: '1' }] }
    expect(notes(more)).toEqual(['header-and-body-disagree'])
  })

  it('have nothing to disagree about where the body is no quote', () => {
    expect(notes({})).toEqual([])
    expect(notes({ error: 'pay first' })).toEqual([])
  })
})

describe('a quote in the body', () => {
  it('of version 1 is the usual one', () => {
    const raw = JSON.stringify(v1)
    expect(inBody(v1)).toEqual({ ok: true, value: { version: 1, quote: v1, raw, where: 'body', notes: [] } })
  })

  it('of version 2 is taken with a note (case-023)', () => {
    expect(inBody(v2)).toMatchObject({
      ok: true,
      value: { version: 2, where: 'body', notes: ['v2-in-body'] },
    })
  })

  it('is left to admission where its version is text or missing', () => {
    expect(inBody({ ...v2, x402Version: '2' })).toMatchObject({ ok: true, value: { version: 2 } })
    expect(inBody({ ...v1, x402Version: '1' })).toMatchObject({ ok: true, value: { version: 1 } })
    expect(inBody({ accepts: [] })).toMatchObject({ ok: true, value: { version: 1 } })
  })

  it.each([null, '', '{}', '[]', 'null', '{"error":"payment required"}', '<html>402</html>', '{broken'])(
    'is not there in %s',
    (body) => {
      expect(findQuote({ headers: [], body })).toMatchObject({ ok: false, error: { code: 'none' } })
    },
  )

  it('is refused where a key stands twice (atk-017)', () => {
    const twice = JSON.stringify(v1).replace('{', '{"x402Version":1,')
    expect(inBody(twice)).toMatchObject({ ok: false, error: { code: 'duplicate-key' } })
  })

  it('is read up to 64 kB (case-028) and refused above (atk-019)', () => {
    const withBlob = (size: number) => ({ ...v1, blob: 'A'.repeat(size) })
    expect(inBody(withBlob(60_000))).toMatchObject({ ok: true })
    expect(inBody(withBlob(1_000_000))).toMatchObject({ ok: false, error: { code: 'too-large' } })
  })
})

describe('the official codec', () => {
  it('writes what we read, whatever the words', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.string({ maxLength: 20 }),
        (error, payTo) => {
          const quote = { ...v2, error, accepts: [{ ...offer, payTo }] }
          const header = encodePaymentRequiredHeader(
            quote as Parameters<typeof encodePaymentRequiredHeader>[0],
          )
          const ours = inHeader(header)
          expect(ours).toMatchObject({ ok: true, value: { notes: [] } })
          if (ours.ok) {
            expect(ours.value.quote).toEqual(quote)
            expect(ours.value.quote).toEqual(decodePaymentRequiredHeader(header))
          }
        },
      ),
    )
  })
})

describe('an answer of any kind', () => {
  it('is read without a throw, and a quote is never made up', () => {
    const json = fc.jsonValue().map((value) => JSON.stringify(value))
    const text = fc.oneof(fc.string({ unit: 'binary' }), json, json.map(base64))
    fc.assert(
      fc.property(fc.array(text, { maxLength: 2 }), fc.option(text), (values, body) => {
        const found = findQuote({ headers: values.map((value) => ['PAYMENT-REQUIRED', value]), body })
        if (!found.ok) return
        const { quote, raw, where } = found.value
        expect(quote).toEqual(JSON.parse(raw))
        expect(where).toBe(values.length > 0 ? 'header' : 'body')
      }),
    )
  })
})
