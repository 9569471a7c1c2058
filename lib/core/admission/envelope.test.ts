import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readQuote } from '../quote/read'
import { buildEnvelope, type Envelope, envelopeDigest } from './envelope'

const raw = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '10000',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  payTo: '0xAbCdEf0123456789aBcDeF0123456789abcdef01',
  maxTimeoutSeconds: 60,
  extra: { version: '2', name: 'USD Coin', zeta: 1 },
}
const purchase = {
  payer: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  asker: 'https://news.example',
  topOrigin: 'https://news.example',
  method: 'GET',
  url: 'https://api.seller.test/item/1',
  bodyDigest: null,
  intent: 'intent-1',
  paymentIdentifier: 'pay_1',
}

function envelope(change: { offer?: object; purchase?: object; amount?: string } = {}): Envelope {
  const read = readQuote({ x402Version: 2, accepts: [{ ...raw, ...change.offer }] })
  const offer = read.ok ? read.value.offers[0] : undefined
  if (!offer?.ok) throw new Error('the offer does not read')
  return buildEnvelope(
    { ...purchase, ...change.purchase },
    { version: 2, offer, amount: change.amount ?? '10000', windowSeconds: 60 },
  )
}

describe('buildEnvelope', () => {
  it('keeps the offer value for value, with the case and the members it came with (case-029)', () => {
    expect(envelope().offer).toEqual(raw)
    expect(JSON.stringify(envelope().offer)).toBe(JSON.stringify(raw))
  })

  it('takes amount and window from admission, the other terms from the offer', () => {
    expect(envelope({ amount: '9999' }).terms).toEqual({
      scheme: 'exact',
      network: 'eip155:8453',
      asset: raw.asset,
      payTo: raw.payTo,
      amount: '9999',
      windowSeconds: 60,
    })
  })
})

describe('envelopeDigest', () => {
  it('is pinned: what was approved once is named the same for ever', () => {
    expect(envelopeDigest(envelope())).toBe(
      '0xac1270728da5a424309e566b942ffb447d76d81ec5dd71b790dbe26dbc3f9aa8',
    )
  })

  it('does not depend on the order in which members were written', () => {
    const { extra, ...rest } = raw
    expect(
      envelopeDigest(envelope({ offer: { extra: { zeta: 1, name: 'USD Coin', version: '2' }, ...rest } })),
    ).toBe(envelopeDigest(envelope()))
    expect(extra.zeta).toBe(1)
  })

  it.each([
    ['asker', { purchase: { asker: 'https://news.example:8443' } }],
    ['top-level origin', { purchase: { topOrigin: 'https://other.example' } }],
    ['method', { purchase: { method: 'POST' } }],
    ['URL', { purchase: { url: 'https://api.seller.test/item/2' } }],
    ['body', { purchase: { bodyDigest: '0x00' } }],
    ['intent', { purchase: { intent: 'intent-2' } }],
    ['payment identifier', { purchase: { paymentIdentifier: 'pay_2' } }],
    ['payee', { offer: { payTo: `0x${'22'.repeat(20)}` } }],
    ['amount signed', { amount: '10001' }],
    ['amount offered', { offer: { amount: '990000' } }],
    ['a member that nobody reads', { offer: { extra: { ...raw.extra, zeta: 2 } } }],
  ])('is another one where the %s differs (case-063)', (_, change) => {
    expect(envelopeDigest(envelope(change))).not.toBe(envelopeDigest(envelope()))
  })

  it('I3: two different offers never share a name', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const named = (offer: unknown) => envelopeDigest({ ...envelope(), offer })
        const [one, other] = [JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b))]
        expect(named(one) === named(other)).toBe(isDeepStrictEqual(one, other))
      }),
    )
  })
})
