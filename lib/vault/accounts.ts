import type { Address } from '@/lib/core/hex'
import { err, ok, type Result } from '@/lib/core/result'
import type { PublicAccount } from './blob'
import type { Secrets } from './crypto'
import type { KeyPair } from './mnemonic'

/** The secrets of an open vault with the accounts that they are for, in the same order. */
export type Holding = { readonly secrets: Secrets; readonly accounts: readonly PublicAccount[] }

const LONGEST_NAME = 40
const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** Adds an account of a key that is not of the wallet's words; 'exists' where it is here already. */
export function withKeyAccount(
  { secrets, accounts }: Holding,
  { address, key }: KeyPair,
  name: string,
): Result<Holding, 'exists'> {
  if (accounts.some((a) => same(a.address, address))) return err('exists')
  const account: PublicAccount = { address, name: name.slice(0, LONGEST_NAME), kind: 'imported', index: 0 }
  return ok({ secrets: { ...secrets, keys: [...secrets.keys, key] }, accounts: [...accounts, account] })
}

/** Gives an account another name; 'unknown' where there is no such account. */
export function withName(
  { secrets, accounts }: Holding,
  address: Address,
  name: string,
): Result<Holding, 'unknown'> {
  if (!accounts.some((a) => same(a.address, address))) return err('unknown')
  const named = accounts.map((a) =>
    same(a.address, address) ? { ...a, name: name.slice(0, LONGEST_NAME) } : a,
  )
  return ok({ secrets, accounts: named })
}

/** Takes an account and its key away; 'last' for the only one. */
export function withoutAccount(
  { secrets, accounts }: Holding,
  address: Address,
): Result<Holding, 'unknown' | 'last'> {
  const at = accounts.findIndex((a) => same(a.address, address))
  if (at < 0) return err('unknown')
  if (accounts.length === 1) return err('last')
  const left = <T>(list: readonly T[]) => list.filter((_, i) => i !== at)
  return ok({ secrets: { ...secrets, keys: left(secrets.keys) }, accounts: left(accounts) })
}
