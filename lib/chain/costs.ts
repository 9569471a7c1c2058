import { err, ok } from '@/lib/core/result'
import { type Answer, fault } from './answer'
import type { Chain } from './chain'
import { type CostEstimate, estimateCosts } from './transaction'

/** No transaction of an EVM chain takes less (yellow paper, G_transaction). */
const LEAST_GAS = 21_000n
/** Base fees move by an eighth a block: honest nodes are never this many times apart. */
const APART = 8n

const whole = ({ gas, maxFeePerGas }: CostEstimate): bigint => gas * maxFeePerGas

/**
 * What the chain would take for a transaction by all nodes of its network: the highest that is sane, so that no
 * node makes the bound too low to be mined, nor so high that it says nothing.
 *
 * An estimate is left out where its gas is below what any transaction takes or above `mostGas`, where it is over
 * `mostFee` and another node's is not, and, with three or more, where it is many times the middle one. The tip is
 * paid whole, whatever the bound is: of it the middle one is taken, and the lower of two.
 *
 * @param mostGas units of gas
 * @param mostFee wei, the owner's limit on the chain's coin
 * @returns an 'rpc' fault where more nodes say that the transaction would fail, or needs more than `mostGas`, than
 *   say what it takes; 'malformed' where none says anything that can be
 */
export async function costsByAll(
  nodes: readonly Chain[],
  tx: { readonly from: string; readonly to: string; readonly value: bigint; readonly data: string },
  mostGas: bigint,
  mostFee: bigint,
): Promise<Answer<CostEstimate>> {
  const answers = await Promise.all(nodes.map((node) => estimateCosts(node, tx)))
  const said = answers.flatMap((answer) => (answer.ok ? [answer.value] : []))
  const possible = said.filter(({ gas }) => gas >= LEAST_GAS && gas <= mostGas)
  const failing = answers.filter((answer) => !answer.ok && answer.error.kind === 'rpc')
  const against = failing.length + said.filter(({ gas }) => gas > mostGas).length
  if (against > possible.length) return failing[0] ?? err({ kind: 'rpc', code: 0 })
  const sane = withoutFar(within(possible, mostFee))
  const [first] = sane
  if (first === undefined) return answers.find((answer) => !answer.ok) ?? fault('malformed')
  const highest = sane.reduce((a, b) => (whole(b) > whole(a) ? b : a), first)
  const tips = sane.map((each) => each.maxPriorityFeePerGas).sort(byValue)
  const joined = {
    gas: most(sane.map(({ gas }) => gas)),
    maxFeePerGas: most(sane.map(({ maxFeePerGas }) => maxFeePerGas)),
  }
  // The gas of one and the price of another may be more together than the owner's limit.
  const { gas, maxFeePerGas } =
    whole({ ...highest, ...joined }) > mostFee && whole(highest) <= mostFee ? highest : joined
  const tip = tips[(tips.length - 1) >> 1] ?? 0n
  return ok({ gas, maxFeePerGas, maxPriorityFeePerGas: tip > maxFeePerGas ? maxFeePerGas : tip })
}

/** Those within the limit; all that ask least where none is, so that the owner sees by how much. */
function within(estimates: readonly CostEstimate[], mostFee: bigint): readonly CostEstimate[] {
  const inside = estimates.filter((each) => whole(each) <= mostFee)
  return inside.length > 0 ? inside : [...estimates].sort((a, b) => byValue(whole(a), whole(b))).slice(0, 1)
}

/** Of three or more, those that are not many times the middle one: with fewer nobody knows which is wrong. */
function withoutFar(estimates: readonly CostEstimate[]): readonly CostEstimate[] {
  if (estimates.length < 3) return estimates
  const prices = estimates.map(whole).sort(byValue)
  const middle = prices[(prices.length - 1) >> 1] ?? 0n
  return estimates.filter((each) => whole(each) <= middle * APART)
}

const byValue = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0)
const most = (values: readonly bigint[]): bigint => [...values].sort(byValue).at(-1) ?? 0n
