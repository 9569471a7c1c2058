import { describe, expect, it } from 'vitest'

import { draftOf, endOf, faultsOf, isShort, isSound, termsOf } from '@/components/approval/allow/draft'
import type { MandateProposal } from '@/lib/doors/ui-mandates'

const NOW = 1_796_000_000_000
const PAYEE = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

const proposal: MandateProposal = {
  terms: {
    origin: 'https://news.example',
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
  },
  symbol: 'USDC',
  decimals: 6,
  networkName: 'Base',
  testnet: false,
  mostEach: '1',
  payeesSeen: 1,
  accounts: [
    { kind: 'spending', address: null, name: 'Spending', balance: null },
    { kind: 'own', address: OWN, name: 'Account 1', balance: '0.2' },
  ],
  needsPassword: false,
}
const draft = draftOf(proposal)

describe('the form for paying without asking', () => {
  it('opens with the proposal, in dollars', () => {
    expect(draft).toMatchObject({
      each: '$0.25',
      total: '$2.00',
      period: 'day',
      days: '30',
      account: 0,
      anyPayee: false,
    })
    expect(isSound(faultsOf(draft, proposal))).toBe(true)
  })

  it('asks for exactly what was proposed where nothing was changed', () => {
    expect(termsOf(draft, proposal, NOW)).toEqual({ ...proposal.terms, total: '2.00' })
  })

  it('asks for what was typed', () => {
    const typed = {
      ...draft,
      each: '0,1',
      total: '1.5',
      period: 'month',
      days: '7',
      account: 1,
      anyPayee: true,
      path: ' /news ',
      windowSeconds: '120',
      mayRepeat: true,
    } as const
    expect(termsOf(typed, proposal, NOW)).toMatchObject({
      pathPrefix: '/news',
      payees: '*',
      assets: [{ maxAmount: '100000' }],
      total: '1.5',
      window: { kind: 'month' },
      maxWindowSeconds: 120,
      mayRepeat: true,
      expiresAt: NOW / 1_000 + 7 * 86_400,
      account: OWN,
    })
    expect(endOf(typed, NOW)).toBe(NOW / 1_000 + 7 * 86_400)
  })

  it.each([
    [{ each: '' }, { each: 'not-an-amount' }],
    [{ each: '0' }, { each: 'not-an-amount' }],
    [{ each: '0.0000001' }, { each: 'not-an-amount' }],
    [{ each: '1.000001' }, { each: 'over-limit' }],
    [{ total: '-1' }, { total: 'not-an-amount' }],
    [{ path: 'news' }, { path: 'no-path' }],
    [{ windowSeconds: '601' }, { windowSeconds: 'no-window' }],
    [{ windowSeconds: '1.5' }, { windowSeconds: 'no-window' }],
  ] as const)('says what is wrong with %j', (part, wrong) => {
    const faults = faultsOf({ ...draft, ...part }, proposal)
    expect(faults).toMatchObject(wrong)
    expect(isSound(faults)).toBe(false)
  })

  it('admits the limit of one payment itself', () => {
    expect(faultsOf({ ...draft, each: '1.00' }, proposal).each).toBeNull()
  })
})

describe('an account that a mandate pays from', () => {
  it('is short where it is not made yet, or is known to hold less', () => {
    const [spending, own] = proposal.accounts
    expect(isShort(spending, '0.25')).toBe(true)
    expect(isShort(own, '0.25')).toBe(true)
    expect(isShort(own, '0.2')).toBe(false)
  })

  it('is not called short where nobody knows', () => {
    expect(isShort({ kind: 'own', address: OWN, name: 'x', balance: null }, '0.25')).toBe(false)
  })
})
