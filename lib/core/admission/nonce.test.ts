import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { purchaseNonce } from './nonce'

const hex32 = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)

describe('purchaseNonce', () => {
  it('is 32 bytes, the same for the same purchase and salt (atk-067)', () => {
    fc.assert(
      fc.property(hex32, hex32, (digest, salt) => {
        expect(purchaseNonce(digest, salt)).toMatch(/^0x[0-9a-f]{64}$/)
        expect(purchaseNonce(digest, salt)).toBe(purchaseNonce(digest, salt))
      }),
    )
  })

  it('is another one for another purchase, and for the same purchase under another salt', () => {
    fc.assert(
      fc.property(hex32, hex32, hex32, (a, b, c) => {
        fc.pre(a !== b)
        expect(purchaseNonce(a, c)).not.toBe(purchaseNonce(b, c))
        expect(purchaseNonce(c, a)).not.toBe(purchaseNonce(c, b))
      }),
    )
  })
})
