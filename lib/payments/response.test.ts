import 'fake-indexeddb/auto'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { Ledger } from '@/lib/ledger/schema'
import { authorizationRow, intentRow, quoteRow } from '@/lib/ledger/write/testing'
import { recordResponse } from './response'

const DIGEST = '0xba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
let ledger: Ledger

beforeEach(async () => {
  ledger = new Ledger(`response-${crypto.randomUUID()}`)
  await ledger.quotes.add(quoteRow('one'))
  await ledger.intents.add(intentRow('one'))
})
afterEach(() => ledger.delete())

const responseOf = async () => (await ledger.authorizations.get('auth-one'))?.responseDigest

describe('the digest of a paid answer', () => {
  it('is in the receipt, once, and is never written over (case-084)', async () => {
    await ledger.authorizations.add(authorizationRow('one', { state: 'settled' }))
    await recordResponse(ledger, 'auth-one', DIGEST, Date.now())
    await recordResponse(ledger, 'auth-one', `0x${'0'.repeat(64)}`, Date.now())
    expect(await responseOf()).toBe(DIGEST)
    const receipts = await ledger.receipts.toArray()
    expect(receipts.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
      { event: 'response', responseDigest: DIGEST, state: 'settled' },
    ])
  })

  it('is taken of nothing that has not left, and in no other form', async () => {
    await ledger.authorizations.add(authorizationRow('one', { state: 'signed' }))
    await recordResponse(ledger, 'auth-one', DIGEST, Date.now())
    await ledger.authorizations.update('auth-one', { state: 'sent' })
    for (const text of ['', 'abc', DIGEST.toUpperCase(), `${DIGEST}00`])
      await recordResponse(ledger, 'auth-one', text, Date.now())
    expect(await responseOf()).toBeNull()
    expect(await ledger.receipts.count()).toBe(0)
  })
})
