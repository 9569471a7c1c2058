import type { Answer } from '@/lib/chain/answer'
import { type Chain, readBlock } from '@/lib/chain/chain'
import { ok } from '@/lib/core/result'
import { readTime } from './logs'

/** A block below which nothing is expected to change any more. `timestamp` in Unix seconds. */
export type Head = { readonly number: number; readonly timestamp: number }

/**
 * The newest block that counts for watching. What was read below it is not read again.
 *
 * @param depth blocks on top of one until it counts
 */
export async function confirmedHead(chain: Chain, depth: number): Promise<Answer<Head>> {
  const latest = await readBlock(chain)
  if (!latest.ok) return latest
  const number = Math.max(0, Number(latest.value.number) - depth)
  const time = await readTime(chain, number)
  return time.ok ? ok({ number, timestamp: time.value }) : time
}
