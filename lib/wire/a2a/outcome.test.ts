import { describe, expect, it } from 'vitest'

import { classifyA2a } from './outcome'
import { readReceipts } from './receipts'
import { answerV03, answerV10, asks, quoteV1, receipt } from './testing'

const said = (status: string, receipts?: readonly unknown[], error?: string) =>
  answerV10({
    'x402.payment.status': status,
    ...(receipts && { 'x402.payment.receipts': receipts }),
    ...(error && { 'x402.payment.error': error }),
  })

describe('classifyA2a', () => {
  it.each([
    ['completed with its receipt', said('payment-completed', [receipt(true, '0x01')]), 'settled'],
    ['completed without one', said('payment-completed'), 'settled'],
    ['completed with a failure alone', said('payment-completed', [receipt(false, '')]), 'unknown'],
    ['verified', said('payment-verified'), 'in-flight'],
    ['submitted', said('payment-submitted'), 'in-flight'],
    ['verified with a receipt of success', said('payment-verified', [receipt(true, '0x01')]), 'settled'],
    ['failed', said('payment-failed', [], 'INVALID_SIGNATURE'), 'failed-live'],
    ['failed with its receipt', said('payment-failed', [receipt(false, '')]), 'failed-live'],
    ['failed, but broadcast', said('payment-failed', [receipt(false, '0x01')]), 'in-flight'],
    [
      'failed, but pending',
      said('payment-failed', [receipt(false, '', { errorReason: 'settlement_pending' })]),
      'in-flight',
    ],
    ['failed after it was paid', said('payment-failed', [receipt(true, '0x01')]), 'paid-service-failed'],
    ['asked again', answerV03(asks(quoteV1)), 'refused'],
    [
      'asked again after a failure',
      answerV03({ ...asks(quoteV1), 'x402.payment.receipts': [receipt(false, '')] }),
      'failed-live',
    ],
    ['rejected, which is not for a seller to say', said('payment-rejected'), 'refused'],
    ['an error of JSON-RPC', { error: { code: -32004, message: 'terminal' } }, 'unknown'],
    ['a task that says nothing of payment', answerV10({}), 'unknown'],
    ['no answer', null, 'unknown'],
  ])('%s', (_what, answer, outcome) => {
    expect(classifyA2a(answer)).toMatchObject({ outcome })
  })

  it('names the transaction and the reason', () => {
    expect(classifyA2a(said('payment-completed', [receipt(true, '0x01')]))).toMatchObject({
      transaction: '0x01',
    })
    expect(classifyA2a(said('payment-failed', [], 'INVALID_SIGNATURE'))).toMatchObject({
      reason: 'INVALID_SIGNATURE',
    })
  })

  it('does not take the receipt of an earlier payment for that of this one', () => {
    const old = [receipt(true, '0x01')]
    const known = readReceipts(old)
    expect(classifyA2a(said('payment-verified', old), known)).toEqual({
      outcome: 'in-flight',
      transaction: '',
    })
    expect(classifyA2a(said('payment-failed', old), known).outcome).toBe('failed-live')
    const both = [...old, receipt(true, '0x02')]
    expect(classifyA2a(said('payment-completed', both), known)).toMatchObject({ transaction: '0x02' })
  })

  it('nor one that was edited', () => {
    const known = readReceipts([receipt(true, '0x01')])
    const edited = [receipt(true, '0x01', { payer: '0xother' })]
    expect(classifyA2a(said('payment-verified', edited), known).outcome).toBe('in-flight')
  })
})
