import { isHex } from 'viem'
import { describe, expect, it } from 'vitest'

import { toBase64 } from './base64'
import { checkOf, MIN_ROUNDS, type VaultBlob } from './blob'
import { createStores, hastyCrypto, JUNK, JUNK_ADDRESSES, JUNK_KEY, PASSWORD, withVault } from './testing'
import type { Vault } from './vault'

const [FIRST, SECOND] = JUNK_ADDRESSES
/** The Solana address of the same words that the common wallets show. */
const SOLANA = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'

describe('a new vault', () => {
  it('is made with twelve new words, shown once, and is unlocked', async () => {
    const vault = createStores().start()
    expect(await vault.status()).toBe('none')
    const made = await vault.create({ password: PASSWORD })
    expect(made.ok && made.value.newWords?.split(' ')).toHaveLength(12)
    expect(await vault.status()).toBe('unlocked')
  })

  it('is made of known words without handing them back', async () => {
    const { vault } = await withVault()
    expect(await vault.accounts()).toEqual([
      { address: FIRST, name: 'Account 1', kind: 'derived', index: 0, solana: SOLANA },
    ])
    expect(await createStores().start().create({ password: PASSWORD, words: JUNK })).toEqual({
      ok: true,
      value: { newWords: null },
    })
  })

  it('is made of a private key, and has no words then', async () => {
    const vault = createStores().start()
    await vault.create({ password: PASSWORD, privateKey: JUNK_KEY.slice(2) })
    expect(await vault.accounts()).toEqual([
      { address: FIRST, name: 'Account 1', kind: 'imported', index: 0 },
    ])
    expect(await vault.revealWords(PASSWORD)).toEqual({ ok: false, error: { code: 'no-words' } })
    expect(await vault.addAccount('More')).toEqual({ ok: false, error: { code: 'no-words' } })
  })

  it.each([
    ['weak-password', { password: 'nine char' }],
    ['bad-words', { password: PASSWORD, words: 'test test' }],
    ['bad-key', { password: PASSWORD, privateKey: '0x00' }],
  ])('is refused as %s and writes nothing', async (code, input) => {
    const { start, written } = createStores()
    expect(await start().create(input)).toEqual({ ok: false, error: { code } })
    expect(written).toEqual([])
  })

  it('never takes the place of one that exists, also when two are made at once', async () => {
    const { start, state } = createStores()
    const vault = start()
    const made = await Promise.all([
      vault.create({ password: PASSWORD, words: JUNK }),
      vault.create({ password: PASSWORD }),
    ])
    expect(made.map((result) => result.ok)).toEqual([true, false])
    expect(made[1]).toEqual({ ok: false, error: { code: 'exists' } })
    state.blob = { damaged: true }
    expect(await vault.create({ password: PASSWORD })).toEqual({ ok: false, error: { code: 'exists' } })
  })

  it('takes the place of another only by replace', async () => {
    const { vault } = await withVault()
    await vault.replace({ password: 'another password', privateKey: `${'0'.repeat(63)}1` })
    expect((await vault.accounts())[0]?.address).toBe('0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf')
    expect((await vault.unlock(PASSWORD)).ok).toBe(false)
  })

  it('leaves the old one in place when what was sealed does not open', async () => {
    const { state, start } = await withVault()
    const before = structuredClone(state.blob)
    const broken = new Proxy(hastyCrypto, {
      get(target, name) {
        const subtle = target.subtle
        if (name !== 'subtle') return Reflect.get(target, name)
        return new Proxy(subtle, {
          get: (inner, method) =>
            method === 'encrypt' ? async () => new Uint8Array(64).buffer : Reflect.get(inner, method),
        })
      },
    })
    await expect(start({ crypto: broken }).replace({ password: PASSWORD })).rejects.toThrow('does not open')
    expect(state.blob).toEqual(before)
  })
})

describe('the rounds of an older vault', () => {
  it('are lifted at unlock, and the session stays', async () => {
    const { start, state, vault } = await withVault()
    await vault.lock()
    const newer = start({ rounds: MIN_ROUNDS + 1000 })
    expect((await newer.unlock(PASSWORD)).ok).toBe(true)
    expect(state.blob).toMatchObject({ kdf: { rounds: MIN_ROUNDS + 1000 } })
    expect(await newer.withKey(FIRST, (key) => key === JUNK_KEY)).toEqual({ ok: true, value: true })
    expect((await start().unlock(PASSWORD)).ok).toBe(true)
  })

  it('do not keep a person out when the lifted vault cannot be stored', async () => {
    const { start, deps, vault } = await withVault()
    await vault.lock()
    const write = () => Promise.reject(new Error('disk full'))
    const newer = start({ rounds: MIN_ROUNDS + 1000, store: { ...deps.store, write } })
    expect(await newer.unlock(PASSWORD)).toEqual({ ok: true, value: null })
    expect(await newer.status()).toBe('unlocked')
  })
})

describe('the Solana addresses', () => {
  const addresses = async ({ accounts }: Vault) => (await accounts()).map((a) => a.solana)
  /** A vault as it was made before there were any: what makes them fails. */
  const older = async () => {
    const stores = createStores()
    const withSolana = () => Promise.reject(new Error('not loaded'))
    const vault = stores.start({ withSolana })
    await vault.create({ password: PASSWORD, words: JUNK })
    await vault.addAccount('Agents')
    return { ...stores, vault, withSolana }
  }

  it('come to the accounts of an older vault at its next unlock, and stay', async () => {
    const { vault, start, withSolana } = await older()
    expect(await addresses(vault)).toEqual([undefined, undefined])
    expect((await start().unlock(PASSWORD)).ok).toBe(true)
    const [first, second] = await addresses(start())
    expect(first).toBe(SOLANA)
    expect(second).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
    expect(second).not.toBe(first)
    expect((await start({ withSolana }).unlock(PASSWORD)).ok).toBe(true)
    expect(await addresses(start())).toEqual([first, second])
  })

  it('keep nobody out where they cannot be made or stored', async () => {
    const { start, deps, withSolana } = await older()
    expect((await start({ withSolana }).unlock(PASSWORD)).ok).toBe(true)
    const write = () => Promise.reject(new Error('disk full'))
    expect((await start({ store: { ...deps.store, write } }).unlock(PASSWORD)).ok).toBe(true)
    expect(await addresses(start())).toEqual([undefined, undefined])
  })

  it('are bound to the secrets: a changed one locks the vault', async () => {
    const { state, start, vault } = await withVault()
    await vault.lock()
    const blob = state.blob as VaultBlob
    const accounts = blob.accounts.map((a) => ({ ...a, solana: SOLANA.replace('o', 'p') }))
    const changed = { ...blob, accounts }
    state.blob = { ...changed, check: await checkOf(changed, crypto) }
    expect(await start().unlock(PASSWORD)).toEqual({ ok: false, error: { code: 'corrupt' } })
  })

  it('lead to the seed and the number of their account, and to nothing else', async () => {
    const { vault } = await withVault()
    const seen = await vault.withSeed(SOLANA, (seed, index) => [seed.length, index])
    expect(seen).toEqual({ ok: true, value: [64, 0] })
    expect(await vault.withSeed(FIRST, () => 1)).toEqual({ ok: false, error: { code: 'unknown-account' } })
    await expect(
      vault.withSeed(SOLANA, (seed) => {
        throw new Error(String(seed))
      }),
    ).rejects.toThrow(/^the use of a key failed$/)
    await vault.lock()
    expect(await vault.withSeed(SOLANA, () => 1)).toEqual({ ok: false, error: { code: 'locked' } })
  })

  it('are none for a private key', async () => {
    const vault = createStores().start()
    await vault.create({ password: PASSWORD, privateKey: JUNK_KEY })
    expect(await addresses(vault)).toEqual([undefined])
  })
})

describe('accounts and keys', () => {
  it('adds the next account of the words, which the password then opens too', async () => {
    const { vault } = await withVault()
    const account = { address: SECOND, name: 'Agents', kind: 'derived', index: 1 } as const
    expect(await vault.addAccount('Agents')).toMatchObject({ ok: true, value: account })
    expect((await vault.accounts()).map((a) => a.address)).toEqual([FIRST, SECOND])
    await vault.lock()
    expect((await vault.unlock(PASSWORD)).ok).toBe(true)
    expect((await vault.withKey(SECOND, isHex)).ok).toBe(true)
  })

  it('lends the key of the named account, whatever the case of its address', async () => {
    const { vault } = await withVault()
    const lower = `0x${FIRST.slice(2).toLowerCase()}` as const
    expect(await vault.withKey(lower, (key) => key === JUNK_KEY)).toEqual({ ok: true, value: true })
    expect(await vault.withKey(SECOND, () => 'used')).toEqual({
      ok: false,
      error: { code: 'unknown-account' },
    })
  })

  it('hides what the user of a key throws (I8)', async () => {
    const { vault } = await withVault()
    const caught = await vault
      .withKey(FIRST, (key) => {
        throw new Error(`invalid private key: ${key}`)
      })
      .catch((error: unknown) => error)
    expect(caught).toBeInstanceOf(Error)
    expect(`${caught} ${JSON.stringify(caught, Object.getOwnPropertyNames(caught))}`).not.toContain(
      JUNK_KEY.slice(2),
    )
  })

  it('does not lend a key while the wallet is unlocking, and works right after', async () => {
    const { vault } = await withVault()
    await vault.lock()
    const [, used] = await Promise.all([vault.unlock(PASSWORD), vault.withKey(FIRST, () => 'used')])
    expect(used).toEqual({ ok: true, value: 'used' })
  })
})

describe('the password', () => {
  it('shows the words again', async () => {
    const { vault } = await withVault()
    expect(await vault.revealWords(PASSWORD)).toEqual({ ok: true, value: JUNK })
  })

  it('can be changed; the wallet stays unlocked and the old one is refused', async () => {
    const { vault, start } = await withVault()
    expect(await vault.changePassword(PASSWORD, 'a fine new password')).toEqual({ ok: true, value: null })
    expect(await vault.status()).toBe('unlocked')
    expect((await start().withKey(FIRST, () => 'used')).ok).toBe(true)
    expect(await vault.unlock(PASSWORD)).toEqual({ ok: false, error: { code: 'wrong-password' } })
    expect((await vault.unlock('a fine new password')).ok).toBe(true)
  })

  it('does not unlock a locked wallet by being changed', async () => {
    const { vault } = await withVault()
    await vault.lock()
    await vault.changePassword(PASSWORD, 'a fine new password')
    expect(await vault.status()).toBe('locked')
  })

  it('is not changed to a short one', async () => {
    const { vault } = await withVault()
    expect(await vault.changePassword(PASSWORD, 'short')).toEqual({
      ok: false,
      error: { code: 'weak-password' },
    })
  })
})

describe('what is written (I8)', () => {
  it('never holds words, a key or a password, in any of these spellings', async () => {
    const { vault, written, state } = await withVault()
    await vault.addAccount('Agents')
    await vault.changePassword(PASSWORD, 'a fine new password')
    await vault.lock()
    await vault.unlock('wrong password')
    await vault.unlock('a fine new password')
    await vault.withKey(FIRST, () => 'used')
    const text = JSON.stringify([written, state.blob, state.attempts, [...state.session]])
    const keyBytes = Uint8Array.from(JUNK_KEY.slice(2).match(/../g) ?? [], (byte) =>
      Number.parseInt(byte, 16),
    )
    const typed = [JUNK, PASSWORD, 'a fine new password', 'wrong password']
    const spellings = typed.flatMap((s) => [s, btoa(s), toBase64(new TextEncoder().encode(s))])
    for (const secret of [
      ...spellings,
      'junk',
      JUNK_KEY.slice(2),
      toBase64(keyBytes),
      String(BigInt(JUNK_KEY)),
    ]) {
      expect(text).not.toContain(secret)
    }
    expect(text).toContain(FIRST)
  })
})
