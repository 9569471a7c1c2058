import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decide } from '@/lib/core/admission/decide'
import { base } from '@/lib/core/admission/testing'

import { answerOf } from './cases'
import { OUR_DECISION_FOR } from './outcomes'
import { runFile } from './report'

const file = (name: string): { vectors: object[]; ourDecisionFor: object } =>
  JSON.parse(readFileSync(`tests/vectors/${name}.json`, 'utf8'))

const linesOf = (value: unknown) => {
  const report = runFile(value)
  if (!report.ok) throw new Error(report.error)
  return report.value.lines
}

const good = {
  id: 'good',
  title: 'is paid',
  input: base,
  expect: { decision: 'READY_TO_SIGN', offer: 0, amount: '10000', window: 60, mandate: 'mandate-1' },
}

describe('runFile', () => {
  it('passes every admission vector', () => {
    expect(linesOf(file('admission'))).toEqual(['91 passed, 0 failed'])
  })

  it('passes every spend-control vector but those that it says are skipped', () => {
    const lines = linesOf(file('spend-controls'))
    expect(lines[0]).toMatch(/^3 skipped: pol-001 .*; pol-003 .*; reg-003 /)
    expect(lines.slice(1)).toEqual(['111 passed, 0 failed'])
  })

  it('knows its codes for the outcomes of the published client without being told', () => {
    const { vectors, ourDecisionFor } = file('spend-controls')
    expect(OUR_DECISION_FOR).toEqual(ourDecisionFor)
    expect(linesOf({ vectors }).at(-1)).toBe('111 passed, 0 failed')
  })

  it.each([
    ['another code', { expect: { decision: 'BLOCK_AMOUNT' } }, 'got {"decision":"READY_TO_SIGN"}'],
    ['another window', { expect: { window: 61 } }, 'expected {"window":61}'],
    ['a number for text', { expect: { amount: 10000 } }, '"amount":"10000"'],
    ['a field that no decision has', { expect: { colour: 'red' } }, 'expected {"colour":"red"}'],
    ['nothing', { expect: {} }, 'it expects nothing'],
    ['an input that lacks a field', { input: { ...base, now: null } }, 'input.now must be a number'],
    ['no input', { input: undefined }, 'the input must be a JSON object'],
  ])('fails a case that expects %s', (_, change, detail) => {
    const lines = linesOf({ cases: [good, { ...good, id: 'bad', ...change }] })
    expect(lines[0]).toMatch(/^FAIL bad is paid: /)
    expect(lines[0]).toContain(detail)
    expect(lines.at(-1)).toBe('1 passed, 1 failed')
  })

  it('fails, and does not stop at, a case that throws or is none', () => {
    const approval = { ...base.approval, intentId: 'intent-1' }
    const mandates = [{ ...base.mandates[0], payTo: undefined }]
    const cases = [
      null,
      'x',
      { ...good, input: { ...base, approval } },
      { ...good, input: { ...base, mandates } },
    ]
    expect(linesOf({ cases: [...cases, good] }).at(-1)).toBe('1 passed, 4 failed')
    const vectors = [null, { accepts: [] }, { accepts: [{}], result: {}, spendControls: 5, x402Version: 2 }]
    expect(linesOf({ vectors }).at(-1)).toBe('0 passed, 3 failed')
  })

  it('ignores members that it does not know', () => {
    const input = { ...base, weather: 'fine', wallet: { ...base.wallet, colour: 'red' } }
    expect(linesOf({ cases: [{ ...good, input, note: 1 }], about: 'x' })).toEqual(['1 passed, 0 failed'])
  })

  it('refuses a file without cases: nothing was run, so nothing passed', () => {
    for (const value of [null, [], {}, { cases: {} }, { cases: [] }, { vectors: [] }])
      expect(runFile(value).ok).toBe(false)
  })
})

describe('answerOf', () => {
  it('has the names of the vectors beside those of a decision', () => {
    const decision = decide(base)
    expect(answerOf(decision)).toEqual({ ...decision, decision: 'READY_TO_SIGN', window: 60 })
  })
})
