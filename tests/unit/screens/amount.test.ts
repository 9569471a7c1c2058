import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { decimalsOf } from '@/components/approval/amounts'
import {
  dollars,
  excess,
  fromAtomic,
  isDecimal,
  isLong,
  share,
  sum,
  units,
  unitsOf,
} from '@/components/text/amount'

describe('an amount on a screen', () => {
  it('has two decimals at least and the sign of the language', () => {
    expect(dollars('2.5', 'en-US').text).toBe('$2.50')
    expect(dollars('0.25', 'es-ES').text.replace(/\s/g, ' ')).toBe('0,25 US$')
  })

  it('is never rounded: a millionth of a dollar stays', () => {
    expect(dollars('0.000001', 'en-US').text).toBe('$0.000001')
  })

  it('keeps eighteen decimals, and wraps only between groups of three', () => {
    const amount = units('1204.250000000000000001', 'en-US')
    expect(amount.text).toBe('1,204.250000000000000001')
    expect(amount).toMatchObject({ head: '1,204.250', groups: ['000', '000', '000', '000', '001'] })
    expect(isLong(amount)).toBe(true)
  })

  it('is shown as it is where it is no decimal number', () => {
    expect(dollars('1e3', 'en-US').text).toBe('1e3')
    expect(units('-1', 'en-US').text).toBe('-1')
  })

  it('that comes with its token is parted from its name, and written as the language does', () => {
    expect(unitsOf('1234.5 USDC', 'en-US')).toEqual({ number: '1,234.5', name: 'USDC' })
    expect(unitsOf('0.25 USDC', 'es-ES')).toEqual({ number: '0,25', name: 'USDC' })
    expect(unitsOf('3 Two Words', 'en-US')).toEqual({ number: '3', name: 'Two Words' })
    expect(unitsOf('12.50', 'es-ES')).toEqual({ number: '12,50', name: '' })
    expect(unitsOf('free 2.5', 'es-ES')).toEqual({ number: '', name: 'free 2.5' })
    expect(unitsOf('', 'en-US')).toEqual({ number: '', name: '' })
  })

  it('keeps every digit, whatever the amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (atomic) => {
        const digits = units(fromAtomic(atomic.toString(), 18), 'en-US').text.replace(/\D/g, '')
        expect(BigInt(digits.padEnd(digits.length, '0'))).toBe(
          BigInt(fromAtomic(atomic.toString(), 18).replace('.', '')),
        )
      }),
    )
  })

  it('is its groups put together', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 128n }), (atomic) => {
        const amount = dollars(fromAtomic(atomic.toString(), 18), 'en-US')
        expect(amount.head + amount.groups.join('') + amount.tail).toBe(amount.text)
      }),
    )
  })
})

describe('the arithmetic of the screens', () => {
  it('adds decimals exactly', () => {
    expect(sum(['0.1', '0.2', '104.15'])).toBe('104.45')
    expect(sum([])).toBe('0.00')
  })

  it('says how far an amount is over, and nothing at the limit itself', () => {
    expect(excess('2.50', '1.00')).toBe('1.50')
    expect(excess('1.000001', '1.00')).toBe('0.000001')
    expect(excess('1', '1.00')).toBeNull()
  })

  it('draws no more than the whole of a bar', () => {
    expect(share('2.50', '5.00')).toBe(50)
    expect(share('9', '5')).toBe(100)
    expect(share('1', '0')).toBe(0)
  })

  it('reads dollars as people type them, and nothing else', () => {
    expect(isDecimal('2.50', 2)).toBe(true)
    for (const bad of ['', '-1', '1.', '.5', '2.505', '1e3', '01', ' 1'])
      expect(isDecimal(bad, 2)).toBe(false)
  })

  it('reads atomic units with the decimals of their token', () => {
    expect(fromAtomic('250000', 6)).toBe('0.25')
    expect(fromAtomic('1', 18)).toBe('0.000000000000000001')
    expect(fromAtomic('7', 0)).toBe('7')
    expect(fromAtomic('1000000', 6)).toBe('1.00')
  })

  it('finds the decimals of a token in an amount told twice', () => {
    expect(decimalsOf({ amount: '250000', amountText: '0.25' })).toBe(6)
    expect(decimalsOf({ amount: '5', amountText: '5' })).toBe(0)
    expect(decimalsOf({ amount: '100', amountText: '0.01' })).toBe(4)
    expect(decimalsOf({ amount: '0', amountText: '0' })).toBeNull()
    expect(decimalsOf({ amount: '250000', amountText: '0.26' })).toBeNull()
  })
})
