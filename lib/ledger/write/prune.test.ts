import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'

import { Ledger } from '@/lib/ledger/schema'
import { pruneUnsigned } from './prune'
import { authorizationRow, intentRow, NOW, quoteRow } from './testing'

describe('pruneUnsigned', () => {
  it('keeps the newest of what was never signed for, and all that was', async () => {
    const ledger = new Ledger('prune')
    for (let i = 0; i < 420; i++) {
      await ledger.intents.add(intentRow(`r${i}`, { state: 'refused', createdAt: NOW + i }))
      await ledger.quotes.add(quoteRow(`r${i}`))
    }
    await ledger.intents.add(intentRow('paid', { state: 'done', createdAt: NOW - 1 }))
    await ledger.quotes.add(quoteRow('paid'))
    await ledger.intents.add(intentRow('signed', { state: 'gone', createdAt: NOW - 2 }))
    await ledger.authorizations.add(authorizationRow('signed'))
    await pruneUnsigned(ledger)
    expect(await ledger.intents.where('state').equals('refused').count()).toBe(300)
    expect(await ledger.intents.get('r119')).toBeUndefined()
    expect(await ledger.intents.get('r120')).toBeDefined()
    expect(await ledger.quotes.get('q-r119')).toBeUndefined()
    expect(await ledger.intents.get('paid')).toBeDefined()
    expect(await ledger.intents.get('signed')).toBeDefined()
    expect(await ledger.quotes.count()).toBe(301)
    await ledger.delete()
  })
})
