import 'fake-indexeddb/auto'
import { type Hex, parseAbi, parseSignature } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { createChains } from '@/lib/chain/chain'
import { createRpc } from '@/lib/chain/rpc'
import { decide } from '@/lib/core/admission/decide'
import { DEFAULT_SETTINGS } from '@/lib/ledger/read/documents'
import { type AuthorizationRow, Ledger, type QuoteRow } from '@/lib/ledger/schema'
import { writeSettings } from '@/lib/ledger/write/documents'
import { repairTables, repairTotals } from '@/lib/ledger/write/recount'
import { reserve } from '@/lib/ledger/write/reserve'
import { admissionInput } from '@/lib/ledger/write/snapshot'
import { intentRow, ORIGIN } from '@/lib/ledger/write/testing'
import { draftOf } from '@/lib/payments/draft'
import { envelopeOf } from '@/lib/payments/envelope'
import { reconcileOne } from '@/lib/payments/reconcile/reconcile'
import { movementOf, signPageData } from '@/lib/payments/typed-data'
import { testAccounts } from '../devnet/accounts'
import { type Anvil, startAnvil } from '../devnet/anvil'
import { type ChainClients, chainClients, chainId, network, permit2, setUpChain, usdc } from '../devnet/chain'
import { ensureContracts } from '../devnet/compile'

vi.mock('wxt/browser', () => ({ browser: {} }))

const DEPTH = 2
const AMOUNT = 250_000n
const USD = 25n * 10n ** 16n
const accounts = testAccounts()
const facilitator = privateKeyToAccount(accounts.facilitator.privateKey)
/** Has allowed Permit2 to move what it has. */
const payer = accounts.permit2Payer
const spender = facilitator.address
const tokenAbi = parseAbi([
  'function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)',
  'function nonces(address owner) view returns (uint256)',
])
const permit2Abi = parseAbi([
  'struct TokenPermissions { address token; uint256 amount; }',
  'struct PermitTransferFrom { TokenPermissions permitted; uint256 nonce; uint256 deadline; }',
  'struct SignatureTransferDetails { address to; uint256 requestedAmount; }',
  'function permitTransferFrom(PermitTransferFrom permit, SignatureTransferDetails transferDetails, address owner, bytes signature)',
  'function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)',
])

let anvil: Anvil
let clients: ChainClients
let ledger: Ledger
let serial = 0

beforeAll(async () => {
  anvil = await startAnvil(chainId)
  clients = chainClients(anvil.rpcUrl)
  await setUpChain(clients, accounts, ensureContracts())
  await clients.test.impersonateAccount({ address: payer.address })
  await clients.test.setBalance({ address: payer.address, value: 10n ** 18n })
}, 60_000)

afterEach(async () => {
  await ledger?.delete()
})
afterAll(async () => {
  await anvil?.stop()
})

type Typed = {
  readonly domain: object
  readonly types: object
  readonly primaryType: string
  readonly message: Readonly<Record<string, unknown>>
}

const members = (text: string) =>
  text.split(', ').map((member) => ({ type: member.split(' ')[0], name: member.split(' ')[1] }))

/** A page's EIP-2612 permit of the token. */
const permitOf = (nonce: bigint, deadline: number, to: string = spender, value = AMOUNT): Typed => ({
  domain: { name: 'USDC', version: '2', chainId, verifyingContract: usdc },
  types: {
    Permit: members('address owner, address spender, uint256 value, uint256 nonce, uint256 deadline'),
  },
  primaryType: 'Permit',
  message: {
    owner: payer.address,
    spender: to,
    value: value.toString(),
    nonce: nonce.toString(),
    deadline: String(deadline),
  },
})

/** A page's transfer by Permit2, which its spender hands in. */
const transferOf = (nonce: bigint, deadline: number): Typed => ({
  domain: { name: 'Permit2', chainId, verifyingContract: permit2 },
  types: {
    PermitTransferFrom: members(
      'TokenPermissions permitted, address spender, uint256 nonce, uint256 deadline',
    ),
    TokenPermissions: members('address token, uint256 amount'),
  },
  primaryType: 'PermitTransferFrom',
  message: {
    permitted: { token: usdc, amount: AMOUNT.toString() },
    spender,
    nonce: nonce.toString(),
    deadline: String(deadline),
  },
})

const chainNow = async () => Number((await clients.read.getBlock()).timestamp)
const mine = () => clients.test.mine({ blocks: DEPTH })

/** Signs what a page asks for as the wallet does once a person approved it, in a ledger of its own. */
async function signed(typed: Typed): Promise<{ row: AuthorizationRow; signature: Hex }> {
  ledger = new Ledger(`page-permit-${++serial}`)
  await writeSettings(ledger, { testnets: true })
  const settings = { ...DEFAULT_SETTINGS, testnets: true, account: payer.address }
  const seconds = await chainNow()
  const now = seconds * 1_000
  const data = JSON.stringify(typed)
  const read = movementOf({ kind: 'typed-data', data }, seconds)
  if (read === null) throw new Error('it moves nothing')
  const { asset, amount, payTo, kind, tokenName, tokenVersion, validBefore } = read.movement
  const action = { kind: 'typed-data', form: kind, account: payer.address, data } as const
  const offer = {
    ...{ scheme: 'exact', network, asset, payTo, amount: amount.toString() },
    maxTimeoutSeconds: Number(validBefore) - seconds,
    extra: kind.startsWith('permit2')
      ? { assetTransferMethod: 'permit2' }
      : { assetTransferMethod: 'eip3009', name: tokenName, version: tokenVersion },
  }
  const url = `${ORIGIN}/`
  const raw = JSON.stringify({ x402Version: 2, resource: { url }, accepts: [offer] })
  const quote: QuoteRow = { id: 'q', version: 2, source: 'browser', raw, notes: [], receivedAt: now }
  const asked = { url, answeredUrl: url, quoteId: 'q', method: 'SIGN', kind: 'signature', action } as const
  const intent = { ...intentRow('1', asked), transport: 'provider' as const, createdAt: now }
  const wallet = {
    ...{ locked: false, account: payer.address, own: [payer.address], unlockedAt: 1, balances: [] },
  }
  const decision = decide(await admissionInput(ledger, { intent, quote, settings, wallet, now: seconds }))
  const named = envelopeOf(intent, quote, decision)
  if (named === null || decision.code !== 'HOLD_APPROVAL_REQUIRED') throw new Error(decision.code)
  await ledger.quotes.add(quote)
  await ledger.intents.add({ ...intent, decision, envelopeDigest: named.digest })
  await ledger.approvals.add({
    ...{ id: 'a', intentId: intent.id, key: intent.key, envelopeDigest: named.digest, decision: 'approve' },
    ...{
      asker: ORIGIN,
      method: 'SIGN',
      url,
      bodyDigest: null,
      used: 0,
      upTo: 0,
      documentId: 'D',
      unlockedAt: 1,
    },
    ...{ network: named.terms.network, asset: named.terms.asset, payTo: named.terms.payTo },
    amount: named.terms.amount,
    maxWindowSeconds: named.terms.windowSeconds,
    expiresAt: seconds + 300,
  })
  const held = await reserve(ledger, { intentId: intent.id, wallet, now, draft: draftOf(now, settings) })
  if (!('authorization' in held)) throw new Error(held.held)
  const { authorization: row } = held
  const { signature, digest } = await signPageData(action, row, seconds, payer.privateKey)
  await ledger.authorizations.update(row.id, {
    state: 'signed',
    typedDataDigest: digest,
    header: { name: 'signature', value: signature },
  })
  return { row, signature }
}

const ask = ({ id }: AuthorizationRow) =>
  reconcileOne(
    {
      ledger,
      nodesOf: async () => ({ nodes: [createChains(createRpc())(anvil.rpcUrl, chainId)], depth: DEPTH }),
      broadcast: async () => undefined,
      changed: () => undefined,
      now: () => Date.now(),
      random: () => 0.5,
    },
    id,
  )

/** What counts in the day's limit, 18-decimal dollars. */
async function counted() {
  expect(await ledger.transaction('rw', repairTables(ledger), () => repairTotals(ledger))).toEqual([])
  const rows = (await ledger.totals.toArray()).filter((t) => t.budgetKey === 'everything-day-test:*')
  return {
    reserved: rows.reduce((sum, t) => sum + t.reserved, 0n),
    settled: rows.reduce((sum, t) => sum + t.settled, 0n),
  }
}

async function done(hash: Hex) {
  const { status } = await clients.read.waitForTransactionReceipt({ hash })
  expect(status).toBe('success')
  await mine()
}

async function handIn(typed: Typed, signature: Hex) {
  const { owner, spender: to, value, deadline } = typed.message as Record<string, string>
  const { r, s, yParity } = parseSignature(signature)
  const args = [owner, to, BigInt(value ?? 0), BigInt(deadline ?? 0), 27 + yParity, r, s] as never
  await done(
    await clients.write.writeContract({
      ...{ account: facilitator, address: usdc, abi: tokenAbi, functionName: 'permit', args },
      gas: 300_000n,
    }),
  )
}

const tokenNonce = () =>
  clients.read.readContract({ address: usdc, abi: tokenAbi, functionName: 'nonces', args: [payer.address] })

async function pass(seconds: number) {
  await clients.test.increaseTime({ seconds })
  await clients.test.mine({ blocks: 1 })
  await mine()
}

describe('an EIP-2612 permit that a page has signed', () => {
  it('counts from the signature, and is spent once it is handed in: whoever has the allowance can take it', async () => {
    const typed = permitOf(await tokenNonce(), (await chainNow()) + 600)
    const { row, signature } = await signed(typed)
    expect(row).toMatchObject({ scheme: 'permit', transferMethod: 'page', amount: '250000', payTo: spender })
    expect(await counted()).toEqual({ reserved: USD, settled: 0n })
    await mine()
    expect(await ask(row)).toBe('open')
    expect(await counted()).toEqual({ reserved: USD, settled: 0n })
    await handIn(typed, signature)
    expect(await ask(row)).toBe('proved')
    expect(await ledger.authorizations.get(row.id)).toMatchObject({ state: 'settled', moved: '250000' })
    expect(await counted()).toEqual({ reserved: 0n, settled: USD })
  })

  it('is given back once another permit has used its number up', async () => {
    const nonce = await tokenNonce()
    const { row } = await signed(permitOf(nonce, (await chainNow()) + 600))
    const other = permitOf(nonce, (await chainNow()) + 600, accounts.payee.address, 1n)
    const by = privateKeyToAccount(payer.privateKey)
    await handIn(other, await by.signTypedData(other as never))
    expect(await ask(row)).toBe('proved')
    expect(await ledger.authorizations.get(row.id)).toMatchObject({ state: 'released' })
    expect(await counted()).toEqual({ reserved: 0n, settled: 0n })
  })

  it('is given back once its window is over and its number is free', async () => {
    const { row } = await signed(permitOf(await tokenNonce(), (await chainNow()) + 600))
    await pass(600)
    expect(await ask(row)).toBe('open')
    await pass(61)
    expect(await ask(row)).toBe('proved')
    expect(await ledger.authorizations.get(row.id)).toMatchObject({ state: 'released' })
    expect(await counted()).toEqual({ reserved: 0n, settled: 0n })
  })
})

describe('a Permit2 transfer that a page has signed', () => {
  const take = async (typed: Typed, signature: Hex, requestedAmount: bigint) => {
    const { permitted, nonce, deadline } = typed.message as {
      permitted: { token: Hex }
      nonce: string
      deadline: string
    }
    const permit = {
      permitted: { token: permitted.token, amount: AMOUNT },
      nonce: BigInt(nonce),
      deadline: BigInt(deadline),
    }
    const details = { to: accounts.payee.address, requestedAmount }
    const args = [permit, details, payer.address, signature] as const
    await done(
      await clients.write.writeContract({
        ...{
          account: facilitator,
          address: permit2,
          abi: permit2Abi,
          functionName: 'permitTransferFrom',
          args,
        },
        gas: 300_000n,
      }),
    )
  }

  it.each([
    ['all of it', AMOUNT, USD],
    ['a part of it', 100_000n, 10n ** 17n],
  ])('counts from the signature, and settles what its spender took: %s', async (_, taken, usd) => {
    const typed = transferOf(BigInt(1_000 + serial), (await chainNow()) + 600)
    const { row, signature } = await signed(typed)
    expect(row).toMatchObject({ scheme: 'permit2-transfer', transferMethod: 'page', payTo: spender })
    expect(await counted()).toEqual({ reserved: USD, settled: 0n })
    await mine()
    expect(await ask(row)).toBe('open')
    await take(typed, signature, taken)
    expect(await ask(row)).toBe('proved')
    expect(await ledger.authorizations.get(row.id)).toMatchObject({
      state: 'settled',
      moved: taken.toString(),
    })
    expect(await counted()).toEqual({ reserved: 0n, settled: usd })
  })

  it('is given back once its nonce was made void', async () => {
    const nonce = BigInt(1_000 + serial)
    const { row } = await signed(transferOf(nonce, (await chainNow()) + 600))
    await done(
      await clients.test.writeContract({
        ...{ chain: clients.chain, account: payer.address, address: permit2, abi: permit2Abi },
        functionName: 'invalidateUnorderedNonces',
        args: [nonce >> 8n, 1n << (nonce & 0xffn)],
      }),
    )
    expect(await ask(row)).toBe('proved')
    expect(await ledger.authorizations.get(row.id)).toMatchObject({ state: 'released' })
    expect(await counted()).toEqual({ reserved: 0n, settled: 0n })
  })

  it('is given back once its window is over and its nonce is free', async () => {
    const { row } = await signed(transferOf(BigInt(1_000 + serial), (await chainNow()) + 600))
    await pass(661)
    expect(await ask(row)).toBe('proved')
    expect(await ledger.authorizations.get(row.id)).toMatchObject({ state: 'released' })
    expect(await counted()).toEqual({ reserved: 0n, settled: 0n })
  })
})
