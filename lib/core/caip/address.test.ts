import { describe, expect, it } from 'vitest'

import { isAddress, isNobody, sameAddress } from './address'

const EVM = 'eip155:8453'
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const KEY = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const SYSTEM = '1'.repeat(32)

describe('isAddress', () => {
  it('takes twenty bytes of hex on EVM', () => {
    expect(isAddress(EVM, `0x${'Ab'.repeat(20)}`)).toBe(true)
    for (const text of [
      `0x${'ab'.repeat(19)}`,
      `0x${'ab'.repeat(21)}`,
      'ab'.repeat(20),
      `0X${'ab'.repeat(20)}`,
      KEY,
    ])
      expect(isAddress(EVM, text)).toBe(false)
  })

  it('takes a 32-byte key in base58 on Solana', () => {
    expect(isAddress(SOLANA, KEY)).toBe(true)
    expect(isAddress(SOLANA, SYSTEM)).toBe(true)
    for (const text of [
      KEY.slice(3),
      `${KEY}1`,
      KEY.replace('E', '0'),
      '1'.repeat(33),
      '',
      `0x${'ab'.repeat(20)}`,
    ])
      expect(isAddress(SOLANA, text)).toBe(false)
  })

  it('knows no address of any other family', () => {
    expect(isAddress('cosmos:cosmoshub-4', `0x${'ab'.repeat(20)}`)).toBe(false)
    expect(isAddress('base', `0x${'ab'.repeat(20)}`)).toBe(false)
  })
})

describe('sameAddress', () => {
  it('compares the whole address (atk-026)', () => {
    const known = '0x1111111111111111111111111111111111111111'
    expect(sameAddress(EVM, known, '0x1111aaaa00000000000000000000000000001111')).toBe(false)
    expect(sameAddress(EVM, `0x${'ab'.repeat(20)}`, `0x${'AB'.repeat(20)}`)).toBe(true)
  })

  it('takes case as part of the address on Solana', () => {
    expect(sameAddress(SOLANA, KEY, KEY)).toBe(true)
    expect(sameAddress(SOLANA, KEY, KEY.toLowerCase())).toBe(false)
  })
})

describe('isNobody', () => {
  it('knows the address that nobody holds in each family', () => {
    expect(isNobody(EVM, `0x${'0'.repeat(40)}`)).toBe(true)
    expect(isNobody(SOLANA, SYSTEM)).toBe(true)
    expect(isNobody(EVM, `0x${'0'.repeat(39)}1`)).toBe(false)
    expect(isNobody(SOLANA, KEY)).toBe(false)
  })
})
