import 'fake-indexeddb/auto'
import { HTTPFacilitatorClient } from '@x402/core/http'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import express from 'express'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { createChains } from '@/lib/chain/chain'
import { createRpc } from '@/lib/chain/rpc'
import { type AuthorizationRow, Ledger } from '@/lib/ledger/schema'
import { intentRow, quoteRow } from '@/lib/ledger/write/testing'
import { Changes } from '@/lib/payments/changes'
import { onAnswered } from '@/lib/payments/follow'
import { reconcileOne } from '@/lib/payments/reconcile/reconcile'
import type { Wallet } from '@/lib/payments/wallet'
import { type Devnet, startDevnet } from '../devnet'
import { chainClients, chainId, network, usdc } from '../devnet/chain'
import { encode, paymentOf } from '../devnet/merchants/gate'
import { listen, type Running } from '../devnet/server'
import { buy } from './permit2-payer'

vi.mock('wxt/browser', () => ({ browser: {} }))

const DEPTH = 1
const MOST = 50_000n

let net: Devnet
let seller: Running
let ledger: Ledger
let serial = 0
/** What the seller does with the next payment: what it settles now, and what it says it settled. */
let now: { settles: bigint | null; status: number; says: object }
let kept: PaymentPayload | undefined

beforeAll(async () => {
  net = await startDevnet()
  const app = express()
  app.get('/use', async (req, res) => {
    const payment = paymentOf(req)
    if (payment === undefined) {
      const url = `${seller.url}/use`
      const quote = { x402Version: 2, error: 'pay', resource: { url }, accepts: [offer()] }
      res.status(402).set('payment-required', encode(quote)).end()
      return
    }
    kept = payment
    const done = now.settles === null ? null : await settle(now.settles)
    const said = { network, transaction: done?.transaction ?? `0x${'d'.repeat(64)}`, ...now.says }
    res.status(now.status).set('payment-response', encode(said)).end()
  })
  seller = await listen(app)
}, 60_000)

afterAll(async () => {
  await seller?.stop()
  await net?.stop()
})

beforeEach(() => {
  ledger = new Ledger(`upto-truth-${++serial}`)
})
afterEach(() => ledger.delete())

const offer = (): PaymentRequirements => ({
  scheme: 'upto',
  network,
  amount: MOST.toString(),
  asset: usdc,
  payTo: net.accounts.payee.address,
  maxTimeoutSeconds: 3_600,
  extra: { name: 'USDC', version: '2', facilitatorAddress: net.accounts.facilitator.address },
})

/** Hands the payment that came last to the published facilitator, for this much of it. */
async function settle(amount: bigint) {
  if (kept === undefined) throw new Error('nothing to settle')
  const facilitator = new HTTPFacilitatorClient({ url: net.facilitatorUrl })
  const settled = await facilitator.settle(kept, { ...offer(), amount: amount.toString() })
  if (!settled.success) throw new Error(settled.errorReason)
  return settled
}

/** Buys, and hears the answer, as the wallet does. */
async function pay(): Promise<AuthorizationRow> {
  const url = `${seller.url}/use`
  const of = await buy(url, net.accounts.permit2Payer)
  const row: AuthorizationRow = { ...of.row, state: 'sent', header: of.header, tag: 'f'.repeat(32), sends: 1 }
  await ledger.quotes.add(quoteRow('1'))
  await ledger.intents.add(intentRow('1', { state: 'paying' }))
  await ledger.authorizations.add({ ...row, intentId: '1' })
  const wallet = { ledger, changes: new Changes() } as unknown as Wallet
  const carried = { tag: 'f'.repeat(32), method: 'GET', url: row.answeredUrl }
  await onAnswered(wallet, carried, { status: of.response.status, headers: [...of.response.headers] })
  return row
}

async function prove(row: AuthorizationRow) {
  await chainClients(net.rpcUrl).test.mine({ blocks: 2 * DEPTH })
  const end = await reconcileOne(
    {
      ledger,
      nodesOf: async () => ({ nodes: [createChains(createRpc())(net.rpcUrl, chainId)], depth: DEPTH }),
      broadcast: async () => undefined,
      changed: () => undefined,
      now: () => Date.now(),
      random: () => 0.5,
    },
    row.id,
  )
  const after = await ledger.authorizations.get(row.id)
  const receipts = (await ledger.receipts.toArray()).map(({ body }) => body).join('\n')
  return { end, after, receipts }
}

const paid = () => net.balanceOf(net.accounts.payee.address)

describe('upto counts what the chain shows, whatever the seller says', () => {
  it.each([
    ['says 0.05 and settles 0.03', 30_000n, '50000'],
    ['says 0.03 and settles 0.05', 50_000n, '30000'],
  ])('where it %s', async (_, settles, amount) => {
    const before = await paid()
    now = { settles, status: 200, says: { success: true, amount } }
    const row = await pay()
    expect(await ledger.authorizations.get(row.id)).toMatchObject({
      state: 'settled',
      moved: null,
      proved: 0,
    })
    const { end, after, receipts } = await prove(row)
    expect(end).toBe('proved')
    expect(after).toMatchObject({ state: 'settled', proved: 1, moved: settles.toString(), claim: 'proved' })
    expect((await paid()) - before).toBe(settles)
    // The receipts keep both: what was said, and what moved.
    expect(receipts).toContain(`\\"amount\\":\\"${amount}\\"`)
    expect(receipts).toContain(`"moved":"${settles}"`)
  })

  it('where it says success and settles nothing: the amount stays held, and nothing is proved', async () => {
    const before = await paid()
    now = { settles: null, status: 200, says: { success: true, amount: '30000' } }
    const row = await pay()
    const { end, after } = await prove(row)
    expect(end).toBe('open')
    expect(after).toMatchObject({ proved: 0, moved: null })
    expect(after?.claim).not.toBe('proved')
    expect(await paid()).toBe(before)
  })

  it('where it says that it failed, and settles later inside the window', async () => {
    const before = await paid()
    now = { settles: null, status: 402, says: { success: false, errorReason: 'no', transaction: '' } }
    const row = await pay()
    expect((await ledger.authorizations.get(row.id))?.state).toBe('failed')
    expect((await prove(row)).end).toBe('open')
    await settle(20_000n)
    const { end, after } = await prove(row)
    expect(end).toBe('proved')
    expect(after).toMatchObject({ state: 'settled', moved: '20000' })
    expect((await paid()) - before).toBe(20_000n)
  })
})
