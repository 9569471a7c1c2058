import type { CostEstimate } from '@/lib/chain/transaction'
import { estimateCosts } from '@/lib/chain/transaction'
import { NATIVE } from '@/lib/core/assets/native'
import { late } from '@/lib/late/load'
import { readSettings } from '@/lib/ledger/read/documents'
import { chainOf } from '@/lib/payments/chains'
import type { Wallet } from '@/lib/payments/wallet'
import { BAD_PARAMS, type Caller, Refusal } from '../caller'
import { connected } from './connection'
import { REFUSED } from './typed-data'
import { openOwn, wishOf } from './wish'

/** No plain transfer of any token needs more. */
const MOST_GAS = 1_000_000n
/** What was estimated is stale after so long. */
const GOOD_FOR_SECONDS = 600

/**
 * `eth_sendTransaction` for plain transfers of the chain's coin and of tokens, and for approvals with an
 * amount. The largest possible fee is part of what a person approves; no mandate sends a transaction.
 */
export async function sendTransaction(
  wallet: Wallet,
  caller: Caller,
  params: unknown,
): Promise<{ readonly waits: string }> {
  const { account, network } = await connected(wallet, caller)
  const { readTransaction, actionOf, transactionOf } = await late()
  const chainId = Number(network.slice('eip155:'.length))
  const read = readTransaction(params, account, chainId)
  if (!read.ok) throw new Refusal(BAD_PARAMS, `${read.error.field}: ${read.error.detail}`)
  const { transfer, gas, maxFeePerGas, maxPriorityFeePerGas } = read.value
  if (transfer.open !== null) throw new Refusal(REFUSED, 'this would grant an open allowance')
  const chain = chainOf(await readSettings(wallet.ledger), network)
  const plain = transactionOf(transfer, chainId, {
    nonce: 0,
    gas: 0n,
    maxFeePerGas: 0n,
    maxPriorityFeePerGas: 0n,
  })
  const answer = chain === null ? null : await estimateCosts(chain, { ...plain, from: account })
  if (!answer?.ok)
    throw answer?.error.kind === 'rpc'
      ? new Refusal(REFUSED, 'the node says that this transaction would fail')
      : new Refusal(-32603, 'the node does not answer')
  const costs = chosen({ gas, maxFeePerGas, maxPriorityFeePerGas }, answer.value)
  if (costs.gas > MOST_GAS) throw new Refusal(REFUSED, 'this needs more gas than a transfer does')
  const action = actionOf({ transfer, ...costs }, account)
  const wish = wishOf(caller, { kind: 'transaction', action, method: 'SEND', certain: false })
  const { to: payTo, amount, token } = transfer
  const terms = { network, asset: token ?? NATIVE, amount: amount.toString(), payTo }
  return { waits: (await openOwn(wallet, wish, { ...terms, maxTimeoutSeconds: GOOD_FOR_SECONDS })).id }
}

/** What the page named, else what the node suggests; a tip is never above the whole. */
function chosen(
  asked: { readonly [K in keyof CostEstimate]: bigint | null },
  suggested: CostEstimate,
): CostEstimate {
  const maxFeePerGas = asked.maxFeePerGas ?? suggested.maxFeePerGas
  const tip = asked.maxPriorityFeePerGas ?? suggested.maxPriorityFeePerGas
  const gas = asked.gas ?? suggested.gas
  const isAbove = tip > maxFeePerGas
  return { gas, maxFeePerGas, maxPriorityFeePerGas: isAbove ? maxFeePerGas : tip }
}
