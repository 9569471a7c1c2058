import { ed25519 } from '@noble/curves/ed25519'
import { p256 } from '@noble/curves/p256'
import { secp256k1 } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2'
import {
  createEIP712OfferReceiptIssuer,
  createJWS,
  createJWSOfferReceiptIssuer,
  type JWSSigner,
  type OfferReceiptIssuer,
  verifyOfferSignatureEIP712,
  verifyReceiptSignatureEIP712,
  verifyReceiptSignatureJWS,
} from '@x402/extensions/offer-receipt'
import fc from 'fast-check'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'

import type { PaidFacts } from '@/lib/core/attest/compare'
import { base58Of, PAID, PAYEE_KEY } from './testing'
import { type CheckedStatement, checkStatements } from './verify'

const base64Url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const secret = Buffer.from(PAYEE_KEY.slice(2), 'hex')
const account = privateKeyToAccount(PAYEE_KEY)
const other = privateKeyToAccount(`0x${'7'.repeat(64)}`)

const byTypedData = (by: typeof account = account): OfferReceiptIssuer =>
  createEIP712OfferReceiptIssuer(`did:pkh:eip155:1:${by.address}`, (typed) =>
    by.signTypedData(typed as never),
  )

const didKey = (prefix: readonly number[], key: Uint8Array): string =>
  `did:key:z${base58Of(Uint8Array.from([...prefix, ...key]))}`

/** Signers as a server would have them, one for each algorithm, with the key in the name. */
const SIGNERS = {
  ES256K: {
    format: 'jws',
    algorithm: 'ES256K',
    kid: didKey([0xe7, 0x01], secp256k1.getPublicKey(secret, true)),
    sign: async (data) => base64Url(secp256k1.sign(sha256(data), secret).toCompactRawBytes()),
  },
  ES256: {
    format: 'jws',
    algorithm: 'ES256',
    kid: didKey([0x80, 0x24], p256.getPublicKey(secret, true)),
    sign: async (data) => base64Url(p256.sign(sha256(data), secret).toCompactRawBytes()),
  },
  EdDSA: {
    format: 'jws',
    algorithm: 'EdDSA',
    kid: didKey([0xed, 0x01], ed25519.getPublicKey(secret)),
    sign: async (data) => base64Url(ed25519.sign(data, secret)),
  },
} as const satisfies Record<string, JWSSigner>

const jwk = (kty: string, crv: string, x: Uint8Array, y?: Uint8Array): string =>
  base64Url(
    Buffer.from(
      JSON.stringify({ kty, crv, x: base64Url(x), ...(y === undefined ? {} : { y: base64Url(y) }) }),
    ),
  )

const OFFER = {
  acceptIndex: 0,
  scheme: PAID.scheme,
  network: PAID.network,
  asset: PAID.asset,
  payTo: PAID.payTo,
  amount: PAID.amount,
}
const [URL_PAID = ''] = PAID.urls

const quoteWith = (...offers: unknown[]) => ({
  x402Version: 2,
  accepts: [],
  extensions: { 'offer-receipt': { info: { offers } } },
})
const settledWith = (receipt: unknown) => ({
  success: true,
  extensions: { 'offer-receipt': { info: { receipt } } },
})

const receiptBy = (issuer: OfferReceiptIssuer, transaction?: string, url = URL_PAID, payer = PAID.payer) =>
  issuer.issueReceipt(url, payer, PAID.network, transaction)

function only(checked: readonly CheckedStatement[]): CheckedStatement {
  const [first, ...others] = checked
  if (first === undefined || others.length > 0) throw new Error(`${checked.length} statements`)
  return first
}

const receiptOf = (receipt: unknown, paid: PaidFacts = PAID) =>
  only(checkStatements(null, settledWith(receipt), paid))

describe('a statement that the official package signed', () => {
  it('is valid by EIP-712 where the payee signed it, and the package agrees', async () => {
    const issuer = byTypedData()
    const offer = await issuer.issueOffer(URL_PAID, OFFER)
    const receipt = await receiptBy(issuer, PAID.transaction ?? undefined)
    const checked = checkStatements(quoteWith(offer), settledWith(receipt), PAID)
    expect(checked).toMatchObject([
      { of: 'offer', format: 'eip712', verdict: 'valid', signer: PAID.payTo, notes: [] },
      { of: 'receipt', format: 'eip712', verdict: 'valid', signer: PAID.payTo, notes: [] },
    ])
    expect(checked.map(({ raw }) => JSON.parse(raw) as unknown)).toEqual([offer, receipt])
    expect((await verifyOfferSignatureEIP712(offer as never)).signer).toBe(PAID.payTo)
    expect((await verifyReceiptSignatureEIP712(receipt as never)).signer).toBe(PAID.payTo)
  })

  it('is valid without its optional fields, where the package itself breaks off', async () => {
    const message = { version: 1n, network: PAID.network, resourceUrl: URL_PAID, payer: PAID.payer }
    const issuedAt = PAID.signedAt
    const signature = await account.signTypedData({
      domain: { name: 'x402 receipt', version: '1', chainId: 1 },
      types: {
        Receipt: [
          { name: 'version', type: 'uint256' },
          { name: 'network', type: 'string' },
          { name: 'resourceUrl', type: 'string' },
          { name: 'payer', type: 'string' },
          { name: 'issuedAt', type: 'uint256' },
          { name: 'transaction', type: 'string' },
        ],
      },
      primaryType: 'Receipt',
      message: { ...message, issuedAt: BigInt(issuedAt), transaction: '' },
    })
    const payload = { ...message, version: 1, issuedAt }
    expect(receiptOf({ format: 'eip712', payload, signature })).toMatchObject({ verdict: 'valid', notes: [] })
  })

  it('is valid as a JWS where the key in its name is the payee’s own', async () => {
    const receipt = await receiptBy(createJWSOfferReceiptIssuer(SIGNERS.ES256K.kid, SIGNERS.ES256K))
    expect(receiptOf(receipt)).toMatchObject({ verdict: 'valid', signer: PAID.payTo, notes: [] })
  })

  it('is valid as a JWS of Ed25519 where the key is the payee’s address on Solana', async () => {
    const network = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
    const payTo = base58Of(ed25519.getPublicKey(secret))
    const payer = base58Of(ed25519.getPublicKey(Buffer.alloc(32, 3)))
    const issuer = createJWSOfferReceiptIssuer(SIGNERS.EdDSA.kid, SIGNERS.EdDSA)
    const receipt = await issuer.issueReceipt(URL_PAID, payer, network)
    expect(receiptOf(receipt, { ...PAID, network, payTo, payer })).toMatchObject({
      verdict: 'valid',
      signer: payTo,
      notes: [],
    })
  })

  it.each(['ES256', 'EdDSA'] as const)(
    'is by an unknown key with %s: the signature is good, the key is nobody’s',
    async (alg) => {
      const receipt = await receiptBy(createJWSOfferReceiptIssuer(SIGNERS[alg].kid, SIGNERS[alg]))
      // The package reads no point of a curve by the version of the curves that is installed here.
      if (alg === 'EdDSA') await expect(verifyReceiptSignatureJWS(receipt as never)).resolves.toBeDefined()
      expect(receiptOf(receipt)).toMatchObject({
        verdict: 'unknown-key',
        signer: SIGNERS[alg].kid,
        notes: [],
      })
    },
  )

  it('reads the key of a did:jwk for every algorithm', async () => {
    const point = (curve: typeof secp256k1) => curve.getPublicKey(secret, false)
    const both = (bytes: Uint8Array) => [bytes.subarray(1, 33), bytes.subarray(33)] as const
    const names = {
      ES256K: jwk('EC', 'secp256k1', ...both(point(secp256k1))),
      ES256: jwk('EC', 'P-256', ...both(point(p256))),
      EdDSA: jwk('OKP', 'Ed25519', ed25519.getPublicKey(secret)),
    }
    for (const [alg, name] of Object.entries(names)) {
      const signer = { ...SIGNERS[alg as keyof typeof names], kid: `did:jwk:${name}#0` }
      const receipt = await receiptBy(createJWSOfferReceiptIssuer(signer.kid, signer))
      await expect(verifyReceiptSignatureJWS(receipt as never)).resolves.toBeDefined()
      expect(receiptOf(receipt).verdict).toBe(alg === 'ES256K' ? 'valid' : 'unknown-key')
      const [head = '', , tail = ''] = receipt.signature.split('.')
      const forged = `${head}.${base64Url(Buffer.from('{"version":1}'))}.${tail}`
      expect(receiptOf({ format: 'jws', signature: forged }).verdict).toBe('unreadable')
    }
  })

  it('is by an unknown key where its name is a did:web, whose host nobody calls', async () => {
    const signer = { ...SIGNERS.ES256K, kid: 'did:web:api.seller.test#key-1' }
    const receipt = await receiptBy(createJWSOfferReceiptIssuer(signer.kid, signer))
    expect(receiptOf(receipt)).toMatchObject({ verdict: 'unknown-key', signer: signer.kid })
  })

  it('is by an unknown key where another account than the payee signed it', async () => {
    expect(receiptOf(await receiptBy(byTypedData(other)))).toMatchObject({
      verdict: 'unknown-key',
      signer: other.address,
    })
  })
})

describe('what a signed receipt speaks of', () => {
  const issuer = byTypedData()

  it('is told where a genuine receipt belongs to another payment (case-085)', async () => {
    const transaction = `0x${'cd'.repeat(32)}`
    const of = async (...args: Parameters<OfferReceiptIssuer['issueReceipt']>) =>
      receiptOf(await issuer.issueReceipt(...args))
    const { network, payer } = PAID
    expect(await of('https://api.seller.test/item/2', payer, network)).toMatchObject({
      verdict: 'valid',
      notes: ['resourceUrl'],
    })
    expect((await of(URL_PAID, other.address, network)).notes).toEqual(['payer'])
    expect((await of(URL_PAID, payer, 'eip155:8453')).notes).toEqual(['network'])
    expect((await of(URL_PAID, payer, network, transaction)).notes).toEqual(['transaction'])
  })

  it('is told where it was issued before the payment was signed, or after its answer', async () => {
    const receipt = await receiptBy(issuer)
    expect(receiptOf(receipt, { ...PAID, signedAt: PAID.signedAt + 300 }).notes).toEqual(['issuedAt'])
    const early = { ...PAID, signedAt: PAID.signedAt - 600, answeredAt: PAID.signedAt - 300 }
    expect(receiptOf(receipt, early).notes).toEqual(['issuedAt'])
  })

  it('may name the server behind its proxy by http, and never another host, path or query', async () => {
    const of = async (url: string) => receiptOf(await receiptBy(issuer, undefined, url)).notes
    expect(await of('http://api.seller.test/item/1')).toEqual([])
    for (const url of [
      'https://seller.test/item/1',
      `${URL_PAID}?a=1`,
      'ftp://api.seller.test/item/1',
      'item/1',
    ])
      expect(await of(url)).toEqual(['resourceUrl'])
  })
})

describe('a signed offer', () => {
  const issuer = byTypedData()

  it('is found among others by its fields, whatever place it claims', async () => {
    const dear = await issuer.issueOffer(URL_PAID, { ...OFFER, amount: '90000' })
    const paid = await issuer.issueOffer(URL_PAID, { ...OFFER, acceptIndex: 7 })
    expect(only(checkStatements(quoteWith(dear, paid, 'nothing'), null, PAID))).toMatchObject({
      verdict: 'valid',
      notes: [],
      raw: JSON.stringify(paid),
    })
  })

  it('is told where every one of the quote says something else than was paid', async () => {
    const offer = await issuer.issueOffer(URL_PAID, { ...OFFER, amount: '90000', payTo: other.address })
    expect(only(checkStatements(quoteWith(offer), null, PAID)).notes).toEqual(['payTo', 'amount'])
  })

  it('is told where its time was over when the payment was signed', async () => {
    const offer = await issuer.issueOffer(URL_PAID, { ...OFFER, offerValiditySeconds: 60 })
    const at = (seconds: number) =>
      only(checkStatements(quoteWith(offer), null, { ...PAID, signedAt: PAID.signedAt + seconds })).notes
    expect(at(100)).toEqual([])
    expect(at(200)).toEqual(['validUntil'])
  })
})

describe('what nobody signed', () => {
  it('reads no statement where the extension is absent or of another form', () => {
    for (const of of [
      null,
      'text',
      [],
      {},
      { extensions: [] },
      { extensions: { 'offer-receipt': { info: 1 } } },
    ])
      expect(checkStatements(of, of, PAID)).toEqual([])
  })

  it('is unreadable where it is of no known form', async () => {
    const [head, body, tail] = (await createJWS({ version: 1 }, SIGNERS.ES256K)).split('.')
    const forms = [
      1,
      {},
      { format: 'jws', signature: 'a.b' },
      { format: 'jws', signature: `${head}.${body}.${tail}.` },
      { format: 'jws', signature: `${head}.${body}.${tail}` },
      {
        format: 'jws',
        signature: `${base64Url(Buffer.from('{"alg":"ES256K","crit":["b64"]}'))}.${body}.${tail}`,
      },
      { format: 'eip712', signature: '0x', payload: { version: '1' } },
      { format: 'eip191', signature: '0x', payload: {} },
      { format: 'jws', signature: 'a'.repeat(9_000) },
    ]
    for (const form of forms) expect(receiptOf(form).verdict).toBe('unreadable')
  })

  it('is never valid: no algorithm, another algorithm than the key’s, a signature of no form', async () => {
    const receipt = await receiptBy(createJWSOfferReceiptIssuer(SIGNERS.ES256K.kid, SIGNERS.ES256K))
    const [, body = '', tail = ''] = receipt.signature.split('.')
    const { kid } = SIGNERS.ES256K
    for (const alg of ['none', 'HS256', 'ES256', 'EdDSA'])
      for (const signature of [tail, ''])
        expect(
          receiptOf({
            format: 'jws',
            signature: `${base64Url(Buffer.from(JSON.stringify({ alg, kid })))}.${body}.${signature}`,
          }).verdict,
        ).toBe('invalid')
    const typed = await receiptBy(byTypedData())
    for (const signature of ['0x', `0x${'0'.repeat(130)}`, `0x${'f'.repeat(128)}1b`, `${typed.signature}00`])
      expect(receiptOf({ ...typed, signature }).verdict).toBe('invalid')
  })

  it('is never valid and equal after any one character of it was changed', async () => {
    const statements = [
      await receiptBy(byTypedData(), PAID.transaction ?? undefined),
      await receiptBy(createJWSOfferReceiptIssuer(SIGNERS.ES256K.kid, SIGNERS.ES256K)),
    ]
    for (const statement of statements) {
      const text = JSON.stringify(statement)
      const before = receiptOf(statement)
      expect(before).toMatchObject({ verdict: 'valid', notes: [] })
      fc.assert(
        fc.property(fc.nat(text.length - 1), fc.integer({ min: 33, max: 125 }), (place, code) => {
          const changed = text.slice(0, place) + String.fromCharCode(code) + text.slice(place + 1)
          let parsed: unknown
          try {
            parsed = JSON.parse(changed)
          } catch {
            return
          }
          const [checked] = checkStatements(null, settledWith(parsed), PAID)
          const isGood = checked?.verdict === 'valid' && checked.notes.length === 0
          // Bytes in hex and addresses have no case: those are the same statement.
          if (isGood) expect(changed.toLowerCase()).toBe(text.toLowerCase())
        }),
        { numRuns: 300 },
      )
    }
  })
})
