import type { Address, Hex } from '@/lib/core/hex'

import { type Chain, readUint256, uint256 } from './chain'
import { word } from './hex'
import { decodeAggregate3, encodeAggregate3, MULTICALL3 } from './multicall'
import type { CallOptions } from './rpc'

/** What an account holds of one asset, atomic; null when unknown, which is never to be read as zero. */
export type Balance = { readonly asset: Address; readonly amount: bigint | null }

/**
 * Reads an account's balances (ERC-20 `balanceOf`) in one call of Multicall3. Where that contract is
 * missing or fails as a whole, each asset is asked for alone.
 *
 * @returns one row for each asset, in order; null where the node or the token gave no number
 */
export async function readBalances(
  chain: Chain,
  account: Address,
  assets: readonly Address[],
  options?: CallOptions,
): Promise<readonly Balance[]> {
  const data: Hex = `0x70a08231${word(account)}`
  const unknown = assets.map((asset) => ({ asset, amount: null }))
  if (assets.length === 0) return []
  const together = encodeAggregate3(assets.map((target) => ({ target, data })))
  const answer = await chain.ethCall(MULTICALL3, together, 'latest', options)
  // a node that does not answer one call need not be asked for each
  if (!answer.ok && answer.error.kind !== 'rpc') return unknown
  const results = answer.ok ? decodeAggregate3(answer.value, assets.length) : undefined
  if (results !== undefined) {
    return assets.map((asset, i) => {
      const result = results[i]
      return { asset, amount: (result?.success === true ? uint256(result.data) : undefined) ?? null }
    })
  }
  return Promise.all(
    assets.map(async (asset) => {
      const balance = readUint256(await chain.ethCall(asset, data, 'latest', options))
      return { asset, amount: balance.ok ? balance.value : null }
    }),
  )
}

/**
 * The balances that the nodes of a network agree on. With one its word is taken; of several at least two must
 * give an amount and none another, so that between two blocks of a change it is unknown for a moment.
 */
export async function readAgreedBalances(
  nodes: readonly Chain[],
  account: Address,
  assets: readonly Address[],
): Promise<readonly Balance[]> {
  const answers = await Promise.all(nodes.map((node) => readBalances(node, account, assets)))
  return assets.map((asset, i) => {
    const said = answers.flatMap((rows) => rows[i]?.amount ?? [])
    const isAgreed = said.length >= Math.min(2, nodes.length) && said.every((amount) => amount === said[0])
    return { asset, amount: isAgreed ? (said[0] ?? null) : null }
  })
}
