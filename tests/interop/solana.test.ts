import { createKeyPairSignerFromPrivateKeyBytes } from '@solana/kit'
import { toClientSvmSigner } from '@x402/svm'
import { ExactSvmScheme } from '@x402/svm/exact/client'
import { ExactSvmSchemeV1 } from '@x402/svm/exact/v1/client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createRpc } from '@/lib/chain/rpc'
import { readBlockhash, readTokens, type SvmNode } from '@/lib/chain/svm/node'
import type { AuthorizationRow } from '@/lib/ledger/schema'
import { judgeSolana, MARGIN_BLOCKS } from '@/lib/payments/svm/judge'
import { svmTermsOf } from '@/lib/payments/svm/terms'
import { checkBytes, type SvmTerms, USUAL_BUDGET } from '@/lib/schemes/svm/exact'
import { decodeTransaction } from '@/lib/schemes/svm/message'
import { programOf } from '@/lib/schemes/svm/programs'
import { digestOfMessage, signTransfer } from '@/lib/schemes/svm/sign'
import { addressOfSecret } from '@/lib/schemes/svm/slip10'
import {
  SOLANA_DEVNET,
  SOLANA_FEE_PAYER,
  SOLANA_PAYEE,
  SOLANA_USDC,
  type SolanaDevnet,
  startSolana,
} from '../devnet/solana'
import { fromBase64 } from '../devnet/solana/ledger'

const SECRET = new Uint8Array(32).fill(31)
const PAYER = addressOfSecret(SECRET)

type Offer = {
  readonly payTo: string
  readonly amount: string
  readonly asset: string
  readonly extra: Record<string, unknown>
}

let net: SolanaDevnet
let node: SvmNode
let lastMemo = 0
let healthy: SolanaDevnet['rpc']['faults']

beforeAll(async () => {
  net = await startSolana(PAYER)
  healthy = { ...net.rpc.faults }
})
afterAll(() => net.stop())
beforeEach(() => {
  Object.assign(net.rpc.faults, { ...healthy })
  const rpc = createRpc({ sleep: async () => undefined })
  node = {
    network: SOLANA_DEVNET,
    genuine: { known: false },
    call: (method, params) => rpc.call(net.rpc.url, method, params),
  }
})

/** A memo that no payment had before, of the wallet's form. */
const nextMemo = () => (++lastMemo).toString(16).padStart(32, '0')

async function offered(): Promise<{ offer: Offer; quote: unknown }> {
  const answer = await fetch(`${net.shop}/tide-tables`)
  expect(answer.status).toBe(402)
  const quote = JSON.parse(atob(answer.headers.get('payment-required') ?? ''))
  return { offer: quote.accepts[0], quote }
}

async function termsFor(offer: Offer, over: Partial<SvmTerms> = {}): Promise<SvmTerms> {
  const latest = await readBlockhash(node)
  if (!latest.ok) throw new Error(latest.error.kind)
  return {
    network: SOLANA_DEVNET,
    mint: offer.asset,
    program: programOf(offer.asset),
    decimals: 6,
    from: PAYER,
    payTo: offer.payTo,
    amount: BigInt(offer.amount),
    feePayer: String(offer.extra.feePayer),
    memo: typeof offer.extra.memo === 'string' ? offer.extra.memo : nextMemo(),
    blockhash: latest.value.blockhash,
    budget: USUAL_BUDGET,
    ...over,
  }
}

function signed(terms: SvmTerms) {
  const made = signTransfer(terms, SECRET)
  if (!made.ok) throw new Error(made.error.field)
  return made.value
}

const headerOf = (accepted: unknown, payload: unknown) => ({
  'payment-signature': btoa(JSON.stringify({ x402Version: 2, payload, accepted })),
})

const pay = (accepted: unknown, payload: unknown) =>
  fetch(`${net.shop}/tide-tables`, { headers: headerOf(accepted, payload) })

/** A row of the ledger, as far as the chain is asked about it. */
function rowOf(terms: SvmTerms, over: Partial<AuthorizationRow> = {}): AuthorizationRow {
  const row: Partial<AuthorizationRow> = {
    network: terms.network,
    asset: terms.mint,
    decimals: terms.decimals,
    from: terms.from,
    payTo: terms.payTo,
    amount: terms.amount.toString(),
    nonce: terms.memo,
    nonceSalt: null,
    envelopeDigest: `0x${'00'.repeat(32)}`,
    facilitator: terms.feePayer,
    blockhash: terms.blockhash,
    lastValidBlockHeight: net.ledger.blockhash.lastValidBlockHeight,
    ...over,
  }
  return row as AuthorizationRow
}

describe('a payment on Solana, with the published server and facilitator', () => {
  it('is taken and settled: the payee has the amount, and the payer that much less', async () => {
    const { offer } = await offered()
    expect(offer).toMatchObject({ payTo: SOLANA_PAYEE, amount: '50000', asset: SOLANA_USDC })
    expect(offer.extra.feePayer).toBe(SOLANA_FEE_PAYER)
    const [before = null] = await readTokens(node, PAYER, [SOLANA_USDC])
    const paidBefore = net.ledger.balanceOf(SOLANA_PAYEE, SOLANA_USDC)
    const answer = await pay(offer, signed(await termsFor(offer)).payload)
    expect(answer.status).toBe(200)
    const receipt = JSON.parse(atob(answer.headers.get('payment-response') ?? ''))
    expect(receipt).toMatchObject({ success: true, network: SOLANA_DEVNET, payer: PAYER })
    expect(net.ledger.balanceOf(SOLANA_PAYEE, SOLANA_USDC) - paidBefore).toBe(50_000n)
    expect(await readTokens(node, PAYER, [SOLANA_USDC])).toEqual([(before ?? 0n) - 50_000n])
  })

  it.each<[string, Partial<SvmTerms>]>([
    ['another amount', { amount: 49_999n }],
    [
      'another payee',
      { payTo: PAYER === SOLANA_PAYEE ? SOLANA_FEE_PAYER : addressOfSecret(new Uint8Array(32).fill(40)) },
    ],
    [
      'another mint',
      {
        mint: 'CXk2AMBfi3TwaEL2468s6zP8xq9NxTXjp9gjMgzeUynM',
        program: programOf('CXk2AMBfi3TwaEL2468s6zP8xq9NxTXjp9gjMgzeUynM'),
      },
    ],
    ['another memo', { memo: 'another' }],
  ])('is no payment of the offer with %s, by our own check and by the facilitator', async (what, over) => {
    const { offer } = await offered()
    const terms = await termsFor(offer)
    const { payload } = signed({ ...terms, ...over })
    expect(checkBytes(fromBase64(payload.transaction), terms).ok).toBe(false)
    if (what !== 'another memo') expect((await pay(offer, payload)).status).toBe(402)
  })
})

describe('what the published client makes of the same offer', () => {
  it.each([1, 2] as const)('is the same transaction, in version %i', async (version) => {
    const { offer } = await offered()
    const { blockhash } = net.ledger.blockhash
    const requirements = {
      ...offer,
      scheme: 'exact',
      network: version === 1 ? 'solana-devnet' : SOLANA_DEVNET,
      maxAmountRequired: offer.amount,
      maxTimeoutSeconds: 60,
      extra: { ...offer.extra, memo: 'order 12' },
    }
    const signer = toClientSvmSigner(await createKeyPairSignerFromPrivateKeyBytes(SECRET))
    const client =
      version === 1
        ? new ExactSvmSchemeV1(signer, { rpcUrl: net.rpc.url })
        : new ExactSvmScheme(signer, { rpcUrl: net.rpc.url })
    const made = await client.createPaymentPayload(version, requirements as never)
    const terms = await termsFor(offer, { memo: 'order 12', blockhash })
    const theirs = decodeTransaction(fromBase64(String(made.payload.transaction)))
    const ours = decodeTransaction(fromBase64(signed(terms).payload.transaction))
    expect(theirs?.message).toEqual(ours?.message)
    expect(theirs?.signers).toEqual(ours?.signers)
    // And our check takes theirs for what was approved.
    expect(checkBytes(fromBase64(String(made.payload.transaction)), terms).ok).toBe(true)
  })
})

describe('judgeSolana', () => {
  it('proves a payment whose answer was lost, by the transaction that has its memo', async () => {
    const { offer } = await offered()
    const terms = await termsFor(offer)
    const { payload, digest } = signed(terms)
    const row = rowOf(terms)
    expect(await judgeSolana(node, row)).toBeNull()
    await pay(offer, payload)
    const landed = net.ledger.landed.at(-1)
    expect(
      digestOfMessage(decodeTransaction(landed?.bytes ?? new Uint8Array())?.signed ?? new Uint8Array()),
    ).toBe(digest)
    expect(await judgeSolana(node, row)).toEqual({
      kind: 'used',
      transaction: landed?.signature,
      moved: 50_000n,
      block: BigInt(landed?.slot ?? 0),
    })
  })

  it('says nothing before the transaction is finalized', async () => {
    const { offer } = await offered()
    const terms = await termsFor(offer)
    await pay(offer, signed(terms).payload)
    net.rpc.faults.unfinalized = 1
    expect(await judgeSolana(node, rowOf(terms))).toBeNull()
    net.rpc.faults.unfinalized = 0
    expect(await judgeSolana(node, rowOf(terms))).toMatchObject({ kind: 'used' })
  })

  it('takes no other payment of the same payer, payee and price for it', async () => {
    const { offer } = await offered()
    const terms = await termsFor(offer)
    await pay(offer, signed(await termsFor(offer)).payload)
    expect(await judgeSolana(node, rowOf(terms))).toBeNull()
  })

  it('tells two payments with one seller’s memo apart by what else was signed', async () => {
    const { offer } = await offered()
    const terms = await termsFor(offer, { memo: 'order 13' })
    const salts = [`0x${'01'.repeat(32)}`, `0x${'02'.repeat(32)}`]
    const rows = salts.map((nonceSalt) => rowOf(terms, { nonceSalt }))
    const [first, second] = rows.map((row) => svmTermsOf(row))
    if (first == null || second == null) throw new Error('no terms')
    expect(first.budget).not.toEqual(second.budget)
    await pay({ ...offer, extra: { ...offer.extra } }, signed(first).payload)
    expect(await judgeSolana(node, rows[0] as AuthorizationRow)).toMatchObject({ kind: 'used' })
    expect(await judgeSolana(node, rows[1] as AuthorizationRow)).toBeNull()
  })

  it('proves it dead only well past the last block that could take it', async () => {
    const { offer } = await offered()
    const terms = await termsFor(offer)
    const row = rowOf(terms)
    const last = row.lastValidBlockHeight ?? 0
    net.ledger.pass(last + MARGIN_BLOCKS - net.ledger.height)
    expect(await judgeSolana(node, row)).toBeNull()
    net.ledger.pass(1)
    expect(await judgeSolana(node, row)).toMatchObject({ kind: 'unused' })
    // And it is: nobody can send it any more.
    expect((await pay(offer, signed(terms).payload)).status).toBe(402)
  })

  it.each<[string, () => void]>([
    ['is down', () => Object.assign(net.rpc.faults, { down: true })],
    [
      'is of another network',
      () => Object.assign(net.rpc.faults, { genesis: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' }),
    ],
    ['forgot that time', () => Object.assign(net.rpc.faults, { oldest: net.ledger.slot })],
  ])('says nothing of what expired while the node %s', async (_, break_) => {
    const { offer } = await offered()
    const row = rowOf(await termsFor(offer))
    net.ledger.pass(400)
    const { genesis } = net.rpc.faults
    break_()
    node.genuine.known = false
    expect(await judgeSolana(node, row)).toBeNull()
    Object.assign(net.rpc.faults, { down: false, genesis, oldest: 0 })
    node.genuine.known = false
    expect(await judgeSolana(node, row)).toMatchObject({ kind: 'unused' })
  })
})

describe('readTokens', () => {
  it('reads 0 where there is no account, and nothing where the node is down', async () => {
    const nobody = addressOfSecret(new Uint8Array(32).fill(99))
    expect(await readTokens(node, nobody, [SOLANA_USDC])).toEqual([0n])
    net.rpc.faults.down = true
    expect(await readTokens(node, PAYER, [SOLANA_USDC])).toEqual([null])
  })
})
