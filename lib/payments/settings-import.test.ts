import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { DEFAULT_SETTINGS, readSettings } from '@/lib/ledger/read/documents'
import { settingsText } from '@/lib/ledger/read/settings-file'
import { Ledger } from '@/lib/ledger/schema'
import { authorizationRow } from '@/lib/ledger/write/testing'
import { importSettings } from './settings-import'
import type { Wallet } from './wallet'

let ledger: Ledger
let number = 0
const wallet = () =>
  ({
    ledger,
    vault: {
      status: async () => 'unlocked',
      verifyPassword: async (typed: string) =>
        typed === 'right' ? { ok: true, value: null } : { ok: false, error: { code: 'wrong-password' } },
    },
  }) as unknown as Wallet
const rule = {
  id: 'hour',
  scope: { kind: 'everything' },
  unit: { kind: 'usd', testnet: true },
  limit: '1',
  window: { kind: 'total' },
} as const
const text = settingsText({ ...DEFAULT_SETTINGS, perPaymentUsd: '3', budgets: [rule] })

beforeEach(() => {
  ledger = new Ledger(`settings-import-${number++}`)
})
afterEach(() => ledger.delete())

describe('taking in a file of settings', () => {
  it('asks for the password, and changes nothing without the right one (I9)', async () => {
    expect(await importSettings(wallet(), { text })).toEqual({ code: 'password-needed' })
    expect(await importSettings(wallet(), { text, password: 'wrong' })).toEqual({ code: 'wrong-password' })
    expect((await readSettings(ledger)).perPaymentUsd).toBe('1.00')
  })

  it('takes nothing of a file with one wrong part', async () => {
    const wrong = text.replace('"3"', '"many"')
    expect(await importSettings(wallet(), { text: wrong, password: 'right' })).toEqual({ code: 'bad-value' })
    expect(await readSettings(ledger)).toEqual(DEFAULT_SETTINGS)
  })

  it('counts what was spent before in the limits that it brings', async () => {
    await ledger.authorizations.add(authorizationRow('a', { state: 'unknown', amount: '250000' }))
    expect(await importSettings(wallet(), { text, password: 'right' })).toBeNull()
    expect((await readSettings(ledger)).perPaymentUsd).toBe('3')
    const [total] = await ledger.totals
      .where('[budgetKey+hour]')
      .between(['hour:', 0], ['hour:\uffff', 0])
      .toArray()
    expect(total?.reserved).toBe(25n * 10n ** 16n)
  })

  it('keeps the account and the pause of this wallet', async () => {
    await ledger.documents.put({
      name: 'settings',
      value: { ...DEFAULT_SETTINGS, account: '0xabc', paused: true, backedUp: true },
    })
    await importSettings(wallet(), { text, password: 'right' })
    expect(await readSettings(ledger)).toMatchObject({ account: '0xabc', paused: true, backedUp: true })
  })
})
