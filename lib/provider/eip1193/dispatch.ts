import { isRecord } from '@/lib/core/json/parse'
import type { Json } from '@/lib/page/protocol'
import type { Wallet } from '@/lib/payments/wallet'
import { BAD_PARAMS, type Caller, Refusal, UNSUPPORTED } from '../caller'
import { permissions, requestAccounts, requestPermissions, revokePermissions } from './accounts'
import { addChain, networkFor, switchChain } from './chains'
import { accountsFor, hexChainId } from './connection'
import { personalSign } from './message'
import { READS, readChain } from './reads'
import { sendTransaction } from './transaction'
import { signTypedDataV4 } from './typed-data'

type Method = (wallet: Wallet, caller: Caller, params: unknown) => Promise<Json | { readonly waits: string }>

/** The methods of EIP-1193 that the wallet has, beside those that only read the chain. */
const METHODS: Readonly<Record<string, Method>> = {
  eth_requestAccounts: requestAccounts,
  eth_accounts: (wallet, { origin }) => accountsFor(wallet, origin),
  eth_chainId: async (wallet, caller) => hexChainId(await networkFor(wallet, caller)),
  net_version: async (wallet, caller) => (await networkFor(wallet, caller)).slice('eip155:'.length),
  web3_clientVersion: async () => 'Countersign',
  wallet_requestPermissions: requestPermissions,
  wallet_getPermissions: permissions,
  wallet_revokePermissions: revokePermissions,
  wallet_switchEthereumChain: switchChain,
  wallet_addEthereumChain: addChain,
  personal_sign: personalSign,
  eth_signTypedData_v4: signTypedDataV4,
  eth_sendTransaction: sendTransaction,
}

/**
 * Answers one request of EIP-1193.
 *
 * @param value `{method, params}`
 * @throws Refusal 4200 for a method that is not here: `eth_sign`, which signs what nobody can read, among them
 */
export async function answerRpc(
  wallet: Wallet,
  caller: Caller,
  value: Json,
): Promise<Json | { readonly waits: string }> {
  const { method, params = [] } = isRecord(value) ? value : {}
  if (typeof method !== 'string') throw new Refusal(BAD_PARAMS, 'no method')
  if (Object.hasOwn(METHODS, method)) return (await METHODS[method]?.(wallet, caller, params)) ?? null
  if (READS.has(method)) {
    if (!Array.isArray(params)) throw new Refusal(BAD_PARAMS, 'params is no list')
    return await readChain(wallet, caller, method, params as Json[])
  }
  throw new Refusal(UNSUPPORTED, `the wallet has no ${method.slice(0, 60)}`)
}
