import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Json } from '@/lib/page/protocol'
import { Refusal } from './caller'
import { narrowedTerms, readAsked } from './mandate-terms'

const NOW = 1_767_225_600
const ORIGIN = 'https://news.example'
const PAYEE = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const asked = {
  network: 'eip155:8453',
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  payees: [PAYEE, OTHER],
  maxPerPayment: '250000',
  total: '5',
  period: 'week',
  expiresInDays: 7,
  transports: ['http', 'provider'],
  agent: 'reader',
  pathPrefix: '/api',
  reason: 'To read for you',
} as const
const read = (change: object = {}) => readAsked(ORIGIN, { ...asked, ...change } as Json, NOW)

describe('a mandate that is asked for', () => {
  it('is for the origin that asks, whatever it says of itself', () => {
    const { terms, reason } = read({ origin: 'https://bank.example' })
    expect(terms).toMatchObject({
      origin: ORIGIN,
      assets: [{ network: asked.network, asset: asked.asset, maxAmount: '250000' }],
      unit: { kind: 'usd', testnet: false },
      total: '5',
      window: { kind: 'rolling', seconds: 604_800 },
      expiresAt: NOW + 7 * 86_400,
      transports: ['http', 'provider'],
      agent: 'reader',
      pathPrefix: '/api',
    })
    expect(reason).toBe('To read for you')
  })

  it('lets nobody pay the same twice by itself, and names no account', () => {
    expect(read({ mayRepeat: true, account: PAYEE }).terms).toMatchObject({ mayRepeat: false, account: null })
  })

  it.each([
    { network: 'eip155:999999' },
    { asset: PAYEE },
    { maxPerPayment: 250_000 },
    { maxPerPayment: '0' },
    { maxPerPayment: '-1' },
    { maxPerPayment: '1.5' },
    { total: 5 },
    { total: '0' },
    { total: '1e3' },
    { period: 'century' },
    { period: 'constructor' },
    { expiresInDays: 0 },
    { expiresInDays: 366 },
    { expiresInDays: 1.5 },
    { payees: [] },
    { payees: PAYEE },
    { payees: [1] },
    { transports: [] },
    { pathPrefix: 'api' },
    { agent: 'x'.repeat(101) },
    { reason: 'x'.repeat(501) },
  ])('is refused where it is not of the form: %j', (change) => {
    expect(() => read(change)).toThrow(Refusal)
  })
})

describe('a mandate that is given', () => {
  const question = read()
  const same = {
    maxAmount: '250000',
    total: '5',
    payees: [PAYEE, OTHER],
    transports: ['http', 'provider'],
    expiresAt: question.terms.expiresAt,
    account: null,
  }

  it('is what was asked for, or less of it', () => {
    expect(narrowedTerms(question, same)).toEqual(question.terms)
    const less = {
      ...same,
      maxAmount: '1',
      total: '0.5',
      payees: [PAYEE],
      transports: ['http'],
      expiresAt: NOW + 1,
    }
    expect(narrowedTerms(question, less)).toMatchObject({
      total: '0.5',
      payees: [PAYEE],
      transports: ['http'],
      assets: [{ maxAmount: '1' }],
    })
  })

  it.each([
    undefined,
    {},
    { ...same, maxAmount: '250001' },
    { ...same, total: '5.01' },
    { ...same, total: 'all' },
    { ...same, payees: '*' },
    { ...same, payees: ['0x000000000000000000000000000000000000dEaD'] },
    { ...same, transports: ['http', 'mcp'] },
    { ...same, expiresAt: question.terms.expiresAt + 1 },
  ])('is never wider, whatever comes back from the screen: %j', (change) => {
    expect(narrowedTerms(question, change)).toBeNull()
  })

  it('keeps origin, path, period and agent as they were asked for (I9)', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (extra) => {
        const given = narrowedTerms(question, { ...extra, ...same })
        const { origin, pathPrefix, window, agent, mayRepeat } = question.terms
        expect(given).toMatchObject({ origin, pathPrefix, window, agent, mayRepeat })
      }),
    )
  })
})
