import type { Hex } from '@/lib/core/hex'
import { err, ok, type Result } from '@/lib/core/result'
import { type Bytes, fromBase64, toBase64 } from './base64'
import {
  type BlobError,
  checkOf,
  keyContext,
  type PublicAccount,
  type Sealed,
  secretsContext,
  type VaultBlob,
} from './blob'

/** What is sealed: the words, null for a vault of one imported key, and the key of each account in the list's order. */
export type Secrets = { readonly words: string | null; readonly keys: readonly Hex[] }

/** Why a vault does not open. */
export type OpenError = 'wrong-password' | BlobError

/** An opened vault. `vaultKey` is 32 raw bytes. */
export type Opened = { readonly vaultKey: Bytes; readonly secrets: Secrets }

/**
 * Seals secrets under a new random vault key, and that key under the password.
 *
 * @param rounds PBKDF2-SHA256 rounds (NIST SP 800-132); each call takes a new salt and new IVs
 */
export async function seal(
  secrets: Secrets,
  accounts: readonly PublicAccount[],
  password: string,
  rounds: number,
  crypto: Crypto,
): Promise<{ readonly blob: VaultBlob; readonly vaultKey: Bytes }> {
  const vaultKey = crypto.getRandomValues(new Uint8Array(32))
  const wrapped = await wrap(vaultKey, password, rounds, crypto)
  const sealed = await sealSecrets(secrets, accounts, vaultKey, crypto)
  return { blob: await complete({ version: 1, ...wrapped, secrets: sealed, accounts }, crypto), vaultKey }
}

/** Seals other secrets and accounts under the vault key of a blob; its password stays. */
export async function reseal(
  blob: VaultBlob,
  secrets: Secrets,
  accounts: readonly PublicAccount[],
  vaultKey: Bytes,
  crypto: Crypto,
): Promise<VaultBlob> {
  return complete(
    { ...blob, secrets: await sealSecrets(secrets, accounts, vaultKey, crypto), accounts },
    crypto,
  )
}

/** Wraps the same vault key anew with other rounds and a new salt; the secrets stay as they are. */
export async function rewrap(
  blob: VaultBlob,
  vaultKey: Bytes,
  password: string,
  rounds: number,
  crypto: Crypto,
): Promise<VaultBlob> {
  return complete({ ...blob, ...(await wrap(vaultKey, password, rounds, crypto)) }, crypto)
}

/**
 * Opens a parsed blob with the password.
 *
 * @returns 'wrong-password' when the vault key does not unwrap, 'corrupt' when what it seals does not
 *   open; never which byte or why
 */
export async function open(
  blob: VaultBlob,
  password: string,
  crypto: Crypto,
): Promise<Result<Opened, OpenError>> {
  const salt = fromBase64(blob.kdf.salt)
  if (salt === undefined) return err('corrupt')
  const kek = await deriveKek(password, salt, blob.kdf.rounds, crypto)
  const vaultKey = await decrypt(kek, blob.key, keyContext(blob.kdf), crypto)
  if (vaultKey === undefined) return err('wrong-password')
  const secrets = await openSecrets(blob, vaultKey, crypto)
  return secrets.ok ? ok({ vaultKey, secrets: secrets.value }) : secrets
}

/** Opens the secrets of a parsed blob with the raw vault key. */
export async function openSecrets(
  blob: VaultBlob,
  vaultKey: Bytes,
  crypto: Crypto,
): Promise<Result<Secrets, 'corrupt'>> {
  if (vaultKey.length !== 32) return err('corrupt')
  const key = await importKey(vaultKey, crypto)
  const plain = await decrypt(key, blob.secrets, secretsContext(blob.accounts), crypto)
  const secrets = plain === undefined ? undefined : readSecrets(plain)
  return secrets?.keys.length === blob.accounts.length ? ok(secrets) : err('corrupt')
}

async function wrap(vaultKey: Bytes, password: string, rounds: number, crypto: Crypto) {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const kdf = { name: 'PBKDF2-SHA256', rounds, salt: toBase64(salt) } as const
  const kek = await deriveKek(password, salt, rounds, crypto)
  return { kdf, key: await encrypt(kek, vaultKey, keyContext(kdf), crypto) }
}

async function sealSecrets(
  secrets: Secrets,
  accounts: readonly PublicAccount[],
  vaultKey: Bytes,
  crypto: Crypto,
): Promise<Sealed> {
  const plain = new TextEncoder().encode(JSON.stringify({ words: secrets.words, keys: secrets.keys }))
  return encrypt(await importKey(vaultKey, crypto), plain, secretsContext(accounts), crypto)
}

async function complete(blob: Omit<VaultBlob, 'check'>, crypto: Crypto): Promise<VaultBlob> {
  return { ...blob, check: await checkOf(blob, crypto) }
}

/** NFKC, so that one password typed on two keyboards is the same password. */
async function deriveKek(password: string, salt: Bytes, rounds: number, crypto: Crypto): Promise<CryptoKey> {
  const typed = new TextEncoder().encode(password.normalize('NFKC'))
  const base = await crypto.subtle.importKey('raw', typed, 'PBKDF2', false, ['deriveKey'])
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds }
  return crypto.subtle.deriveKey(derivation, base, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ])
}

function importKey(raw: Bytes, crypto: Crypto): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

async function encrypt(key: CryptoKey, plain: Bytes, context: string, crypto: Crypto): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const additionalData = new TextEncoder().encode(context)
  const data = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, key, plain)
  return { iv: toBase64(iv), data: toBase64(new Uint8Array(data)) }
}

async function decrypt(
  key: CryptoKey,
  sealed: Sealed,
  context: string,
  crypto: Crypto,
): Promise<Bytes | undefined> {
  const iv = fromBase64(sealed.iv)
  const data = fromBase64(sealed.data)
  if (iv === undefined || data === undefined) return undefined
  const additionalData = new TextEncoder().encode(context)
  try {
    return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, key, data))
  } catch {
    // the only failure here is a tag that does not match
    return undefined
  }
}

function readSecrets(plain: Bytes): Secrets | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(plain))
    return isSecrets(value) ? value : undefined
  } catch {
    // JSON.parse quotes its input in its error: it must not travel further
    return undefined
  }
}

function isSecrets(value: unknown): value is Secrets {
  if (typeof value !== 'object' || value === null || !('words' in value) || !('keys' in value)) return false
  const { words, keys } = value
  if (words !== null && typeof words !== 'string') return false
  return Array.isArray(keys) && keys.every((key) => typeof key === 'string' && /^0x[0-9a-f]{64}$/.test(key))
}
