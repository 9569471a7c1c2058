import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Ledger } from './schema'

const NAME = 'closed'
let ledger: Ledger

beforeEach(async () => {
  ledger = new Ledger(NAME)
  await ledger.documents.put({ name: 'kept', value: 1 })
})
afterEach(() => ledger.delete())

describe('a ledger whose database is closed under it', () => {
  it('is opened again at the next use, as often as that happens', async () => {
    for (let i = 0; i < 6; i++) {
      const database = ledger.backendDB()
      database.close()
      database.onclose?.call(database, new Event('close'))
      expect((await ledger.documents.get('kept'))?.value).toBe(1)
      await ledger.documents.put({ name: `after ${i}`, value: i })
    }
    expect(await ledger.documents.count()).toBe(7)
  })

  it('gives way to whoever deletes it, and begins empty', async () => {
    await Dexie.delete(NAME)
    expect(await ledger.documents.get('kept')).toBeUndefined()
    await ledger.documents.put({ name: 'new', value: 2 })
    expect(await ledger.documents.count()).toBe(1)
  })

  it('writes nothing of a transaction in which it was closed', async () => {
    const cut = ledger.transaction('rw', ledger.documents, async () => {
      await ledger.documents.put({ name: 'half', value: 1 })
      const database = ledger.backendDB()
      database.onclose?.call(database, new Event('close'))
      Dexie.currentTransaction?.abort()
      await ledger.documents.put({ name: 'whole', value: 2 })
    })
    await expect(cut).rejects.toThrow()
    expect(await ledger.documents.toCollection().primaryKeys()).toEqual(['kept'])
  })
})
