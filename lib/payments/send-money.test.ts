import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'

import type { Chain } from '@/lib/chain/chain'
import { NATIVE } from '@/lib/core/assets/native'
import { OWN_ORIGIN } from '@/lib/core/policy/own'
import { err, ok } from '@/lib/core/result'
import type { SendTerms } from '@/lib/doors/ui-money'
import { type AuthorizationRow, type IntentRow, Ledger } from '@/lib/ledger/schema'
import type { FoundQuote } from '@/lib/wire/http/find-quote'
import type { Wish } from './intake'
import { plannedOf } from './page-transaction'
import { type SendTools, sendMoney } from './send-money'
import type { Wallet } from './wallet'

const NETWORK = 'eip155:84532'
const USDC = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const OWN = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const SPENDING = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const FRIEND = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
/** 65,000 gas and a quarter more, at twice a base fee of 1 gwei and the tip. */
const FEE = 82_000n * 2_000_100_000n

let ledger: Ledger
let opened: { readonly wish: Wish; readonly found: FoundQuote }[]

beforeEach(async () => {
  ledger = new Ledger(`send-${Math.random()}`)
  await ledger.open()
  opened = []
})

type World = {
  readonly usdc?: bigint | null
  readonly wei?: string
  readonly estimate?: 'fails' | 'silent'
  /** wei of the base fee by each node */
  readonly bases?: readonly bigint[]
  readonly state?: IntentRow['state']
}

function toolsOf({
  usdc = 25_000_000n,
  wei = '0xde0b6b3a7640000',
  estimate,
  state = 'asking',
  bases = [10n ** 9n],
}: World) {
  const answers: Readonly<Record<string, unknown>> = {
    eth_getBalance: wei,
    eth_estimateGas: '0xfde8',
    eth_maxPriorityFeePerGas: '0x1',
  }
  const chains = bases.map((base) => ({
    call: async (method: string) => {
      if (method === 'eth_getBlockByNumber') return ok({ baseFeePerGas: `0x${base.toString(16)}` })
      if (method === 'eth_estimateGas' && estimate === 'fails') return err({ kind: 'rpc', code: 3 })
      return method === 'eth_estimateGas' && estimate === 'silent'
        ? err({ kind: 'network' })
        : ok(answers[method])
    },
  })) as unknown as readonly Chain[]
  const tools: SendTools = {
    chainsOf: () => chains,
    amountsOf: async () => [usdc],
    openQuote: async (_, wish, found) => {
      opened.push({ wish, found })
      return { id: 'one', state, decision: { code: 'BLOCK_PAUSED' } } as unknown as IntentRow
    },
  }
  return tools
}

const walletOf = () =>
  ({
    ledger,
    vault: {
      accounts: async () => [
        { address: OWN, name: 'Main' },
        { address: SPENDING, name: 'Spending' },
      ],
    },
  }) as unknown as Wallet

const hold = (row: Partial<AuthorizationRow>) =>
  ledger.authorizations.add({
    network: NETWORK,
    from: OWN,
    proved: 0,
    state: 'signed',
    createdAt: 1,
    ...row,
  } as AuthorizationRow)

const send = (terms: Partial<SendTerms> & { ask?: boolean }, world: World = {}) =>
  sendMoney(
    walletOf(),
    { account: OWN, network: NETWORK, asset: USDC, to: FRIEND, amount: '1000000', ask: false, ...terms },
    toolsOf(world),
  )

describe('a transfer that the owner plans', () => {
  it('says whom it pays, how much, and the most that it costs', async () => {
    expect(await send({ to: FRIEND.toLowerCase() })).toEqual({
      to: FRIEND,
      amount: '1000000',
      fee: FEE.toString(),
      isOwn: false,
      isFirst: true,
      like: null,
      balance: '25000000',
    })
    expect(opened).toEqual([])
  })

  it.each([
    ['no address', '0x123', 'address'],
    ['a name, which nobody is asked about', 'friend.eth', 'name'],
    ['an address of Solana', 'HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH', 'solana'],
    ['an address whose capitals do not fit', FRIEND.replace('C4', 'c4'), 'checksum'],
    ['the zero address', `0x${'0'.repeat(40)}`, 'nobody'],
    ["the token's own contract", USDC, 'token'],
    ['the account that sends', OWN, 'self'],
  ])('goes to nobody where that is %s', async (_, to, cannot) => {
    expect(await send({ to })).toEqual({ cannot })
  })

  it('refuses an address that the owner blocked, and any that is not on a list of only those', async () => {
    await ledger.documents.put({ name: 'settings', value: { payees: { allow: [], block: [FRIEND] } } })
    expect(await send({ to: FRIEND.toLowerCase() })).toEqual({ cannot: 'blocked' })
    await ledger.documents.put({ name: 'settings', value: { payees: { allow: [USDC], block: [] } } })
    expect(await send({})).toEqual({ cannot: 'blocked' })
    expect(await send({ to: SPENDING })).toMatchObject({ isOwn: true })
  })

  it.each([
    ['nothing', '0', 'amount'],
    ['no number', '1.5', 'amount'],
    ['more than there is', '25000001', 'no-funds'],
  ])('cannot be of %s', async (_, amount, cannot) => {
    expect(await send({ amount })).toEqual({ cannot })
  })

  it('of all sends all of a token, and of a coin what is left beside twice its fee', async () => {
    expect(await send({ amount: 'max' })).toMatchObject({ amount: '25000000' })
    const left = 10n ** 18n - 2n * FEE
    expect(await send({ amount: 'max', asset: NATIVE })).toMatchObject({ amount: left.toString() })
  })

  it('costs what is right where one of its nodes asks an absurd fee, or none', async () => {
    for (const lie of [0n, 10n ** 15n]) {
      expect(await send({}, { bases: [lie, 10n ** 9n] })).toMatchObject({ fee: FEE.toString() })
      expect(await send({}, { bases: [10n ** 9n, lie] })).toMatchObject({ fee: FEE.toString() })
    }
  })

  it('leaves alone what is held for payments under way', async () => {
    await hold({ id: 'signed', asset: USDC, amount: '20000000' })
    await hold({ id: 'proved', asset: USDC, amount: '20000000', proved: 1 })
    await hold({ id: 'dead', asset: USDC, amount: '20000000', state: 'released' })
    await hold({ id: 'theirs', asset: USDC, amount: '20000000', from: SPENDING })
    await hold({ id: 'elsewhere', asset: USDC, amount: '20000000', network: 'eip155:8453' })
    expect(await send({ amount: '5000001' })).toEqual({ cannot: 'held' })
    expect(await send({ amount: '25000001' })).toEqual({ cannot: 'no-funds' })
    expect(await send({ amount: 'max' })).toMatchObject({ amount: '5000000', balance: '5000000' })
    await hold({ id: 'rest', asset: USDC, amount: '5000000' })
    expect(await send({ amount: 'max' })).toEqual({ cannot: 'held' })
  })

  it('leaves alone the fees of transactions under way', async () => {
    const fee = (10n ** 18n - FEE + 1n).toString()
    await hold({ id: 'sent', asset: USDC, amount: '0', fee })
    expect(await send({})).toEqual({ cannot: 'no-coin' })
  })

  it.each([
    ['there is no coin for the fee', { wei: '0x1' }, 'no-coin'],
    ['its node does not say what is there', { usdc: null }, 'no-node'],
    ['its node is silent', { estimate: 'silent' }, 'no-node'],
    ['its node says that it would fail', { estimate: 'fails' }, 'would-fail'],
  ] as const)('is not possible where %s', async (_, world, cannot) => {
    expect(await send({}, world)).toEqual({ cannot })
  })

  it('is from an account of the wallet, in an asset that the wallet knows', async () => {
    expect(await send({ account: FRIEND })).toEqual({ cannot: 'address' })
    expect(await send({ asset: FRIEND })).toEqual({ cannot: 'address' })
  })

  it('names a known address that it can be mistaken for', async () => {
    const twin = `${FRIEND.slice(0, 6)}${'1'.repeat(32)}${FRIEND.slice(-4)}`
    await ledger.payees.add({
      id: 'paid',
      origin: OWN_ORIGIN,
      payTo: FRIEND,
      network: NETWORK,
      asset: USDC,
      amount: '1',
      count: 1,
      totalUsd: 0n,
      firstSeen: 1,
      lastSeen: 1,
    })
    expect(await send({ to: twin.toLowerCase() })).toMatchObject({ isFirst: true, like: FRIEND })
    expect(await send({})).toMatchObject({ isFirst: false, like: null })
  })
})

describe('a transfer that the owner asks for', () => {
  it('waits as a purchase of the wallet’s own, whose transaction is all that was planned', async () => {
    expect(await send({ ask: true })).toEqual({ paymentId: 'one' })
    const [{ wish, found } = { wish: null, found: null }] = opened
    expect(wish).toMatchObject({ kind: 'transaction', asker: OWN_ORIGIN, method: 'SEND', mayOpen: true })
    expect(found?.quote).toMatchObject({
      accepts: [{ network: NETWORK, asset: USDC, amount: '1000000', payTo: FRIEND }],
    })
    expect(plannedOf(wish?.action ?? null)).toMatchObject({
      transfer: { kind: 'erc20-transfer', token: USDC, to: FRIEND, amount: 1_000_000n, open: null },
    })
    expect(wish?.action).toMatchObject({ account: OWN, fee: FEE.toString() })
  })

  it('is a move where it goes to an account of the wallet, and to no other', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(SPENDING, FRIEND),
        fc.constantFrom(USDC, NATIVE),
        async (to, asset) => {
          opened = []
          await send({ to, asset, amount: '1000', ask: true })
          expect(opened[0]?.wish.method).toBe(to === SPENDING ? 'MOVE' : 'SEND')
        },
      ),
    )
  })

  it('says why admission refuses it', async () => {
    expect(await send({ ask: true }, { state: 'refused' })).toEqual({
      cannot: 'refused',
      code: 'BLOCK_PAUSED',
    })
  })

  it('asks nothing where it cannot be sent', async () => {
    expect(await send({ ask: true, amount: '0' })).toEqual({ cannot: 'amount' })
    expect(opened).toEqual([])
  })
})
