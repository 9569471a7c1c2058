import fc from 'fast-check'
import { decodeFunctionData, encodeFunctionResult, type Hex, multicall3Abi } from 'viem'
import { describe, expect, it } from 'vitest'

import { decodeAggregate3, encodeAggregate3 } from './multicall'

const hex = (min: number, max: number) =>
  fc
    .uint8Array({ minLength: min, maxLength: max })
    .map((bytes): Hex => `0x${Buffer.from(bytes).toString('hex')}`)
const results = fc.array(fc.record({ success: fc.boolean(), returnData: hex(0, 100) }), { maxLength: 8 })
const encodeResult = (result: { success: boolean; returnData: Hex }[]) =>
  encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result })

describe('aggregate3', () => {
  it('is encoded as viem decodes it, each call allowed to fail (property)', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ target: hex(20, 20), data: hex(0, 100) }), { maxLength: 8 }),
        (calls) => {
          const { functionName, args } = decodeFunctionData({
            abi: multicall3Abi,
            data: encodeAggregate3(calls),
          })
          if (functionName !== 'aggregate3') throw new Error(functionName)
          const seen = args[0].map((call) => ({ ...call, target: call.target.toLowerCase() }))
          expect(seen).toEqual(
            calls.map(({ target, data }) => ({ target, allowFailure: true, callData: data })),
          )
        },
      ),
    )
  })

  it('is decoded as viem encodes it (property)', () => {
    fc.assert(
      fc.property(results, (list) => {
        expect(decodeAggregate3(encodeResult(list), list.length)).toEqual(
          list.map(({ success, returnData }) => ({ success, data: returnData })),
        )
      }),
    )
  })

  it('is not decoded with another number of answers', () => {
    const answer = encodeResult([{ success: true, returnData: '0x01' }])
    expect(decodeAggregate3(answer, 0)).toBeUndefined()
    expect(decodeAggregate3(answer, 2)).toBeUndefined()
  })

  it('never reads past the end of a cut answer (property)', () => {
    fc.assert(
      fc.property(results, fc.nat(4000), (list, cut) => {
        const answer = encodeResult(list)
        const shorter = answer.slice(0, 2 + 2 * (cut % (answer.length / 2 - 1)))
        const read = decodeAggregate3(shorter, list.length)
        // only the padding of the last answer may be missing
        expect(read ?? decodeAggregate3(answer, list.length)).toEqual(decodeAggregate3(answer, list.length))
      }),
    )
  })

  it('gives nothing or as many answers as asked for any bytes (property)', () => {
    fc.assert(
      fc.property(hex(0, 400), fc.nat(3), (answer, count) => {
        expect([undefined, count]).toContain(decodeAggregate3(answer, count)?.length)
      }),
    )
  })

  it.each([[null], ['0x'], ['0x0'], ['hello'], [7]])('gives nothing for %j', (answer) => {
    expect(decodeAggregate3(answer, 1)).toBeUndefined()
  })
})
