import { convertToTokenAmount, parseMoney } from '@x402/core/utils'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { formatDollars, moneyToAtomic, parseDollars } from './dollars'

describe('parseDollars', () => {
  it('reads dollars with and without the sign, exactly', () => {
    expect(parseDollars('$1.00')).toEqual({ ok: true, value: 10n ** 18n })
    expect(parseDollars('0.29')).toEqual({ ok: true, value: 29n * 10n ** 16n })
    expect(parseDollars('0.0000000000000000001')).toEqual({ ok: false, error: 'too-precise' })
  })

  it('refuses signs, exponents, bare points, spaces and words', () => {
    for (const text of ['', '$', '-1', '+1', '1e3', '.5', '1.', ' 1', '1,5', '$$1', 'NaN', '0x1']) {
      expect(parseDollars(text)).toEqual({ ok: false, error: 'not-a-number' })
    }
  })

  it('reads back what formatDollars wrote', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 300n }), (usd) => {
        expect(parseDollars(formatDollars(usd))).toEqual({ ok: true, value: usd })
      }),
    )
  })
})

/** What the published client makes of a Money; null where it throws. */
function published(money: string | number, decimals: number): bigint | null {
  try {
    return BigInt(convertToTokenAmount(parseMoney(money).amount, decimals))
  } catch {
    return null
  }
}

const ours = (money: unknown, decimals: number): bigint | null => {
  const read = moneyToAtomic(money, decimals)
  return read.ok ? read.value : null
}

describe('moneyToAtomic', () => {
  it.each([
    ['$5', 6, 5_000_000n],
    ['5 USDC', 6, 5_000_000n],
    ['1.0000009', 6, 1_000_000n],
    [' $ 0.10 ', 6, 100_000n],
    [1e-7, 6, 0n],
    [1e-7, 18, 100_000_000_000n],
    [0.1, 6, 100_000n],
    [1e21, 2, 10n ** 23n],
    [0, 6, 0n],
  ])('reads %j with %i decimals as the published client does', (money, decimals, atomic) => {
    expect(ours(money, decimals)).toBe(atomic)
    expect(published(money, decimals)).toBe(atomic)
  })

  it.each(['5USD', '-1', '1e3', '.5', '', '5.', '$', '1 2', '0x5'])('refuses %j, as it does', (money) => {
    expect(moneyToAtomic(money, 6)).toEqual({ ok: false, error: 'not-money' })
    expect(published(money, 6)).toBeNull()
  })

  it('refuses other types, and numbers that are none', () => {
    for (const money of [null, undefined, true, 5n, ['5'], {}, Number.NaN, Number.POSITIVE_INFINITY, -1]) {
      expect(ours(money, 6)).toBeNull()
    }
  })

  it('agrees with the published client on any number and any near miss of its text', () => {
    const text = fc.stringMatching(/^\$?\s?-?\d{0,5}\.?\d{0,20}(e\d)?\s?[A-Za-z]{0,4}$/)
    const number = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true, max: 1e30 })
    fc.assert(
      fc.property(fc.oneof(text, number), fc.integer({ min: 0, max: 18 }), (money, decimals) => {
        expect(ours(money, decimals)).toBe(published(money, decimals))
      }),
      { numRuns: 500 },
    )
  })
})
