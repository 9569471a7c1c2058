import { networkOf } from '@/lib/chain/networks'
import { isRecord } from '@/lib/core/json/parse'
import type { Json } from '@/lib/page/protocol'
import type { Wallet } from '@/lib/payments/wallet'
import { BAD_PARAMS, type Caller, CHAIN_UNKNOWN, Refusal } from '../caller'
import { connected, connectionOf, FIRST_NETWORK, hexChainId } from './connection'
import { tellOrigin } from './tell'

/** The chain that the origin's provider is on, CAIP-2. */
export const networkFor = async (wallet: Wallet, caller: Caller): Promise<string> =>
  (await connectionOf(wallet, caller))?.network ?? FIRST_NETWORK

/**
 * Moves the origin's provider to another chain (EIP-3326). Nobody is asked: it changes what the page reads,
 * and nothing about what may be paid where.
 *
 * @throws Refusal 4902 for a chain that the wallet does not know
 */
export async function switchChain(wallet: Wallet, caller: Caller, params: unknown): Promise<null> {
  const network = knownNetwork(params)
  const { origin, network: before } = await connected(wallet, caller)
  if (before === network) return null
  await wallet.ledger.connections.update(origin, { network })
  await tellOrigin(origin, 'chainChanged', hexChainId(network))
  return null
}

/** Answers for a chain that the wallet knows (EIP-3085); a page's own nodes are never taken. */
export async function addChain(wallet: Wallet, caller: Caller, params: unknown): Promise<Json> {
  knownNetwork(params)
  await connected(wallet, caller)
  return null
}

function knownNetwork(params: unknown): string {
  const [asked] = Array.isArray(params) ? (params as unknown[]) : []
  const id = isRecord(asked) ? asked.chainId : undefined
  if (typeof id !== 'string' || !/^0x[0-9a-fA-F]{1,14}$/.test(id))
    throw new Refusal(BAD_PARAMS, 'chainId is no number in hex')
  const network = `eip155:${Number(id)}`
  if (networkOf(network) === undefined)
    throw new Refusal(CHAIN_UNKNOWN, 'the wallet does not know this chain')
  return network
}
