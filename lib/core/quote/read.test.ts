import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { parseJson } from '../json/parse'
import { readQuote } from './read'

const v2 = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '10000',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  payTo: '0x1111111111111111111111111111111111111111',
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '2' },
}
const { amount, ...common } = v2
const v1 = {
  ...common,
  network: 'base',
  maxAmountRequired: amount,
  resource: 'https://seller.test/item',
  description: 'one item',
  mimeType: 'application/json',
}

const quote2 = (...accepts: unknown[]) => ({
  x402Version: 2,
  resource: { url: 'https://seller.test/item' },
  accepts,
})
const offersOf = (raw: unknown) => {
  const read = readQuote(raw)
  return read.ok ? read.value.offers : []
}
const codeOf = (raw: unknown) => {
  const read = readQuote(raw)
  return read.ok ? 'ok' : read.error.code
}

describe('readQuote', () => {
  it('reads an offer of version 2', () => {
    expect(offersOf(quote2(v2))[0]).toEqual({
      ok: true,
      index: 0,
      raw: v2,
      offer: {
        scheme: 'exact',
        network: 'eip155:8453',
        asset: v2.asset,
        payTo: v2.payTo,
        amount: '10000',
        windowSeconds: 60,
        extra: v2.extra,
        resourceUrl: 'https://seller.test/item',
      },
    })
  })

  it('reads an offer of version 1 as the same, with its own amount, name and resource', () => {
    const [one] = offersOf({ x402Version: 1, accepts: [v1] })
    const [other] = offersOf(quote2(v2))
    expect(one?.ok && one.offer).toEqual(other?.ok && other.offer)
    expect(one?.raw).toBe(v1)
  })

  it('takes the amount of its own version alone: a missing one is no amount (case-021)', () => {
    const [one] = offersOf({ x402Version: 1, accepts: [{ ...common, network: 'base', amount: '1' }] })
    const [two] = offersOf(quote2({ ...common, maxAmountRequired: '1' }))
    expect(one?.ok && one.offer.amount).toBeUndefined()
    expect(two?.ok && two.offer.amount).toBeUndefined()
  })

  it('knows names of version 1 in version 1 alone (atk-025)', () => {
    const [two] = offersOf(quote2({ ...v2, network: 'base' }))
    expect(two?.ok && two.offer.network).toBe('base')
  })

  it('takes an id of version 2 in version 1 for no network', () => {
    const [one] = offersOf({ x402Version: 1, accepts: [{ ...v1, network: 'eip155:8453' }] })
    expect(one?.ok && one.offer.network).toBe('v1:eip155:8453')
  })

  it('takes each resource of version 1 from its own offer', () => {
    const offers = offersOf({ x402Version: 1, accepts: [v1, { ...v1, resource: 'https://other.test/' }] })
    expect(offers.map((o) => o.ok && o.offer.resourceUrl)).toEqual([
      'https://seller.test/item',
      'https://other.test/',
    ])
  })

  it.each([
    ['no object', null],
    ['a list', [quote2(v2)]],
    ['text', 'x402'],
    ['accepts as an object', { x402Version: 2, accepts: { 0: v2 } }],
    ['no offers', quote2()],
    ['twenty-one offers', quote2(...Array(21).fill(v2))],
  ])('calls %s malformed (atk-019, atk-020)', (_, raw) => {
    expect(codeOf(raw)).toBe('malformed')
  })

  it.each([undefined, null, '2', 3, 0, 1.5, [2], true])('knows no version %j', (x402Version) => {
    expect(codeOf({ ...quote2(v2), x402Version })).toBe('version')
  })

  it('reads up to twenty offers', () => {
    expect(offersOf(quote2(...Array(20).fill(v2)))).toHaveLength(20)
  })

  it.each([
    ['network', 8453],
    ['scheme', ['exact']],
    ['payTo', { toString: 'x' }],
    ['asset', null],
    ['maxTimeoutSeconds', 0],
    ['maxTimeoutSeconds', -1],
    ['maxTimeoutSeconds', 1.5],
    ['maxTimeoutSeconds', '60s'],
    ['maxTimeoutSeconds', '1e3'],
    ['maxTimeoutSeconds', [60]],
    ['maxTimeoutSeconds', undefined],
  ])('drops an offer whose %s is %j, and keeps the others (atk-020)', (field, value) => {
    const offers = offersOf(quote2({ ...v2, [field]: value }, v2))
    expect(offers.map((o) => o.ok)).toEqual([false, true])
    expect(offers.map((o) => o.index)).toEqual([0, 1])
  })

  it('takes nothing from a prototype that a quote names (atk-018)', () => {
    const text =
      '{"x402Version":2,"__proto__":{"accepts":[]},"accepts":[{"__proto__":{"payTo":"0x2222222222222222222222222222222222222222"},"scheme":"exact","network":"eip155:8453","asset":"0x1","maxTimeoutSeconds":60,"amount":"1"}]}'
    const parsed = parseJson(text)
    const [offer] = offersOf(parsed.ok && parsed.value)
    expect(offer).toMatchObject({ ok: false, reason: 'payTo is no text' })
    const inherited = Object.create(
      { payTo: v2.payTo },
      Object.getOwnPropertyDescriptors({ ...v2, payTo: undefined }),
    )
    delete inherited.payTo
    expect(offersOf(quote2(inherited))[0]?.ok).toBe(false)
  })

  it('never throws, and keeps every offer with its place, for any JSON', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(1, 2),
        fc.array(fc.jsonValue(), { minLength: 1, maxLength: 20 }),
        (x402Version, accepts) => {
          const offers = offersOf({ x402Version, accepts })
          expect(offers.map((o) => o.raw)).toEqual(accepts)
          expect(offers.map((o) => o.index)).toEqual(accepts.map((_, i) => i))
        },
      ),
    )
    fc.assert(fc.property(fc.anything(), (raw) => ['ok', 'malformed', 'version'].includes(codeOf(raw))))
  })
})
