import { describe, expect, it } from 'vitest'

import { decide } from './decide'
import { approval, base, codeFor, codeOfOffer, ITEM, OTHER, PAYEE, quote, seen, USDC, usdc } from './testing'

describe('what a server may try', () => {
  it('is paid for a plain offer under a mandate', () => {
    expect(decide(base)).toMatchObject({
      code: 'READY_TO_SIGN',
      offer: 0,
      amount: '10000',
      mandate: 'mandate-1',
    })
  })

  it('takes the fair offer, wherever the bad one stands (atk-004)', () => {
    const dear = { ...usdc, amount: '20000000000000000' }
    for (const accepts of [
      [dear, usdc],
      [usdc, dear],
    ]) {
      const decision = decide({ ...base, quote: quote(...accepts) })
      expect(decision.code).toBe('READY_TO_SIGN')
      expect(accepts[decision.offer ?? -1]).toBe(usdc)
    }
  })

  it('never falls back to another payee without a person (atk-005)', () => {
    const accepts = [
      { ...usdc, amount: '5000000' },
      { ...usdc, payTo: OTHER },
    ]
    expect(codeFor({ quote: quote(...accepts) })).toMatch(/^HOLD_/)
  })

  it('holds a quote that names another host than the one that answered (atk-006)', () => {
    const named = { ...quote(usdc), resource: { url: 'https://good.test/export' } }
    const decision = decide({ ...base, quote: named })
    expect(decision.code).toBe('HOLD_RESOURCE_MISMATCH')
    expect(decision.facts).toEqual([{ rule: 'resource', answered: 'api.seller.test', named: 'good.test' }])
    const pair = [{ answered: 'api.seller.test', named: 'good.test' }]
    expect(codeFor({ quote: named, ledger: { ...base.ledger, resourceHosts: pair } })).toBe('READY_TO_SIGN')
  })

  it('takes the name of a tool or a task for no host, over the transports that have such names', () => {
    const named = (url: string) => ({ ...quote(usdc), resource: { url } })
    const over = (transport: string, url: string) =>
      codeFor({ quote: named(url), request: { ...base.request, transport } })
    expect(over('mcp', 'mcp://tool/tides')).toBe('READY_TO_SIGN')
    expect(over('a2a', 'a2a://tide-tables/context-1')).toBe('READY_TO_SIGN')
    expect(over('a2a', 'https://good.test/export')).toBe('HOLD_RESOURCE_MISMATCH')
    expect(over('http', 'a2a://tide-tables')).toBe('HOLD_RESOURCE_MISMATCH')
  })

  it('judges the resource of each version 1 offer by itself', () => {
    const { amount, ...rest } = usdc
    const v1 = (resource: string) => ({ ...rest, network: 'base', maxAmountRequired: amount, resource })
    const accepts = [v1('https://good.test/'), v1(ITEM)]
    expect(decide({ ...base, quote: { x402Version: 1, accepts } })).toMatchObject({
      code: 'READY_TO_SIGN',
      offer: 1,
    })
  })

  it.each([604_800, 315_360_000])(
    'holds a window of %i seconds, and signs an hour with a person (atk-010)',
    (asked) => {
      const change = { maxTimeoutSeconds: asked }
      expect(codeOfOffer(change)).toBe('HOLD_WINDOW_TOO_LONG')
      expect(decide({ ...base, quote: quote({ ...usdc, ...change }), approval })).toMatchObject({
        code: 'READY_TO_SIGN',
        windowSeconds: 3_600,
      })
    },
  )

  it('signs by itself the shortest of what is asked, ten minutes and the mandate (case-033)', () => {
    const windowFor = (maxTimeoutSeconds: number) =>
      decide({ ...base, quote: quote({ ...usdc, maxTimeoutSeconds }) }).windowSeconds
    expect(windowFor(60)).toBe(60)
    expect(windowFor(3_600)).toBe(300)
  })

  it.each([
    ['decimals', 18],
    ['decimals', '18'],
    ['name', 'USDC'],
    ['name', 'Permit2'],
    ['name', 'USD Coin\nversion 3'],
    ['name', ['USD Coin']],
    ['version', '1'],
    ['chainId', 1],
    ['chainId', '0x2105'],
    ['verifyingContract', '0x000000000022D473030F116dDEE9F6B43aC78BA3'],
  ])('refuses an offer that states %s %j for USDC on Base (atk-014, atk-023, case-056)', (field, value) => {
    const decision = decide({ ...base, quote: quote({ ...usdc, extra: { ...usdc.extra, [field]: value } }) })
    expect(decision.code).toBe('BLOCK_TOKEN_IDENTITY')
    expect(decision.facts[0]).toMatchObject({ rule: 'token', field })
  })

  it('takes what agrees with the pinned token, as a number or as text', () => {
    const extra = { ...usdc.extra, decimals: 6, chainId: '8453', verifyingContract: USDC.toLowerCase() }
    expect(codeOfOffer({ extra })).toBe('READY_TO_SIGN')
  })

  it.each([
    ['another chain', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
    ['the same ends', '0x833589fC000000000000000000000000bdA02913'],
    ['Permit2', '0x000000000022D473030F116dDEE9F6B43aC78BA3'],
    ['eight decimals and no dollar', '0x5555555555555555555555555555555555555555'],
  ])('knows no token by %s (atk-022, atk-023, case-066)', (_, asset) => {
    expect(codeOfOffer({ asset })).toBe('BLOCK_ASSET_NOT_ALLOWED')
  })

  it('never pays an asset without a dollar value uncapped: EURC needs an entry with a cap (case-065, case-070)', () => {
    const asset = '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42'
    const change = { asset, amount: '1000000', extra: { name: 'EURC', version: '2' } }
    const listed = (entry: object) => ({
      policy: {
        ...base.policy,
        assets: [{ network: 'eip155:8453', asset, decimals: 6, name: 'EURC', version: '2', ...entry }],
      },
    })
    expect(codeOfOffer(change, listed({}))).toBe('BLOCK_ASSET_NOT_ALLOWED')
    expect(codeOfOffer(change, listed({ maxAmount: '999999' }))).toBe('BLOCK_ASSET_CAP')
    expect(codeOfOffer(change, listed({ maxAmount: '1000000' }))).toBe('HOLD_APPROVAL_REQUIRED')
  })

  it('refuses a network that the owner did not switch on (atk-024)', () => {
    const sepolia = {
      network: 'eip155:84532',
      asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
      extra: {},
    }
    expect(codeOfOffer(sepolia)).toBe('BLOCK_UNSUPPORTED_NETWORK')
    const testOnly = { ...base.policy, networks: ['eip155:84532'], testnets: true }
    expect(codeOfOffer({}, { policy: testOnly })).toBe('BLOCK_UNSUPPORTED_NETWORK')
    expect(codeOfOffer(sepolia, { policy: testOnly })).toBe('HOLD_APPROVAL_REQUIRED')
  })

  it.each([
    'base',
    'eip155:08453',
    'eip155:8453 ',
    'EIP155:8453',
    'eip155:0x2105',
    'eip155:*',
    'eip155:8453/erc20:0x',
  ])('knows no network %j (atk-025)', (network) => {
    expect(codeOfOffer({ network })).toBe('BLOCK_UNSUPPORTED_NETWORK')
  })

  it('holds a payee who only looks like the known one, and shows the two (atk-026, case-062)', () => {
    const alike = '0x1111aaaa00000000000000000000000000001111'
    const other = { ...seen, payTo: OTHER }
    const ledger = { ...base.ledger, payees: [seen, other] }
    const mandates = base.mandates.map((m) => ({ ...m, payTo: alike }))
    const decision = decide({ ...base, mandates, ledger, quote: quote({ ...usdc, payTo: alike }) })
    expect(decision.code).toBe('HOLD_NEW_PAYEE')
    expect(decision.facts).toEqual([{ rule: 'payee', before: PAYEE, now: alike }])
  })

  it.each([
    ['assetTransferMethod', ['eip3009'], 'BLOCK_UNSUPPORTED_METHOD'],
    ['assetTransferMethod', 'erc7710', 'BLOCK_UNSUPPORTED_METHOD'],
    ['assetTransferMethod', '', 'BLOCK_UNSUPPORTED_METHOD'],
    ['paymentFlow', ['authorization'], 'BLOCK_PAYMENT_FLOW'],
    ['paymentFlow', 'escrow', 'BLOCK_PAYMENT_FLOW'],
  ])('refuses %s %j: nothing is turned into what it is not (atk-020)', (field, value, code) => {
    expect(codeOfOffer({ extra: { ...usdc.extra, [field]: value } })).toBe(code)
  })

  it.each([
    ['10000'],
    { toString: () => '1' },
    '1e3',
    '0x10',
    '-1',
    '+1',
    '01',
    ' 1',
    '1.0',
    '',
    null,
    true,
    2 ** 53,
    0.5,
  ])('takes %j for no amount (atk-020)', (amount) => {
    expect(codeOfOffer({ amount })).toBe('BLOCK_AMOUNT')
  })

  it.each([
    '0x0000000000000000000000000000000000000000',
    base.wallet.accounts.eip155,
    USDC,
    'bob.eth',
    `${PAYEE}00`,
  ])('takes %s for no payee', (payTo) => {
    expect(codeOfOffer({ payTo })).toBe('BLOCK_PAYEE')
  })

  it('puts no long text of a server into the facts', () => {
    for (const change of [
      { network: 'x'.repeat(9_999) },
      { payTo: 'x'.repeat(9_999) },
      { scheme: 'x'.repeat(9_999) },
      { asset: 'x'.repeat(9_999) },
    ]) {
      const { facts } = decide({ ...base, quote: quote({ ...usdc, ...change }) })
      expect(JSON.stringify(facts).length).toBeLessThan(300)
    }
  })

  it('is told the fault of the offer that came nearest, of the first among equals', () => {
    const blocked = (payTo: string) => ({ ...usdc, payTo })
    const accepts = [
      { ...usdc, scheme: 'other' },
      blocked('first'),
      blocked('second'),
      { ...usdc, amount: '-1' },
    ]
    const decision = decide({ ...base, quote: quote(...accepts) })
    expect(decision.code).toBe('BLOCK_PAYEE')
    expect(decision.facts).toEqual([{ rule: 'payee', payTo: 'first', reason: 'not-an-address' }])
    expect(decision.offers.map((o) => o.code)).toEqual([
      'BLOCK_UNSUPPORTED_SCHEME',
      'BLOCK_PAYEE',
      'BLOCK_PAYEE',
      'BLOCK_AMOUNT',
    ])
  })

  it.each([
    undefined,
    null,
    '',
    'facilitator.example',
    `0x${'00'.repeat(20)}`,
    `0x${'ab'.repeat(19)}`,
    ['0x'],
  ])('is refused as upto where the facilitator that may settle is %j (atk-065)', (facilitatorAddress) => {
    const upto = { scheme: 'upto', extra: { ...usdc.extra, facilitatorAddress } }
    expect(codeOfOffer(upto)).toBe('BLOCK_MALFORMED_QUOTE')
  })

  it('is refused as upto in version 1 and on other chains, where that scheme is none or another', () => {
    const extra = { ...usdc.extra, facilitatorAddress: `0x${'ab'.repeat(20)}` }
    const v1 = { ...usdc, scheme: 'upto', network: 'base', maxAmountRequired: '10000', extra }
    expect(codeFor({ quote: { x402Version: 1, accepts: [v1] } })).toBe('BLOCK_UNSUPPORTED_SCHEME')
    const byPermit2 = { ...v1, scheme: 'exact', extra: { ...extra, assetTransferMethod: 'permit2' } }
    expect(codeFor({ quote: { x402Version: 1, accepts: [byPermit2] } })).toBe('BLOCK_UNSUPPORTED_METHOD')
    const solana = { scheme: 'upto', network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', extra }
    expect(codeOfOffer(solana)).toBe('BLOCK_UNSUPPORTED_SCHEME')
  })

  it('is refused a method that the signer cannot build, stated or pinned', () => {
    const policy = { ...base.policy, methods: ['eip3009'] }
    const permit2 = { extra: { ...usdc.extra, assetTransferMethod: 'permit2' } }
    const mega = { network: 'eip155:4326', asset: '0xFAfDdbb3FC7688494971a79cc65DCa3EF82079E7', extra: {} }
    const upto = { scheme: 'upto', extra: { facilitatorAddress: `0x${'ab'.repeat(20)}` } }
    for (const change of [permit2, mega, upto])
      expect(codeOfOffer(change, { policy })).toBe('BLOCK_UNSUPPORTED_METHOD')
    expect(codeOfOffer({}, { policy })).toBe('READY_TO_SIGN')
  })
})
