import { describe, expect, it } from 'vitest'

import type { DecisionCode } from '@/lib/core/admission/types'
import type { IntentRow } from '@/lib/ledger/schema'
import { UNDECIDED } from '@/lib/ledger/write/reserve'
import { publicCode, publicState } from './public'

const intent = (of: Partial<IntentRow>, code: DecisionCode = 'HOLD_OVER_BUDGET'): IntentRow =>
  ({
    id: 'p',
    kind: 'call',
    state: 'asking',
    deadline: 1_000,
    decision: { ...UNDECIDED, code },
    ...of,
  }) as IntentRow

describe('what a page hears of a purchase', () => {
  it.each<DecisionCode>([
    'HOLD_OVER_PAYMENT_LIMIT',
    'HOLD_OVER_BUDGET',
    'HOLD_INSUFFICIENT_FUNDS',
    'HOLD_TERMS_CHANGED',
    'HOLD_NEW_PAYEE',
    'HOLD_RATE_LIMITED',
    'HOLD_ALLOWANCE_REQUIRED',
    'HOLD_WINDOW_TOO_LONG',
    'HOLD_RESOURCE_MISMATCH',
  ])('is one code for every hold that tells of the owner: %s', (code) => {
    expect(publicCode(code)).toBe('HOLD_APPROVAL_REQUIRED')
    expect(publicState(intent({}, code), undefined, 0)).toMatchObject({
      status: 'pending',
      code: 'HOLD_APPROVAL_REQUIRED',
      retryLater: true,
    })
  })

  it('holds no number, and no word on how to change anything', () => {
    for (const state of ['asking', 'declined', 'gone', 'refused', 'paying'] as const) {
      const told = JSON.stringify({ ...(publicState(intent({ state }), undefined, 0) as object), id: '' })
      expect(told).not.toMatch(/\d|limit|budget|raise|allow|mandate|password|setting/i)
    }
  })

  it('says that it is being signed where nobody is asked any more', () => {
    for (const state of ['approved', 'paying'] as const)
      expect(publicState(intent({ state }), undefined, 0)).toMatchObject({
        status: 'pending',
        code: 'READY_TO_SIGN',
      })
  })

  it('is a question for a refusal that tells of the owner, and over when the question would be', () => {
    const capped = intent({ state: 'refused' }, 'BLOCK_ASSET_CAP')
    expect(publicState(capped, undefined, 0)).toEqual(publicState(intent({}), undefined, 0))
    expect(publicState(capped, undefined, 1_000)).toMatchObject({ status: 'expired' })
  })

  it('names a refusal that tells of the quote alone', () => {
    expect(publicState(intent({ state: 'refused' }, 'BLOCK_AMOUNT'), undefined, 0)).toMatchObject({
      status: 'refused',
      code: 'BLOCK_AMOUNT',
      retryLater: false,
    })
  })
})
