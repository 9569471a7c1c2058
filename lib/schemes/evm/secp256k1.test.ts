import fc from 'fast-check'
import * as viem from 'viem'
import { privateKeyToAddress, sign } from 'viem/accounts'
import { describe, expect, it } from 'vitest'

import {
  addressOfKey,
  getAddress,
  hashMessage,
  isAddress,
  keccak256,
  recoverAddress,
  signatureOf,
  signDigest,
} from './secp256k1'

const bytes = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map((b) => `0x${Buffer.from(b).toString('hex')}` as const)
const key = bytes(32).filter((k) => BigInt(k) > 0n && BigInt(k) < 2n ** 255n)

describe('the curve', () => {
  it('signs as the published client library does, and recovers who signed', async () => {
    await fc.assert(
      fc.asyncProperty(bytes(32), key, async (digest, privateKey) => {
        const parts = signDigest(digest, privateKey)
        expect(signatureOf(parts)).toBe(await sign({ hash: digest, privateKey, to: 'hex' }))
        expect(recoverAddress(digest, parts)).toBe(addressOfKey(privateKey))
      }),
    )
  })

  it('gives a key the address that the published client library gives it', () => {
    fc.assert(
      fc.property(key, (k) => {
        expect(addressOfKey(k)).toBe(privateKeyToAddress(k))
      }),
    )
  })

  it.each(['0x', `0x${'00'.repeat(32)}`, `0x${'ff'.repeat(32)}`, '0x01'] as const)(
    'takes %s for no key',
    (none) => {
      expect(() => addressOfKey(none)).toThrow()
      expect(() => signDigest(`0x${'11'.repeat(32)}`, none)).toThrow()
    },
  )
})

describe('an address', () => {
  it('has the checksum of EIP-55, whatever its case was', () => {
    fc.assert(
      fc.property(bytes(20), (address) => {
        const right = viem.getAddress(address)
        expect(getAddress(address)).toBe(right)
        expect(getAddress(`0x${address.slice(2).toUpperCase()}`)).toBe(right)
        expect(getAddress(right)).toBe(right)
      }),
    )
  })

  it.each([
    '',
    '0x',
    '0x12',
    'alice.eth',
    `0x${'g'.repeat(40)}`,
    `0x${'1'.repeat(41)}`,
    `0X${'1'.repeat(40)}`,
  ])('is not "%s"', (text) => {
    expect(isAddress(text)).toBe(false)
    expect(() => getAddress(text)).toThrow(TypeError)
  })
})

describe('a digest', () => {
  it('of bytes, and of a message, is that of the published client library', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: 'grapheme' }), (raw, text) => {
        expect(keccak256(raw)).toBe(viem.keccak256(raw))
        expect(keccak256(viem.bytesToHex(raw))).toBe(viem.keccak256(raw))
        expect(hashMessage(text)).toBe(viem.hashMessage(text))
        expect(hashMessage(raw)).toBe(viem.hashMessage({ raw }))
      }),
    )
  })
})
