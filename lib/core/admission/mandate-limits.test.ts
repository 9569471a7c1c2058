import { describe, expect, it } from 'vitest'

import { decide } from './decide'
import { base, OTHER, PAYEE, quote, seen, USDC, usdc } from './testing'
import type { AdmissionInput, MandateFacts } from './types'

const [plain] = base.mandates
if (plain === undefined) throw new Error('the base has a mandate')

const SPENDING = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const decided = (change: Partial<MandateFacts>, rest: Partial<AdmissionInput> = {}) =>
  decide({ ...base, mandates: [{ ...plain, ...change }], ...rest })
const why = (change: Partial<MandateFacts>, rest: Partial<AdmissionInput> = {}) => {
  const { code, facts } = decided(change, rest)
  return [code, facts[0]?.reason]
}
const held = (reason: string) => ['HOLD_APPROVAL_REQUIRED', reason]
const READY = ['READY_TO_SIGN', undefined]

describe('the total of a mandate', () => {
  const usd = (committed: string, limit = '0.05') => ({
    total: { unit: { kind: 'usd', testnet: false }, limit, committed } as const,
  })

  it('is inclusive: its last cent can be spent, and nothing past it', () => {
    expect(why(usd('0.04'))).toEqual(READY)
    expect(why(usd('0.040000000000000001'))).toEqual(held('total'))
  })

  it('asks a person when it is used up, who may still pay by a click', () => {
    const { facts, account } = decided(usd('0.05'))
    expect(facts).toEqual([
      {
        rule: 'mandate',
        mandate: 'mandate-1',
        reason: 'total',
        limit: '0.05',
        committed: '0.05',
        over: '0.01',
      },
    ])
    expect(account).toBe(base.wallet.accounts.eip155)
  })

  it('counts atomic units of its own asset alone', () => {
    const atomic = (asset: string, committed: string) => ({
      total: {
        unit: { kind: 'atomic', network: 'eip155:8453', asset },
        limit: '20000',
        committed,
      } as const,
    })
    expect(why(atomic(USDC, '10000'))).toEqual(READY)
    expect(why(atomic(USDC, '10001'))).toEqual(held('total'))
    expect(why(atomic(OTHER, '0'))).toEqual(held('total'))
  })

  it('in test money covers no real money', () => {
    const total = { unit: { kind: 'usd', testnet: true }, limit: '1', committed: '0' } as const
    expect(why({ total })).toEqual(held('total'))
  })

  it('is its own: another mandate of the origin pays where one is used up', () => {
    const mandates = [
      { ...plain, ...usd('0.05') },
      { ...plain, id: 'mandate-2', ...usd('0') },
    ]
    expect(decide({ ...base, mandates })).toMatchObject({ code: 'READY_TO_SIGN', mandate: 'mandate-2' })
  })
})

describe('the account of a mandate', () => {
  const balance = (account: string, amount: string) => ({
    wallet: {
      ...base.wallet,
      balances: [{ account, network: 'eip155:8453', asset: USDC, amount }],
    },
  })

  it('is who pays', () => {
    expect(decided({ account: SPENDING })).toMatchObject({ code: 'READY_TO_SIGN', account: SPENDING })
    expect(decided({}).account).toBe(base.wallet.accounts.eip155)
  })

  it('is the last ceiling: what it is known not to hold it does not pay, and a person is asked', () => {
    expect(why({ account: SPENDING }, balance(SPENDING, '10000'))).toEqual(READY)
    expect(why({ account: SPENDING }, balance(SPENDING, '9999'))).toEqual(held('funds'))
  })

  it('is not the wallet’s own: what that holds says nothing of it', () => {
    const own = base.wallet.accounts.eip155 ?? ''
    expect(why({ account: SPENDING }, balance(own, '0'))).toEqual(READY)
    expect(why({}, balance(own, '0'))[0]).toBe('HOLD_INSUFFICIENT_FUNDS')
  })

  it('is nobody to pay to', () => {
    const wallet = { ...base.wallet, own: [PAYEE] }
    expect(decided({}, { wallet }).code).toBe('BLOCK_PAYEE')
  })
})

describe('other limits of a mandate', () => {
  it('pauses it', () => expect(why({ paused: true })).toEqual(held('paused')))

  it('admit transports by name', () => {
    expect(why({ transports: ['http'] })).toEqual(READY)
    expect(why({ transports: ['mcp', 'a2a'] })).toEqual(held('transport'))
  })

  it('have a rate of their own, lower or higher than the owner’s', () => {
    const lately = (originLastMinute: number) => ({
      ledger: { ...base.ledger, recent: { originLastMinute } },
    })
    expect(why({ automaticPerMinute: 2 }, lately(1))[0]).toBe('READY_TO_SIGN')
    expect(why({ automaticPerMinute: 2 }, lately(2))[0]).toBe('HOLD_RATE_LIMITED')
    expect(why({ automaticPerMinute: 60 }, lately(59))[0]).toBe('READY_TO_SIGN')
  })

  it('admit a smaller rise in price, never a larger one', () => {
    const before = { ledger: { ...base.ledger, payees: [{ ...seen, amount: '8400' }] } }
    expect(why({}, before)[0]).toBe('READY_TO_SIGN')
    expect(why({ maxRisePercent: 10 }, before)[0]).toBe('HOLD_TERMS_CHANGED')
    expect(
      why({ maxRisePercent: 300 }, { ledger: { ...base.ledger, payees: [{ ...seen, amount: '5000' }] } })[0],
    ).toBe('HOLD_TERMS_CHANGED')
  })

  it('ask before the same thing is paid again a moment later (atk-056)', () => {
    const paid = (samePaidSecondsAgo?: number) => ({
      ledger: {
        ...base.ledger,
        recent: { originLastMinute: 0, ...(samePaidSecondsAgo === undefined ? {} : { samePaidSecondsAgo }) },
      },
    })
    expect(why({ repeatAfterSeconds: 600 }, paid(599))).toEqual(held('repeated'))
    expect(why({ repeatAfterSeconds: 600 }, paid(600))).toEqual(READY)
    expect(why({ repeatAfterSeconds: 600 }, paid())).toEqual(READY)
    expect(why({}, paid(0))).toEqual(READY)
  })
})

describe('where a mandate reaches', () => {
  const going = (kind: string, url: string, answeredUrl = url) => ({
    request: { ...base.request, kind, url, answeredUrl },
    intent: { ...base.intent, url },
    quote: { ...quote(usdc), resource: { url: answeredUrl } },
  })

  it('is no link that leads to another host, where any payee of the site may be paid', () => {
    const any = { payTo: '*' }
    expect(why(any, going('navigation', 'https://news.example/a'))).toEqual(READY)
    expect(why(any, going('navigation', 'https://evil.test/a'))).toEqual(held('payee'))
    expect(why({}, going('navigation', 'https://evil.test/a'))).toEqual(READY)
  })

  it('is below its path by what was asked for and by what answered', () => {
    const scope = { scope: { origin: 'https://news.example', pathPrefix: '/cheap' } }
    expect(why(scope, going('fetch', 'https://news.example/cheap/1'))).toEqual(READY)
    expect(
      why(scope, going('fetch', 'https://news.example/cheap/1', 'https://news.example/premium/1')),
    ).toEqual(held('path'))
  })
})

describe('why no mandate covers an offer', () => {
  it('is said of the one that came nearest', () => {
    const mandates = [
      { ...plain, id: 'old', expiresAt: base.now },
      { ...plain, id: 'small', maxAmount: '9999' },
      { ...plain, id: 'gone', revoked: true },
    ]
    expect(decide({ ...base, mandates }).facts).toEqual([
      { rule: 'mandate', mandate: 'small', reason: 'amount', limit: '9999', asked: '10000' },
    ])
  })

  it('is nothing where the origin has none', () => {
    expect(decide({ ...base, mandates: [] }).facts).toEqual([{ rule: 'mandate' }])
    expect(decide({ ...base, quote: quote(usdc), mandates: [] }).mandate).toBeNull()
  })
})
