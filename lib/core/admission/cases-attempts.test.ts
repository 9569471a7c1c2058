import { describe, expect, it } from 'vitest'
import { buildPayment } from '@/lib/wire/http/payment'
import { sameTerms } from '@/lib/wire/http/same-terms'
import { decide } from './decide'
import { approval, base, ITEM, quote, usdc } from './testing'
import type { AdmissionInput, AttemptFacts } from './types'

const IDENTIFIER = 'pay_0123456789abcdef'

/** An earlier payment of this purchase, in this state. */
const attempt = (state: string, change: Partial<AttemptFacts> = {}): AttemptFacts => ({
  intentId: 'intent-1',
  paymentIdentifier: IDENTIFIER,
  state,
  receiptId: state === 'settled' ? 'receipt-1' : null,
  terms: usdc,
  request: { method: 'GET', url: ITEM },
  validBefore: base.now + 60,
  ...change,
})

const decidedAfter = (attempts: readonly AttemptFacts[], change: Partial<AdmissionInput> = {}) =>
  decide({
    ...base,
    intent: { ...base.intent, paymentIdentifier: IDENTIFIER },
    ledger: { ...base.ledger, attempts },
    ...change,
  })

describe('a purchase that is asked for again', () => {
  it('while its payment hangs, signs once for three equal calls (case-003)', () => {
    const codes = [decidedAfter([]), decidedAfter([attempt('sent')]), decidedAfter([attempt('sent')])].map(
      (d) => d.code,
    )
    expect(codes).toEqual(['READY_TO_SIGN', 'HOLD_RECONCILIATION', 'HOLD_RECONCILIATION'])
  })

  it('keeps its payment identifier and its payload at each sending (case-003)', () => {
    const offered = {
      ...quote(usdc),
      extensions: { 'payment-identifier': { info: { required: false }, schema: {} } },
    }
    const payload = { signature: '0x01' }
    const sendings = [1, 2, 3].map(() => buildPayment(2, offered, 0, payload, IDENTIFIER))
    for (const sending of sendings) expect(sending).toEqual(sendings[0])
    expect(JSON.stringify(sendings[0])).toContain(IDENTIFIER)
  })

  it('by 36 calls that are each answered 402 twice, signs 36 times (case-004)', () => {
    const wishes = Array.from({ length: 36 }, (_, i): Partial<AdmissionInput> => {
      const url = `https://api.seller.test/item/${i + 1}`
      return {
        request: { ...base.request, url, answeredUrl: url },
        intent: { ...base.intent, id: `intent-${i + 1}`, url, paymentIdentifier: `pay_item_0000000${i + 1}` },
      }
    })
    // Each is sent and answered 402 with the same offer: the seller's word that it failed proves nothing.
    const attempts = wishes.map(({ intent }) =>
      attempt('failed', { intentId: intent?.id ?? '', paymentIdentifier: intent?.paymentIdentifier ?? '' }),
    )
    expect(wishes.map((wish) => decidedAfter([], wish).code)).toEqual(wishes.map(() => 'READY_TO_SIGN'))
    expect(wishes.map((wish) => decidedAfter(attempts, wish).code)).toEqual(
      wishes.map(() => 'HOLD_RECONCILIATION'),
    )
  })

  it('with a rotated challenge at the same price is the same terms, and still no second signature (case-017)', () => {
    const challenge = (nonce: string, amount = '10000') => ({
      ...quote({ ...usdc, amount }),
      extensions: { sess: { info: { nonce } } },
    })
    expect(sameTerms(challenge('a'), challenge('b'))).toBe(true)
    expect(sameTerms(challenge('a'), challenge('a', '10001'))).toBe(false)
    expect(decidedAfter([attempt('failed')], { quote: challenge('b') }).code).toBe('HOLD_RECONCILIATION')
    expect(decidedAfter([attempt('failed')], { quote: challenge('b', '20000') }).code).toBe(
      'HOLD_RECONCILIATION',
    )
  })

  it('by another tool at the same address is a purchase of its own (case-087)', () => {
    const url = 'https://tools.test/mcp'
    const call = (id: string, bodyDigest: string, amount: string): Partial<AdmissionInput> => ({
      request: { ...base.request, transport: 'mcp', method: 'POST', url, answeredUrl: url },
      intent: { id, method: 'POST', url, bodyDigest, paymentIdentifier: `pay_tool_${id}_0000` },
      quote: { x402Version: 2, accepts: [{ ...usdc, amount }] },
    })
    const first = attempt('settled', {
      intentId: 'search',
      paymentIdentifier: 'pay_tool_search_0000',
      request: { method: 'POST', url },
    })
    const again = decidedAfter([first], call('search', '0xaa', '10000'))
    expect(again).toMatchObject({ code: 'RETURN_CACHED_RECEIPT', receipt: 'receipt-1' })
    const other = decidedAfter([first], call('summary', '0xbb', '50000'))
    expect(other).toMatchObject({ code: 'READY_TO_SIGN', amount: '50000', receipt: null })
  })

  it('by another tool is not covered by the approval of the first (case-087)', () => {
    const url = 'https://tools.test/mcp'
    const wish = {
      mandates: [],
      request: { ...base.request, transport: 'mcp', method: 'POST', url, answeredUrl: url },
      quote: { x402Version: 2, accepts: [usdc] },
      approval: { ...approval, method: 'POST', url, bodyDigest: '0xaa' },
    }
    const intent = { ...base.intent, method: 'POST', url }
    expect(decidedAfter([], { ...wish, intent: { ...intent, bodyDigest: '0xaa' } }).code).toBe(
      'READY_TO_SIGN',
    )
    expect(decidedAfter([], { ...wish, intent: { ...intent, bodyDigest: '0xbb' } }).code).toBe(
      'HOLD_APPROVAL_MISMATCH',
    )
  })
})
