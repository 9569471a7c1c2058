import { describe, expect, it } from 'vitest'

import { type Holding, withKeyAccount, withName, withoutAccount } from './accounts'

const A = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const B = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const KEY_A = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const KEY_B = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d'
const one: Holding = {
  secrets: { words: 'the words', keys: [KEY_A] },
  accounts: [{ address: A, name: 'Account 1', kind: 'derived', index: 0 }],
}

describe('the accounts of an open vault', () => {
  it('stand in the order of their keys, whatever comes and goes', () => {
    const two = withKeyAccount(one, { address: B, key: KEY_B }, 'Old key')
    expect(two.ok && two.value.accounts.map((a) => [a.address, a.kind])).toEqual([
      [A, 'derived'],
      [B, 'imported'],
    ])
    expect(two.ok && two.value.secrets.keys).toEqual([KEY_A, KEY_B])
    const left = two.ok ? withoutAccount(two.value, A) : two
    expect(left.ok && left.value).toEqual({
      secrets: { words: 'the words', keys: [KEY_B] },
      accounts: [{ address: B, name: 'Old key', kind: 'imported', index: 0 }],
    })
  })

  it('hold no address twice, in any case of its letters', () => {
    const lower = A.toLowerCase() as typeof A
    expect(withKeyAccount(one, { address: lower, key: KEY_A }, 'x')).toEqual({ ok: false, error: 'exists' })
  })

  it('keep the last one, and know only their own', () => {
    expect(withoutAccount(one, A)).toEqual({ ok: false, error: 'last' })
    expect(withoutAccount(one, B)).toEqual({ ok: false, error: 'unknown' })
    expect(withName(one, B, 'x')).toEqual({ ok: false, error: 'unknown' })
  })

  it('are named with forty characters at most', () => {
    const named = withName(one, A, 'n'.repeat(50))
    expect(named.ok && named.value.accounts[0]?.name).toBe('n'.repeat(40))
  })
})
