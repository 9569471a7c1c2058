import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { readSettings } from '@/lib/ledger/read/documents'
import { Ledger } from '@/lib/ledger/schema'
import { writeSettings } from '@/lib/ledger/write/documents'
import { ACCOUNT, authorizationRow, mandateRow } from '@/lib/ledger/write/testing'
import { removeAccount } from './accounts'
import type { Wallet } from './wallet'

const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
let ledger: Ledger
let number = 0
let removed: number
let ended: string[]
const wallet = () =>
  ({
    ledger,
    vault: {
      status: async () => 'unlocked',
      accounts: async () => [{ address: ACCOUNT }, { address: OTHER }],
      verifyPassword: async () => ({ ok: true, value: null }),
      edit: async () => {
        removed++
        return { ok: true, value: null }
      },
    },
  }) as unknown as Wallet
const host = { disconnect: async (_: unknown, origin: string) => void ended.push(origin) }
const remove = (address: string, password?: string) => removeAccount(wallet(), { address, password }, host)

beforeEach(async () => {
  removed = 0
  ended = []
  ledger = new Ledger(`accounts-${number++}`)
  await writeSettings(ledger, { account: ACCOUNT, spendingAccount: OTHER })
})
afterEach(() => ledger.delete())

describe('removing an account', () => {
  it('asks for the password, and never takes the one in use or one that is not here', async () => {
    expect(await remove(OTHER)).toEqual({ code: 'password-needed' })
    expect(await remove(ACCOUNT, 'p')).toEqual({ code: 'bad-value' })
    expect(await remove('0x00', 'p')).toEqual({ code: 'bad-value' })
    expect(removed).toBe(0)
  })

  it('waits while something that it signed is not proved', async () => {
    await ledger.authorizations.add(authorizationRow('a', { from: OTHER, state: 'unknown', proved: 0 }))
    expect(await remove(OTHER, 'p')).toEqual({ code: 'held' })
    expect(removed).toBe(0)
    await ledger.authorizations.toCollection().modify({ state: 'settled', proved: 1 })
    expect(await remove(OTHER, 'p')).toBeNull()
    expect(removed).toBe(1)
  })

  it('revokes the mandates that pay from it and ends the connections that see it, and no others', async () => {
    await ledger.mandates.bulkAdd([
      mandateRow('m1', { account: OTHER }),
      mandateRow('m2', { account: ACCOUNT }),
    ])
    const seen = { network: 'eip155:8453', connectedAt: 1, usedAt: 1 }
    await ledger.connections.bulkAdd([
      { origin: 'https://a.example', account: OTHER, ...seen },
      { origin: 'https://b.example', account: ACCOUNT, ...seen },
    ])
    expect(await remove(OTHER, 'p')).toBeNull()
    expect((await ledger.mandates.toArray()).map((m) => m.state)).toEqual(['revoked', 'active'])
    expect(ended).toEqual(['https://a.example'])
    expect((await readSettings(ledger)).spendingAccount).toBeNull()
  })
})
