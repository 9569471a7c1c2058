import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import vectors from '@/tests/vectors/signing.json'

import {
  buildTransferWithAuthorization,
  checkAgainstEnvelope,
  type ExactTerms,
  exactWindow,
  hashOf,
  payloadOf,
  type TransferTypedData,
  UNSIGNED,
} from './exact-eip3009'

const terms: ExactTerms = {
  chainId: 84532,
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  name: 'USDC',
  version: '2',
  from: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  value: 10000n,
  validAfter: 0n,
  validBefore: 1767225660n,
  nonce: '0x0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20',
}

function built(of: ExactTerms): TransferTypedData {
  const result = buildTransferWithAuthorization(of)
  if (!result.ok) throw new Error(result.error.detail)
  return result.value
}

describe('exact by EIP-3009: the digest', () => {
  const golden = vectors.vectors.filter((v) => v.id.startsWith('exact-eip3009'))

  it('has a golden vector for each version', () => {
    expect(golden.map((v) => v.x402Version)).toEqual([2, 1])
  })

  it.each(golden)('of $id is the golden one', (vector) => {
    const [call] = vector.signTypedDataCalls
    const window = exactWindow(vector.x402Version === 2 ? 2 : 1, vectors.frozenNow, 60)
    if (!window.ok) throw new Error(window.error.detail)
    const typedData = built({
      ...terms,
      validAfter: BigInt(window.value.validAfter),
      validBefore: BigInt(window.value.validBefore),
    })
    expect(hashOf(typedData)).toBe(call?.digest)
    expect(typedData.types).toEqual(call?.types)
    expect(payloadOf(typedData, UNSIGNED).authorization).toEqual(call?.message)
  })
})

describe('exact by EIP-3009: what may be signed at all', () => {
  it('takes an address in any case and signs its checksummed form', () => {
    const upper = `0x${terms.payTo.slice(2).toUpperCase()}`
    expect(built({ ...terms, payTo: upper }).message.to).toBe(terms.payTo)
  })

  it.each<[string, Partial<ExactTerms>]>([
    ['asset', { asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7' }],
    ['payTo', { payTo: '0x0000000000000000000000000000000000000000' }],
    ['payTo', { payTo: terms.from.toLowerCase() }],
    ['payTo', { payTo: terms.asset.toLowerCase() }],
    ['payTo', { payTo: 'alice.eth' }],
    ['from', { from: '' }],
    ['chainId', { chainId: 0 }],
    ['chainId', { chainId: 1.5 }],
    ['name', { name: '' }],
    ['version', { version: '' }],
    ['nonce', { nonce: '0x00' }],
    ['value', { value: -1n }],
    ['value', { value: 2n ** 256n }],
    ['validBefore', { validBefore: 0n }],
    ['validAfter', { validAfter: -1n }],
  ])('refuses a bad %s: %o', (field, change) => {
    const result = buildTransferWithAuthorization({ ...terms, ...change })
    expect(result).toMatchObject({ ok: false, error: { field } })
  })
})

describe('exact by EIP-3009: the window', () => {
  it('starts at zero in v2', () => {
    expect(exactWindow(2, 1000, 60)).toMatchObject({ ok: true, value: { validAfter: 0, validBefore: 1060 } })
  })

  it('starts ten minutes ago in v1', () => {
    expect(exactWindow(1, 1000, 60)).toMatchObject({
      ok: true,
      value: { validAfter: 400, validBefore: 1060 },
    })
  })

  it('is used whole, never shortened past its start (case-033, case-034)', () => {
    expect(exactWindow(2, 1000, 30)).toMatchObject({ ok: true, value: { validBefore: 1030 } })
  })

  it.each([0, -5, 6, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %d s (case-034)', (seconds) => {
    expect(exactWindow(2, 1000, seconds)).toMatchObject({ ok: false, error: { field: 'validBefore' } })
  })

  it('admits the shortest window that a facilitator can settle', () => {
    expect(exactWindow(2, 1000, 7)).toMatchObject({ ok: true })
  })
})

describe('exact by EIP-3009: the check against the envelope', () => {
  it('passes what was built from the same terms', () => {
    const typedData = built(terms)
    expect(checkAgainstEnvelope(typedData, terms)).toMatchObject({ ok: true, value: typedData })
  })

  const other = '0x1111111111111111111111111111111111111111'
  it.each<[string, Partial<ExactTerms>]>([
    ['domain.name', { name: 'USD Coin' }],
    ['domain.version', { version: '1' }],
    ['domain.chainId', { chainId: 8453 }],
    ['domain.verifyingContract', { asset: other }],
    ['message.from', { from: other }],
    ['message.to', { payTo: other }],
    ['message.value', { value: 10001n }],
    ['message.validAfter', { validAfter: 1n }],
    ['message.validBefore', { validBefore: 1767225661n }],
    ['message.nonce', { nonce: `0x${'11'.repeat(32)}` }],
  ])('names %s where it differs (I4)', (field, change) => {
    expect(checkAgainstEnvelope(built({ ...terms, ...change }), terms)).toMatchObject({
      ok: false,
      error: { field },
    })
  })

  const typedData = built(terms)
  const { TransferWithAuthorization: members } = typedData.types
  it.each<[string, object]>([
    ['domain', { domain: { ...typedData.domain, salt: '0x00' } }],
    ['message', { message: { ...typedData.message, memo: '' } }],
    ['types', { types: { TransferWithAuthorization: members.slice(1) } }],
    ['types', { types: { ...typedData.types, ReceiveWithAuthorization: members } }],
    ['primaryType', { primaryType: 'ReceiveWithAuthorization' }],
  ])('names %s where the struct is another one (I4)', (field, change) => {
    const forged = { ...typedData, ...change } as TransferTypedData
    expect(checkAgainstEnvelope(forged, terms)).toMatchObject({ ok: false, error: { field } })
  })

  it('passes only equal terms, whatever the terms are (I4)', () => {
    const address = fc
      .uint8Array({ minLength: 20, maxLength: 20 })
      .map((b) => `0x${Buffer.from(b).toString('hex')}`)
    const anyTerms = fc
      .record({
        chainId: fc.integer({ min: 1, max: 5 }),
        asset: address,
        name: fc.constantFrom('USDC', 'USD Coin'),
        version: fc.constantFrom('1', '2'),
        from: address,
        payTo: address,
        value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
        validAfter: fc.bigInt({ min: 0n, max: 10n }),
        validBefore: fc.bigInt({ min: 11n, max: 2n ** 48n }),
        nonce: fc
          .uint8Array({ minLength: 32, maxLength: 32 })
          .map((b) => `0x${Buffer.from(b).toString('hex')}`),
      })
      .filter((t) => buildTransferWithAuthorization(t).ok)
    const fields = Object.keys(terms) as (keyof ExactTerms)[]
    fc.assert(
      fc.property(anyTerms, anyTerms, fc.constantFrom(...fields), (a, b, field) => {
        const changed: ExactTerms = { ...a, [field]: b[field] }
        const same = a[field] === b[field]
        expect(checkAgainstEnvelope(built(a), changed).ok).toBe(same)
      }),
    )
  })
})
