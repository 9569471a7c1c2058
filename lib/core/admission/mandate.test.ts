import { describe, expect, it } from 'vitest'

import { ASKER, base, codeFor, OTHER } from './testing'

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
