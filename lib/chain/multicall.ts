import type { Address, Hex } from '@/lib/core/hex'

import { isData, word } from './hex'

/** Multicall3, at one address on nearly every chain (mds1/multicall3). */
export const MULTICALL3: Address = '0xcA11bde05977b3631167028862bE2a173976CA11'

/** One call of a batch. */
export type Call = { readonly target: Address; readonly data: Hex }

/** One answer of a batch. */
export type CallResult = { readonly success: boolean; readonly data: Hex }

/** `aggregate3((address target, bool allowFailure, bytes callData)[])`, each call allowed to fail. */
export function encodeAggregate3(calls: readonly Call[]): Hex {
  const tuples = calls.map(({ target, data }) => word(target) + word(1n) + word(0x60n) + bytes(data))
  const heads: string[] = []
  let offset = BigInt(32 * calls.length)
  for (const tuple of tuples) {
    heads.push(word(offset))
    offset += BigInt(tuple.length / 2)
  }
  return `0x82ad56cb${word(0x20n)}${word(BigInt(calls.length))}${heads.join('')}${tuples.join('')}`
}

/**
 * Reads `(bool success, bytes returnData)[]`.
 *
 * Offsets come from the node and are followed only inside the answer.
 *
 * @param count how many answers are expected
 * @returns undefined when it is not the encoding of exactly so many answers
 */
export function decodeAggregate3(answer: unknown, count: number): readonly CallResult[] | undefined {
  if (!isData(answer)) return undefined
  const hex = answer.slice(2).toLowerCase()
  const list = numberAt(hex, 0)
  if (list === undefined || numberAt(hex, list) !== count) return undefined
  const base = list + 32
  const results: CallResult[] = []
  for (let i = 0; i < count; i++) {
    const result = resultAt(hex, base, base + 32 * i)
    if (result === undefined) return undefined
    results.push(result)
  }
  return results
}

function resultAt(hex: string, base: number, head: number): CallResult | undefined {
  const offset = numberAt(hex, head)
  if (offset === undefined) return undefined
  const tuple = base + offset
  const success = numberAt(hex, tuple)
  const at = numberAt(hex, tuple + 32)
  if (at === undefined || (success !== 0 && success !== 1)) return undefined
  const length = numberAt(hex, tuple + at)
  const start = 2 * (tuple + at + 32)
  if (length === undefined || start + 2 * length > hex.length) return undefined
  return { success: success === 1, data: `0x${hex.slice(start, start + 2 * length)}` }
}

/** The word at a byte offset, if it lies inside and is small enough to be an offset or a length. */
function numberAt(hex: string, offset: number): number | undefined {
  const digits = hex.slice(2 * offset, 2 * offset + 64)
  return /^0{56}[0-9a-f]{8}$/.test(digits) ? Number.parseInt(digits, 16) : undefined
}

function bytes(data: Hex): string {
  const digits = data.slice(2).toLowerCase()
  return word(BigInt(digits.length / 2)) + digits.padEnd(64 * Math.ceil(digits.length / 64), '0')
}
