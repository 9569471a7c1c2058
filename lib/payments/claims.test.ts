import 'fake-indexeddb/auto'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { Log, TransactionReceipt } from '@/lib/chain/authorization'
import type { Hex } from '@/lib/core/hex'
import { type AuthorizationRow, Ledger } from '@/lib/ledger/schema'
import { ACCOUNT, authorizationRow, intentRow, PAYEE, quoteRow, USDC } from '@/lib/ledger/write/testing'
import { contradictedClaims, recordContradiction } from './claims'

const NAMED: Hex = `0x${'ee'.repeat(32)}`
const STRANGER = '0x1111111111111111111111111111111111111111'
const USED: Hex = '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5'
const TRANSFER: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const topic = (address: string): Hex => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
const used = (from: string, nonce: string): Log => ({
  address: USDC,
  topics: [USED, topic(from), nonce as Hex],
  data: '0x',
})
const moved = (from: string, to: string, amount: bigint, address: Hex = USDC): Log => ({
  address,
  topics: [TRANSFER, topic(from), topic(to)],
  data: `0x${amount.toString(16).padStart(64, '0')}`,
})

const claimed = (change: Partial<AuthorizationRow> = {}) =>
  authorizationRow('1', { state: 'settled', claimedTransaction: NAMED, claim: 'unchecked', ...change })

/** What a chain whose confirmed head is block 100 says of the named transaction. */
async function judged(
  row: AuthorizationRow,
  receipt: (Partial<TransactionReceipt> & { readonly logs: readonly Log[] }) | null,
): Promise<boolean> {
  const whole: TransactionReceipt | null =
    receipt === null ? null : { transactionHash: NAMED, status: 'success', blockNumber: 90n, ...receipt }
  const receiptsOf = async (hashes: readonly Hex[]) => hashes.map(() => whole)
  return (await contradictedClaims({ receiptsOf, confirmed: 100n }, [row])).length > 0
}

describe('a claimed transaction', () => {
  const row = claimed()
  const other = `0x${'9'.padStart(64, '0')}`
  const own = [used(ACCOUNT, row.nonce), moved(ACCOUNT, PAYEE, 10_000n)]

  it('is left where the nodes know none, for it may come: an invented one falls with the payment’s end (atk-069)', async () => {
    expect(await judged(row, null)).toBe(false)
  })

  it('is left where it moved this payment: that is proof', async () => {
    expect(await judged(row, { logs: own })).toBe(false)
  })

  it('is left while its block is not confirmed', async () => {
    expect(await judged(row, { logs: [], blockNumber: 101n })).toBe(false)
    expect(await judged(row, { logs: [], blockNumber: 100n })).toBe(true)
  })

  it.each([
    [
      'foreign: another account’s payment to the same payee',
      [used(STRANGER, row.nonce), moved(STRANGER, PAYEE, 10_000n)],
    ],
    [
      'reused: it moved another payment of ours, of the same amount',
      [used(ACCOUNT, other), moved(ACCOUNT, PAYEE, 10_000n)],
    ],
    ['of another amount', [used(ACCOUNT, row.nonce), moved(ACCOUNT, PAYEE, 9_999n)]],
    ['to another payee', [used(ACCOUNT, row.nonce), moved(ACCOUNT, STRANGER, 10_000n)]],
    ['of another token', [used(ACCOUNT, row.nonce), moved(ACCOUNT, PAYEE, 10_000n, STRANGER)]],
    ['without any event', []],
  ] as const)('is contradicted where it is %s', async (_, logs) => {
    expect(await judged(row, { logs })).toBe(true)
  })

  it('is contradicted where it failed', async () => {
    expect(await judged(row, { status: 'reverted', logs: own })).toBe(true)
  })

  it('is looked at once: what is proved, contradicted, or no transaction is not asked for', async () => {
    for (const change of [
      { claim: 'contradicted' as const },
      { proved: 1 as const },
      { claim: 'none' as const, claimedTransaction: null },
      { claimedTransaction: 'paid!' },
    ])
      expect(await judged(claimed(change), { logs: [] })).toBe(false)
  })

  it('of Permit2 can be any transfer to the payee of that amount, and of upto any below it', async () => {
    const permit2 = claimed({ transferMethod: 'permit2', nonce: '7' })
    expect(await judged(permit2, { logs: [moved(ACCOUNT, PAYEE, 10_000n)] })).toBe(false)
    expect(await judged(permit2, { logs: [moved(ACCOUNT, PAYEE, 400n)] })).toBe(true)
    const upto = claimed({ transferMethod: 'permit2', scheme: 'upto', nonce: '7' })
    expect(await judged(upto, { logs: [moved(ACCOUNT, PAYEE, 400n)] })).toBe(false)
    expect(await judged(upto, { logs: [moved(ACCOUNT, PAYEE, 10_001n)] })).toBe(true)
  })
})

describe('a contradiction', () => {
  let ledger: Ledger
  beforeEach(async () => {
    ledger = new Ledger(`claims-${crypto.randomUUID()}`)
    await ledger.quotes.add(quoteRow('1'))
    await ledger.intents.add(intentRow('1'))
  })
  afterEach(() => ledger.delete())

  it('is written once, with a receipt, and releases nothing (I6)', async () => {
    await ledger.authorizations.add(claimed())
    expect(await recordContradiction(ledger, 'auth-1', Date.now())).toBe(true)
    expect(await recordContradiction(ledger, 'auth-1', Date.now())).toBe(false)
    expect(await ledger.authorizations.get('auth-1')).toMatchObject({
      claim: 'contradicted',
      state: 'settled',
      proved: 0,
    })
    const bodies = (await ledger.receipts.toArray()).map(({ body }) => JSON.parse(body) as unknown)
    expect(bodies).toMatchObject([{ event: 'claim', claim: 'contradicted', claimedTransaction: NAMED }])
  })

  it('is not written over what was proved meanwhile', async () => {
    await ledger.authorizations.add(claimed({ proved: 1, claim: 'proved' }))
    expect(await recordContradiction(ledger, 'auth-1', Date.now())).toBe(false)
    expect(await ledger.receipts.count()).toBe(0)
  })
})
