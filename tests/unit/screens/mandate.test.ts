import { describe, expect, it } from 'vitest'

import { mandateDraft, mandateFaults, narrowed } from '@/components/approval/request/mandate-draft'
import type { MandateProposal } from '@/lib/doors/ui-mandates'

const NOW = 1_767_225_600_000
const DAY = 86_400
const PAYEE = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const proposal: MandateProposal = {
  terms: {
    origin: 'https://news.example',
    agent: null,
    pathPrefix: null,
    payees: [PAYEE],
    assets: [
      { network: 'eip155:8453', asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', maxAmount: '2500000' },
    ],
    unit: { kind: 'usd', testnet: false },
    total: '5',
    window: { kind: 'rolling', seconds: DAY },
    maxWindowSeconds: 600,
    expiresAt: NOW / 1_000 + 7 * DAY,
    transports: ['http', 'provider'],
    automaticPerMinute: null,
    maxRisePercent: null,
    mayRepeat: false,
    account: null,
  },
  symbol: 'USDC',
  decimals: 6,
  networkName: 'Base',
  testnet: false,
  mostEach: '1.00',
  payeesSeen: 0,
  accounts: [{ kind: 'spending', address: null, name: 'Spending', balance: null }],
  needsPassword: false,
}
const draft = mandateDraft(proposal, NOW)
const faults = (change: object) => mandateFaults({ ...draft, ...change }, proposal, NOW)

describe('the form for a mandate that somebody asks for', () => {
  it('opens with what is asked for, each payment no higher than the owner’s own limit', () => {
    expect([draft.each, draft.total, draft.days]).toEqual(['$1.00', '$5.00', '7'])
    expect(faults({})).toEqual([])
    expect(narrowed(draft, proposal, NOW)).toEqual({
      maxAmount: '1000000',
      total: '5.00',
      payees: [PAYEE],
      transports: ['http', 'provider'],
      expiresAt: proposal.terms.expiresAt,
      account: null,
    })
  })

  it.each([
    ['each-limit', { each: '1.01' }],
    ['each', { each: '0' }],
    ['each', { each: 'one' }],
    ['total', { total: '5.000001' }],
    ['total', { total: '' }],
    ['days', { days: '8' }],
    ['days', { days: '0' }],
    ['days', { days: '1.5' }],
    ['payees', { payees: [] }],
    ['transports', { transports: [] }],
  ])('takes nothing wider, nor what is no value: %s', (name, change) => {
    expect(faults(change)).toEqual([name])
  })
})
