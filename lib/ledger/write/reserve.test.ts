import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'

import type { Decision } from '@/lib/core/admission/types'
import { parseDecimal } from '@/lib/core/money/amount'
import {
  type ApprovalRow,
  type AuthorizationRow,
  type IntentRow,
  Ledger,
  type QuoteRow,
} from '@/lib/ledger/schema'
import { GENESIS, receiptDigest } from '../receipt-digest'
import { writeSettings } from './documents'
import { appendReceipt } from './receipts'
import { type Draft, moveReservations, recordTables, reserve, takeIn, UNDECIDED } from './reserve'
import type { WalletFacts } from './snapshot'
import { ACCOUNT, authorizationRow, intentRow, NOW, ORIGIN, PAYEE, quoteRow, USDC } from './testing'

const wallet: WalletFacts = { locked: false, account: ACCOUNT, own: [ACCOUNT], unlockedAt: 1, balances: [] }

let serial = 0
const ledgers: Ledger[] = []

async function newLedger(perDayUsd: string, perSiteDayUsd = perDayUsd): Promise<Ledger> {
  const ledger = new Ledger(`test-${++serial}`)
  ledgers.push(ledger)
  await writeSettings(ledger, { testnets: true, perDayUsd, perSiteDayUsd, perPaymentUsd: '1000' })
  return ledger
}

afterEach(async () => {
  for (const ledger of ledgers.splice(0)) await ledger.delete()
})

/** One purchase that a person has approved already. */
async function approved(ledger: Ledger, id: string, amount: string, asker = ORIGIN): Promise<string> {
  const url = `${asker}/${id}`
  const wish = {
    asker,
    site: new URL(asker).hostname,
    topOrigin: asker,
    method: 'POST',
    url,
    answeredUrl: url,
  }
  const intent = intentRow(id, wish)
  const approval: ApprovalRow = {
    id: `a-${id}`,
    intentId: id,
    key: intent.key,
    envelopeDigest: '0x00',
    decision: 'approve',
    asker,
    method: 'POST',
    url,
    bodyDigest: null,
    network: 'eip155:84532',
    asset: USDC,
    payTo: PAYEE,
    amount,
    maxWindowSeconds: 60,
    expiresAt: NOW / 1000 + 300,
    used: 0,
    upTo: 0,
    documentId: 'D',
    unlockedAt: 1,
  }
  await ledger.quotes.add(quoteRow(id, amount))
  await ledger.intents.add(intent)
  await ledger.approvals.add(approval)
  return id
}

const draft = (intent: IntentRow, _: QuoteRow, decision: Decision): Draft => ({
  ...authorizationRow(intent.id, { asker: intent.asker, site: intent.site, url: intent.url }),
  amount: decision.amount ?? '0',
})

const hold = (ledger: Ledger, intentId: string, now = NOW) =>
  reserve(ledger, { intentId, wallet, now, draft })

describe('reserve', () => {
  it('writes nonce, window and reservations before anything is signed (I2)', async () => {
    const ledger = await newLedger('10.00')
    const result = await hold(ledger, await approved(ledger, '1', '250000'))
    expect(result).toMatchObject({ authorization: { state: 'reserved', from: ACCOUNT, approvalId: 'a-1' } })
    expect((await ledger.reservations.toArray()).map((r) => [r.budgetKey, r.amount])).toEqual([
      ['everything-day-test:*', 250_000_000_000_000_000n],
      ['site-day-test:news.example', 250_000_000_000_000_000n],
    ])
    expect((await ledger.approvals.get('a-1'))?.used).toBe(1)
  })

  it('gives the same authorization to every caller of one intent (I3)', async () => {
    const ledger = await newLedger('10.00')
    const id = await approved(ledger, '1', '250000')
    const all = await Promise.all([hold(ledger, id), hold(ledger, id), hold(ledger, id)])
    expect(new Set(all.map((r) => JSON.stringify(r))).size).toBe(1)
    expect(await ledger.authorizations.count()).toBe(1)
  })

  it('holds one of two that race for the last cent (atk-050)', async () => {
    const ledger = await newLedger('0.01')
    const ids = [await approved(ledger, '1', '10000'), await approved(ledger, '2', '10000')]
    const all = await Promise.all(ids.map((id) => hold(ledger, id)))
    expect(all.filter((r) => 'authorization' in r)).toHaveLength(1)
    expect(all.filter((r) => 'held' in r)).toEqual([{ held: 'HOLD_OVER_BUDGET' }])
  })

  it('makes five of ten parallel purchases when the budget is for five (case-080)', async () => {
    const ledger = await newLedger('0.50')
    const ids = await Promise.all([...Array(10).keys()].map((i) => approved(ledger, String(i), '100000')))
    const all = await Promise.all(ids.map((id) => hold(ledger, id)))
    expect(all.filter((r) => 'authorization' in r)).toHaveLength(5)
  })

  it('I1: settled and reserved never pass a limit, in any interleaving and with a clock set back', async () => {
    const step = fc.record({
      amount: fc.bigInt({ min: 1n, max: 400_000n }),
      site: fc.constantFrom('https://a.example', 'https://b.example'),
      backHours: fc.nat(23),
      end: fc.constantFrom('settled', 'released', 'unknown'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const ledger = await newLedger('1.00', '0.60')
        const ids = await Promise.all(
          steps.map((s, i) => approved(ledger, String(i + 1), s.amount.toString(), s.site)),
        )
        await Promise.all(
          steps.map(async (s, i) => {
            const got = await hold(ledger, ids[i] ?? '', NOW - s.backHours * 3_600_000)
            if ('authorization' in got && s.end !== 'unknown') {
              const to = s.end === 'settled' ? 'settled' : 'released'
              await ledger.transaction('rw', ledger.reservations, ledger.totals, () =>
                moveReservations(ledger, got.authorization.id, to),
              )
            }
          }),
        )
        const rows = await ledger.totals.toArray()
        const sum = (key: string) =>
          rows.filter((r) => r.budgetKey === key).reduce((t, r) => t + r.reserved + r.settled, 0n)
        const limit = (usd: string) => {
          const read = parseDecimal(usd, 18)
          return read.ok ? read.value : 0n
        }
        expect(sum('everything-day-test:*') <= limit('1.00')).toBe(true)
        for (const site of ['a.example', 'b.example'])
          expect(sum(`site-day-test:${site}`) <= limit('0.60')).toBe(true)
        expect(rows.every((r) => r.reserved >= 0n)).toBe(true)
      }),
      { numRuns: 15 },
    )
  }, 120_000)
})

describe('an approval for a page that had given up', () => {
  const wanted = (id: string, change: Partial<IntentRow> = {}) =>
    intentRow(id, { key: 'same', url: `${ORIGIN}/item`, answeredUrl: `${ORIGIN}/item`, ...change })

  /** Takes in an equal request of the same document at this price. */
  const again = async (ledger: Ledger, id: string, amount: string, change: Partial<IntentRow> = {}) => {
    const { intent, authorization } = await takeIn(ledger, {
      intent: wanted(id, change),
      quote: { ...quoteRow('item', amount), id: `q-${id}` },
      wallet,
      now: NOW,
      draft,
      standing: () => ({ state: 'asking', envelopeDigest: '0x00' }),
    })
    return authorization === null ? intent.decision.code : authorization.approvalId
  }

  async function gaveUp(): Promise<Ledger> {
    const ledger = await newLedger('10.00')
    await approved(ledger, 'first', '20000')
    const item = `${ORIGIN}/item`
    const decision = { ...UNDECIDED, account: ACCOUNT }
    await ledger.intents.put(wanted('first', { state: 'approved', decision }))
    await ledger.approvals.update('a-first', { key: 'same', upTo: 1, method: 'GET', url: item })
    return ledger
  }

  it('pays its next equal request at or below the price, once', async () => {
    const ledger = await gaveUp()
    expect(await again(ledger, 'second', '20001')).toBe('HOLD_APPROVAL_REQUIRED')
    expect(await again(ledger, 'third', '15000')).toBe('a-first')
    expect((await ledger.intents.get('first'))?.state).toBe('gone')
    await ledger.authorizations.update('auth-third', { state: 'settled', delivered: 1 })
    expect(await again(ledger, 'fourth', '15000')).toBe('HOLD_APPROVAL_REQUIRED')
  })

  it('is not for another document, nor for another payee', async () => {
    const ledger = await gaveUp()
    expect(await again(ledger, 'second', '20000', { documentId: 'E' })).toBe('HOLD_APPROVAL_REQUIRED')
    await ledger.approvals.update('a-first', { payTo: ACCOUNT })
    expect(await again(ledger, 'third', '20000')).toBe('HOLD_APPROVAL_REQUIRED')
  })

  it('is not for another account, nor for later than its time', async () => {
    const ledger = await gaveUp()
    const decision = { ...UNDECIDED, account: PAYEE }
    await ledger.intents.update('first', { decision })
    expect(await again(ledger, 'second', '20000')).toBe('HOLD_APPROVAL_REQUIRED')
    await ledger.intents.update('first', { decision: { ...decision, account: ACCOUNT } })
    await ledger.approvals.update('a-first', { expiresAt: NOW / 1_000 })
    expect(await again(ledger, 'third', '20000')).toBe('HOLD_APPROVAL_REQUIRED')
  })
})

describe('receipts', () => {
  it('each carries the digest of the one before it (I5)', async () => {
    const ledger = await newLedger('10.00')
    for (const id of ['1', '2', '3']) {
      const got = await hold(ledger, await approved(ledger, id, '1000'))
      if (!('authorization' in got)) throw new Error('held')
      const row: AuthorizationRow = got.authorization
      await ledger.transaction('rw', recordTables(ledger), () =>
        appendReceipt(ledger, row, { event: 'answered', settlement: null }),
      )
    }
    const chain = await ledger.receipts.orderBy('seq').toArray()
    expect(chain.map((r) => r.previous)).toEqual([GENESIS, chain[0]?.digest, chain[1]?.digest])
    for (const receipt of chain) expect(receiptDigest(receipt.previous, receipt.body)).toBe(receipt.digest)
  })
})
