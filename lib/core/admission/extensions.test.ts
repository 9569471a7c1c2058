import { describe, expect, it } from 'vitest'

import { base, codeFor, quote, usdc } from './testing'

const codeWith = (extensions: unknown) => codeFor({ quote: { ...quote(usdc), extensions } })

describe('an extension of a quote', () => {
  it('stops the payment where it is required and the wallet does not have it', () => {
    expect(codeWith({ other: { info: { required: true } } })).toBe('BLOCK_EXTENSION_REQUIRED')
    expect(codeWith({ 'payment-identifier': { info: { required: true } } })).toBe('READY_TO_SIGN')
  })

  it.each([false, 'true', 1, null, {}])('stops nothing where required is %j', (required) => {
    expect(codeWith({ other: { info: { required } } })).toBe('READY_TO_SIGN')
  })

  it.each([
    [null],
    ['text'],
    [[{ info: { required: true } }]],
    [{ other: null }],
    [{ other: { info: [] } }],
    [{ other: { required: true } }],
  ])('stops nothing where it is no extension: %j', (extensions) => {
    expect(codeWith(extensions)).toBe('READY_TO_SIGN')
  })

  it('is the owner’s to allow', () => {
    const required = { ...quote(usdc), extensions: { other: { info: { required: true } } } }
    expect(codeFor({ quote: required, policy: { ...base.policy, extensions: ['other'] } })).toBe(
      'READY_TO_SIGN',
    )
  })
})
