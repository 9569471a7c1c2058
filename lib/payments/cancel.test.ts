import { decodeFunctionData, parseAbi, parseTransaction, recoverTypedDataAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'

import type { Chain } from '@/lib/chain/chain'
import { NATIVE } from '@/lib/core/assets/native'
import { OWN_ORIGIN } from '@/lib/core/policy/own'
import type { Action, AuthorizationRow } from '@/lib/ledger/schema'
import { authorizationRow, USDC } from '@/lib/ledger/write/testing'
import { planCancel } from './cancel'
import { fixedByTransaction, signPageTransaction } from './page-transaction'

const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const account = privateKeyToAccount(KEY).address
const abi = parseAbi([
  'function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)',
])
const row = authorizationRow('one', {
  state: 'unknown',
  from: account,
  nonce: `0x${'0c'.repeat(32)}`,
  header: { name: 'PAYMENT-SIGNATURE', value: 'e30=' },
})

/** A node that answers with these, and counts nothing else. */
const node = (answers: Readonly<Record<string, unknown>>): Chain =>
  ({
    call: async (method: string) =>
      method in answers
        ? { ok: true, value: answers[method] }
        : { ok: false, error: { kind: 'unreachable' } },
  }) as unknown as Chain
const fine = {
  eth_estimateGas: '0x5208',
  eth_getBlockByNumber: { baseFeePerGas: '0x3b9aca00' },
  eth_maxPriorityFeePerGas: '0x1',
  eth_getBalance: '0xde0b6b3a7640000',
}

async function plannedFor(change: Partial<AuthorizationRow> = {}) {
  const plan = await planCancel(node(fine), { ...row, ...change })
  if ('cannot' in plan) throw new Error(plan.cannot)
  const action = plan.wish.action as Action
  const [offer] = (plan.found.quote as { accepts: readonly Record<string, string>[] }).accepts
  const terms = {
    scheme: 'exact',
    network: row.network,
    asset: offer?.asset ?? '',
    payTo: offer?.payTo ?? '',
    amount: offer?.amount ?? '',
    windowSeconds: 600,
  }
  const fixed = fixedByTransaction(action, { payer: account, terms } as never, 7, 600, 1)
  const reserved = { ...row, ...fixed, ...terms, scheme: 'transaction', from: account } as AuthorizationRow
  return { plan, action, reserved }
}

describe('a cancellation', () => {
  it('sends nothing, is asked by the wallet itself, and costs at most its fee', async () => {
    const { plan, action } = await plannedFor()
    expect(plan.wish).toMatchObject({ kind: 'transaction', asker: OWN_ORIGIN, certain: false })
    expect(action).toMatchObject({ amount: '0', token: NATIVE, to: USDC, cancels: row.id, account })
    expect(BigInt(action.fee ?? 0)).toBe(BigInt(action.gas ?? 0) * BigInt(action.maxFeePerGas ?? 0))
  })

  it('is the token’s own call with the payer’s signature over that nonce, and no other', async () => {
    const { action, reserved } = await plannedFor()
    const { raw } = await signPageTransaction(action, reserved, KEY)
    const sent = parseTransaction(raw)
    expect([sent.to?.toLowerCase(), sent.value ?? 0n, sent.nonce]).toEqual([USDC.toLowerCase(), 0n, 7])
    const { args } = decodeFunctionData({ abi, data: sent.data ?? '0x' })
    const [authorizer, nonce, v, r, s] = args as [string, `0x${string}`, number, `0x${string}`, `0x${string}`]
    expect([authorizer, nonce]).toEqual([account, row.nonce])
    const signer = await recoverTypedDataAddress({
      domain: { name: 'USDC', version: '2', chainId: 84532, verifyingContract: USDC },
      types: {
        CancelAuthorization: [
          { name: 'authorizer', type: 'address' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'CancelAuthorization',
      message: { authorizer: account, nonce },
      signature: { v: BigInt(v), r, s },
    })
    expect(signer).toBe(account)
  })

  it('of a Permit2 payment is Permit2’s call for the one bit of its nonce', async () => {
    const { action, reserved } = await plannedFor({ transferMethod: 'permit2' })
    const { raw } = await signPageTransaction(action, reserved, KEY)
    const { args } = decodeFunctionData({ abi, data: parseTransaction(raw).data ?? '0x' })
    const nonce = BigInt(row.nonce)
    expect(args).toEqual([nonce >> 8n, 1n << (nonce & 255n)])
  })

  it('is not signed for a reservation of another call, amount or fee (I4)', async () => {
    const { action, reserved } = await plannedFor()
    for (const change of [{ payTo: account }, { amount: '1' }, { fee: '1' }, { asset: USDC }])
      await expect(signPageTransaction(action, { ...reserved, ...change }, KEY)).rejects.toThrow('not signed')
  })

  it.each<[string, Partial<AuthorizationRow>, Readonly<Record<string, unknown>>]>([
    ['no-gas', {}, { ...fine, eth_getBalance: '0x1' }],
    ['no-node', {}, { eth_getBalance: '0x1' }],
    ['no-way', { transferMethod: 'svm' }, fine],
    ['no-way', { transferMethod: 'transaction' }, fine],
    ['over', { state: 'released' }, fine],
    ['over', { state: 'settled', proved: 1 }, fine],
  ])('is not there: %s', async (cannot, change, answers) => {
    expect(await planCancel(node(answers), { ...row, ...change })).toEqual({ cannot })
  })
})
