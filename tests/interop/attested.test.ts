import { secp256k1 } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2'
import { x402Client } from '@x402/core/client'
import { registerExactEvmScheme } from '@x402/evm/exact/client'
import {
  createEIP712OfferReceiptIssuer,
  createJWSOfferReceiptIssuer,
  type OfferReceiptIssuer,
} from '@x402/extensions/offer-receipt'
import { wrapFetchWithPayment } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { attestationsOf, attestedAgain, type Paid } from '@/lib/receipt/attest'
import { base58Of } from '@/lib/schemes/attest/testing'
import { findQuote } from '@/lib/wire/http/find-quote'
import { readSettlement } from '@/lib/wire/http/settlement'
import { type Devnet, startDevnet } from '../devnet'
import { network } from '../devnet/chain'
import { attestedAmount, startAttested } from '../devnet/merchants/attested'

let net: Devnet
const stops: (() => Promise<void>)[] = []

beforeAll(async () => {
  net = await startDevnet()
}, 60_000)
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
afterAll(async () => {
  await net?.stop()
})

type Key = { readonly address: string; readonly privateKey: `0x${string}` }

/** Signs as JWS with ES256K; its name holds the key (did:key). */
function byJws({ privateKey }: Key): OfferReceiptIssuer {
  const secret = Buffer.from(privateKey.slice(2), 'hex')
  const kid = `did:key:z${base58Of(Uint8Array.from([0xe7, 0x01, ...secp256k1.getPublicKey(secret, true)]))}`
  return createJWSOfferReceiptIssuer(kid, {
    kid,
    format: 'jws',
    algorithm: 'ES256K',
    sign: async (data) =>
      Buffer.from(secp256k1.sign(sha256(data), secret).toCompactRawBytes()).toString('base64url'),
  })
}

/** Signs as typed data. */
function byTypedData({ address, privateKey }: Key): OfferReceiptIssuer {
  const account = privateKeyToAccount(privateKey)
  return createEIP712OfferReceiptIssuer(`did:pkh:eip155:1:${address}`, (typed) =>
    account.signTypedData(typed as never),
  )
}

/** Buys the almanac with the published client, and gives what the wallet would keep of it. */
async function bought(issuer: OfferReceiptIssuer) {
  const { payee, payer } = net.accounts
  const shop = await startAttested({ facilitatorUrl: net.facilitatorUrl, payTo: payee.address }, issuer)
  stops.push(shop.stop)
  const url = `${shop.url}/almanac`
  const unpaid = await fetch(url)
  const found = findQuote({ headers: [...unpaid.headers], body: await unpaid.text() })
  if (!found.ok) throw new Error(found.error.detail)
  const createdAt = Date.now()
  const client = new x402Client()
  registerExactEvmScheme(client, { signer: privateKeyToAccount(payer.privateKey), networks: [network] })
  const response = await (wrapFetchWithPayment(fetch, client) as typeof fetch)(url)
  expect(response.status).toBe(200)
  const settlement = readSettlement([...response.headers])
  if (!settlement.ok) throw new Error(settlement.error.detail)
  const row: Paid = {
    scheme: 'exact',
    network,
    asset: net.usdc,
    payTo: payee.address,
    amount: attestedAmount.toString(),
    from: payer.address,
    url,
    answeredUrl: url,
    createdAt,
    transaction: null,
    claimedTransaction: settlement.value.transaction,
    proved: 0,
  }
  const quote = { raw: found.value.raw }
  const check = (of: Paid = row, raw = settlement.value.raw) => attestationsOf(of, quote, raw, Date.now())
  return { row, quote, check, settlement: settlement.value }
}

describe('what a real server signs with the published extension', () => {
  it.each([
    ['JWS', 'jws', byJws],
    ['EIP-712', 'eip712', byTypedData],
  ] as const)('as %s is the payee’s own word on this payment, offer and receipt', async (_, format, by) => {
    const { check, row, quote, settlement } = await bought(by(net.accounts.payee))
    const checked = check()
    expect(checked).toMatchObject([
      { of: 'offer', format, verdict: 'valid', notes: [] },
      { of: 'receipt', format, verdict: 'valid', notes: [] },
    ])
    // The published middleware names no transaction. What does is held against the one that the chain proves.
    const named = await by(net.accounts.payee).issueReceipt(
      row.url,
      row.from,
      network,
      settlement.transaction,
    )
    const raw = JSON.stringify({ extensions: { 'offer-receipt': { info: { receipt: named } } } })
    const proved = { ...row, proved: 1 as const, attestations: check(row, raw) }
    const again = (transaction: string) => attestedAgain({ ...proved, transaction }, quote)
    expect(again(settlement.transaction)).toMatchObject([{ notes: [] }, { verdict: 'valid', notes: [] }])
    expect(again(`0x${'12'.repeat(32)}`)).toMatchObject([{ notes: [] }, { notes: ['transaction'] }])
  })

  it.each([
    ['JWS', byJws],
    ['EIP-712', byTypedData],
  ] as const)('as %s by another key than the payee’s is vouched for by nobody', async (_, by) => {
    const { check } = await bought(by(net.accounts.otherPayee))
    expect(check().map(({ verdict }) => verdict)).toEqual(['unknown-key', 'unknown-key'])
  })

  it('is shown as another payment’s where payer, amount or resource differ', async () => {
    const { check, row } = await bought(byTypedData(net.accounts.payee))
    const notesOf = (change: Partial<Paid>) => check({ ...row, ...change }).map(({ notes }) => notes)
    expect(notesOf({ from: net.accounts.permit2Payer.address })).toEqual([[], ['payer']])
    expect(notesOf({ amount: '20001' })).toEqual([['amount'], []])
  })

  it('is no longer valid with one byte of it changed', async () => {
    const { check, row, settlement } = await bought(byTypedData(net.accounts.payee))
    const changed = settlement.raw.replace(
      /("signature":"0x)(.)/,
      (_, start: string, digit: string) => `${start}${digit === '0' ? '1' : '0'}`,
    )
    expect(changed).not.toBe(settlement.raw)
    expect(check(row, changed)[1]?.verdict).not.toBe('valid')
  })
})
