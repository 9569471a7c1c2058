import 'fake-indexeddb/auto'
import { type Hex, numberToHex, parseAbi, parseSignature } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { createChains } from '@/lib/chain/chain'
import { MULTICALL3 } from '@/lib/chain/multicall'
import { createRpc } from '@/lib/chain/rpc'
import { type AuthorizationRow, Ledger } from '@/lib/ledger/schema'
import { authorizationRow, intentRow, quoteRow } from '@/lib/ledger/write/testing'
import { reconcileOne } from '@/lib/payments/reconcile/reconcile'
import { testAccounts } from '../devnet/accounts'
import { type Anvil, startAnvil } from '../devnet/anvil'
import { type ChainClients, chainClients, chainId, network, permit2, setUpChain, usdc } from '../devnet/chain'
import { ensureContracts } from '../devnet/compile'

vi.mock('wxt/browser', () => ({ browser: {} }))

const DEPTH = 3
const accounts = testAccounts()
const { payee } = accounts
const payer = privateKeyToAccount(accounts.payer.privateKey)
const facilitator = privateKeyToAccount(accounts.facilitator.privateKey)
const tokenAbi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
])
const permit2Abi = parseAbi(['function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)'])
const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

let anvil: Anvil
let clients: ChainClients
let ledger: Ledger
let serial = 0

beforeAll(async () => {
  anvil = await startAnvil(chainId)
  clients = chainClients(anvil.rpcUrl)
  await setUpChain(clients, accounts, ensureContracts())
  ledger = new Ledger('reconcile-interop')
}, 60_000)

afterAll(async () => {
  await ledger?.delete()
  await anvil?.stop()
})

/** One outstanding authorization of the payer's. */
async function outstanding(change: Partial<AuthorizationRow> = {}): Promise<AuthorizationRow> {
  const name = `i${++serial}`
  const { timestamp } = await clients.read.getBlock()
  const row = authorizationRow(name, {
    state: 'sent',
    network,
    asset: usdc,
    from: payer.address,
    payTo: payee.address,
    nonce: numberToHex(BigInt(serial) << 100n, { size: 32 }),
    validBefore: Number(timestamp) + 3_600,
    ...change,
  })
  await ledger.quotes.add(quoteRow(name))
  await ledger.intents.add(intentRow(name, { state: 'paying' }))
  await ledger.authorizations.add(row)
  return row
}

async function use(row: AuthorizationRow): Promise<Hex> {
  const message = {
    from: payer.address,
    to: payee.address,
    value: BigInt(row.amount),
    validAfter: 0n,
    validBefore: BigInt(row.validBefore),
    nonce: row.nonce as Hex,
  }
  const domain = { name: 'USDC', version: '2', chainId, verifyingContract: usdc }
  const signed = await payer.signTypedData({
    domain,
    types,
    primaryType: 'TransferWithAuthorization',
    message,
  })
  const { r, s, yParity } = parseSignature(signed)
  const { from, to, value, validAfter, validBefore, nonce } = message
  const hash = await clients.write.writeContract({
    account: facilitator,
    address: usdc,
    abi: tokenAbi,
    functionName: 'transferWithAuthorization',
    args: [from, to, value, validAfter, validBefore, nonce, 27 + yParity, r, s],
    gas: 300_000n,
  })
  await clients.read.waitForTransactionReceipt({ hash })
  return hash
}

const ask = async ({ id }: AuthorizationRow) =>
  await reconcileOne(
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

const mine = (blocks: number) => clients.test.mine({ blocks })
const stored = ({ id }: AuthorizationRow) => ledger.authorizations.get(id)

describe('reconciling with a real node', () => {
  it('proves a payment by the token’s own events, once it is deep enough', async () => {
    const row = await outstanding()
    const transaction = await use(row)
    expect(await ask(row)).toBe('open')
    await mine(DEPTH)
    expect(await ask(row)).toBe('proved')
    expect(await stored(row)).toMatchObject({ state: 'settled', transaction, moved: row.amount })
  })

  it('proves nothing by a block that the node took back', async () => {
    const row = await outstanding()
    const id = await clients.test.snapshot()
    await use(row)
    await mine(DEPTH - 1)
    expect(await ask(row)).toBe('open')
    await clients.test.revert({ id })
    await mine(3 * DEPTH)
    expect(await ask(row)).toBe('open')
    expect(await stored(row)).toMatchObject({ state: 'sent', proved: 0 })
  })

  it('takes an invalidated nonce of Permit2 for cancelled', async () => {
    const row = await outstanding({ transferMethod: 'permit2', scheme: 'upto' })
    const nonce = BigInt(row.nonce)
    await mine(DEPTH)
    expect(await ask(row)).toBe('open')
    await clients.test.impersonateAccount({ address: payer.address })
    await clients.test.setBalance({ address: payer.address, value: 10n ** 18n })
    const hash = await clients.test.writeContract({
      chain: clients.chain,
      account: payer.address,
      address: permit2,
      abi: permit2Abi,
      functionName: 'invalidateUnorderedNonces',
      args: [nonce >> 8n, 1n << (nonce & 0xffn)],
    })
    await clients.read.waitForTransactionReceipt({ hash })
    await mine(DEPTH)
    expect(await ask(row)).toBe('proved')
    expect(await stored(row)).toMatchObject({ state: 'released', transaction: hash })
  })

  it('asks by batches where the chain has no Multicall3', async () => {
    await clients.test.setCode({ address: MULTICALL3, bytecode: '0x' })
    const row = await outstanding()
    await use(row)
    await mine(DEPTH)
    expect(await ask(row)).toBe('proved')
  })
})
