import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { classifyOutcome, type Observation } from './outcome'
import type { Settlement } from './settlement'

const TX = `0x${'ab'.repeat(32)}`
const claim = (success: boolean, transaction = '', errorReason: string | null = null): Settlement => ({
  success,
  transaction,
  errorReason,
  errorMessage: null,
  payer: null,
  network: null,
  amount: null,
  raw: '{}',
})
const seen = (change: Partial<Observation>): Observation => ({
  status: 200,
  settlement: null,
  hasNewQuote: false,
  error: null,
  ...change,
})

describe('the outcome of a sent payment', () => {
  it.each<[string, Partial<Observation>, string]>([
    ['2xx with a receipt of success', { settlement: claim(true, TX) }, 'settled'],
    ['2xx without a receipt (case-010)', {}, 'unknown'],
    ['2xx with a receipt of failure', { settlement: claim(false) }, 'failed-live'],
    ['a redirect with a receipt of success', { status: 303, settlement: claim(true, TX) }, 'settled'],
    ['402 with a failure and no transaction', { status: 402, settlement: claim(false) }, 'failed-live'],
    [
      '402 with a failure, no transaction, and a new quote',
      { status: 402, settlement: claim(false), hasNewQuote: true },
      'failed-live',
    ],
    ['402 with a failure and a transaction', { status: 402, settlement: claim(false, TX) }, 'in-flight'],
    [
      '402 with settlement_pending (case-008)',
      { status: 402, settlement: claim(false, TX, 'settlement_pending') },
      'in-flight',
    ],
    [
      '402 with settlement_pending and no hash',
      { status: 402, settlement: claim(false, '', 'settlement_pending') },
      'in-flight',
    ],
    ['402 with a new quote and no receipt (case-007)', { status: 402, hasNewQuote: true }, 'refused'],
    ['a bare 402, as express gives after a settle error', { status: 402 }, 'unknown'],
    ['412 with a new quote', { status: 412, hasNewQuote: true }, 'allowance-required'],
    [
      '412 with the reason in the receipt',
      { status: 412, settlement: claim(false, '', 'permit2_allowance_required') },
      'allowance-required',
    ],
    ['a bare 412', { status: 412 }, 'unknown'],
    ['500', { status: 500 }, 'unknown'],
    ['502 with a failure and no transaction', { status: 502, settlement: claim(false) }, 'unknown'],
    ['502 with a failure and a transaction', { status: 502, settlement: claim(false, TX) }, 'in-flight'],
    ['502 with success (case-016)', { status: 502, settlement: claim(true, TX) }, 'paid-service-failed'],
    ['404 with success', { status: 404, settlement: claim(true, TX) }, 'paid-service-failed'],
    ['402 with success', { status: 402, settlement: claim(true, TX) }, 'paid-service-failed'],
    [
      'success, and the body broke off',
      { settlement: claim(true, TX), error: 'net::ERR_CONNECTION_RESET' },
      'paid-service-failed',
    ],
    ['no answer (case-014)', { status: null, error: 'net::ERR_CONNECTION_RESET' }, 'unknown'],
    ['no answer and no error', { status: null }, 'unknown'],
    ['an error after a 200 without a receipt', { error: 'aborted' }, 'unknown'],
    ['402 with a new quote that broke off', { status: 402, hasNewQuote: true, error: 'aborted' }, 'unknown'],
    ['429 (case-006)', { status: 429 }, 'unknown'],
    ['431 (case-028)', { status: 431 }, 'unknown'],
    ['409', { status: 409 }, 'unknown'],
    ['403', { status: 403 }, 'refused'],
  ])('after %s is told', (_, change, outcome) => {
    expect(classifyOutcome(seen(change))).toMatchObject({ outcome })
  })

  it('keeps the hash to look for', () => {
    expect(classifyOutcome(seen({ status: 402, settlement: claim(false, TX) }))).toMatchObject({
      transaction: TX,
    })
    expect(classifyOutcome(seen({ settlement: claim(true, TX) }))).toMatchObject({ transaction: TX })
  })

  it('is money spent wherever the seller claims success, and settled nowhere else (I6)', () => {
    const anySettlement = fc.option(
      fc
        .tuple(fc.boolean(), fc.constantFrom('', TX), fc.constantFrom(null, 'settlement_pending', 'x'))
        .map(([success, transaction, reason]) => claim(success, transaction, reason)),
    )
    const observation = fc.record({
      status: fc.option(fc.constantFrom(200, 204, 302, 400, 402, 403, 412, 429, 500, 503)),
      settlement: anySettlement,
      hasNewQuote: fc.boolean(),
      error: fc.option(fc.constant('aborted')),
    })
    fc.assert(
      fc.property(observation, (o) => {
        const { outcome } = classifyOutcome(o)
        expect(outcome === 'settled' || outcome === 'paid-service-failed').toBe(
          o.settlement?.success === true,
        )
      }),
    )
  })
})
