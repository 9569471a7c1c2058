import { describe, expect, it } from 'vitest'

import { decide } from './decide'
import { base, codeFor, quote } from './testing'
import type { AdmissionInput } from './types'

const PAYER = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
const PAYEE = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T'
const FEE_PAYER = 'EwWqGE4ZFKLofuestmU4LDdK7XM1N4ALgdZccwYugwGd'
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const SOLANA = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const DEVNET = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'

const offer = {
  scheme: 'exact',
  network: SOLANA,
  amount: '10000',
  asset: USDC,
  payTo: PAYEE,
  maxTimeoutSeconds: 60,
  extra: { feePayer: FEE_PAYER },
}
const wallet: AdmissionInput['wallet'] = {
  ...base.wallet,
  accounts: { ...base.wallet.accounts, solana: PAYER },
}
const mandates = base.mandates.map((m) => ({ ...m, network: SOLANA, asset: USDC, payTo: PAYEE }))
const codeOf = (change: object, rest: Partial<AdmissionInput> = {}) =>
  codeFor({ wallet, mandates, quote: quote({ ...offer, ...change }), ...rest })

describe('an offer on Solana', () => {
  it('is paid from the account of that family', () => {
    const decision = decide({ ...base, wallet, mandates, quote: quote(offer) })
    expect(decision).toMatchObject({ code: 'READY_TO_SIGN', amount: '10000', account: PAYER })
  })

  it('is paid in version 1 under its name', () => {
    const { amount, ...rest } = offer
    const old = { ...rest, network: 'solana', maxAmountRequired: amount, resource: base.request.url }
    expect(codeFor({ wallet, mandates, quote: { x402Version: 1, accepts: [old] } })).toBe('READY_TO_SIGN')
  })

  it('needs an account there', () => {
    expect(codeOf({}, { wallet: base.wallet })).toBe('BLOCK_UNSUPPORTED_NETWORK')
  })

  it('is test money on devnet, off until the owner switches it on', () => {
    const test = { network: DEVNET, asset: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU' }
    expect(codeOf(test)).toBe('BLOCK_UNSUPPORTED_NETWORK')
    const policy = { ...base.policy, testnets: true }
    expect(codeOf(test, { policy })).toBe('HOLD_APPROVAL_REQUIRED')
  })

  it('is refused under the scheme that pays the whole maximum into a channel first', () => {
    expect(codeOf({ scheme: 'upto' })).toBe('BLOCK_UNSUPPORTED_SCHEME')
    expect(codeOf({ scheme: 'upto', extra: { ...offer.extra, paymentFlow: 'escrow' } })).toBe(
      'BLOCK_UNSUPPORTED_SCHEME',
    )
  })

  it.each(['eip3009', 'permit2', 'svm', ''])('has no transfer method %j of EVM', (assetTransferMethod) => {
    expect(codeOf({ extra: { ...offer.extra, assetTransferMethod } })).toBe('BLOCK_UNSUPPORTED_METHOD')
  })

  it('may be paid before the answer, and no other way than the scheme has', () => {
    expect(codeOf({ extra: { ...offer.extra, paymentFlow: 'upfront' } })).toBe('READY_TO_SIGN')
    expect(codeOf({ extra: { ...offer.extra, paymentFlow: 'escrow' } })).toBe('BLOCK_PAYMENT_FLOW')
  })

  it('compares a mint whole: another case is another token', () => {
    expect(codeOf({ asset: USDC.toLowerCase() })).toBe('BLOCK_ASSET_NOT_ALLOWED')
    expect(codeOf({ asset: USDC.replace('E', 'e') })).toBe('BLOCK_ASSET_NOT_ALLOWED')
  })

  it('holds amounts to 64 bits', () => {
    const most = (2n ** 64n - 1n).toString()
    expect(codeOf({ amount: most })).not.toBe('BLOCK_AMOUNT')
    expect(codeOf({ amount: (2n ** 64n).toString() })).toBe('BLOCK_AMOUNT')
  })

  it.each([
    ['none', undefined],
    ['no text', 7],
    ['an address of EVM', '0x1111111111111111111111111111111111111111'],
    ['us', PAYER],
  ])('names who pays the fee: %s is no such one', (_, feePayer) => {
    expect(codeOf({ extra: { feePayer } })).toBe('BLOCK_MALFORMED_QUOTE')
  })

  it('may be sent by whoever is paid, as the vectors have it', () => {
    expect(codeOf({ extra: { feePayer: PAYEE } })).toBe('READY_TO_SIGN')
  })

  it.each<[string, unknown, string]>([
    ['256 printable characters', 'x'.repeat(256), 'READY_TO_SIGN'],
    ['an empty one', '', 'READY_TO_SIGN'],
    ['null', null, 'READY_TO_SIGN'],
    ['257 characters', 'x'.repeat(257), 'BLOCK_MALFORMED_QUOTE'],
    ['a line end', 'a\nb', 'BLOCK_MALFORMED_QUOTE'],
    ['a mark that turns the reading', 'a\u202eb', 'BLOCK_MALFORMED_QUOTE'],
    ['a number', 7, 'BLOCK_MALFORMED_QUOTE'],
  ])('reads a memo of %s', (_, memo, code) => {
    expect(codeOf({ extra: { ...offer.extra, memo } })).toBe(code)
  })

  it.each([
    ['the system program', '11111111111111111111111111111111'],
    ['the token', USDC],
    ['an account of ours', PAYER],
    ['31 bytes', '1'.repeat(31)],
  ])('pays no %s', (_, payTo) => {
    expect(codeOf({ payTo })).toBe('BLOCK_PAYEE')
  })

  it('never spoils a good offer beside it', () => {
    const bad = { ...offer, network: 'solana:0000000000000000000000000000000' }
    expect(codeFor({ wallet, mandates, quote: quote(bad, offer) })).toBe('READY_TO_SIGN')
  })

  it('is held where the account is known to have too little', () => {
    const balances = [{ network: SOLANA, asset: USDC, amount: '9999', account: PAYER }]
    expect(codeOf({}, { wallet: { ...wallet, balances }, mandates: [] })).toBe('HOLD_INSUFFICIENT_FUNDS')
  })
})
