import type { ConnectionRow } from '@/lib/ledger/question-rows'
import type { Json } from '@/lib/page/protocol'
import type { Wallet } from '@/lib/payments/wallet'
import { type Caller, Refusal, UNAUTHORIZED } from '../caller'
import { tellOrigin } from './tell'

/** The chain of a new connection: Base, where most x402 sellers are paid. */
export const FIRST_NETWORK = 'eip155:8453'

/** A chain id as EIP-1193 writes it: hex without leading zeros. @param network CAIP-2, eip155 */
export const hexChainId = (network: string): string => `0x${Number(network.slice(7)).toString(16)}`

/** The connection of the caller's origin, with an account that the wallet still has. An opaque origin has none. */
export async function connectionOf(
  wallet: Wallet,
  { origin }: Pick<Caller, 'origin'>,
): Promise<ConnectionRow | null> {
  const row = await wallet.ledger.connections.get(origin)
  const isOurs = (await wallet.vault.accounts()).some(({ address }) => address === row?.account)
  return row !== undefined && isOurs ? row : null
}

/**
 * The connection that a call needs. It stands while the wallet is locked: what needs the key asks a person,
 * who unlocks first.
 *
 * @throws Refusal 4100 where the origin is not connected
 */
export async function connected(wallet: Wallet, caller: Caller): Promise<ConnectionRow> {
  const row = await connectionOf(wallet, caller)
  if (row === null) throw new Refusal(UNAUTHORIZED, 'this site is not connected: call eth_requestAccounts')
  await wallet.ledger.connections.update(row.origin, { usedAt: Date.now() })
  return row
}

/** The connection whose account the page names. @throws Refusal 4100 for any other account */
export async function connectedAs(wallet: Wallet, caller: Caller, account: unknown): Promise<ConnectionRow> {
  const row = await connected(wallet, caller)
  const isSame = typeof account === 'string' && account.toLowerCase() === row.account.toLowerCase()
  if (!isSame) throw new Refusal(UNAUTHORIZED, 'this site is not connected to that account')
  return row
}

/** What the origin's pages see of accounts now: its own, and none while the wallet is locked. */
export async function accountsFor(wallet: Wallet, origin: string): Promise<readonly string[]> {
  const row = await connectionOf(wallet, { origin })
  return row !== null && (await wallet.vault.status()) === 'unlocked' ? [row.account] : []
}

/** Ends a connection, by its page or by the owner, and tells the pages of the origin. */
export async function disconnect(wallet: Wallet, origin: string): Promise<void> {
  await wallet.ledger.connections.delete(origin)
  await tellOrigin(origin, 'accountsChanged', [])
}

/** Tells every connected origin what it sees now: after the wallet was locked or unlocked. */
export async function tellLock(wallet: Wallet): Promise<void> {
  for (const { origin } of await wallet.ledger.connections.toArray())
    await tellOrigin(origin, 'accountsChanged', (await accountsFor(wallet, origin)) as Json)
}
