import { describe, expect, it } from 'vitest'

import { err, ok } from '@/lib/core/result'
import { withoutAccount } from './accounts'
import { JUNK_ADDRESSES, PASSWORD, withVault } from './testing'

const [FIRST, SECOND] = JUNK_ADDRESSES
/** A public test key that is not of the test words' first two accounts. */
const KEY = '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a'
const THIRD = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

const remove = (address: string) => async (now: Parameters<typeof withoutAccount>[0]) => {
  const next = withoutAccount(now, address as `0x${string}`)
  return next.ok ? ok(next.value) : err({ code: next.error })
}

describe('an account that is brought in', () => {
  it('can sign by its own key, beside those of the words, after a lock as before it', async () => {
    const { vault } = await withVault()
    expect(await vault.importAccount({ privateKey: KEY }, 'Old key')).toEqual({ ok: true, value: null })
    expect((await vault.accounts()).map((a) => [a.address, a.name, a.kind])).toEqual([
      [FIRST, 'Account 1', 'derived'],
      [THIRD, 'Old key', 'imported'],
    ])
    await vault.lock()
    await vault.unlock(PASSWORD)
    expect(await vault.withKey(THIRD, (key) => key === KEY)).toEqual({ ok: true, value: true })
    expect(await vault.withKey(FIRST, (key) => key === KEY)).toEqual({ ok: true, value: false })
  })

  it('is refused where it is here, where it is no secret, and while the wallet is locked', async () => {
    const { vault } = await withVault()
    const code = (value: string) => ({ ok: false, error: { code: value } })
    await vault.importAccount({ privateKey: KEY }, 'x')
    expect(await vault.importAccount({ privateKey: KEY }, 'y')).toEqual(code('exists'))
    expect(await vault.importAccount({ privateKey: '0x00' }, 'y')).toEqual(code('bad-key'))
    expect(await vault.importAccount({ words: 'no words' }, 'y')).toEqual(code('bad-words'))
    expect(await vault.importAccount({}, 'y')).toEqual(code('bad-key'))
    await vault.lock()
    expect(await vault.importAccount({ privateKey: KEY }, 'y')).toEqual(code('locked'))
    expect(await vault.accounts()).toHaveLength(2)
  })
})

describe('an account that was removed', () => {
  it('is gone with its key, and one of the words comes back as the next', async () => {
    const { vault } = await withVault()
    await vault.addAccount('Second')
    expect(await vault.edit(remove(SECOND))).toEqual({ ok: true, value: null })
    expect(await vault.withKey(SECOND, () => 1)).toEqual({ ok: false, error: { code: 'unknown-account' } })
    const again = await vault.addAccount('Again')
    expect(again.ok && again.value.address).toBe(SECOND)
  })

  it('leaves a hole that is filled before the next number', async () => {
    const { vault } = await withVault()
    await vault.addAccount('Second')
    await vault.addAccount('Third')
    await vault.edit(remove(SECOND))
    const again = await vault.addAccount('Again')
    expect(again.ok && [again.value.address, again.value.index]).toEqual([SECOND, 1])
  })

  it('is never the last one', async () => {
    const { vault } = await withVault()
    expect(await vault.edit(remove(FIRST))).toEqual({ ok: false, error: { code: 'last' } })
    expect(await vault.accounts()).toHaveLength(1)
  })
})
