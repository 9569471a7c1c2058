import { describe, expect, it } from 'vitest'

import { isFinal, isPayable, isWorthSaying } from '@/components/approval/payable'
import { formats, since } from '@/components/i18n/format'
import { byDay, entriesOf } from '@/components/options/activity/days'
import { routeOf } from '@/components/options/route'
import { strengthOf } from '@/components/text/password'
import { short } from '@/components/text/short'
import { placesToCheck, secretOf } from '@/components/text/words'
import type { ApprovalView } from '@/lib/doors/ui-protocol'
import { standing } from '@/lib/ledger/read/standing'

describe('the pay button', () => {
  const view = (part: Partial<ApprovalView>) =>
    ({
      state: 'asking',
      code: 'HOLD_APPROVAL_REQUIRED',
      offer: {},
      envelopeDigest: '0x01',
      ...part,
    }) as ApprovalView

  it('works for what a person may lift', () => {
    expect(isPayable(view({}))).toBe(true)
    expect(isPayable(view({ code: 'HOLD_OVER_PAYMENT_LIMIT' }))).toBe(true)
  })

  it('is off for a block, a budget, missing money and an unclear earlier payment', () => {
    for (const code of [
      'BLOCK_ASSET_CAP',
      'HOLD_OVER_BUDGET',
      'HOLD_INSUFFICIENT_FUNDS',
      'HOLD_RECONCILIATION',
    ] as const) {
      expect(isPayable(view({ code }))).toBe(false)
      expect(isFinal(code)).toBe(true)
    }
  })

  it('is off without an envelope, without an offer, and once it is answered', () => {
    expect(isPayable(view({ envelopeDigest: null }))).toBe(false)
    expect(isPayable(view({ offer: null }))).toBe(false)
    expect(isPayable(view({ state: 'paying' }))).toBe(false)
  })

  it('has no notice for the plain need of a click', () => {
    expect(isWorthSaying('HOLD_APPROVAL_REQUIRED')).toBe(false)
    expect(isWorthSaying('HOLD_NEW_PAYEE')).toBe(true)
  })
})

describe('where a payment stands', () => {
  const intent = { state: 'done', decision: { code: 'BLOCK_PAYEE' } } as Parameters<typeof standing>[0]

  it('follows what was signed, whatever the intent says', () => {
    expect(standing(intent, 'unknown')).toBe('unknown')
    expect(standing(intent, 'sent')).toBe('paying')
    expect(standing(intent, 'released')).toBe('unused')
  })

  it('is what the person said where nothing was signed', () => {
    expect(standing({ ...intent, state: 'asking' }, null)).toBe('waiting')
    expect(standing({ ...intent, state: 'declined' }, null)).toBe('declined')
    expect(standing(intent, null)).toBe('refused')
  })
})

describe('small things', () => {
  it('writes whole units of time only where they are exact', () => {
    const { duration } = formats('en')
    expect(duration(3600)).toBe('1 hour')
    expect(duration(60)).toBe('1 minute')
    expect(duration(90)).toBe('90 seconds')
    expect(since(0, 4, 'en-US')).toBe('+4 ms')
    expect(since(0, 1840, 'en-US')).toBe('+1.84 s')
  })

  it('reads a hash as a place, and anything else as the activity', () => {
    expect(routeOf('#/payment/p%201')).toEqual({ page: 'payment', id: 'p 1' })
    expect(routeOf('#budgets')).toEqual({ page: 'budgets', mandate: null })
    expect(routeOf('#/budgets/m%201')).toEqual({ page: 'budgets', mandate: 'm 1' })
    expect(routeOf('#/welcome')).toEqual({ page: 'welcome' })
    expect(routeOf('#/fund')).toEqual({ page: 'receive' })
    expect(routeOf('#/send')).toEqual({ page: 'send', to: null })
    expect(routeOf('#/send/0x01')).toEqual({ page: 'send', to: '0x01' })
    expect(routeOf('#/nowhere')).toEqual({ page: 'activity' })
  })

  it('keeps both ends of an address', () => {
    expect(short('0x209693Bc6afc0C5328bA36FaF03C514EF312287C')).toBe('0x209693…12287C')
    expect(short('0x1234')).toBe('0x1234')
  })

  it('tells a pasted key from pasted words', () => {
    expect(secretOf(` ${'ab'.repeat(32)}\n`)).toEqual({ privateKey: `0x${'ab'.repeat(32)}` })
    expect(secretOf(' Legal  winner\nthank ')).toEqual({ words: 'legal winner thank' })
  })

  it('asks for three different words, in order', () => {
    const places = placesToCheck(12, () => 0.999)
    expect(new Set(places).size).toBe(3)
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(Math.max(...places)).toBeLessThan(12)
  })

  it('calls a short or a counting password weak', () => {
    expect(strengthOf('short')).toBe(0)
    expect(strengthOf('12345678')).toBe(1)
    expect(strengthOf('aaaaaaaaaaaa')).toBe(1)
    expect(strengthOf('correct horse battery')).toBe(4)
  })

  it('puts what came between the payments, and cuts both into days', () => {
    type Of = Parameters<typeof entriesOf>
    const paid = (iso: string) => ({ intent: { createdAt: new Date(iso).getTime() } }) as Of[0][number]
    const came = (iso: string) => ({ at: new Date(iso).getTime() }) as Of[1][number]
    const lines = [paid('2026-11-30T14:00'), paid('2026-11-30T01:00'), paid('2026-11-29T23:59')]
    const incoming = [came('2026-11-30T02:00'), came('2026-11-29T08:00'), came('2026-11-28T08:00')]
    const days = byDay(entriesOf(lines, incoming))
    const kinds = days.map((day) => day.entries.map((entry) => ('line' in entry ? 'paid' : 'came')))
    expect(kinds).toEqual([['paid', 'came', 'paid'], ['paid', 'came'], ['came']])
  })
})
