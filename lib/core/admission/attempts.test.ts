import { describe, expect, it } from 'vitest'

import { decide } from './decide'
import { approval, base, ITEM, OTHER, PAYEE, quote, USDC, usdc } from './testing'
import type { AdmissionInput } from './types'

describe('an earlier attempt', () => {
  const attempt = {
    intentId: 'intent-1',
    paymentIdentifier: 'pay_1',
    receiptId: 'receipt-1',
    terms: { scheme: 'exact', network: 'eip155:8453', asset: USDC, payTo: PAYEE, amount: '10000' },
    request: { method: 'GET', url: ITEM },
    validBefore: 1,
  }
  const afterOne = (state: string, change: Partial<AdmissionInput> = {}) =>
    decide({ ...base, ...change, ledger: { ...base.ledger, attempts: [{ ...attempt, state }] } })

  it.each(['reserved', 'signed', 'sent', 'failed', 'unknown'])(
    'I3: in state %s nothing new is signed, whatever the quote says now (atk-003, atk-048, case-007)',
    (state) => {
      for (const offer of [usdc, { ...usdc, payTo: OTHER }, { ...usdc, amount: '1' }])
        expect(afterOne(state, { quote: quote(offer), approval }).code).toBe('HOLD_RECONCILIATION')
    },
  )

  it('that was proved dead holds nothing', () => {
    expect(afterOne('released').code).toBe('READY_TO_SIGN')
  })

  it('that settled answers with its receipt, and is never paid again on other terms', () => {
    expect(afterOne('settled')).toMatchObject({
      code: 'RETURN_CACHED_RECEIPT',
      receipt: 'receipt-1',
      offer: null,
    })
    expect(afterOne('settled', { quote: quote({ ...usdc, amount: '1' }) }).code).toBe(
      'BLOCK_ALREADY_ATTEMPTED',
    )
  })

  it('binds its payment identifier to intent, request and terms (atk-054)', () => {
    const intent = { ...base.intent, paymentIdentifier: 'pay_1' }
    expect(afterOne('settled', { intent: { ...intent, id: 'intent-2' } }).code).toBe('BLOCK_ID_CONFLICT')
    expect(afterOne('settled', { intent, quote: quote({ ...usdc, amount: '20000' }) }).code).toBe(
      'BLOCK_ID_CONFLICT',
    )
    expect(afterOne('settled', { intent }).code).toBe('RETURN_CACHED_RECEIPT')
  })

  it('conflicts where its identifier comes back for another method, URL or payee', () => {
    const intent = { ...base.intent, paymentIdentifier: 'pay_1' }
    const other = 'https://api.seller.test/item/2'
    expect(
      afterOne('settled', {
        intent: { ...intent, method: 'POST' },
        request: { ...base.request, method: 'POST' },
      }).code,
    ).toBe('BLOCK_ID_CONFLICT')
    expect(
      afterOne('settled', {
        intent: { ...intent, url: other },
        request: { ...base.request, url: other, answeredUrl: other },
      }).code,
    ).toBe('BLOCK_ID_CONFLICT')
    expect(afterOne('settled', { intent, quote: quote({ ...usdc, payTo: OTHER }) }).code).toBe(
      'BLOCK_ID_CONFLICT',
    )
  })

  it('is another purchase where scheme, network, asset, payee or amount differ', () => {
    const ethereum = { network: 'eip155:1', asset: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' }
    for (const change of [{ scheme: 'upto' }, ethereum, { payTo: OTHER }, { amount: '10001' }])
      expect(afterOne('settled', { quote: quote({ ...usdc, ...change }) }).code).toBe(
        'BLOCK_ALREADY_ATTEMPTED',
      )
  })
})
