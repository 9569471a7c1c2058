import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { payeeId } from '@/lib/ledger/migrations'
import { readSettings } from '@/lib/ledger/read/documents'
import { Ledger } from '@/lib/ledger/schema'
import { authorizationRow, intentRow, mandateRow, ORIGIN, PAYEE, USDC } from '@/lib/ledger/write/testing'
import { blockSite, forgetSite } from './site-acts'
import type { Wallet } from './wallet'

const OTHER = 'https://other.example'
let ledger: Ledger
let number = 0
let ended: string[] = []
let declined: string[] = []
const host = {
  disconnect: async (_: unknown, origin: string) => void ended.push(origin),
  decline: async (_: unknown, { paymentId }: { paymentId: string }) => void declined.push(paymentId),
}
const wallet = () => ({ ledger }) as unknown as Wallet

beforeEach(async () => {
  ended = []
  declined = []
  ledger = new Ledger(`site-acts-${number++}`)
  for (const origin of [ORIGIN, OTHER]) {
    const paid = { payTo: PAYEE, network: 'eip155:84532', asset: USDC, amount: '10000' }
    await ledger.payees.add({
      ...paid,
      id: payeeId(origin, PAYEE),
      origin,
      count: 1,
      totalUsd: 0n,
      firstSeen: 1,
      lastSeen: 1,
    })
    await ledger.prices.add({ ...paid, id: origin, origin, method: 'GET', path: '/a', lastSeen: 1 })
    await ledger.hosts.add({ answered: new URL(origin).host, named: 'cdn.example', approvedAt: 1 })
    await ledger.mandates.add(mandateRow(origin, { origin }))
    await ledger.intents.add(intentRow(`i ${origin}`, { asker: origin, state: 'asking' }))
    await ledger.authorizations.add(authorizationRow(`a ${origin}`, { asker: origin }))
  }
})
afterEach(() => ledger.delete())

describe('blocking a site', () => {
  it('keeps it from asking, ends its connection and declines what of it waits, and nothing of others', async () => {
    expect(await blockSite(wallet(), { origin: ORIGIN }, host)).toBeNull()
    expect(await blockSite(wallet(), { origin: ORIGIN }, host)).toBeNull()
    expect((await readSettings(ledger)).blockedOrigins).toEqual([ORIGIN])
    expect(new Set(ended)).toEqual(new Set([ORIGIN]))
    expect(new Set(declined)).toEqual(new Set([`i ${ORIGIN}`]))
  })

  it('is refused for an opaque origin, which names nobody', async () => {
    expect(await blockSite(wallet(), { origin: 'null' }, host)).toEqual({ code: 'bad-value' })
  })
})

describe('forgetting a site', () => {
  it('forgets its payees, prices and hosts, and revokes its mandates, so that nothing is paid by itself', async () => {
    expect(await forgetSite(wallet(), { origin: ORIGIN }, host)).toBeNull()
    expect((await ledger.payees.toArray()).map((r) => r.origin)).toEqual([OTHER])
    expect((await ledger.prices.toArray()).map((r) => r.origin)).toEqual([OTHER])
    expect((await ledger.hosts.toArray()).map((r) => r.answered)).toEqual(['other.example'])
    expect((await ledger.mandates.get(ORIGIN))?.state).toBe('revoked')
    expect((await ledger.mandates.get(OTHER))?.state).toBe('active')
    expect(ended).toEqual([ORIGIN])
  })

  it('keeps what was paid: a live signature still counts', async () => {
    await forgetSite(wallet(), { origin: ORIGIN }, host)
    expect(await ledger.authorizations.count()).toBe(2)
  })
})
