import 'fake-indexeddb/auto'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { OWN_ORIGIN } from '@/lib/core/policy/own'
import { readSettings } from '@/lib/ledger/read/documents'
import { Ledger } from '@/lib/ledger/schema'
import { intentRow, ORIGIN } from '@/lib/ledger/write/testing'
import { Changes } from './changes'
import type { Wallet } from './wallet'

vi.mock('wxt/browser', () => ({ browser: { action: { setBadgeText: async () => undefined } } }))
// The setup of the tests has loaded this with the browser that there is none of.
vi.resetModules()
const { decline } = await import('./consent')

describe('a refusal', () => {
  let ledger: Ledger
  const wallet = () => ({ ledger, changes: new Changes() }) as unknown as Wallet
  beforeEach(() => {
    ledger = new Ledger()
  })
  afterEach(async () => {
    await ledger.delete()
  })

  it('blocks the site where the owner says so, and ends all else that it has waiting', async () => {
    await ledger.intents.bulkAdd([
      intentRow('1', { state: 'asking' }),
      intentRow('2', { state: 'asking' }),
      intentRow('3', { state: 'asking', asker: 'https://other.example' }),
    ])
    await decline(wallet(), { paymentId: '1', blockSite: true })
    expect((await readSettings(ledger)).blockedOrigins).toEqual([ORIGIN])
    expect((await ledger.intents.toArray()).map(({ state }) => state)).toEqual([
      'declined',
      'declined',
      'asking',
    ])
  })

  it('blocks no site where it is the wallet itself that asked', async () => {
    await ledger.intents.bulkAdd([
      intentRow('1', { state: 'asking', asker: OWN_ORIGIN }),
      intentRow('2', { state: 'asking', asker: OWN_ORIGIN }),
    ])
    await decline(wallet(), { paymentId: '1', blockSite: true })
    expect((await readSettings(ledger)).blockedOrigins).toEqual([])
    expect((await ledger.intents.toArray()).map(({ state }) => state)).toEqual(['declined', 'asking'])
  })
})
