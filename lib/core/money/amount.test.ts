import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { formatAmount, parseAtomic, parseDecimal, toUsd18 } from './amount'

describe('parseAtomic', () => {
  it('reads plain digits and whole safe numbers, and nothing else', () => {
    expect(parseAtomic('0')).toBe(0n)
    expect(parseAtomic('10000')).toBe(10_000n)
    expect(parseAtomic(10_000)).toBe(10_000n)
    const bad = [
      '',
      '01',
      '-1',
      '+1',
      '1.0',
      '1e3',
      '0x10',
      ' 1',
      '1 ',
      null,
      undefined,
      0.5,
      -0,
      2 ** 53,
      ['10000'],
      { toString: () => '1' },
    ]
    for (const value of bad) expect(parseAtomic(value)).toBeNull()
  })
})

describe('parseDecimal', () => {
  it('is exact where floats are not (case-069)', () => {
    expect(parseDecimal('0.29', 6)).toEqual({ ok: true, value: 290_000n })
    expect(parseDecimal('1.005', 6)).toEqual({ ok: true, value: 1_005_000n })
    expect(parseDecimal('0.000001', 6)).toEqual({ ok: true, value: 1n })
    expect(parseDecimal('3.1', 18)).toEqual({ ok: true, value: 3_100_000_000_000_000_000n })
  })

  it('refuses more decimals than the token has (case-069)', () => {
    expect(parseDecimal('0.0000001', 6)).toEqual({ ok: false, error: 'too-precise' })
    expect(parseDecimal('0.1000000', 6)).toEqual({ ok: true, value: 100_000n })
  })

  it('reads back what formatAmount wrote, for every amount and number of decimals', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
        fc.integer({ min: 0, max: 30 }),
        (amount, decimals) => {
          expect(parseDecimal(formatAmount(amount, decimals), decimals)).toEqual({ ok: true, value: amount })
        },
      ),
    )
  })
})

describe('toUsd18', () => {
  it('never makes an amount smaller', () => {
    expect(toUsd18(1n, 6)).toBe(10n ** 12n)
    expect(toUsd18(1n, 20)).toBe(1n)
    expect(toUsd18(100n, 20)).toBe(1n)
    expect(toUsd18(101n, 20)).toBe(2n)
  })
})
