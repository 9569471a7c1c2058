import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'

import { type Bytes, fromBase64, toBase64 } from './base64'
import {
  checkOf,
  DEFAULT_ROUNDS,
  MAX_ROUNDS,
  MIN_ROUNDS,
  type PublicAccount,
  parseBlob,
  type VaultBlob,
} from './blob'
import { open, openSecrets, reseal, rewrap, type Secrets, seal } from './crypto'
import { hastyCrypto, JUNK, JUNK_ADDRESSES, JUNK_KEY, PASSWORD } from './testing'

const secrets: Secrets = { words: JUNK, keys: [JUNK_KEY] }
const accounts: readonly PublicAccount[] = [
  { address: JUNK_ADDRESSES[0], name: 'Café 1', kind: 'derived', index: 0 },
]

let blob: VaultBlob
let vaultKey: Bytes
beforeAll(async () => {
  ;({ blob, vaultKey } = await seal(secrets, accounts, PASSWORD, MIN_ROUNDS, hastyCrypto))
})

const withCheck = async (changed: VaultBlob) => ({ ...changed, check: await checkOf(changed, crypto) })
const openStored = async (value: unknown, password = PASSWORD) => {
  const parsed = await parseBlob(value, hastyCrypto)
  return parsed.ok ? open(parsed.value, password, hastyCrypto) : parsed
}

describe('a sealed vault', () => {
  it('opens with the real number of rounds, and not with another password', async () => {
    const real = await seal(secrets, accounts, PASSWORD, DEFAULT_ROUNDS, crypto)
    expect(real.blob.kdf.rounds).toBe(900_000)
    expect(await open(real.blob, PASSWORD, crypto)).toEqual({
      ok: true,
      value: { vaultKey: real.vaultKey, secrets },
    })
    expect(await open(real.blob, `${PASSWORD} `, crypto)).toEqual({ ok: false, error: 'wrong-password' })
  })

  it('opens with the same password in another Unicode form', async () => {
    const sealed = await seal(secrets, accounts, 'piñata del café', MIN_ROUNDS, hastyCrypto)
    expect((await openStored(sealed.blob, 'piñata del café'.normalize('NFD'))).ok).toBe(true)
  })

  it('takes a new salt, new IVs and a new vault key each time', async () => {
    const again = await seal(secrets, accounts, PASSWORD, MIN_ROUNDS, hastyCrypto)
    const random = [blob, again.blob].flatMap((b) => [b.kdf.salt, b.key.iv, b.secrets.iv])
    expect(new Set([...random, toBase64(vaultKey), toBase64(again.vaultKey)]).size).toBe(8)
  })

  it('shows nothing of the secrets, the password or the vault key', () => {
    const text = JSON.stringify(blob)
    for (const secret of [JUNK, 'junk', JUNK_KEY.slice(2), PASSWORD, toBase64(vaultKey)]) {
      expect(text).not.toContain(secret)
    }
  })

  it('refuses a password for every other password', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (password) => {
        fc.pre(password.normalize('NFKC') !== PASSWORD)
        expect(await openStored(blob, password)).toEqual({ ok: false, error: 'wrong-password' })
      }),
      { numRuns: 50 },
    )
  })
})

describe('a changed vault', () => {
  it('is refused when any one character of it is another (property)', async () => {
    const text = JSON.stringify(blob)
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length - 1), fc.integer({ min: 0, max: 6 }), async (at, bit) => {
        const flipped =
          text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << bit)) + text.slice(at + 1)
        const value = parseJson(flipped)
        fc.pre(JSON.stringify(value) !== text)
        expect((await openStored(value)).ok).toBe(false)
      }),
      { numRuns: 600 },
    )
  })

  it('is refused when any sealed byte is another and the digest was made to fit (property)', async () => {
    const fields = ['kdf.salt', 'key.iv', 'key.data', 'secrets.iv', 'secrets.data'] as const
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...fields),
        fc.nat(1000),
        fc.integer({ min: 1, max: 255 }),
        async (field, at, mask) => {
          const flip = (text: string) => {
            const bytes = fromBase64(text) ?? new Uint8Array()
            return toBase64(bytes.map((byte, i) => (i === at % bytes.length ? byte ^ mask : byte)))
          }
          const [group, name] = field.split('.')
          const changed = mapStrings(blob, (path, text) => (path === `${group}.${name}` ? flip(text) : text))
          const result = await openStored(await withCheck(changed))
          expect(result).toEqual({
            ok: false,
            error: field.startsWith('secrets') ? 'corrupt' : 'wrong-password',
          })
        },
      ),
      { numRuns: 200 },
    )
  })

  it.each([
    ['address', { address: JUNK_ADDRESSES[1] }],
    ['name', { name: 'Savings' }],
    ['kind', { kind: 'imported' as const }],
    ['index', { index: 1 }],
  ])('is refused when the %s of a public account is another and the digest fits', async (_, over) => {
    const [account] = accounts
    const changed = await withCheck({
      ...blob,
      accounts: account === undefined ? [] : [{ ...account, ...over }],
    })
    expect(await openStored(changed)).toEqual({ ok: false, error: 'corrupt' })
  })

  it('does not open with other rounds than it was sealed with, though the digest fits', async () => {
    const changed = await withCheck({ ...blob, kdf: { ...blob.kdf, rounds: MIN_ROUNDS + 1 } })
    expect(await openStored(changed)).toEqual({ ok: false, error: 'wrong-password' })
  })

  it('is told from a wrong password when it was only damaged', async () => {
    expect(await openStored({ ...blob, check: toBase64(new Uint8Array(32)) })).toEqual({
      ok: false,
      error: 'corrupt',
    })
  })

  it('does not admit the key of another vault', async () => {
    const other = await seal(secrets, accounts, PASSWORD, MIN_ROUNDS, hastyCrypto)
    expect(await openSecrets(blob, other.vaultKey, crypto)).toEqual({ ok: false, error: 'corrupt' })
    expect(await openStored(await withCheck({ ...blob, secrets: other.blob.secrets }))).toEqual({
      ok: false,
      error: 'corrupt',
    })
  })
})

describe('the parameters of a stored vault', () => {
  const sealedWith = async (rounds: number) =>
    (await seal(secrets, accounts, PASSWORD, rounds, hastyCrypto)).blob

  it('are refused below 600,000 rounds, though all else is right', async () => {
    expect(await openStored(await sealedWith(MIN_ROUNDS - 1))).toEqual({
      ok: false,
      error: 'weak-parameters',
    })
    expect((await openStored(await sealedWith(MIN_ROUNDS))).ok).toBe(true)
  })

  it('are refused above ten million rounds, before any is spent', async () => {
    expect(await openStored(await sealedWith(MAX_ROUNDS + 1))).toEqual({ ok: false, error: 'corrupt' })
    expect((await openStored(await sealedWith(MAX_ROUNDS))).ok).toBe(true)
  })

  it.each([
    ['a later version', { version: 2 }, 'unsupported-version'],
    ['version 1 as text', { version: '1' }, 'corrupt'],
    ['a field more', { hint: 'x' }, 'corrupt'],
    ['no accounts', { accounts: [] }, 'corrupt'],
    [
      'rounds as text',
      { kdf: { name: 'PBKDF2-SHA256', rounds: '900000', salt: toBase64(new Uint8Array(16)) } },
      'corrupt',
    ],
    [
      'a short salt',
      { kdf: { name: 'PBKDF2-SHA256', rounds: 900_000, salt: toBase64(new Uint8Array(15)) } },
      'corrupt',
    ],
    [
      'a foreign derivation',
      { kdf: { name: 'none', rounds: 900_000, salt: toBase64(new Uint8Array(16)) } },
      'corrupt',
    ],
    [
      'a long IV',
      { key: { iv: toBase64(new Uint8Array(16)), data: toBase64(new Uint8Array(48)) } },
      'corrupt',
    ],
    ['nothing sealed', { secrets: { iv: toBase64(new Uint8Array(12)), data: '' } }, 'corrupt'],
  ])('are refused with %s', async (_, over, error) => {
    expect(await openStored({ ...blob, ...over })).toEqual({ ok: false, error })
  })

  it.each([[null], ['{}'], [7], [[]], [{}]])('are refused in %j', async (value) => {
    expect(await openStored(value)).toEqual({ ok: false, error: 'corrupt' })
  })
})

describe('a vault sealed anew', () => {
  it('keeps its secrets and vault key under more rounds and a new salt', async () => {
    const lifted = await rewrap(blob, vaultKey, PASSWORD, MIN_ROUNDS + 5, hastyCrypto)
    expect(lifted.kdf.rounds).toBe(MIN_ROUNDS + 5)
    expect(lifted.kdf.salt).not.toBe(blob.kdf.salt)
    expect(await openStored(lifted)).toEqual({ ok: true, value: { vaultKey, secrets } })
  })

  it('keeps its password when the secrets change', async () => {
    const [account] = accounts
    const list = account === undefined ? [] : [account, { ...account, index: 1 }]
    const changed = await reseal(
      blob,
      { words: JUNK, keys: [JUNK_KEY, JUNK_KEY] },
      list,
      vaultKey,
      hastyCrypto,
    )
    const opened = await openStored(changed)
    expect(opened.ok && opened.value.secrets.keys).toHaveLength(2)
  })

  it('is corrupt when it holds another number of keys than accounts', async () => {
    const changed = await reseal(blob, { words: JUNK, keys: [] }, accounts, vaultKey, hastyCrypto)
    expect(await openStored(changed)).toEqual({ ok: false, error: 'corrupt' })
  })
})

describe('base64', () => {
  it('is read in one spelling only', () => {
    expect(fromBase64('AAE=')).toEqual(new Uint8Array([0, 1]))
    for (const text of ['AAF=', 'AAE', ' AAE=', 'AA-_', '*']) expect(fromBase64(text)).toBeUndefined()
  })
})

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function mapStrings(value: VaultBlob, change: (path: string, text: string) => string): VaultBlob {
  const sealed = (group: 'key' | 'secrets') => ({
    iv: change(`${group}.iv`, value[group].iv),
    data: change(`${group}.data`, value[group].data),
  })
  const kdf = { ...value.kdf, salt: change('kdf.salt', value.kdf.salt) }
  return { ...value, kdf, key: sealed('key'), secrets: sealed('secrets') }
}
