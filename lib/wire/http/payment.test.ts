import { decodePaymentSignatureHeader, encodePaymentSignatureHeader } from '@x402/core/http'
import {
  appendPaymentIdentifierToExtensions,
  declarePaymentIdentifierExtension,
} from '@x402/extensions/payment-identifier'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { buildPayment, MAX_PAYMENT_HEADER, type PaymentV1, type PaymentV2, paymentHeader } from './payment'

const offer = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '10000',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  payTo: '0xAbCdEf0123456789aBcDeF0123456789abcdef01',
  maxTimeoutSeconds: 60,
  extra: { version: '2', name: 'USD Coin', zeta: 1 },
}
const resource = { url: 'https://api.seller.test/item/1', description: 'Prüfbericht ✓ 日本語 🧾' }
const quote = { x402Version: 2, resource, accepts: [{ ...offer, amount: '1' }, offer] }
const payload = { authorization: { value: '10000' }, signature: `0x${'ab'.repeat(65)}` }
const ID = 'pay_0123456789abcdef0123456789abcdef'

function build(of: unknown, version: 1 | 2 = 2, index = 1, id = ID): PaymentV1 | PaymentV2 {
  const built = buildPayment(version, of, index, payload, id)
  if (!built.ok) throw new Error(built.error.detail)
  return built.value
}

describe('a v2 payment', () => {
  it('carries the keys of the official one, in its order', () => {
    const payment = build({ ...quote, extensions: { 'payment-identifier': { info: { required: false } } } })
    expect(Object.keys(payment)).toEqual(['x402Version', 'payload', 'extensions', 'resource', 'accepted'])
  })

  it('echoes the offer value for value: case, extra keys and key order (case-029)', () => {
    const payment = build(JSON.parse(JSON.stringify(quote)))
    expect(payment).toMatchObject({ accepted: offer })
    expect(JSON.stringify('accepted' in payment && payment.accepted)).toBe(JSON.stringify(offer))
  })

  it('echoes the offer that was reserved and no other (case-064)', () => {
    expect(build(quote, 2, 0)).toMatchObject({ accepted: { amount: '1' } })
  })

  it('echoes the resource, whatever its script (case-026)', () => {
    expect(build(quote)).toMatchObject({ resource })
  })

  it.each(['https://a.test/p?email=anna%40mail.test', 'https://anna@a.test/', 'https://a.test/#anna'])(
    'leaves out a resource that names a person: %s (atk-073)',
    (url) => {
      expect(build({ ...quote, resource: { url } })).not.toHaveProperty('resource')
    },
  )

  it.each([undefined, null, 'https://a.test/', { description: 'no url' }])(
    'has no resource where the quote has %s',
    (bad) => {
      expect(build({ ...quote, resource: bad })).not.toHaveProperty('resource')
    },
  )
})

describe('the payment identifier', () => {
  it('is added as the official helper adds it', () => {
    const declared = { 'payment-identifier': declarePaymentIdentifierExtension(true) }
    const ours = build({ ...quote, extensions: structuredClone(declared) })
    const theirs = appendPaymentIdentifierToExtensions(structuredClone(declared), ID)
    expect(ours).toMatchObject({ extensions: theirs })
  })

  it('does not change the quote it answers', () => {
    const declared = { ...quote, extensions: { 'payment-identifier': { info: { required: true } } } }
    const before = JSON.stringify(declared)
    build(declared)
    expect(JSON.stringify(declared)).toBe(before)
  })

  it('goes alone: an extension that is not understood is not echoed', () => {
    const extensions = {
      'payment-identifier': { info: { required: false } },
      eip2612GasSponsoring: { info: { version: '1' } },
    }
    const payment = build({ ...quote, extensions })
    expect('extensions' in payment && Object.keys(payment.extensions ?? {})).toEqual(['payment-identifier'])
  })

  it.each<[string, unknown, string]>([
    ['the server does not declare it', {}, ID],
    ['the block is malformed', { 'payment-identifier': { info: [] } }, ID],
    ['the server names the id itself', { 'payment-identifier': { info: { id: 'x'.repeat(20) } } }, ID],
    ['our id is too short', { 'payment-identifier': { info: {} } }, 'short'],
    ['our id has other characters', { 'payment-identifier': { info: {} } }, 'with space 0123456789'],
  ])('is left out where %s', (_, extensions, id) => {
    expect(build({ ...quote, extensions }, 2, 1, id)).not.toHaveProperty('extensions')
  })
})

describe('a v1 payment', () => {
  it('carries scheme and network in the words of the offer, and echoes nothing else', () => {
    const v1 = {
      x402Version: 1,
      accepts: [{ scheme: 'exact', network: 'base', extra: { blob: 'A'.repeat(60_000) } }],
    }
    const payment = build(v1, 1, 0)
    expect(payment).toEqual({ x402Version: 1, scheme: 'exact', network: 'base', payload })
    expect(Object.keys(payment)).toEqual(['x402Version', 'scheme', 'network', 'payload'])
  })

  it('is not made where the offer has no such words', () => {
    expect(buildPayment(1, { accepts: [{ scheme: ['exact'] }] }, 0, payload, ID)).toMatchObject({
      ok: false,
      error: { code: 'malformed-offer' },
    })
  })
})

describe('a payment for an offer that is not there', () => {
  it.each([null, [], { accepts: 'x' }, { accepts: [] }, { accepts: ['x'] }])('is not made: %o', (bad) => {
    expect(buildPayment(2, bad, 0, payload, ID)).toMatchObject({
      ok: false,
      error: { code: 'malformed-offer' },
    })
  })
})

describe('the payment header', () => {
  it('has the name of its version', () => {
    expect(paymentHeader(build(quote))).toMatchObject({ ok: true, value: { name: 'PAYMENT-SIGNATURE' } })
    const v1 = build({ accepts: [{ scheme: 'exact', network: 'base' }] }, 1, 0)
    expect(paymentHeader(v1)).toMatchObject({ ok: true, value: { name: 'X-PAYMENT' } })
  })

  it('is standard padded base64 of UTF-8, and says its true size (case-026)', () => {
    for (const pad of ['', 'x', 'xx']) {
      const header = paymentHeader(build({ ...quote, resource: { ...resource, pad } }))
      if (!header.ok) throw new Error(header.error.detail)
      expect(header.value.value).toMatch(/^[A-Za-z0-9+/]+={0,2}$/)
      expect(header.value.bytes).toBe(header.value.value.length)
      expect(header.value.value.length % 4).toBe(0)
    }
  })

  it('is refused above 8 kB, before anything is signed (case-028)', () => {
    const extra = (size: number) => ({ ...quote, accepts: [{ ...offer, extra: { blob: 'A'.repeat(size) } }] })
    expect(paymentHeader(build(extra(60_000), 2, 0))).toMatchObject({
      ok: false,
      error: { code: 'too-large' },
    })
    expect(paymentHeader(build(extra(5_000), 2, 0))).toMatchObject({ ok: true })
  })

  it('admits exactly 8 kB and refuses one group more', () => {
    const bytesWith = (blob: string) =>
      paymentHeader({ x402Version: 1, scheme: 's', network: blob, payload: {} })
    const overhead = JSON.stringify({ x402Version: 1, scheme: 's', network: '', payload: {} }).length
    const most = (MAX_PAYMENT_HEADER / 4) * 3 - overhead
    expect(bytesWith('A'.repeat(most))).toMatchObject({ ok: true, value: { bytes: MAX_PAYMENT_HEADER } })
    expect(bytesWith('A'.repeat(most + 1))).toMatchObject({ ok: false })
  })

  it('is what the official codec writes and reads', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.jsonValue(), (words, extra) => {
        const description = words
        const payment = build(
          {
            ...quote,
            resource: { ...resource, description },
            accepts: [{ ...offer, extra: JSON.parse(JSON.stringify(extra)) }],
          },
          2,
          0,
        )
        const header = paymentHeader(payment)
        if (!header.ok) return
        const official = payment as Parameters<typeof encodePaymentSignatureHeader>[0]
        expect(header.value.value).toBe(encodePaymentSignatureHeader(official))
        expect(decodePaymentSignatureHeader(header.value.value)).toEqual(JSON.parse(JSON.stringify(payment)))
      }),
    )
  })
})
