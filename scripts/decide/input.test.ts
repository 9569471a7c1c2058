import { describe, expect, it } from 'vitest'
import { decide } from '@/lib/core/admission/decide'
import { base } from '@/lib/core/admission/testing'

import { readInput } from './input'

/** The input with one member, named by its path, set to a value or taken away. */
function changed(path: string, value?: unknown): unknown {
  const copy: Record<string, unknown> = JSON.parse(JSON.stringify(base))
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  let at = copy
  for (const key of keys) at = at[key] as Record<string, unknown>
  if (value === undefined) delete at[last]
  else at[last] = value
  return copy
}

describe('readInput', () => {
  it('takes an input as it is, and a whole case by its input', () => {
    expect(readInput(base)).toEqual({ ok: true, value: base })
    expect(readInput({ id: 'x', input: base, expect: {} })).toEqual({ ok: true, value: base })
  })

  it.each([
    'now',
    'quote',
    'wallet.locked',
    'asker.origin',
    'request.answeredUrl',
    'intent.url',
    'policy.perPaymentUsd',
    'policy.budgets',
  ])('names %s where it is missing', (path) => {
    expect(readInput(changed(path))).toEqual({ ok: false, error: `input.${path} is missing` })
  })

  it.each([
    ['policy.perPaymentUsd', 'one', 'text of a decimal number of dollars'],
    ['wallet.paused', 'no', 'true or false'],
    ['policy.schemes', 'exact', 'a list'],
    ['now', '0', 'a number'],
    ['ledger', [], 'an object'],
  ])('names %s where it is %j', (path, value, wanted) => {
    expect(readInput(changed(path, value))).toEqual({ ok: false, error: `input.${path} must be ${wanted}` })
  })

  it('names the item of a list that is at fault', () => {
    const mandates = [{ ...base.mandates[0], maxAmount: '1.5' }]
    expect(readInput({ ...base, mandates })).toEqual({
      ok: false,
      error: 'input.mandates[0].maxAmount must be text of digits (atomic units)',
    })
  })

  it('reads a limit in its own unit: dollars are no atomic units', () => {
    const budget = {
      id: 'b',
      scope: { kind: 'everything' },
      unit: { kind: 'atomic', network: 'n', asset: 'a' },
      limit: '0.50',
      window: { kind: 'total' },
    }
    const of = (change: object) => ({
      ...base,
      policy: { ...base.policy, budgets: [{ ...budget, ...change }] },
      ledger: { ...base.ledger, totals: [{ budget: 'b', settled: '0.10', reserved: '0' }] },
    })
    expect(readInput(of({}))).toMatchObject({ ok: false, error: expect.stringContaining('budgets[0].limit') })
    expect(readInput(of({ unit: { kind: 'usd' } })).ok).toBe(true)
    expect(readInput(of({ limit: '5' }))).toMatchObject({
      ok: false,
      error: expect.stringContaining('the total of budget "b".settled'),
    })
  })

  it('takes what is absent of mandates, approval and ledger for nothing known', () => {
    const { mandates: _, approval: __, ledger: ___, ...bare } = base
    const read = readInput(bare)
    expect(read.ok && decide(read.value).code).toBe('HOLD_APPROVAL_REQUIRED')
  })

  it('refuses what is no object', () => {
    for (const value of [null, [], 1, 'x', { input: 3 }]) expect(readInput(value).ok).toBe(false)
  })
})
