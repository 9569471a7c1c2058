import {
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  type TypedDataDefinition,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'

import vectors from '@/tests/vectors/signing.json'

import { signMessage } from './sign'
import { signMovement, signTransaction, signTypedData } from './sign-page'
import { EVIL, examples, ME, movement, page, read } from './testing'
import { transactionOf } from './transaction'

/** Anvil's first key, public; and the account of its second. */
const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const account = privateKeyToAccount(KEY)

const vote = page('Vote(uint32 choice,string reason)', { choice: 1, reason: 'why not' }, { name: 'snapshot' })

describe('signing a movement of money', () => {
  it.each(
    vectors.vectors.flatMap((v) =>
      v.signTypedDataCalls.filter((c) => c.primaryType !== 'Voucher').map((call) => [v.id, call] as const),
    ),
  )('gives the golden signature of %s', async (_, call) => {
    expect(await signMovement(read(call), movement(call), account.address, KEY)).toEqual({
      ok: true,
      value: { digest: call.digest, signature: call.signature },
    })
  })

  it('signs nothing where the page asks for other terms than were decoded (I4, atk-042)', async () => {
    const asked = examples['transfer-with-authorization']
    const other = { ...asked, message: { ...asked.message, value: '5000000000', to: EVIL } }
    expect(await signMovement(read(other), movement(asked), account.address, KEY)).toMatchObject({
      ok: false,
      error: { code: 'field-differs' },
    })
  })

  it('signs nothing that another account is to pay', async () => {
    const asked = examples.permit
    const other = { ...asked, message: { ...asked.message, owner: OTHER } }
    expect(await signMovement(read(other), movement(other), account.address, KEY)).toMatchObject({
      ok: false,
      error: { code: 'field-differs' },
    })
  })
})

describe('signing typed data that a person approved', () => {
  it('gives the signature that viem gives', async () => {
    const signature = await account.signTypedData(vote as TypedDataDefinition)
    expect(await signTypedData(read(vote), account.address, KEY)).toMatchObject({
      ok: true,
      value: { signature },
    })
  })

  it.each([
    ...Object.entries(examples),
    [
      'permit in lower case',
      page('permit(address owner,address spender)', { owner: ME, spender: EVIL }),
    ] as const,
  ])('signs no %s here: it moves money, or may (atk-042)', async (_, asked) => {
    expect(await signTypedData(read(asked), account.address, KEY)).toMatchObject({
      ok: false,
      error: { code: 'moves-money' },
    })
  })
})

describe('signing a message', () => {
  it.each(['', 'Hello', 'Grüße'])('gives for %o the signature that viem gives', async (message) => {
    const signature = await account.signMessage({ message })
    const bytes = new TextEncoder().encode(message)
    expect(await signMessage(bytes, account.address, KEY)).toMatchObject({ ok: true, value: { signature } })
  })
})

describe('signing a transaction', () => {
  const transfer = { kind: 'erc20-transfer', token: EVIL, to: OTHER, amount: 5n, open: null } as const
  const costs = { nonce: 0, gas: 60_000n, maxFeePerGas: 100n, maxPriorityFeePerGas: 1n }
  const tx = transactionOf(transfer, 84532, costs)

  it('gives the bytes and the hash that viem gives', async () => {
    const raw = await account.signTransaction({ ...tx, type: 'eip1559' })
    expect(await signTransaction(tx, account.address, KEY)).toEqual({
      ok: true,
      value: { raw, hash: keccak256(raw) },
    })
  })

  it('gives bytes that say who signed and what', async () => {
    const signed = await signTransaction(tx, account.address, KEY)
    if (!signed.ok) throw new Error(signed.error.detail)
    const raw = signed.value.raw as `0x02${string}`
    expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(account.address)
    const { r: _, s: __, v: ___, yParity: ____, ...parsed } = parseTransaction(raw)
    expect(serializeTransaction(parsed)).toBe(serializeTransaction({ ...tx, type: 'eip1559' }))
  })
})

describe('a key of another account', () => {
  it.each([
    ['a message', () => signMessage(new Uint8Array(), OTHER, KEY)],
    ['typed data', () => signTypedData(read(vote), OTHER, KEY)],
    [
      'a movement',
      () =>
        signMovement(read(examples['permit2-transfer']), movement(examples['permit2-transfer']), OTHER, KEY),
    ],
    [
      'a transaction',
      () =>
        signTransaction(
          {
            chainId: 1,
            nonce: 0,
            gas: 0n,
            maxFeePerGas: 0n,
            maxPriorityFeePerGas: 0n,
            to: ME,
            value: 0n,
            data: '0x',
          },
          OTHER,
          KEY,
        ),
    ],
  ])('signs no %s, and stands in no error (I8)', async (_, sign) => {
    const result = await sign()
    expect(result).toMatchObject({ ok: false, error: { code: 'wrong-key' } })
    expect(JSON.stringify(result)).not.toContain(KEY.slice(2))
  })
})
