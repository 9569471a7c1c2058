import type { Address, Hex } from '@/lib/core/hex'

import type { Answer } from './answer'
import { type Chain, uint256 } from './chain'
import { isData, word } from './hex'
import { decodeAggregate3, encodeAggregate3, MULTICALL3 } from './multicall'
import { MOST_IN_BATCH } from './rpc'

/** Whose balance of which asset. */
export type Held = { readonly holder: Address; readonly asset: Address }

/**
 * Reads balances (ERC-20 `balanceOf`) in one call of Multicall3. Where that contract is missing or fails as a
 * whole, they are asked for in one batch.
 *
 * @returns one atomic amount for each, in order; null where the node or the token gave no number, which is
 * never to be read as zero
 */
export async function readBalances(
  chain: Chain,
  wanted: readonly Held[],
): Promise<readonly (bigint | null)[]> {
  if (wanted.length === 0) return []
  const calls = wanted.map(({ holder, asset }) => ({
    target: asset,
    data: `0x70a08231${word(holder)}` as Hex,
  }))
  const answer = await chain.ethCall(MULTICALL3, encodeAggregate3(calls))
  // a node that does not answer one call need not be asked for each
  if (!answer.ok && answer.error.kind !== 'rpc') return wanted.map(() => null)
  const results = answer.ok ? decodeAggregate3(answer.value, wanted.length) : undefined
  if (results !== undefined)
    return results.map(({ success, data }) => (success ? uint256(data) : undefined) ?? null)
  const requests = calls.map(({ target: to, data }) => ({
    method: 'eth_call',
    params: [{ to, data }, 'latest'],
  }))
  const each: Answer<unknown>[] = []
  for (let from = 0; from < requests.length; from += MOST_IN_BATCH)
    each.push(...(await chain.batch(requests.slice(from, from + MOST_IN_BATCH))))
  return each.map((one) => (one.ok && isData(one.value) ? uint256(one.value) : undefined) ?? null)
}

/**
 * The balances that the nodes of a network agree on. With one its word is taken; of several at least two must
 * give an amount and none another, so that between two blocks of a change it is unknown for a moment.
 */
export async function readAgreedBalances(
  nodes: readonly Chain[],
  wanted: readonly Held[],
): Promise<readonly (bigint | null)[]> {
  const answers = await Promise.all(nodes.map((node) => readBalances(node, wanted)))
  return wanted.map((_, i) => {
    const said = answers.flatMap((amounts) => amounts[i] ?? [])
    const isAgreed = said.length >= Math.min(2, nodes.length) && said.every((amount) => amount === said[0])
    return isAgreed ? (said[0] ?? null) : null
  })
}
