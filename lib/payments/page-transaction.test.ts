import fc from 'fast-check'
import { parseTransaction, recoverTransactionAddress } from 'viem'
import { describe, expect, it } from 'vitest'

import { NATIVE } from '@/lib/core/assets/native'
import type { AuthorizationRow } from '@/lib/ledger/schema'
import {
  actionOf,
  fixedByTransaction,
  type Planned,
  plannedOf,
  signPageTransaction,
} from './page-transaction'

// The first of anvil's public accounts.
const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const PAYEE = '0x1111111111111111111111111111111111111111'
const USDC = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const NOW = 1_800_000_000

const planned: Planned = {
  transfer: { kind: 'erc20-transfer', token: USDC, to: PAYEE, amount: 250_000n, open: null },
  gas: 60_000n,
  maxFeePerGas: 2_000_000n,
  maxPriorityFeePerGas: 1_000_000n,
}
const action = actionOf(planned, PAYER)
const terms = {
  scheme: 'exact',
  network: 'eip155:84532',
  asset: USDC,
  payTo: PAYEE,
  amount: '250000',
  windowSeconds: 600,
}
const fixed = fixedByTransaction(action, { payer: PAYER, terms }, 7, 600, NOW)
const row = { ...fixed, ...terms, scheme: 'transaction', from: PAYER } as unknown as AuthorizationRow

describe('a page’s transaction', () => {
  it('is the same plan when it is read back from what the approval is bound to', () => {
    expect(plannedOf(action)).toEqual(planned)
    const native: Planned = { ...planned, transfer: { ...planned.transfer, kind: 'native', token: null } }
    expect(actionOf(native, PAYER).token).toBe(NATIVE)
    expect(plannedOf(actionOf(native, PAYER))).toEqual(native)
    expect(plannedOf({ ...action, form: 'delegatecall' })).toBeNull()
    expect(plannedOf({ ...action, gas: '-1' })).toBeNull()
  })

  it('fixes its number and its largest fee, and nothing where it is not what was decided on', () => {
    expect(fixed).toMatchObject({ scheme: 'transaction', nonce: `0x${'0'.repeat(63)}7`, fee: '120000000000' })
    const other = '0x2222222222222222222222222222222222222222'
    for (const change of [{ amount: '250001' }, { payTo: other }, { asset: other }])
      expect(
        fixedByTransaction(action, { payer: PAYER, terms: { ...terms, ...change } }, 7, 600, NOW),
      ).toBeNull()
    expect(fixedByTransaction(action, { payer: other, terms }, 7, 600, NOW)).toBeNull()
  })

  it('is signed by its account, with the fee that was approved and not a unit more', async () => {
    const { raw } = await signPageTransaction(action, row, KEY)
    const sent = parseTransaction(raw)
    expect(sent).toMatchObject({ chainId: 84532, nonce: 7, to: USDC.toLowerCase(), gas: 60_000n })
    expect((sent.gas ?? 0n) * (sent.maxFeePerGas ?? 0n)).toBe(BigInt(row.fee ?? 0))
    const serializedTransaction = raw as `0x02${string}`
    expect(await recoverTransactionAddress({ serializedTransaction })).toBe(PAYER)
  })

  it('I4: is not signed where one reserved field is another', async () => {
    const other: Partial<Record<keyof AuthorizationRow, string>> = {
      scheme: 'exact',
      asset: NATIVE,
      payTo: USDC,
      amount: '250001',
      fee: '120000000001',
    }
    await fc.assert(
      fc.asyncProperty(fc.subarray(Object.keys(other), { minLength: 1 }), async (fields) => {
        const changed = Object.fromEntries(fields.map((f) => [f, other[f as keyof AuthorizationRow]]))
        await expect(signPageTransaction(action, { ...row, ...changed }, KEY)).rejects.toThrow('not signed')
      }),
    )
    await expect(signPageTransaction(action, row, `0x${'11'.repeat(32)}`)).rejects.toThrow('not signed')
  })
})
