import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fault } from '@/lib/chain/answer'
import type { Chain } from '@/lib/chain/chain'
import type { Decision } from '@/lib/core/admission/types'
import { PERMIT2 } from '@/lib/core/assets/permit2'
import { ok } from '@/lib/core/result'
import { Ledger } from '@/lib/ledger/schema'
import { UNDECIDED } from '@/lib/ledger/write/reserve'
import { ACCOUNT, intentRow, quoteRow, USDC } from '@/lib/ledger/write/testing'
import { envelopeOf } from './envelope'
import { fixedByTransaction, plannedOf } from './page-transaction'
import { type Allowance, planApproval, planPermit, readAllowancesFor } from './permit2-allowance'

const NETWORK = 'eip155:84532'
const SPONSORING = { eip2612GasSponsoring: { info: { description: 'd', version: '1' }, schema: {} } }
const decision: Decision = {
  ...UNDECIDED,
  code: 'HOLD_ALLOWANCE_REQUIRED',
  offer: 0,
  amount: '10000',
  windowSeconds: 60,
  account: ACCOUNT,
}

/** A quote by Permit2, with these extensions. */
function permit2Quote(extensions: object = {}) {
  const row = quoteRow('1')
  const { accepts, ...rest } = JSON.parse(row.raw) as { accepts: { extra: object }[] }
  const [offer] = accepts
  const extra = { ...offer?.extra, assetTransferMethod: 'permit2' }
  return { ...row, raw: JSON.stringify({ ...rest, accepts: [{ ...offer, extra }], extensions }) }
}

/** A chain that answers these calls by selector; every other call fails. */
function chainOf(answers: Readonly<Record<string, bigint>>, calls: string[] = []): Chain {
  return {
    call: async (method) => {
      if (method === 'eth_estimateGas') return ok('0xb3b0')
      if (method === 'eth_getBlockByNumber') return ok({ baseFeePerGas: '0x3e8' })
      return fault('network')
    },
    batch: async (requests) => requests.map(() => fault('network')),
    ethCall: async (to, data) => {
      calls.push(`${to} ${data}`)
      const answer = answers[data.slice(0, 10)]
      return answer === undefined
        ? fault('network')
        : ok(`0x${answer.toString(16).padStart(64, '0')}` as const)
    },
  }
}
const ALLOWANCE = '0xdd62ed3e'
const NONCES = '0x7ecebe00'

let ledger: Ledger
let serial = 0
beforeEach(async () => {
  ledger = new Ledger(`allowance-${++serial}`)
  await ledger.intents.add(intentRow('1', { state: 'asking', decision }))
})
afterEach(() => ledger.delete())

describe('what Permit2 may move', () => {
  it('is read for quotes by Permit2 alone, of each account that may pay', async () => {
    const known = new Map<string, Allowance>()
    const calls: string[] = []
    const chain = chainOf({ [ALLOWANCE]: 7n }, calls)
    const quote: unknown = JSON.parse(permit2Quote().raw)
    await readAllowancesFor(known, () => chain, quote, [ACCOUNT])
    expect([...known.values()]).toMatchObject([
      { account: ACCOUNT, network: NETWORK, asset: USDC, amount: '7' },
    ])
    const word = (address: string) => address.slice(2).toLowerCase().padStart(64, '0')
    expect(calls).toEqual([`${USDC} ${ALLOWANCE}${word(ACCOUNT)}${word(PERMIT2)}`])
    await readAllowancesFor(known, () => chain, JSON.parse(quoteRow('1').raw), [ACCOUNT])
    expect(calls).toHaveLength(1)
  })

  it('is unknown, and not none, where the node does not answer', async () => {
    const known = new Map<string, Allowance>()
    const quote: unknown = JSON.parse(permit2Quote().raw)
    await readAllowancesFor(known, () => chainOf({}), quote, [ACCOUNT])
    await readAllowancesFor(known, () => null, quote, [ACCOUNT])
    expect(known.size).toBe(0)
  })
})

describe('an allowance that is signed with its payment', () => {
  const plan = (on: boolean, answers: Readonly<Record<string, bigint>> = { [NONCES]: 7n }) =>
    planPermit(ledger, { paymentId: '1', on }, () => chainOf(answers))

  it('is for exactly the amount, and makes another purchase of it that has to be approved', async () => {
    const quote = permit2Quote(SPONSORING)
    await ledger.quotes.add(quote)
    const digest = async () => {
      const intent = await ledger.intents.get('1')
      return intent && envelopeOf(intent, quote, decision)?.digest
    }
    const before = await digest()
    expect(await plan(true)).toBeNull()
    expect((await ledger.intents.get('1'))?.permit).toEqual({
      network: NETWORK,
      asset: USDC,
      account: ACCOUNT,
      amount: '10000',
      nonce: '7',
    })
    expect(await digest()).not.toBe(before)
    expect(await plan(false)).toBeNull()
    expect(await ledger.intents.get('1')).not.toHaveProperty('permit')
    expect(await digest()).toBe(before)
  })

  it.each([
    ['the server’s facilitator takes none', {}],
    [
      'only an approval without limit is offered (erc20ApprovalGasSponsoring)',
      { erc20ApprovalGasSponsoring: SPONSORING.eip2612GasSponsoring },
    ],
    [
      'the server writes what is the payer’s to state',
      { eip2612GasSponsoring: { info: { version: '1', amount: '1' } } },
    ],
    ['the extension is of another version', { eip2612GasSponsoring: { info: { version: '2' } } }],
  ])('is not planned where %s', async (_title, extensions) => {
    await ledger.quotes.add(permit2Quote(extensions))
    expect(await plan(true)).toEqual({ code: 'bad-value' })
    expect(await ledger.intents.get('1')).not.toHaveProperty('permit')
  })

  it('is not planned for a token that counts no permits, nor for a payment that waits no more', async () => {
    await ledger.quotes.add(permit2Quote(SPONSORING))
    expect(await plan(true, {})).toEqual({ code: 'failed' })
    await ledger.intents.update('1', { state: 'approved' })
    expect(await plan(true)).toEqual({ code: 'gone' })
  })
})

describe('a transaction that allows Permit2 a payment’s amount', () => {
  it('allows exactly that, pays nobody, and says its largest fee', async () => {
    await ledger.quotes.add(permit2Quote())
    const planned = await planApproval(ledger, '1', () => chainOf({}))
    if ('code' in planned) throw new Error(planned.code)
    const { action, offer } = planned
    expect(offer).toMatchObject({ amount: '0', payTo: PERMIT2, asset: USDC, network: NETWORK })
    expect(plannedOf(action)?.transfer).toMatchObject({ kind: 'erc20-approve', to: PERMIT2, amount: 10_000n })
    expect(BigInt(action.fee ?? 0)).toBeGreaterThan(0n)
    const terms = {
      scheme: 'exact',
      network: NETWORK,
      asset: USDC,
      payTo: PERMIT2,
      amount: '0',
      windowSeconds: 60,
    }
    const fixed = fixedByTransaction(action, { payer: ACCOUNT, terms }, 3, 60, 1)
    expect(fixed).toMatchObject({ transferMethod: 'transaction', fee: action.fee })
    expect(
      fixedByTransaction(action, { payer: ACCOUNT, terms: { ...terms, amount: '10000' } }, 3, 60, 1),
    ).toBeNull()
  })

  it('allows nobody but Permit2', async () => {
    await ledger.quotes.add(permit2Quote())
    const planned = await planApproval(ledger, '1', () => chainOf({}))
    if ('code' in planned) throw new Error(planned.code)
    expect(plannedOf({ ...planned.action, to: `0x${'22'.repeat(20)}` })).toBeNull()
  })

  it('is not asked for where nobody knows what it costs', async () => {
    await ledger.quotes.add(permit2Quote())
    expect(await planApproval(ledger, '1', () => null)).toEqual({ code: 'failed' })
    expect(await planApproval(ledger, 'another', () => null)).toEqual({ code: 'gone' })
  })
})
