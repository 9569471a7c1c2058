import { decodeFunctionData, encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'

import vectors from '@/tests/vectors/signing.json'

import {
  decodeAuthorizationState,
  decodeBalance,
  type EvmLog,
  encodeAuthorizationState,
  encodeBalanceOf,
  fateTopics,
  readProof,
  type Sought,
} from './proof'

const sought: Sought = {
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  from: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  nonce: '0x0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20',
  payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  value: 10000n,
}
const other = '0x2222222222222222222222222222222222222222'

const topic = (name: string) => new Map(Object.entries(vectors.constants)).get(`topic ${name}`) ?? ''
const word = (hex: string) => `0x${hex.slice(2).toLowerCase().padStart(64, '0')}`
const log = (topics: string[], data = '0x'): EvmLog => ({ address: sought.asset.toLowerCase(), topics, data })

const used = log([topic('AuthorizationUsed(address,bytes32)'), word(sought.from), sought.nonce])
const cancelled = log([topic('AuthorizationCanceled(address,bytes32)'), word(sought.from), sought.nonce])
const transfer = (to: string, value: bigint) =>
  log(
    [topic('Transfer(address,address,uint256)'), word(sought.from), word(to)],
    word(`0x${value.toString(16)}`),
  )

describe('the proof of an EIP-3009 authorization', () => {
  it('is used and transferred where both events are there', () => {
    expect(readProof([used, transfer(sought.payTo, 10000n)], sought)).toEqual({
      used: true,
      cancelled: false,
      transferred: true,
    })
  })

  it('is cancelled where the payer cancelled the nonce', () => {
    expect(readProof([cancelled], sought)).toEqual({ used: false, cancelled: true, transferred: false })
  })

  it('is nothing where the logs are silent', () => {
    expect(readProof([], sought)).toEqual({ used: false, cancelled: false, transferred: false })
  })

  it('counts no transfer of another amount or to another payee (atk-069)', () => {
    const logs = [used, transfer(sought.payTo, 9999n), transfer(other, 10000n)]
    expect(readProof(logs, sought).transferred).toBe(false)
  })

  it('counts no event that another contract emitted (atk-069)', () => {
    const forged = [used, transfer(sought.payTo, 10000n), cancelled].map((l) => ({ ...l, address: other }))
    expect(readProof(forged, sought)).toEqual({ used: false, cancelled: false, transferred: false })
  })

  it('counts no event of another shape under the same topic', () => {
    const more = { ...used, topics: [...used.topics, word('0x01')] }
    expect(readProof([more], sought).used).toBe(false)
  })

  it('counts no use of another nonce or by another payer', () => {
    const [event] = used.topics
    const logs = [
      log([event ?? '', word(sought.from), word('0x01')]),
      log([event ?? '', word(other), sought.nonce]),
    ]
    expect(readProof(logs, sought).used).toBe(false)
  })

  it('counts no log that a reorganisation removed', () => {
    expect(readProof([{ ...used, removed: true }], sought).used).toBe(false)
  })

  it('is sought by either event, the payer and the nonce', () => {
    expect(fateTopics(sought.from, sought.nonce)).toEqual([
      [used.topics[0], cancelled.topics[0]],
      word(sought.from),
      sought.nonce,
    ])
  })
})

describe('the calls that read a token', () => {
  const abi = parseAbi([
    'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
    'function balanceOf(address owner) view returns (uint256)',
  ])

  it('encode authorizationState as the ABI does', () => {
    const args = [sought.from, sought.nonce] as const
    const call = encodeAuthorizationState(...args)
    expect(call).toBe(encodeFunctionData({ abi, functionName: 'authorizationState', args }))
    expect(decodeFunctionData({ abi, data: call }).args).toEqual(args)
  })

  it('encode balanceOf as the ABI does', () => {
    const expected = encodeFunctionData({ abi, functionName: 'balanceOf', args: [sought.from] })
    expect(encodeBalanceOf(sought.from)).toBe(expected)
  })

  it.each([
    [word('0x0'), false],
    [word('0x1'), true],
    [word('0x2'), null],
    ['0x', null],
    ['', null],
  ])('read the state %s as %s', (answer, state) => {
    expect(decodeAuthorizationState(answer)).toBe(state)
  })

  it.each([
    [word('0x2710'), 10000n],
    [word('0x0'), 0n],
    ['0x', null],
    [`${word('0x1')}00`, null],
  ])('read the balance %s as %s, and no answer as unknown', (answer, balance) => {
    expect(decodeBalance(answer)).toBe(balance)
  })
})
