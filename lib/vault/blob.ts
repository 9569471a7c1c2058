import type { Address } from '@/lib/core/hex'
import { err, ok, type Result } from '@/lib/core/result'
import { fromBase64, toBase64 } from './base64'

/** Fewest PBKDF2 rounds that a stored blob may name; fewer is refused however well it decrypts. */
export const MIN_ROUNDS = 600_000

/** Rounds of a new blob; an older one is lifted to this number when it is unlocked. */
export const DEFAULT_ROUNDS = 900_000

/** Most rounds that are tried: a changed blob must not keep the browser busy for hours. */
export const MAX_ROUNDS = 10_000_000

/** AES-256-GCM output: base64 of the 12-byte IV, and of the ciphertext with its tag. */
export type Sealed = { readonly iv: string; readonly data: string }

/** What may be known of an account while the wallet is locked. `index` is the HD index, or 0 for an imported key. */
export type PublicAccount = {
  readonly address: Address
  readonly name: string
  readonly kind: 'derived' | 'imported'
  readonly index: number
  /** base58; absent for an imported key, and in a vault that was not opened since there are such accounts */
  readonly solana?: string
}

/**
 * The vault as stored. `accounts` stands in the clear, so that a locked wallet shows its address, and
 * is bound to `secrets` as associated data: a changed list fails at the next unlock. `check` is a plain
 * digest of all the rest; it tells a damaged blob from a wrong password and protects against nobody.
 */
export type VaultBlob = {
  readonly version: 1
  readonly kdf: { readonly name: 'PBKDF2-SHA256'; readonly rounds: number; readonly salt: string }
  /** the random vault key under the key made of the password */
  readonly key: Sealed
  /** the secrets under the vault key */
  readonly secrets: Sealed
  readonly accounts: readonly PublicAccount[]
  readonly check: string
}

const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/

/** Why a stored value is no vault that may be opened. */
export type BlobError = 'corrupt' | 'weak-parameters' | 'unsupported-version'

/**
 * Reads a stored value strictly: exact keys, exact base64, sizes, bounds of the rounds, digest.
 *
 * @returns 'unsupported-version' for a later format, 'weak-parameters' for too few rounds, else 'corrupt'
 */
export async function parseBlob(value: unknown, crypto: Crypto): Promise<Result<VaultBlob, BlobError>> {
  if (!isRecord(value)) return err('corrupt')
  if (value.version !== 1) return err(Number.isSafeInteger(value.version) ? 'unsupported-version' : 'corrupt')
  if (!hasKeys(value, ['version', 'kdf', 'key', 'secrets', 'accounts', 'check'])) return err('corrupt')
  const { kdf, key, secrets, accounts, check } = value
  if (!isRecord(kdf) || !hasKeys(kdf, ['name', 'rounds', 'salt'])) return err('corrupt')
  const { name, rounds, salt } = kdf
  if (name !== 'PBKDF2-SHA256' || typeof rounds !== 'number' || !Number.isSafeInteger(rounds))
    return err('corrupt')
  if (typeof salt !== 'string' || fromBase64(salt)?.length !== 16) return err('corrupt')
  if (!isSealed(key) || !isSealed(secrets) || !Array.isArray(accounts)) return err('corrupt')
  if (accounts.length === 0 || !accounts.every(isAccount) || typeof check !== 'string') return err('corrupt')
  if (rounds > MAX_ROUNDS) return err('corrupt')
  if (rounds < MIN_ROUNDS) return err('weak-parameters')
  const blob: VaultBlob = { version: 1, kdf: { name, rounds, salt }, key, secrets, accounts, check }
  return (await checkOf(blob, crypto)) === check ? ok(blob) : err('corrupt')
}

/** SHA-256 over every field but `check`, base64. */
export async function checkOf(blob: Omit<VaultBlob, 'check'>, crypto: Crypto): Promise<string> {
  const { kdf, key, secrets, accounts } = blob
  const text = JSON.stringify([
    keyContext(kdf),
    key.iv,
    key.data,
    secrets.iv,
    secrets.data,
    accountFields(accounts),
  ])
  return toBase64(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}

/** Associated data of the wrapped vault key: the format and every parameter of the derivation. */
export function keyContext(kdf: VaultBlob['kdf']): string {
  return JSON.stringify(['countersign vault', 1, 'key', kdf.name, kdf.rounds, kdf.salt])
}

/** Associated data of the secrets: the format and the public list of accounts. */
export function secretsContext(accounts: readonly PublicAccount[]): string {
  return JSON.stringify(['countersign vault', 1, 'secrets', accountFields(accounts)])
}

function accountFields(accounts: readonly PublicAccount[]): readonly unknown[] {
  return accounts.map(({ address, name, kind, index, solana }) => [
    address,
    name,
    kind,
    index,
    ...(solana === undefined ? [] : [solana]),
  ])
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasKeys(value: Record<string, unknown>, keys: readonly string[]): boolean {
  return Object.keys(value).length === keys.length && keys.every((key) => Object.hasOwn(value, key))
}

function isSealed(value: unknown): value is Sealed {
  if (!isRecord(value) || !hasKeys(value, ['iv', 'data'])) return false
  if (typeof value.iv !== 'string' || typeof value.data !== 'string') return false
  return fromBase64(value.iv)?.length === 12 && (fromBase64(value.data)?.length ?? 0) > 16
}

function isAccount(value: unknown): value is PublicAccount {
  if (!isRecord(value)) return false
  const { address, name, kind, index, solana } = value
  const keys = ['address', 'name', 'kind', 'index', ...(solana === undefined ? [] : ['solana'])]
  if (!hasKeys(value, keys)) return false
  if (solana !== undefined && (typeof solana !== 'string' || !BASE58.test(solana))) return false
  if (typeof address !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(address) || typeof name !== 'string')
    return false
  if (kind !== 'derived' && kind !== 'imported') return false
  return typeof index === 'number' && Number.isSafeInteger(index) && index >= 0
}
