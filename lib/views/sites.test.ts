import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { payeeId } from '@/lib/ledger/migrations'
import { type AuthorizationRow, Ledger, type MandateRow } from '@/lib/ledger/schema'
import { writeSettings } from '@/lib/ledger/write/documents'
import { ACCOUNT, authorizationRow, NOW, ORIGIN, PAYEE, USDC } from '@/lib/ledger/write/testing'
import { agentLines, isExtension, siteLines, siteView } from './sites'

let ledger: Ledger
let number = 0
beforeEach(() => {
  ledger = new Ledger(`sites-${number++}`)
})
afterEach(() => ledger.delete())

const BASE = 'eip155:8453'
const BASE_USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const signed = (id: string, change: Partial<AuthorizationRow> = {}): AuthorizationRow => ({
  ...authorizationRow(id),
  state: 'settled',
  moved: null,
  ...change,
})
const mandate = (id: string, change: Partial<MandateRow> = {}): MandateRow =>
  ({
    id,
    state: 'active',
    origin: ORIGIN,
    agent: null,
    changedAt: 1,
    ...change,
  }) as MandateRow

describe('the sites that the wallet knows', () => {
  it('are every origin that is connected, blocked, remembered, mandated or was paid for, once each', async () => {
    const at = (origin: string, usedAt: number) => ({
      origin,
      account: ACCOUNT,
      network: BASE,
      connectedAt: 1,
      usedAt,
    })
    await ledger.connections.bulkAdd([at('https://a.example', 5), at(ORIGIN, 7)])
    await writeSettings(ledger, { blockedOrigins: ['https://bad.example'] })
    await ledger.mandates.bulkAdd([
      mandate('m1', { origin: 'https://m.example' }),
      mandate('m2', { origin: 'https://over.example', state: 'revoked' }),
    ])
    await ledger.authorizations.bulkAdd([
      signed('1', { createdAt: NOW }),
      signed('2', { createdAt: NOW + 1 }),
      signed('3', { asker: 'https://countersign.invalid' }),
    ])
    await ledger.payees.add({
      id: payeeId('https://p.example', PAYEE),
      origin: 'https://p.example',
      payTo: PAYEE,
      network: BASE,
      asset: BASE_USDC,
      amount: '250000',
      count: 1,
      totalUsd: 25n * 10n ** 16n,
      firstSeen: 1,
      lastSeen: 2,
    })
    const lines = await siteLines(ledger)
    expect(lines.map((l) => l.origin).sort()).toEqual([
      'https://a.example',
      'https://bad.example',
      'https://m.example',
      ORIGIN,
      'https://p.example',
    ])
    expect(lines[0]).toEqual({
      origin: ORIGIN,
      connected: true,
      blocked: false,
      mandates: 0,
      payments: 2,
      lastAt: NOW + 1,
    })
    expect(lines.find((l) => l.origin === 'https://bad.example')?.blocked).toBe(true)
  })

  it('count what is settled by what moved, what is held whole, and what was given back not at all', async () => {
    await ledger.authorizations.bulkAdd([
      signed('1', { network: BASE, asset: BASE_USDC, amount: '250000' }),
      signed('2', { network: BASE, asset: BASE_USDC, amount: '500000', moved: '100000' }),
      signed('3', { network: BASE, asset: BASE_USDC, amount: '70000', state: 'unknown', agent: 'reader' }),
      signed('4', { network: BASE, asset: BASE_USDC, amount: '900000', state: 'released' }),
      signed('5', { amount: '10000' }),
      signed('6', {
        network: BASE,
        asset: '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb',
        symbol: 'DAI',
        amount: '3',
      }),
    ])
    const { totals, agents, payments } = await siteView(ledger, ORIGIN)
    expect(totals.real).toEqual({ settled: '0.35', held: '0.07', count: 3 })
    expect(totals.test).toEqual({ settled: '0.01', held: '0', count: 1 })
    expect(totals.others).toMatchObject([{ symbol: 'DAI', settled: '3', held: '0' }])
    expect(agents).toEqual(['reader'])
    expect(payments).toBe(6)
  })

  it('lose no payment where many were signed in the moment at which a page of rows ends', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 30 }),
        async (times) => {
          await ledger.authorizations.clear()
          const rows = times.flatMap((at, i) =>
            Array.from({ length: 60 }, (_, j) => signed(`${i}-${j}`, { createdAt: at, amount: '1000' })),
          )
          await ledger.authorizations.bulkAdd(rows)
          expect((await siteView(ledger, ORIGIN)).payments).toBe(rows.length)
        },
      ),
      { numRuns: 8 },
    )
  })

  it('show payees and prices as they are remembered, in the asset’s own decimals', async () => {
    await ledger.prices.add({
      id: 'x',
      origin: ORIGIN,
      method: 'GET',
      path: '/a',
      payTo: PAYEE,
      network: 'eip155:84532',
      asset: USDC,
      amount: '10000',
      lastSeen: 3,
    })
    expect((await siteView(ledger, ORIGIN)).prices).toEqual([
      {
        method: 'GET',
        path: '/a',
        payTo: PAYEE,
        networkName: 'Base Sepolia',
        symbol: 'USDC',
        amount: '0.01',
        lastSeen: 3,
      },
    ])
  })
})

describe('agents', () => {
  it('are told apart by their own name and the origin that names them', async () => {
    await ledger.authorizations.bulkAdd([
      signed('1', { agent: 'reader', createdAt: NOW }),
      signed('2', { agent: 'reader', asker: 'https://other.example', createdAt: NOW + 5 }),
    ])
    await ledger.mandates.add(mandate('m', { agent: 'buyer' }))
    const lines = await agentLines(ledger)
    expect(lines.map((l) => [l.agent, l.origin, l.mandates])).toEqual([
      ['reader', 'https://other.example', 0],
      ['reader', ORIGIN, 0],
      ['buyer', ORIGIN, 1],
    ])
  })
})

it('another extension is known by its scheme, and no site is one', () => {
  expect(isExtension('chrome-extension://abc')).toBe(true)
  expect(isExtension('moz-extension://abc')).toBe(true)
  expect(isExtension('https://chrome-extension.example')).toBe(false)
})
