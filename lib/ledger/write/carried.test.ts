import 'fake-indexeddb/auto'
import { afterEach, expect, it } from 'vitest'

import { decide } from '@/lib/core/admission/decide'
import { type AuthorizationRow, type IntentRow, Ledger } from '@/lib/ledger/schema'
import { readSettings } from '../read/documents'
import { writeSettings } from './documents'
import { admissionInput } from './snapshot'
import { ACCOUNT, authorizationRow, intentRow, mandateRow, NOW, quoteRow } from './testing'

const ledger = new Ledger('carried')
afterEach(() => ledger.delete())

const carried = { name: 'signature', value: '0x00' }

/** What is decided about a purchase of a cent that a mandate covers, with this signed a moment before. */
async function codeAfter(before: Partial<AuthorizationRow>, change: Partial<IntentRow> = {}) {
  await ledger.open()
  await writeSettings(ledger, { testnets: true })
  await ledger.mandates.add(mandateRow('m', { transports: ['http', 'provider'] }))
  await ledger.authorizations.add(authorizationRow('signed', { createdAt: NOW - 1_000, ...before }))
  const wallet = { locked: false, account: ACCOUNT, own: [ACCOUNT], unlockedAt: 1, balances: [] }
  const settings = await readSettings(ledger)
  const intent = intentRow('asked', change)
  const of = { intent, quote: quoteRow('asked'), settings, wallet, now: NOW / 1_000 }
  return decide(await admissionInput(ledger, of)).code
}

it('asks a person about a 402 for the very sum that its page carries a live signature for', async () => {
  expect(await codeAfter({ header: carried, state: 'sent' })).toBe('HOLD_APPROVAL_REQUIRED')
})

it.each([
  ['a signature for another sum', { header: carried, amount: '10001' }],
  ['a signature that is proved dead', { header: carried, state: 'released' as const }],
  ['a payment that the wallet itself carries', { header: { name: 'PAYMENT-SIGNATURE', value: 'x' } }],
])('asks nobody after %s', async (_, before) => {
  expect(await codeAfter(before)).toBe('READY_TO_SIGN')
})

it('asks nobody about another signature of the page: each is a purchase of its own', async () => {
  const change = { kind: 'signature', transport: 'provider' } as const
  expect(await codeAfter({ header: carried, state: 'sent' }, change)).toBe('READY_TO_SIGN')
})
