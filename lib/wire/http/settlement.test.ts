import { decodePaymentResponseHeader, encodePaymentResponseHeader } from '@x402/core/http'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readSettlement } from './settlement'

const claim = {
  success: true,
  transaction: `0x${'ab'.repeat(32)}`,
  network: 'eip155:8453' as const,
  payer: '0x4444444444444444444444444444444444444444',
}
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value), 'utf8').toString('base64')
const read = (value: unknown) => readSettlement([['PAYMENT-RESPONSE', base64(value)]])

describe('the settlement header', () => {
  it('is read under either name, in any case', () => {
    for (const name of ['payment-response', 'X-Payment-Response']) {
      expect(readSettlement([[name, base64(claim)]])).toMatchObject({ ok: true, value: claim })
    }
  })

  it('of v2 goes before that of v1, also where it cannot be read', () => {
    const old: readonly [string, string] = ['X-PAYMENT-RESPONSE', base64({ ...claim, success: false })]
    expect(readSettlement([old, ['PAYMENT-RESPONSE', base64(claim)]])).toMatchObject({
      value: { success: true },
    })
    expect(readSettlement([old, ['PAYMENT-RESPONSE', '%']])).toMatchObject({ error: { code: 'malformed' } })
  })

  it('is absent where neither is there', () => {
    expect(readSettlement([['content-type', 'x']])).toMatchObject({ ok: false, error: { code: 'none' } })
  })

  it('is read in the URL alphabet, unpadded, and as raw JSON', () => {
    const raw = JSON.stringify({ ...claim, errorReason: 'ÿþ~?>ÿ' })
    const url = Buffer.from(raw, 'utf8').toString('base64url')
    expect(url).toMatch(/[-_]/)
    for (const value of [url, raw]) {
      expect(readSettlement([['PAYMENT-RESPONSE', value]])).toMatchObject({ ok: true, value: { raw } })
    }
  })

  it('fills in what a failed settlement leaves out', () => {
    const failed = { success: false, errorReason: 'settlement_pending' }
    expect(read(failed)).toEqual({
      ok: true,
      value: {
        success: false,
        errorReason: 'settlement_pending',
        errorMessage: null,
        payer: null,
        transaction: '',
        network: null,
        amount: null,
        raw: JSON.stringify(failed),
      },
    })
  })

  it('keeps at most 512 characters of the words of a seller', () => {
    const result = read({ ...claim, errorMessage: 'x'.repeat(5000) })
    expect(result.ok && result.value.errorMessage).toBe('x'.repeat(512))
  })

  it.each<[string, unknown]>([
    ['null', null],
    ['a list', [claim]],
    ['no success', { transaction: '0x1' }],
    ['success as text', { ...claim, success: 'true' }],
    ['success as a number', { ...claim, success: 1 }],
    ['a transaction that is no text', { ...claim, transaction: 1 }],
    ['an endless transaction', { ...claim, transaction: 'x'.repeat(257) }],
    ['more than 16 kB', { ...claim, blob: 'x'.repeat(16_384) }],
  ])('says nothing where it is %s', (_, value) => {
    expect(read(value)).toMatchObject({ ok: false, error: { code: 'malformed' } })
  })

  it('says nothing where two of one name differ', () => {
    const two: [string, string][] = [
      ['PAYMENT-RESPONSE', base64(claim)],
      ['payment-response', base64({ success: false })],
    ]
    expect(readSettlement(two)).toMatchObject({ ok: false, error: { code: 'malformed' } })
  })

  it('says nothing where a key stands twice (atk-017)', () => {
    const twice = '{"success":false,"success":true}'
    expect(readSettlement([['PAYMENT-RESPONSE', twice]])).toMatchObject({
      ok: false,
      error: { code: 'malformed' },
    })
  })

  it('is read as the official codec writes it', () => {
    const words = fc.string({ unit: 'binary', maxLength: 100 })
    fc.assert(
      fc.property(fc.boolean(), words, (success, errorReason) => {
        const header = encodePaymentResponseHeader({ ...claim, success, errorReason })
        const ours = readSettlement([['payment-response', header]])
        expect(ours).toMatchObject({ ok: true, value: decodePaymentResponseHeader(header) })
      }),
    )
  })
})
