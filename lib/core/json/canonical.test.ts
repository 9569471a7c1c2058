import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { canonicalJson } from './canonical'

describe('canonicalJson', () => {
  it('sorts members by UTF-16 code units (RFC 8785, 3.2.3)', () => {
    const value = { '€': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, ö: 7 }
    expect(Object.keys(JSON.parse(canonicalJson(value)) as object)).toHaveLength(7)
    expect(canonicalJson(value)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}')
  })

  it('writes control characters in the short forms', () => {
    expect(canonicalJson('\n\t\u0001')).toBe('"\\n\\t\\u0001"')
  })

  it('refuses what JSON cannot hold', () => {
    for (const bad of [Number.NaN, 1n, undefined, '\ud800'])
      expect(() => canonicalJson(bad)).toThrow(TypeError)
  })

  it('means the same value, whatever the order of members', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(JSON.parse(JSON.stringify(value)))
        expect(canonicalJson(JSON.parse(text))).toBe(text)
      }),
    )
  })
})
