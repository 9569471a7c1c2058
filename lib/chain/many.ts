import type { Hex } from '@/lib/core/hex'
import { ok } from '@/lib/core/result'
import { isData, toQuantity } from './hex'
import { type Call, decodeAggregate3, encodeAggregate3, MULTICALL3 } from './multicall'
import type { Read, Reading } from './reading'

/** So many calls go into one: each costs the node some 15,000 gas, and nodes stop at ten million or more. */
const AT_ONCE = 300

/**
 * Makes many calls at the block of a reading: by Multicall3, each allowed to fail alone, or where the chain does
 * not have it by batches of `eth_call`.
 *
 * @returns one answer for each, in order; null where the call failed, or where it gave something else than data
 */
export async function callMany(
  reading: Reading,
  calls: readonly Call[],
  at: bigint = reading.block.number,
): Promise<readonly Read<Hex | null>[]> {
  const results: Read<Hex | null>[] = []
  for (let from = 0; from < calls.length; from += AT_ONCE)
    results.push(...(await callPart(reading, calls.slice(from, from + AT_ONCE), at)))
  return results
}

async function callPart(
  reading: Reading,
  calls: readonly Call[],
  at: bigint,
): Promise<readonly Read<Hex | null>[]> {
  const together = await reading.ethCall(MULTICALL3, encodeAggregate3(calls), at)
  if (!together.ok && together.error !== 'refused') return calls.map(() => together)
  const answers = together.ok ? decodeAggregate3(together.value, calls.length) : undefined
  if (answers !== undefined) return answers.map(({ success, data }) => ok(success ? data : null))
  const requests = calls.map(({ target, data }) => ({
    method: 'eth_call',
    params: [{ to: target, data }, toQuantity(at)],
  }))
  return await reading.askAll(requests, (value) => (isData(value) ? (value as Hex) : undefined))
}
