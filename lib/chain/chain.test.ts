import {
  type Address,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  numberToHex,
  toEventSelector,
  toFunctionSelector,
} from 'viem'
import { afterEach, describe, expect, it } from 'vitest'

import {
  AUTHORIZATION_CANCELED,
  AUTHORIZATION_USED,
  findNonceEvents,
  readAuthorizationState,
  readReceipt,
} from './authorization'
import { readBalances } from './balances'
import { createChains, readBlock } from './chain'
import { MULTICALL3 } from './multicall'
import { createRpc } from './rpc'
import { type Script, startNode } from './testing'

const USDC: Address = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const OTHER: Address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const OWNER: Address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const NONCE: Hex = `0x${'ab'.repeat(32)}`
const HASH: Hex = `0x${'cd'.repeat(32)}`
const key = { asset: USDC, from: OWNER, nonce: NONCE }
const word = (value: bigint) => numberToHex(value, { size: 32 })

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

/** A chain of Base Sepolia whose node answers all but the chain id by the script. */
async function withChain(script: Script, chainId: () => unknown = () => '0x14a34') {
  const node = await startNode((asked, response, request) =>
    asked.method === 'eth_chainId' ? { result: chainId() } : script(asked, response, request),
  )
  stops.push(node.stop)
  const chains = createChains(createRpc({ sleep: async () => undefined }))
  return { node, chain: chains(node.url, 84532), again: () => chains(node.url, 84532) }
}

/** Answers eth_call by the address called; undefined is the node's error for a call that reverts. */
const calls =
  (byTarget: Record<string, Hex | undefined>): Script =>
  ({ id, params: [call] }, response) => {
    const target = typeof call === 'object' && call !== null && 'to' in call ? String(call.to) : ''
    const result = byTarget[target]
    if (result !== undefined) return { result }
    response.end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: 3, message: 'execution reverted' } }))
    return undefined
  }

const aggregate = (...result: { success: boolean; returnData: Hex }[]) =>
  encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result })

describe('a chain', () => {
  it('asks its node once which chain it is', async () => {
    const { node, chain, again } = await withChain(() => ({ result: '0x1' }))
    await Promise.all([chain.call('a', []), chain.call('b', [])])
    await again().call('c', [])
    expect(node.methods().filter((method) => method === 'eth_chainId')).toHaveLength(1)
  })

  it('takes no answer from the node of another chain, until the node is repaired', async () => {
    let id = '0x1'
    const { node, chain } = await withChain(
      () => ({ result: word(0n) }),
      () => id,
    )
    const wrong = { ok: false, error: { kind: 'wrong-chain' } }
    expect(await readAuthorizationState(chain, key)).toEqual(wrong)
    expect(node.methods()).toEqual(['eth_chainId'])
    id = '0x14a34'
    expect(await readAuthorizationState(chain, key)).toEqual({ ok: true, value: false })
  })

  it('asks again when the node could not say', async () => {
    let id: unknown = 'soon'
    const { chain } = await withChain(
      () => ({ result: '0x1' }),
      () => id,
    )
    expect(await chain.call('a', [])).toEqual({ ok: false, error: { kind: 'malformed' } })
    id = '0x14a34'
    expect((await chain.call('a', [])).ok).toBe(true)
  })

  it('gives number, time and hash of a block by its tag', async () => {
    const { node, chain } = await withChain(() => ({
      result: { number: '0x10', timestamp: '0x6553f100', hash: HASH },
    }))
    const block = { number: 16n, timestamp: 1_700_000_000, hash: HASH }
    expect(await readBlock(chain, 'finalized')).toEqual({ ok: true, value: block })
    expect(node.asked.at(-1)).toMatchObject({ method: 'eth_getBlockByNumber', params: ['finalized', false] })
  })

  it.each([
    [null],
    [{}],
    [{ number: '16', timestamp: '0x1', hash: HASH }],
    [{ number: '0x1', timestamp: '0xffffffffffffffff', hash: HASH }],
  ])('reads no block from %j', async (result) => {
    const { chain } = await withChain(() => ({ result }))
    expect(await readBlock(chain)).toEqual({ ok: false, error: { kind: 'malformed' } })
  })
})

describe('balances', () => {
  const held = (...assets: Hex[]) => assets.map((asset) => ({ holder: OWNER, asset }))

  it('come in one call, in the order asked', async () => {
    const { node, chain } = await withChain(
      calls({
        [MULTICALL3]: aggregate(
          { success: true, returnData: word(5n) },
          { success: true, returnData: word(0n) },
        ),
      }),
    )
    expect(await readBalances(chain, held(USDC, OTHER))).toEqual([5n, 0n])
    expect(node.methods()).toEqual(['eth_chainId', 'eth_call'])
  })

  it.each([
    ['reverts', { success: false, returnData: '0x' }],
    ['reverts with a number', { success: false, returnData: word(9n) }],
    ['is no contract', { success: true, returnData: '0x' }],
    ['answers too little', { success: true, returnData: '0x01' }],
    ['answers too much', { success: true, returnData: `${word(1n)}00` }],
  ] as const)('are unknown, not zero, for a token that %s', async (_, result) => {
    const good = { success: true, returnData: word(7n) }
    const { chain } = await withChain(calls({ [MULTICALL3]: aggregate(result, good) }))
    expect(await readBalances(chain, held(USDC, OTHER))).toEqual([null, 7n])
  })

  it.each([
    ['missing', '0x' as Hex],
    ['failing', undefined],
  ])('come by themselves where Multicall3 is %s', async (_, multicall) => {
    const { chain } = await withChain(calls({ [MULTICALL3]: multicall, [USDC]: word(5n) }))
    expect(await readBalances(chain, held(USDC, OTHER))).toEqual([5n, null])
  })

  it('are all unknown when the node does not answer, and no token is asked for alone', async () => {
    const { node, chain } = await withChain((_, response) => {
      response.writeHead(503).end()
      return undefined
    })
    expect(await readBalances(chain, held(USDC))).toEqual([null])
    expect(node.methods()).toEqual(['eth_chainId', 'eth_call', 'eth_call', 'eth_call'])
  })

  it('of nothing ask nobody', async () => {
    const { node, chain } = await withChain(() => undefined)
    expect(await readBalances(chain, [])).toEqual([])
    expect(node.asked).toEqual([])
  })
})

describe('the state of an authorization', () => {
  it('is asked by selector, payer and nonce, at the block named', async () => {
    const { node, chain } = await withChain(calls({ [USDC]: word(1n) }))
    expect(await readAuthorizationState(chain, key, 255n)).toEqual({ ok: true, value: true })
    const data = `${toFunctionSelector('authorizationState(address,bytes32)')}${'0'.repeat(24)}${OWNER.slice(2).toLowerCase()}${NONCE.slice(2)}`
    expect(node.asked.at(-1)).toMatchObject({ method: 'eth_call', params: [{ to: USDC, data }, '0xff'] })
  })

  it('is unused only for a whole word of zero', async () => {
    const { chain } = await withChain(calls({ [USDC]: word(0n) }))
    expect(await readAuthorizationState(chain, key)).toEqual({ ok: true, value: false })
  })

  it.each([['0x'], ['0x00'], [word(2n)], [`${word(0n)}00` as Hex]] as const)(
    'is unknown for the answer %s',
    async (answer) => {
      const { chain } = await withChain(calls({ [USDC]: answer }))
      expect(await readAuthorizationState(chain, key)).toEqual({ ok: false, error: { kind: 'malformed' } })
    },
  )

  it('is unknown when the node knows no such block', async () => {
    const { chain } = await withChain(calls({}))
    expect(await readAuthorizationState(chain, key, 9n)).toEqual({
      ok: false,
      error: { kind: 'rpc', code: 3 },
    })
  })

  it('is not asked for a nonce that is no word', async () => {
    const { node, chain } = await withChain(() => ({ result: word(0n) }))
    expect((await readAuthorizationState(chain, { ...key, nonce: '0xab' })).ok).toBe(false)
    expect(node.asked).toEqual([])
  })
})

describe('the events of a nonce', () => {
  const owner = `0x${'0'.repeat(24)}${OWNER.slice(2).toLowerCase()}`
  const log = (over: object = {}) => ({
    address: USDC.toLowerCase(),
    topics: [AUTHORIZATION_USED, owner, NONCE],
    data: '0x',
    transactionHash: HASH,
    blockNumber: '0x10',
    removed: false,
    ...over,
  })

  it('have the topics of EIP-3009', () => {
    expect(AUTHORIZATION_USED).toBe(toEventSelector('AuthorizationUsed(address,bytes32)'))
    expect(AUTHORIZATION_CANCELED).toBe(toEventSelector('AuthorizationCanceled(address,bytes32)'))
  })

  it('tell a payment from a cancellation', async () => {
    const cancelled = log({ topics: [AUTHORIZATION_CANCELED, owner, NONCE] })
    const { node, chain } = await withChain(() => ({ result: [log(), cancelled] }))
    const event = { transactionHash: HASH, blockNumber: 16n }
    expect(await findNonceEvents(chain, key, 1n, 32n)).toEqual({
      ok: true,
      value: [
        { kind: 'used', ...event },
        { kind: 'cancelled', ...event },
      ],
    })
    expect(node.asked.at(-1)?.params).toEqual([
      {
        address: USDC,
        topics: [[AUTHORIZATION_USED, AUTHORIZATION_CANCELED], owner, NONCE],
        fromBlock: '0x1',
        toBlock: '0x20',
      },
    ])
  })

  it('may be none', async () => {
    const { chain } = await withChain(() => ({ result: [] }))
    expect(await findNonceEvents(chain, key, 1n, 2n)).toEqual({ ok: true, value: [] })
  })

  it.each([
    ['another token', { address: OTHER }],
    ['another payer', { topics: [AUTHORIZATION_USED, word(1n), NONCE] }],
    ['another nonce', { topics: [AUTHORIZATION_USED, owner, word(1n)] }],
    ['another event', { topics: [word(1n), owner, NONCE] }],
    ['a block that was dropped', { removed: true }],
    ['no transaction', { transactionHash: null }],
  ])('are not taken from %s', async (_, over) => {
    const { chain } = await withChain(() => ({ result: [log(over)] }))
    expect(await findNonceEvents(chain, key, 1n, 2n)).toEqual({ ok: false, error: { kind: 'malformed' } })
  })
})

describe('a receipt', () => {
  const receipt = (over: object = {}) => ({
    transactionHash: HASH,
    status: '0x1',
    blockNumber: '0x10',
    logs: [{ address: USDC, topics: [NONCE], data: '0x01', logIndex: '0x0' }],
    ...over,
  })

  it('has status, block and logs', async () => {
    const { chain } = await withChain(() => ({ result: receipt() }))
    const logs = [{ address: USDC, topics: [NONCE], data: '0x01' }]
    const value = { transactionHash: HASH, status: 'success', blockNumber: 16n, logs }
    expect(await readReceipt(chain, HASH)).toEqual({ ok: true, value })
  })

  it('says when the transaction was reverted', async () => {
    const { chain } = await withChain(() => ({ result: receipt({ status: '0x0' }) }))
    expect(await readReceipt(chain, HASH)).toMatchObject({ value: { status: 'reverted' } })
  })

  it('is null for a transaction that the node does not know (atk-069)', async () => {
    const { chain } = await withChain(() => ({ result: null }))
    expect(await readReceipt(chain, HASH)).toEqual({ ok: true, value: null })
  })

  it.each([
    ['of another transaction', { transactionHash: NONCE }],
    ['without a status', { status: undefined }],
    ['with a strange status', { status: '0x2' }],
    ['of no block', { blockNumber: null }],
    ['with a broken log', { logs: [{ address: USDC, topics: ['0x1'], data: '0x' }] }],
    ['without logs', { logs: null }],
  ])('is unknown %s', async (_, over) => {
    const { chain } = await withChain(() => ({ result: receipt(over) }))
    expect(await readReceipt(chain, HASH)).toEqual({ ok: false, error: { kind: 'malformed' } })
  })
})
