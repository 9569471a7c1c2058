import { describe, expect, it } from 'vitest'

import { ASKER, base, codeFor, ITEM, OTHER, PAYEE } from './testing'

const blocking = (...block: string[]) => ({ ...base.policy, origins: { block } })

describe('the request', () => {
  it('is refused while all payments are paused', () => {
    expect(codeFor({ wallet: { ...base.wallet, paused: true } })).toBe('BLOCK_PAUSED')
  })

  it('is refused where the asker or the seller is blocked, compared whole', () => {
    expect(codeFor({ policy: blocking(ASKER) })).toBe('BLOCK_ORIGIN')
    expect(codeFor({ policy: blocking('https://api.seller.test') })).toBe('BLOCK_ORIGIN')
    expect(codeFor({ policy: blocking('https://seller.test', `${ASKER}:8443`, 'news.example') })).toBe(
      'READY_TO_SIGN',
    )
  })

  it('is refused where the answer came without encryption', () => {
    const request = { ...base.request, answeredUrl: ITEM.replace('https', 'http') }
    expect(codeFor({ request })).toBe('BLOCK_INSECURE')
  })

  it('is refused where it is not what the intent wanted', () => {
    expect(codeFor({ request: { ...base.request, method: 'POST' } })).toBe('BLOCK_INTENT_MISMATCH')
    expect(codeFor({ request: { ...base.request, url: `${ITEM}?x=1` } })).toBe('BLOCK_INTENT_MISMATCH')
    expect(codeFor({ request: { ...base.request, url: `${ITEM}#part` } })).toBe('READY_TO_SIGN')
  })

  it('may be answered on another path of its origin, and on no other origin', () => {
    expect(codeFor({ request: { ...base.request, answeredUrl: 'https://api.seller.test/login' } })).toBe(
      'READY_TO_SIGN',
    )
    expect(codeFor({ request: { ...base.request, answeredUrl: 'https://edge.seller.test/item/1' } })).toBe(
      'BLOCK_REDIRECTED',
    )
  })

  it('is judged before the quote is looked at', () => {
    for (const quote of [null, 7, 'x', []]) {
      expect(codeFor({ quote, policy: blocking(ASKER) })).toBe('BLOCK_ORIGIN')
      expect(codeFor({ quote })).toBe('BLOCK_MALFORMED_QUOTE')
    }
  })
})

describe('the owner’s lists of payees', () => {
  const lists = (allow: string[], block: string[]) => ({ ...base.policy, payees: { allow, block } })

  it('refuse a blocked payee, and whoever is not on a list of the allowed', () => {
    expect(codeFor({ policy: lists([], [PAYEE]) })).toBe('BLOCK_PAYEE')
    expect(codeFor({ policy: lists([OTHER], []) })).toBe('BLOCK_PAYEE')
    expect(codeFor({ policy: lists([PAYEE], [OTHER]) })).toBe('READY_TO_SIGN')
    expect(codeFor({ policy: lists([PAYEE], [PAYEE]) })).toBe('BLOCK_PAYEE')
  })
})
