import { readSettings } from '@/lib/ledger/read/documents'
import type { Json } from '@/lib/page/protocol'
import { chainOf } from '@/lib/payments/chains'
import type { Wallet } from '@/lib/payments/wallet'
import { BAD_PARAMS, type Caller, LIMITED, Refusal } from '../caller'
import { connected } from './connection'

/** Methods that only read the chain: they go to the owner's node as they are. */
export const READS: ReadonlySet<string> = new Set(
  [
    'blockNumber',
    'call',
    'estimateGas',
    'feeHistory',
    'gasPrice',
    'getBalance',
    'getBlockByHash',
    'getBlockByNumber',
    'getBlockReceipts',
    'getCode',
    'getLogs',
    'getProof',
    'getStorageAt',
    'getTransactionByHash',
    'getTransactionCount',
    'getTransactionReceipt',
    'maxPriorityFeePerGas',
  ].map((name) => `eth_${name}`),
)

/** A call is no place to send data to somebody else's node. */
const MAX_PARAMS = 65_536
/** So many calls of one origin may be under way: each holds a connection to the owner's node. */
const AT_ONCE = 16
const underway = new Map<string, number>()

/**
 * Reads from the chain that the origin is on, through the owner's node.
 *
 * @throws Refusal with the node's own code where it refuses, -32603 where it gives no answer
 */
export async function readChain(
  wallet: Wallet,
  caller: Caller,
  method: string,
  params: readonly Json[],
): Promise<Json> {
  const { network, origin } = await connected(wallet, caller)
  if (JSON.stringify(params).length > MAX_PARAMS) throw new Refusal(BAD_PARAMS, 'the parameters are too long')
  const running = underway.get(origin) ?? 0
  if (running >= AT_ONCE) throw new Refusal(LIMITED, 'too many calls at once')
  const chain = chainOf(await readSettings(wallet.ledger), network)
  underway.set(origin, running + 1)
  try {
    const answer = await chain?.call(method, params)
    if (answer?.ok) return answer.value as Json
    const code = answer?.error.kind === 'rpc' ? answer.error.code : -32603
    throw new Refusal(
      code,
      answer?.error.kind === 'rpc' ? 'the node refuses this' : 'the node does not answer',
    )
  } finally {
    const left = (underway.get(origin) ?? 1) - 1
    if (left > 0) underway.set(origin, left)
    else underway.delete(origin)
  }
}
