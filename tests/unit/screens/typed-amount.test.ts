import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { fromAtomic } from '@/components/text/amount'
import { typeable, typedAmount } from '@/components/text/typed-amount'

describe('an amount that a person types', () => {
  it.each([
    ['0.5', 'en-US', '500000'],
    ['$ 2', 'en-US', '2000000'],
    ['0,5', 'es-ES', '500000'],
    ['0.5', 'es-ES', '500000'],
    ['1,25', 'en-US', '1250000'],
    ['0,125', 'en-US', '125000'],
    ['1234,5', 'es-ES', '1234500000'],
    ['1.250', 'en-US', '1250000'],
    ['1,250', 'es-ES', '1250000'],
  ])('%s in %s is %s atomic units', (text, locale, atomic) => {
    expect(typedAmount(text, 6, locale)).toEqual({ atomic })
  })

  it.each([
    ['1,000', 'en-US', 'thousands'],
    ['1.000', 'es-ES', 'thousands'],
    ['1,000.50', 'en-US', 'thousands'],
    ['1.000,50', 'es-ES', 'thousands'],
    ['1.000.000', 'es-ES', 'thousands'],
    ['0.0000001', 'en-US', 'decimals'],
    ['0,0000001', 'es-ES', 'decimals'],
    ['one', 'en-US', 'number'],
    ['1e3', 'en-US', 'number'],
    ['-1', 'en-US', 'number'],
    ['.', 'en-US', 'number'],
    ['', 'en-US', 'number'],
  ])('%s in %s is refused for its %s', (text, locale, wrong) => {
    expect(typedAmount(text, 6, locale)).toEqual({ wrong })
  })

  it('is never another amount than the one that was meant, whatever the language fills in', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 96n }),
        fc.constantFrom(0, 2, 6, 18),
        fc.constantFrom('en-US', 'es-ES'),
        (atomic, decimals, locale) => {
          const text = typeable(fromAtomic(atomic.toString(), decimals), locale)
          expect(typedAmount(text, decimals, locale)).toEqual({ atomic: atomic.toString() })
        },
      ),
    )
  })
})
