import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { parseJson } from './parse'

const codeOf = (text: string) => {
  const parsed = parseJson(text)
  return parsed.ok ? 'ok' : parsed.error.code
}

describe('parseJson', () => {
  it('gives what JSON.parse gives, for any JSON without a doubled member', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (text) => {
        expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text) })
      }),
    )
  })

  it('refuses a member named twice, in either spelling (atk-017)', () => {
    expect(codeOf('{"amount":"10000","amount":"990000"}')).toBe('duplicate-key')
    expect(codeOf('{"a":[{"b":1,"\\u0062":2}]}')).toBe('duplicate-key')
    expect(codeOf(`{"a":1,"a"${' '.repeat(10)}:2}`)).toBe('duplicate-key')
    expect(codeOf('[{"b":1},{"b":2},"b","b"]')).toBe('ok')
  })

  it('leaves prototypes alone (atk-018)', () => {
    const parsed = parseJson('{"__proto__":{"polluted":1},"constructor":{"prototype":{"x":1}}}')
    expect(parsed.ok).toBe(true)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('refuses depth and size before it builds anything (atk-019)', () => {
    expect(codeOf('['.repeat(100_000))).toBe('too-large')
    expect(codeOf(`${'['.repeat(17)}${']'.repeat(17)}`)).toBe('too-deep')
    expect(codeOf(`"${'A'.repeat(1_000_000)}"`)).toBe('too-large')
    expect(codeOf(`["${'['.repeat(40)}"]`)).toBe('ok')
  })

  it('refuses a number that would be sent back as another one', () => {
    for (const text of [
      '9007199254740993',
      '12345678901234567891',
      '[{"a":1764488327123456789}]',
      '3.14159265358979323846',
      '-12345678901234567891',
      '9007199254740993000e-3',
      '1e400',
      '1e-400',
      '0.1000000000000000055511151231257827',
    ])
      expect(codeOf(text)).toBe('inexact-number')
  })

  it('takes every number that comes back as it was, however it is written', () => {
    for (const text of ['0', '-0', '1.50', '1E2', '1e+2', '1000000000000000000', '0.0000000001', '9e20'])
      expect(codeOf(text)).toBe('ok')
    expect(codeOf('"12345678901234567891"')).toBe('ok')
  })

  it('takes a whole number exactly when its echo has the same digits', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (whole) => {
        const echo = JSON.stringify(Number(whole))
        expect(codeOf(`{"n":${whole}}`) === 'ok').toBe(BigInt(echo) === whole)
      }),
    )
  })
})
