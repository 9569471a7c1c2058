import { getBase58Decoder } from '@solana/kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { decodeBase58, encodeBase58 } from './base58'

describe('base58', () => {
  it('writes bytes as the Solana library does, and reads them back', () => {
    const bytesOf = fc.uint8Array({ minLength: 32, maxLength: 64 })
    const zeros = fc.nat(40).map((n) => new Uint8Array(n))
    fc.assert(
      fc.property(zeros, bytesOf, (front, rest) => {
        const bytes = Uint8Array.from([...front, ...rest])
        const text = encodeBase58(bytes)
        expect(text).toBe(getBase58Decoder().decode(bytes))
        expect(decodeBase58(text, bytes.length)).toEqual(bytes)
        expect(decodeBase58(text, bytes.length + 1)).toBeNull()
      }),
    )
  })

  it.each(['', '0', 'O', 'l', 'I', ' 1', '1'.repeat(31), '1'.repeat(33), 'z'.repeat(44), '1'.repeat(10_000)])(
    'reads no 32 bytes from %j',
    (text) => {
      expect(decodeBase58(text, 32)).toBeNull()
    },
  )
})
