import fc from 'fast-check'
import {
  encodeFunctionData,
  erc20Abi,
  parseAbi,
  parseTransaction,
  type TransactionSerializableEIP1559,
  serializeTransaction as viemSerialize,
} from 'viem'
import { describe, expect, it } from 'vitest'

import {
  maxFee,
  readTransaction,
  serializeTransaction,
  type Transaction,
  type TransactionRequest,
  transactionOf,
} from './transaction'

const ME = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const SHOP = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const USDC = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const BASE_SEPOLIA = 84532

const coins = { from: ME, to: SHOP, value: '0xde0b6b3a7640000' }
const call = (functionName: 'transfer' | 'approve', amount = 10_000n, to: `0x${string}` = SHOP) => ({
  from: ME,
  to: USDC,
  data: encodeFunctionData({ abi: erc20Abi, functionName, args: [to, amount] }),
})

const ask = (tx: object, account = ME, chainId = BASE_SEPOLIA) => readTransaction([tx], account, chainId)
const field = (tx: object) => {
  const result = ask(tx)
  return result.ok ? null : result.error.field
}
function read(tx: object): TransactionRequest {
  const result = ask(tx)
  if (!result.ok) throw new Error(`${result.error.field} ${result.error.detail}`)
  return result.value
}

describe('a transaction that is read', () => {
  it('moves the chain’s own coin where it has no data', () => {
    expect(read(coins)).toEqual({
      transfer: { kind: 'native', token: null, to: SHOP, amount: 10n ** 18n, open: null },
      from: ME,
      chainId: BASE_SEPOLIA,
      gas: null,
      maxFeePerGas: null,
      maxPriorityFeePerGas: null,
    })
    expect(read({ ...coins, data: '0x' })).toEqual(read(coins))
  })

  it.each([
    ['erc20-transfer', call('transfer')],
    ['erc20-approve', call('approve')],
    [
      'erc20-increase-allowance',
      {
        from: ME,
        to: USDC,
        data: encodeFunctionData({
          abi: parseAbi(['function increaseAllowance(address spender, uint256 addedValue) returns (bool)']),
          args: [SHOP, 10_000n],
        }),
      },
    ],
  ])('is a %s of the contract it calls', (kind, tx) => {
    expect(read(tx).transfer).toEqual({ kind, token: USDC, to: SHOP, amount: 10_000n, open: null })
  })

  it('grants everything where no number limits an allowance (case-092)', () => {
    expect(read(call('approve', 2n ** 256n - 1n)).transfer.open).toBe('unlimited')
    expect(read(call('approve', 2n ** 160n - 2n)).transfer.open).toBe('unlimited')
    expect(read(call('approve', 0n)).transfer.open).toBeNull()
    expect(read(call('transfer', 2n ** 256n - 1n)).transfer.open).toBeNull()
  })

  it('keeps the page’s gas and fees, and turns a legacy price into both', () => {
    const fees = {
      gas: '0x5208',
      maxFeePerGas: '0x64',
      maxPriorityFeePerGas: '0x1',
      type: '0x2',
      accessList: [],
    }
    expect(read({ ...coins, ...fees, chainId: '0x14a34' })).toMatchObject({
      gas: 21_000n,
      maxFeePerGas: 100n,
      maxPriorityFeePerGas: 1n,
    })
    expect(read({ ...coins, type: '0x0', gasPrice: '0x64', gasLimit: '0x5208' })).toMatchObject({
      gas: 21_000n,
      maxFeePerGas: 100n,
      maxPriorityFeePerGas: 100n,
    })
  })

  it('may name its data twice, alike', () => {
    const tx = call('transfer')
    expect(read({ ...tx, input: tx.data.toUpperCase().replace('0X', '0x') })).toEqual(read(tx))
  })
})

describe('a transaction that is refused', () => {
  const data = call('transfer').data
  it.each<[string, object]>([
    ['from', { to: SHOP }],
    ['from', { ...coins, from: SHOP }],
    ['to', { from: ME, value: '0x1' }],
    ['to', { from: ME, to: null, data: '0x6001' }],
    ['to', { ...coins, to: '0x1' }],
    ['to', { ...coins, to: 'alice.eth' }],
    ['chainId', { ...coins, chainId: '0x1' }],
    ['chainId', { ...coins, chainId: BASE_SEPOLIA }],
    ['type', { ...coins, type: '0x1' }],
    ['type', { ...coins, type: '0x4' }],
    ['type', { ...coins, type: '0x0' }],
    ['nonce', { ...coins, nonce: '0x0' }],
    ['accessList', { ...coins, accessList: [{ address: USDC, storageKeys: [] }] }],
    ['authorizationList', { ...coins, authorizationList: [] }],
    ['blobs', { ...coins, blobs: [] }],
    ['value', { ...coins, value: '1' }],
    ['value', { ...coins, value: 1 }],
    ['value', { ...coins, value: '0x' }],
    ['value', { ...coins, value: '-0x1' }],
    ['value', { ...coins, value: `0x1${'0'.repeat(64)}` }],
    ['value', { ...call('approve'), value: '0x1' }],
    ['gas', { ...coins, gas: '0x10000000000000000' }],
    ['gas', { ...coins, gas: '0x1', gasLimit: '0x2' }],
    ['gasPrice', { ...coins, gasPrice: '0x1', maxFeePerGas: '0x1' }],
    ['maxPriorityFeePerGas', { ...coins, maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }],
    ['data', { ...coins, data: '0x1' }],
    ['data', { ...call('transfer'), input: '0x' }],
    ['data', { ...call('transfer'), data: `${data}00` }],
    ['data', { ...call('transfer'), data: data.slice(0, -2) }],
    ['data', { ...call('transfer'), data: data.replace('a9059cbb00', 'a9059cbb01') }],
    ['data', { ...call('transfer'), data: data.replace('a9059cbb', '23b872dd') }],
    ['data', { ...call('transfer'), data: data.replace('a9059cbb', 'a22cb465') }],
    ['data', { ...call('transfer'), data: '0xd0e30db0' }],
  ])('names %s: %o', (name, tx) => {
    expect(field(tx)).toBe(name)
  })

  it.each([[undefined], [{}], [[]], [[coins, coins]], [[null]], [['0x']]])(
    'is no list of one: %o',
    (params) => {
      expect(readTransaction(params, ME, BASE_SEPOLIA)).toMatchObject({
        ok: false,
        error: { field: 'params' },
      })
    },
  )

  it('is one for another account, whatever the case of its letters', () => {
    expect(ask(coins, SHOP).ok).toBe(false)
    expect(ask(coins, ME.toLowerCase()).ok).toBe(true)
  })
})

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((b) => `0x${Buffer.from(b).toString('hex')}` as const)
const uint = (bits: bigint) => fc.bigInt({ min: 0n, max: 2n ** bits - 1n })
const costs = fc.record({
  nonce: fc.integer({ min: 0, max: 2 ** 32 }),
  gas: uint(40n),
  maxFeePerGas: uint(60n).map((n) => n + 2n ** 60n),
  maxPriorityFeePerGas: uint(60n),
})

describe('the transaction that is made', () => {
  it('is the page’s own in receiver, value and data (I4)', () => {
    const kinds = fc.constantFrom('native', 'transfer', 'approve')
    fc.assert(
      fc.property(kinds, address, uint(256n), costs, (kind, to, amount, more) => {
        const tx =
          kind === 'native'
            ? { from: ME, to, value: `0x${amount.toString(16)}` }
            : call(kind as 'transfer', amount, to)
        const { transfer, chainId } = read(tx)
        const made = transactionOf(transfer, chainId, more)
        expect(made).toMatchObject({ ...more, chainId: BASE_SEPOLIA })
        expect(made.to.toLowerCase()).toBe(tx.to.toLowerCase())
        expect(made.data).toBe('data' in tx ? tx.data : '0x')
        expect(made.value).toBe('data' in tx ? 0n : amount)
      }),
    )
  })

  it('costs at most its gas at its highest price', () => {
    expect(maxFee({ gas: 21_000n, maxFeePerGas: 3n })).toBe(63_000n)
  })
})

describe('the bytes of a transaction', () => {
  const data = fc.uint8Array({ maxLength: 300 }).map((b) => `0x${Buffer.from(b).toString('hex')}` as const)
  const transaction: fc.Arbitrary<Transaction> = fc
    .record({ chainId: fc.integer({ min: 1, max: 2 ** 48 }), to: address, value: uint(256n), data })
    .chain((rest) => costs.map((more) => ({ ...rest, ...more })))
  const bytes32 = fc
    .bigInt({ min: 1n, max: 2n ** 256n - 1n })
    .map((n) => `0x${n.toString(16).padStart(64, '0')}` as const)
  const signature = fc.record({ r: bytes32, s: bytes32, yParity: fc.constantFrom(0, 1) })

  it('are those that viem writes, unsigned and signed', () => {
    fc.assert(
      fc.property(transaction, signature, (tx, signed) => {
        const theirs: TransactionSerializableEIP1559 = { ...tx, type: 'eip1559' }
        expect(serializeTransaction(tx)).toBe(viemSerialize(theirs))
        expect(serializeTransaction(tx, signed)).toBe(viemSerialize(theirs, signed))
      }),
    )
  })

  it.each(['0x', '0x00', '0x7f', '0x80', `0x${'11'.repeat(55)}`, `0x${'11'.repeat(56)}`] as const)(
    'hold the data %s as it is',
    (bytes) => {
      const tx = transactionOf(read(coins).transfer, BASE_SEPOLIA, {
        nonce: 0,
        gas: 0n,
        maxFeePerGas: 0n,
        maxPriorityFeePerGas: 0n,
      })
      expect(parseTransaction(serializeTransaction({ ...tx, data: bytes })).data ?? '0x').toBe(bytes)
    },
  )
})
