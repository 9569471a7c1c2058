import fc from 'fast-check'
import { privateKeyToAccount } from 'viem/accounts'
import { recoverTypedDataAddress } from 'viem/utils'
import { describe, expect, it } from 'vitest'

import type { Action, AuthorizationRow } from '@/lib/ledger/schema'
import { fixedBy, movementOf, signPageData } from './typed-data'

// The first of anvil's public accounts.
const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const { address: PAYER } = privateKeyToAccount(KEY)
const PAYEE = '0x1111111111111111111111111111111111111111'
const USDC = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const NOW = 1_800_000_000

const AUTHORIZATION = [
  ['from', 'address'],
  ['to', 'address'],
  ['value', 'uint256'],
  ['validAfter', 'uint256'],
  ['validBefore', 'uint256'],
  ['nonce', 'bytes32'],
].map(([name = '', type = '']) => ({ name, type }))

const message = {
  from: PAYER as string,
  to: PAYEE,
  value: '250000',
  validAfter: '0',
  validBefore: String(NOW + 60),
  nonce: `0x${'ab'.repeat(32)}`,
}
const data = (change: Partial<typeof message> = {}, primaryType = 'TransferWithAuthorization') => ({
  domain: { name: 'USDC', version: '2', chainId: 84532, verifyingContract: USDC },
  types: { [primaryType]: AUTHORIZATION },
  primaryType,
  message: { ...message, ...change },
})
const action = (of: unknown): Action => ({ kind: 'typed-data', data: JSON.stringify(of) })

const terms = {
  scheme: 'exact',
  network: 'eip155:84532',
  asset: USDC,
  payTo: PAYEE,
  amount: '250000',
  windowSeconds: 60,
}
const envelope = { payer: PAYER, terms }
const fixed = fixedBy(action(data()), envelope, 60, NOW)
const row = {
  ...fixed,
  network: terms.network,
  asset: USDC,
  payTo: PAYEE,
  amount: '250000',
  from: PAYER,
} as AuthorizationRow

describe('what a page’s typed data fixes', () => {
  it('is its own nonce and window, under the name that the chain’s proof goes by', () => {
    expect(fixed).toEqual({
      scheme: 'exact',
      transferMethod: 'eip3009',
      name: 'USDC',
      tokenVersion: '2',
      nonce: message.nonce,
      nonceSalt: null,
      validAfter: 0,
      validBefore: NOW + 60,
    })
  })

  it.each([
    ['another amount', { value: '250001' }],
    ['another payee', { to: '0x2222222222222222222222222222222222222222' }],
    ['another payer', { from: '0x2222222222222222222222222222222222222222' }],
    ['a longer window than admission lets it have', { validBefore: String(NOW + 61) }],
    ['a window that nobody can settle in', { validBefore: String(NOW + 6) }],
  ])('is nothing where it has %s than what was decided on', (_, change) => {
    expect(fixedBy(action(data(change)), envelope, 60, NOW)).toBeNull()
  })

  it('is nothing for what is no payment of one amount, or grants an open allowance', () => {
    const mail = { domain: { name: 'M' }, types: { M: [{ name: 'a', type: 'bool' }] }, primaryType: 'M' }
    expect(movementOf(action({ ...mail, message: { a: true } }), NOW)).toBeNull()
    expect(movementOf(action('not typed data'), NOW)).toBeNull()
    expect(movementOf(null, NOW)).toBeNull()
    const members = ['owner address', 'spender address', 'value uint256', 'nonce uint256', 'deadline uint256']
    const permit = {
      ...data(),
      types: { Permit: members.map((m) => ({ name: m.split(' ')[0], type: m.split(' ')[1] })) },
      primaryType: 'Permit',
      message: { owner: PAYER, spender: PAYEE, value: '1', nonce: '0', deadline: String(NOW + 60) },
    }
    expect(movementOf(action(permit), NOW)?.movement.kind).toBe('permit')
    const open = { ...permit, message: { ...permit.message, value: String(2n ** 256n - 1n) } }
    expect(movementOf(action(open), NOW)).toBeNull()
  })
})

describe('the signature under a page’s typed data', () => {
  it('is the page’s own: it recovers to the payer over exactly that text', async () => {
    const { signature } = await signPageData(action(data()), row, NOW, KEY)
    const typed = data() as unknown as Parameters<typeof recoverTypedDataAddress>[0]
    expect(await recoverTypedDataAddress({ ...typed, signature } as typeof typed)).toBe(PAYER)
  })

  it('I4: is not made where one reserved field differs from the text', async () => {
    const other: Partial<Record<keyof AuthorizationRow, unknown>> = {
      scheme: 'permit',
      network: 'eip155:8453',
      asset: PAYEE,
      payTo: USDC,
      amount: '250001',
      nonce: `0x${'cd'.repeat(32)}`,
      validAfter: 1,
      validBefore: NOW + 61,
      name: 'USD Coin',
      tokenVersion: '1',
    }
    await fc.assert(
      fc.asyncProperty(fc.subarray(Object.keys(other), { minLength: 1 }), async (fields) => {
        const changed = Object.fromEntries(fields.map((f) => [f, other[f as keyof AuthorizationRow]]))
        await expect(signPageData(action(data()), { ...row, ...changed }, NOW, KEY)).rejects.toThrow(
          'not signed',
        )
      }),
    )
  })

  it('is not made by the key of another account', async () => {
    const foreign = `0x${'11'.repeat(32)}` as const
    await expect(signPageData(action(data()), row, NOW, foreign)).rejects.toThrow('wrong-key')
  })
})
