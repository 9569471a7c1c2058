import type { Address, Hex } from '@/lib/core/hex'
import { err, ok } from '@/lib/core/result'
import type { Answer } from './answer'
import { fault, read } from './answer'
import type { Chain } from './chain'
import { quantity, toQuantity } from './hex'

/** What a transaction would cost; fees in wei for each unit of gas. */
export type CostEstimate = {
  readonly gas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
}

/** A tip that miners of every chain take, where the node suggests none. */
const FALLBACK_TIP = 1_000_000n

/**
 * What the chain would take for a transaction now: a quarter more gas than the node estimates, and twice
 * the newest base fee, so that it is still taken some blocks later (EIP-1559).
 *
 * @returns an 'rpc' fault where the node says that the transaction would fail
 */
export async function estimateCosts(
  chain: Chain,
  tx: { readonly from: string; readonly to: string; readonly value: bigint; readonly data: string },
): Promise<Answer<CostEstimate>> {
  const call = { from: tx.from, to: tx.to, value: toQuantity(tx.value), data: tx.data }
  const [estimate, block, suggested] = await Promise.all([
    chain.call('eth_estimateGas', [call]),
    chain.call('eth_getBlockByNumber', ['latest', false]),
    chain.call('eth_maxPriorityFeePerGas', []),
  ])
  const gas = read(estimate, quantity)
  if (!gas.ok) return gas
  const base = read(block, (value) =>
    typeof value === 'object' && value !== null && 'baseFeePerGas' in value
      ? quantity(value.baseFeePerGas)
      : undefined,
  )
  if (!base.ok) return base
  const tip = read(suggested, quantity)
  const maxPriorityFeePerGas = tip.ok ? tip.value : FALLBACK_TIP
  return ok({
    gas: roundedUp((gas.value * 5n) / 4n, 1_000n),
    maxFeePerGas: roundedUp(base.value * 2n + maxPriorityFeePerGas, 100_000n),
    maxPriorityFeePerGas,
  })
}

/** The most that is paid is a number that a person can read; nobody is charged more for it. */
const roundedUp = (value: bigint, step: bigint): bigint => ((value + step - 1n) / step) * step

/** How many transactions of an account the chain counts; `pending` with those that wait. */
export async function transactionCount(
  chain: Chain,
  account: Address,
  tag: 'pending' | 'finalized',
): Promise<Answer<number>> {
  const answer = read(await chain.call('eth_getTransactionCount', [account, tag]), quantity)
  if (!answer.ok) return answer
  return answer.value <= BigInt(Number.MAX_SAFE_INTEGER) ? ok(Number(answer.value)) : fault('malformed')
}

/**
 * Gives a signed transaction to the node. Sent again it is the same one.
 *
 * @returns whether the node has it; an 'rpc' fault where it takes it not and knows it not
 */
export async function sendRaw(chain: Chain, raw: Hex, hash: Hex): Promise<Answer<true>> {
  const sent = await chain.call('eth_sendRawTransaction', [raw])
  if (sent.ok) return ok(true)
  const known = await chain.call('eth_getTransactionByHash', [hash])
  return known.ok && known.value !== null ? ok(true) : err(sent.error)
}
