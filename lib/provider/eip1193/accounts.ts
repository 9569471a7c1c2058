import { isRecord } from '@/lib/core/json/parse'
import type { ConnectionRow } from '@/lib/ledger/question-rows'
import type { Json } from '@/lib/page/protocol'
import type { Wallet } from '@/lib/payments/wallet'
import { BAD_PARAMS, type Caller, Refusal, UNAUTHORIZED, UNSUPPORTED } from '../caller'
import { onApproved, openRequest } from '../requests'
import { accountsFor, connectionOf, disconnect, FIRST_NETWORK, hexChainId } from './connection'
import { tellOrigin } from './tell'

/** What a `connect` question asks. */
export type ConnectDetail = {
  /** which answer its page wants: EIP-1102's list of accounts, or EIP-2255's permissions */
  readonly wants: 'accounts' | 'permissions'
}

/** Gives the account of a connected origin; any other asks a person. */
export async function requestAccounts(
  wallet: Wallet,
  caller: Caller,
): Promise<Json | { readonly waits: string }> {
  const known = await accountsFor(wallet, caller.origin)
  return known.length > 0 ? known : await ask(wallet, caller, 'accounts')
}

/** Asks a person, also where the origin is connected: it may be for another account (EIP-2255). */
export async function requestPermissions(
  wallet: Wallet,
  caller: Caller,
  params: unknown,
): Promise<{ readonly waits: string }> {
  onlyAccounts(params)
  return await ask(wallet, caller, 'permissions')
}

/** What the origin may do (EIP-2255). */
export async function permissions(wallet: Wallet, { origin }: Caller): Promise<Json> {
  const row = await connectionOf(wallet, { origin })
  return row === null ? [] : permissionsOf(row)
}

/** The page gives its own connection up. */
export async function revokePermissions(wallet: Wallet, caller: Caller, params: unknown): Promise<null> {
  onlyAccounts(params)
  await disconnect(wallet, caller.origin)
  return null
}

async function ask(
  wallet: Wallet,
  caller: Caller,
  wants: ConnectDetail['wants'],
): Promise<{ readonly waits: string }> {
  if ((await wallet.vault.status()) === 'none') throw new Refusal(4900, 'there is no wallet yet')
  if (caller.origin === 'null') throw new Refusal(UNAUTHORIZED, 'a page without an origin cannot connect')
  return await openRequest(wallet, caller, { kind: 'connect', detail: { wants } satisfies ConnectDetail })
}

onApproved('connect', async (wallet, { asker: origin, detail }, change) => {
  const account = isRecord(change) ? change.account : undefined
  const accounts = await wallet.vault.accounts()
  const chosen = accounts.find(({ address }) => address === account)
  if (chosen === undefined) return { error: { code: 'bad-value' } }
  const before = await wallet.ledger.connections.get(origin)
  const now = Date.now()
  const network = before?.network ?? FIRST_NETWORK
  const row = { origin, account: chosen.address, network, connectedAt: now, usedAt: now }
  await wallet.ledger.connections.put(row)
  if (before?.account !== row.account) {
    if (before === undefined) await tellOrigin(origin, 'connect', { chainId: hexChainId(network) })
    await tellOrigin(origin, 'accountsChanged', [row.account])
  }
  return { value: (detail as ConnectDetail).wants === 'accounts' ? [row.account] : permissionsOf(row) }
})

const permissionsOf = ({ origin, account, connectedAt }: ConnectionRow): Json => [
  {
    invoker: origin,
    parentCapability: 'eth_accounts',
    caveats: [{ type: 'restrictReturnedAccounts', value: [account] }],
    date: connectedAt,
  },
]

/** `eth_accounts` is the one permission there is. */
function onlyAccounts(params: unknown): void {
  const [asked] = Array.isArray(params) ? (params as unknown[]) : []
  if (!isRecord(asked)) throw new Refusal(BAD_PARAMS, 'no permission is named')
  if (Object.keys(asked).join() !== 'eth_accounts')
    throw new Refusal(UNSUPPORTED, 'eth_accounts is the only permission here')
}
