import { describe, expect, it } from 'vitest'

import { estimateStrength, isAcceptablePassword } from './password'

describe('the password rule', () => {
  it('admits ten characters of any kind and refuses nine', () => {
    expect(isAcceptablePassword('a b c d e ')).toBe(true)
    expect(isAcceptablePassword('Aa1!Aa1!A')).toBe(false)
  })

  it('counts characters as a person does', () => {
    expect(isAcceptablePassword('🐎'.repeat(9))).toBe(false)
    expect(isAcceptablePassword('🐎'.repeat(10))).toBe(true)
  })
})

describe('the strength shown', () => {
  it.each([
    ['short', 'too-short'],
    ['aaaaaaaaaaaaaaaa', 'weak'],
    ['12345678901234567890', 'weak'],
    ['passwordpassword', 'weak'],
    ['abababababababab', 'weak'],
    ['Password123!', 'weak'],
    ['plum-kettle-9', 'fair'],
    ['correct horse battery', 'strong'],
    ['vQ7#mZp2!xKd9', 'strong'],
  ])('of %j is %s', (password, level) => {
    expect(estimateStrength(password).level).toBe(level)
  })

  it('never falls when a new character is added', () => {
    expect(estimateStrength('kz7!pLw3@b').bits).toBeLessThan(estimateStrength('kz7!pLw3@bQ').bits)
  })
})
