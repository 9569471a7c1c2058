import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { mergeReceipts, readReceipts } from './receipts'
import { receipt } from './testing'

const [failed, first, second, third] = readReceipts([
  receipt(false, '', { errorReason: 'no gas' }),
  receipt(true, '0x01'),
  receipt(true, '0x02'),
  receipt(true, '0x03'),
])
if (!failed || !first || !second || !third) throw new Error('these are receipts')

describe('readReceipts', () => {
  it('keeps successes and failures, in order, each with its JSON', () => {
    const sent = [receipt(false, ''), receipt(true, '0x01')]
    const read = readReceipts(sent)
    expect(read.map(({ success }) => success)).toEqual([false, true])
    expect(read.map(({ raw }): unknown => JSON.parse(raw))).toEqual(sent)
  })

  it('leaves out what states no success, and what is too long', () => {
    expect(readReceipts([{ success: 'true' }, null, [], 'text', { transaction: '0x01' }])).toEqual([])
    expect(readReceipts([receipt(true, '0x01', { note: 'x'.repeat(5_000) })])).toEqual([])
    expect(readReceipts({ success: true })).toEqual([])
  })

  it('takes a missing transaction for none', () => {
    expect(readReceipts([{ success: false }])).toMatchObject([
      { transaction: '', network: null, payer: null },
    ])
  })
})

describe('mergeReceipts', () => {
  it('appends what is new to what is known', () => {
    expect(mergeReceipts([failed], [failed, first])).toEqual({
      receipts: [failed, first],
      fresh: [first],
      fault: null,
    })
  })

  it('flags a list that lost what it had, and keeps it (case-090)', () => {
    expect(mergeReceipts([failed, first], [second])).toEqual({
      receipts: [failed, first, second],
      fresh: [second],
      fault: 'shrunk',
    })
    expect(mergeReceipts([failed, first], [failed])).toMatchObject({
      receipts: [failed, first],
      fault: 'shrunk',
    })
    expect(mergeReceipts([failed], [])).toMatchObject({ receipts: [failed], fault: 'shrunk' })
  })

  it('flags a receipt that says something else now, and keeps both', () => {
    const [edited] = readReceipts([receipt(false, '0x01')])
    if (!edited) throw new Error('this is a receipt')
    expect(mergeReceipts([first], [edited])).toEqual({
      receipts: [first, edited],
      fresh: [edited],
      fault: 'edited',
    })
  })

  it('flags another order, and adds nothing', () => {
    expect(mergeReceipts([first, second], [second, first])).toMatchObject({ fresh: [], fault: 'edited' })
  })

  it('does not mind another order of members in the JSON', () => {
    const [other] = readReceipts([{ network: 'base-sepolia', transaction: '0x01', success: true }])
    if (!other) throw new Error('this is a receipt')
    expect(other.raw).not.toBe(first.raw)
    expect(mergeReceipts([first], [other])).toMatchObject({ fresh: [], fault: null })
  })

  it('counts a payment that failed twice in the same words as two', () => {
    expect(mergeReceipts([failed], [failed, failed])).toMatchObject({ fresh: [failed], fault: null })
    expect(mergeReceipts([failed, failed], [failed])).toMatchObject({ fault: 'shrunk' })
  })

  it('only ever grows: what is known stays first, what arrives is in it, and twice is once (I5)', () => {
    const some = fc.array(fc.constantFrom(failed, first, second, third), { maxLength: 6 })
    fc.assert(
      fc.property(some, some, (known, arrived) => {
        const { receipts, fresh, fault } = mergeReceipts(known, arrived)
        expect(receipts.slice(0, known.length)).toEqual(known)
        expect(receipts.slice(known.length)).toEqual(fresh)
        for (const each of arrived) expect(receipts).toContain(each)
        const isPrefix = known.every((each, index) => arrived[index] === each)
        expect(fault === null).toBe(isPrefix)
        expect(mergeReceipts(receipts, receipts)).toEqual({ receipts, fresh: [], fault: null })
        expect(mergeReceipts(receipts, arrived).receipts).toEqual(receipts)
      }),
    )
  })
})
