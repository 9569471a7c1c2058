import { describe, expect, it } from 'vitest'

import { ASKER, base, codeFor, OTHER, quote, usdc } from './testing'

describe('who may have something paid without a person (I7)', () => {
  const asker = (origin: string, topOrigin = origin) =>
    codeFor({ asker: { ...base.asker, origin, topOrigin } })

  it.each([
    'https://news.example.evil.test',
    'https://xn--nws-8la.example',
    'http://news.example',
    'https://news.example:8443',
    'https://www.news.example',
    'null',
  ])('is not %s where the mandate is for https://news.example (atk-028, atk-029)', (origin) => {
    expect(asker(origin)).toBe('HOLD_APPROVAL_REQUIRED')
  })

  it('is not the mandate’s origin in a frame of another page, nor another in a frame of its', () => {
    expect(asker(ASKER, 'https://evil.test')).toBe('HOLD_APPROVAL_REQUIRED')
    expect(asker('https://evil.test', ASKER)).toBe('HOLD_APPROVAL_REQUIRED')
  })

  it('pays upto, by its most, only where the owner allowed that by name', () => {
    const upto = { ...usdc, scheme: 'upto', extra: { facilitatorAddress: OTHER } }
    const [mandate] = base.mandates
    if (mandate === undefined) throw new Error('the base has a mandate')
    const under = (change: Partial<typeof mandate>, amount = '10000') =>
      codeFor({ quote: quote({ ...upto, amount }), mandates: [{ ...mandate, ...change }] })
    expect(under({})).toBe('HOLD_APPROVAL_REQUIRED')
    expect(under({ upto: true })).toBe('READY_TO_SIGN')
    expect(under({ upto: true, maxAmount: '10000' }, '10001')).toBe('HOLD_APPROVAL_REQUIRED')
  })

  it('pays exact by Permit2 like any exact offer, and never lets an allowance be signed', () => {
    const permit2 = { ...usdc, extra: { ...usdc.extra, assetTransferMethod: 'permit2' } }
    const allowances = [{ network: usdc.network, asset: usdc.asset, amount: '1' }]
    expect(codeFor({ quote: quote(permit2) })).toBe('READY_TO_SIGN')
    expect(codeFor({ quote: quote(permit2), wallet: { ...base.wallet, allowances } })).toBe(
      'HOLD_ALLOWANCE_REQUIRED',
    )
  })

  it.each(['image', 'media', 'ping', 'sub_frame', 'script', 'other', ''])(
    'is no request of kind %j (atk-032)',
    (kind) => {
      expect(codeFor({ request: { ...base.request, kind } })).toBe('HOLD_APPROVAL_REQUIRED')
    },
  )

  it('is nobody on plain http (atk-033)', () => {
    const url = 'http://api.seller.test/item/1'
    const change = { request: { ...base.request, url, answeredUrl: url }, intent: { ...base.intent, url } }
    expect(codeFor(change)).toBe('BLOCK_INSECURE')
  })

  it('covers whole segments of a path', () => {
    const within = (pathPrefix: string) =>
      codeFor({ mandates: base.mandates.map((m) => ({ ...m, scope: { ...m.scope, pathPrefix } })) })
    for (const prefix of ['/', '/item', '/item/', '/item/1']) expect(within(prefix)).toBe('READY_TO_SIGN')
    for (const prefix of ['/it', '/item/10', '/ITEM']) expect(within(prefix)).toBe('HOLD_APPROVAL_REQUIRED')
  })

  it('is nobody with an opaque origin, whatever a mandate says', () => {
    const [mandate] = base.mandates
    const mandates = mandate === undefined ? [] : [{ ...mandate, scope: { origin: 'null' } }]
    expect(codeFor({ mandates, asker: { origin: 'null', topOrigin: 'null' } })).toBe('HOLD_APPROVAL_REQUIRED')
  })

  it.each([
    ['another agent', { scope: { origin: ASKER, agent: 'other-agent' } }],
    ['another network', { network: 'eip155:1' }],
    ['another asset', { asset: OTHER }],
    ['another payee', { payTo: OTHER }],
    ['less than the price', { maxAmount: '9999' }],
    ['a time that is over', { expiresAt: base.now }],
    ['nobody any more', { revoked: true }],
  ])('is nobody by a mandate for %s', (_, change) => {
    const asker = { ...base.asker, agent: 'reader' }
    const mandates = base.mandates.map((m) => ({ ...m, ...change }))
    expect(codeFor({ asker, mandates })).toBe('HOLD_APPROVAL_REQUIRED')
    expect(codeFor({ asker })).toBe('READY_TO_SIGN')
  })

  it('is the agent that the mandate names', () => {
    const mandates = base.mandates.map((m) => ({ ...m, scope: { ...m.scope, agent: 'reader' } }))
    expect(codeFor({ mandates, asker: { ...base.asker, agent: 'reader' } })).toBe('READY_TO_SIGN')
  })
})
