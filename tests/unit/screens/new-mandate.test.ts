import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { choicesOf } from '@/components/options/budgets/asset-choices'
import {
  emptyMandate,
  faultsOf,
  type NewMandate,
  originOf,
  termsOfNew,
} from '@/components/options/budgets/new-mandate-draft'
import { DEFAULT_SETTINGS } from '@/lib/ledger/read/documents'
import { checkMandate } from '@/lib/payments/mandate-rules'

const NOW = 1_796_000_000_000
const PAYEE = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const USDC = 'eip155:8453/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const choices = choicesOf({ assets: [], testnets: false })
const whole: NewMandate = {
  ...emptyMandate('shop.example', USDC),
  payees: PAYEE,
  assets: [{ id: USDC, max: '$0.25' }],
  total: '2',
}
const context = { settings: DEFAULT_SETTINGS, site: 'shop.example', own: [], payeesSeen: 0, now: NOW / 1_000 }

describe('a mandate that the owner writes', () => {
  it('says in the terms what stands in the form, and is admitted by the rules of mandates', () => {
    expect(faultsOf(whole, choices).size).toBe(0)
    const terms = termsOfNew(whole, choices, NOW)
    expect(terms).toEqual({
      origin: 'https://shop.example',
      agent: null,
      pathPrefix: null,
      payees: [PAYEE],
      assets: [
        { network: 'eip155:8453', asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', maxAmount: '250000' },
      ],
      unit: { kind: 'usd', testnet: false },
      total: '2',
      window: { kind: 'rolling', seconds: 86_400 },
      maxWindowSeconds: 60,
      expiresAt: NOW / 1_000 + 30 * 86_400,
      transports: ['http'],
      automaticPerMinute: null,
      maxRisePercent: null,
      mayRepeat: false,
      account: null,
    })
    expect(checkMandate(terms, context)).toEqual({ unit: { kind: 'usd', testnet: false }, limit: '2' })
  })

  it('names each field that cannot stand', () => {
    const wrong: readonly (readonly [Partial<NewMandate>, string])[] = [
      [{ origin: '' }, 'origin'],
      [{ path: 'api' }, 'path'],
      [{ payees: '' }, 'payees'],
      [{ payees: `${PAYEE} nobody` }, 'payees'],
      [{ assets: [] }, 'assets'],
      [{ assets: [{ id: USDC, max: '0' }] }, 'assets'],
      [{ assets: [{ id: USDC, max: '0.0000001' }] }, 'assets'],
      [{ assets: [whole.assets[0], whole.assets[0]].flatMap((a) => (a ? [a] : [])) }, 'assets'],
      [{ total: '0.00' }, 'total'],
      [{ windowSeconds: '1.5' }, 'windowSeconds'],
      [{ windowSeconds: '0' }, 'windowSeconds'],
      [{ transports: [] }, 'transports'],
      [{ rate: 'many' }, 'rate'],
      [{ rise: '-1' }, 'rise'],
    ]
    for (const [part, field] of wrong)
      expect([part, [...faultsOf({ ...whole, ...part }, choices)]]).toEqual([part, [field]])
  })

  it('counts in the one asset where the owner says so, and needs no payee where any is allowed', () => {
    const terms = termsOfNew({ ...whole, inAsset: true, anyPayee: true, payees: '' }, choices, NOW)
    expect(terms.unit).toEqual({
      kind: 'asset',
      network: 'eip155:8453',
      asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    })
    expect(terms.payees).toBe('*')
    expect(checkMandate(terms, context)).toEqual({ wrong: 'payees' })
    expect(checkMandate(terms, { ...context, payeesSeen: 2 })).toMatchObject({ limit: '2000000' })
  })

  it('signs for the amount that was typed, to the last unit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n }), (atomic) => {
        const text = `${atomic / 10n ** 6n}.${String(atomic % 10n ** 6n).padStart(6, '0')}`
        const draft = { ...whole, assets: [{ id: USDC, max: text }] }
        expect(faultsOf(draft, choices).size).toBe(0)
        expect(termsOfNew(draft, choices, NOW).assets[0]?.maxAmount).toBe(atomic.toString())
      }),
    )
  })

  it('takes a host for its https origin, and another extension for itself', () => {
    expect(originOf('shop.example')).toBe('https://shop.example')
    expect(originOf('http://localhost:8080')).toBe('http://localhost:8080')
    expect(originOf('chrome-extension://abcdef')).toBe('chrome-extension://abcdef')
    expect(originOf('ftp://shop.example')).toBeNull()
  })
})
