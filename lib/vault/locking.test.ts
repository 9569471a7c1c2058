import { describe, expect, it } from 'vitest'

import { toBase64 } from './base64'
import { MAX_UNLOCKED_MS } from './session'
import { createStores, hastyCrypto, JUNK, JUNK_ADDRESSES, JUNK_KEY, PASSWORD, withVault } from './testing'

const [FIRST] = JUNK_ADDRESSES
const MINUTE = 60_000

describe('locking', () => {
  it('needs the password again', async () => {
    const { vault } = await withVault()
    await vault.lock()
    expect(await vault.status()).toBe('locked')
    expect(await vault.unlock('wrong password')).toEqual({ ok: false, error: { code: 'wrong-password' } })
    expect(await vault.status()).toBe('locked')
    expect(await vault.unlock(PASSWORD)).toEqual({ ok: true, value: null })
    expect(await vault.status()).toBe('unlocked')
  })

  it('still shows the accounts and lends no key', async () => {
    const { vault } = await withVault()
    await vault.lock()
    expect(await vault.accounts()).toHaveLength(1)
    expect(await vault.withKey(FIRST, () => 'used')).toEqual({ ok: false, error: { code: 'locked' } })
    expect(await vault.addAccount('More')).toEqual({ ok: false, error: { code: 'locked' } })
  })

  it('removes the vault key from the session', async () => {
    const { vault, state } = await withVault()
    expect(state.session.size).toBe(1)
    await vault.lock()
    expect(state.session.size).toBe(0)
  })

  it('comes by itself at the deadline, at each use', async () => {
    const { vault, state } = await withVault()
    state.now += 15 * MINUTE - 1
    expect((await vault.withKey(FIRST, () => 'used')).ok).toBe(true)
    state.now += 1
    expect(await vault.withKey(FIRST, () => 'used')).toEqual({ ok: false, error: { code: 'locked' } })
    expect(await vault.status()).toBe('locked')
    expect(state.session.size).toBe(0)
  })

  it('is put off by touch, at most to eight hours after the password', async () => {
    const { vault, state } = await withVault()
    const start = state.now
    state.minutes = 480
    state.now += 10 * MINUTE
    await vault.touch()
    expect(await vault.deadline()).toBe(start + MAX_UNLOCKED_MS)
    state.now = start + MAX_UNLOCKED_MS
    await vault.touch()
    expect(await vault.status()).toBe('locked')
  })

  it('is not put off by the use of a key', async () => {
    const { vault, state } = await withVault()
    const before = await vault.deadline()
    state.now += MINUTE
    await vault.withKey(FIRST, () => 'used')
    expect(await vault.deadline()).toBe(before)
  })

  it.each([[100_000], [Number.POSITIVE_INFINITY], [Number.NaN], [-5], [0]])(
    'comes within eight hours whatever the setting says (%d)',
    async (minutes) => {
      const { start, state } = createStores()
      state.minutes = minutes
      const vault = start()
      await vault.create({ password: PASSWORD, words: JUNK })
      state.now += MAX_UNLOCKED_MS
      expect(await vault.status()).toBe('locked')
    },
  )

  it('comes when the clock is set to before the moment of unlocking', async () => {
    const { vault, state } = await withVault()
    state.now -= 1
    expect(await vault.status()).toBe('locked')
  })

  it('has no deadline while locked', async () => {
    const { vault } = await withVault()
    await vault.lock()
    await vault.touch()
    expect(await vault.deadline()).toBeNull()
  })
})

describe('a restarted worker', () => {
  it('finds the wallet unlocked until the deadline, and not after (case-046)', async () => {
    const { start, state } = await withVault()
    expect(await start().status()).toBe('unlocked')
    expect(await start().withKey(FIRST, (key) => key === JUNK_KEY)).toEqual({ ok: true, value: true })
    state.now += 15 * MINUTE
    expect(await start().status()).toBe('locked')
  })

  it('finds the wallet locked after the browser was closed', async () => {
    const { start, state } = await withVault()
    state.session.clear()
    expect(await start().status()).toBe('locked')
  })

  it('locks when the session holds the key of another vault', async () => {
    const { start, state } = await withVault()
    const other = createStores()
    await other.start().create({ password: PASSWORD })
    state.blob = other.state.blob
    const vault = start()
    expect(await vault.withKey(FIRST, () => 'used')).toEqual({ ok: false, error: { code: 'locked' } })
    expect(await vault.status()).toBe('locked')
  })

  it.each([
    ['text', 'x'],
    ['a short key', { key: toBase64(new Uint8Array(16)), unlockedAt: 0, deadline: 9e15 }],
    ['a deadline past eight hours', { key: toBase64(new Uint8Array(32)), unlockedAt: 0, deadline: 9e15 }],
    ['no deadline', { key: toBase64(new Uint8Array(32)), unlockedAt: 0, deadline: Number.NaN }],
  ])('locks when the session holds %s', async (_, value) => {
    const { start, state } = await withVault()
    for (const slot of state.session.keys()) state.session.set(slot, value)
    expect(await start().status()).toBe('locked')
  })
})

describe('the attempt limit', () => {
  async function withFailures(count: number) {
    const stores = await withVault()
    await stores.vault.lock()
    for (let i = 0; i < count; i++) await stores.vault.unlock('wrong password')
    return stores
  }

  it('admits the right password after four failures and then starts again', async () => {
    const { vault, state } = await withFailures(4)
    expect((await vault.unlock(PASSWORD)).ok).toBe(true)
    expect(state.attempts).toEqual({ failures: 0, lastAt: 0 })
  })

  it('refuses even the right password after five failures, until the wait is over', async () => {
    const { vault, state } = await withFailures(5)
    const refused = { ok: false, error: { code: 'too-many-attempts', retryAfterMs: 30_000 } }
    expect(await vault.unlock(PASSWORD)).toEqual(refused)
    state.now += 30_000
    expect((await vault.unlock(PASSWORD)).ok).toBe(true)
  })

  it('survives a restart of the worker and of the browser', async () => {
    const { start, state } = await withFailures(5)
    state.session.clear()
    expect(await start().unlock(PASSWORD)).toMatchObject({ error: { code: 'too-many-attempts' } })
  })

  it('counts parallel guesses one by one', async () => {
    const { vault } = await withFailures(0)
    const results = await Promise.all(Array.from({ length: 20 }, () => vault.unlock('wrong password')))
    const codes = results.map((result) => !result.ok && result.error.code)
    expect(codes.filter((code) => code === 'wrong-password')).toHaveLength(5)
    expect(codes.filter((code) => code === 'too-many-attempts')).toHaveLength(15)
  })

  it('counts a try whose worker was killed before the answer', async () => {
    const { state, start } = await withFailures(0)
    const dying = new Proxy(hastyCrypto, {
      get: (target, name) =>
        name === 'subtle'
          ? new Proxy(target.subtle, {
              get: (inner, method) =>
                method === 'deriveKey'
                  ? () => Promise.reject(new Error('killed'))
                  : Reflect.get(inner, method),
            })
          : Reflect.get(target, name),
    })
    await expect(start({ crypto: dying }).unlock('a guess')).rejects.toThrow('killed')
    expect(state.attempts).toMatchObject({ failures: 1 })
  })

  it('is one for unlock, verifyPassword, revealWords and changePassword', async () => {
    const { vault } = await withVault()
    await vault.unlock('wrong password')
    await vault.verifyPassword('wrong password')
    await vault.revealWords('wrong password')
    await vault.changePassword('wrong password', 'a fine new password')
    await vault.verifyPassword('wrong password')
    expect(await vault.verifyPassword(PASSWORD)).toMatchObject({ error: { code: 'too-many-attempts' } })
  })

  it('ends also when the clock is set back during the wait', async () => {
    const { vault, state } = await withFailures(5)
    state.now -= 365 * 24 * 60 * MINUTE
    expect(await vault.unlock(PASSWORD)).toMatchObject({ error: { retryAfterMs: 30_000 } })
    state.now += 30_000
    expect((await vault.unlock(PASSWORD)).ok).toBe(true)
  })

  it('does not count a vault that is damaged', async () => {
    const { vault, state } = await withFailures(0)
    state.blob = { ...Object(state.blob), check: 'x' }
    expect(await vault.unlock(PASSWORD)).toEqual({ ok: false, error: { code: 'corrupt' } })
    expect(state.attempts).toEqual({ failures: 0, lastAt: 0 })
  })

  it('does not unlock what does not exist', async () => {
    expect(await createStores().start().unlock(PASSWORD)).toEqual({ ok: false, error: { code: 'none' } })
  })
})
