import fc from 'fast-check'
import { hashTypedData, recoverTypedDataAddress, type TypedDataDefinition } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { PERMIT2, X402_SPENDERS } from '@/lib/core/assets/permit2'
import vectors from '@/tests/vectors/signing.json'
import { moneyOf } from './money'
import { buildPermit, checkPermit, type PermitTerms, permitDigest } from './permit'
import { buildPermit2, checkPermit2, type Permit2Terms, permit2Digest } from './permit2'
import { signReserved } from './sign'
import { permit2TermsOf, type ReservedPermit2, signPermit2 } from './sign-permit2'

/** Anvil's first account, a public test key. */
const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const account = privateKeyToAccount(KEY)
const USDC = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
const SHOP = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const FACILITATOR = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const EVIL = '0x2222222222222222222222222222222222222222'
const NONCE = '455867356320691211509944977504407603390036387149619137164185182714736811808'

const exact: ReservedPermit2 = {
  scheme: 'exact',
  transferMethod: 'permit2',
  network: 'eip155:84532',
  asset: USDC,
  name: 'USDC',
  tokenVersion: '2',
  from: account.address,
  payTo: SHOP,
  amount: '10000',
  nonce: NONCE,
  validAfter: 0,
  validBefore: vectors.frozenNow + 60,
  spender: X402_SPENDERS.exact,
}
const upto: ReservedPermit2 = {
  ...exact,
  scheme: 'upto',
  spender: X402_SPENDERS.upto,
  facilitator: FACILITATOR,
}

function termsOf(reserved: ReservedPermit2): Permit2Terms {
  const terms = permit2TermsOf(reserved)
  if (!terms.ok) throw new Error(terms.error.detail)
  return terms.value
}
const golden = (id: string) => {
  const found = vectors.vectors.find((vector) => vector.id === id)
  if (found === undefined) throw new Error(`no vector ${id}`)
  return found
}

describe('signing a reserved payment by Permit2', () => {
  it.each([
    ['exact-permit2-v2', exact],
    ['upto-permit2', upto],
  ])('gives the golden %s', async (id, reserved) => {
    const vector = golden(id)
    const signed = await signPermit2(reserved, KEY)
    expect(signed).toEqual({
      ok: true,
      value: { payload: vector.result.payload, digest: vector.signTypedDataCalls[0]?.digest, permit: null },
    })
  })

  it('gives the golden exact-permit2-eip2612-sponsored, the allowance for exactly the amount', async () => {
    const vector = golden('exact-permit2-eip2612-sponsored')
    const signed = await signPermit2({ ...exact, permitNonce: '7' }, KEY)
    if (!signed.ok) throw new Error(signed.error.detail)
    expect(signed.value.payload).toEqual(vector.result.payload)
    const { extensions } = vector.result as { extensions?: Record<string, { info: unknown }> }
    expect(signed.value.permit).toEqual(extensions?.eip2612GasSponsoring?.info)
  })

  it('is what the wallet reads a page’s own Permit2 payment of x402 as', () => {
    for (const reserved of [exact, upto]) {
      const built = buildPermit2(termsOf(reserved))
      if (!built.ok) throw new Error(built.error.detail)
      expect(moneyOf(built.value, vectors.frozenNow)).toMatchObject({
        kind: 'permit2-transfer',
        x402: reserved.scheme,
        payTo: SHOP,
        amount: 10_000n,
      })
    }
  })

  it('reads nothing that a server may have put beside the terms (atk-066)', async () => {
    const extra = { nonce: `0x${'00'.repeat(32)}`, validAfter: '1', from: EVIL, spender: EVIL }
    expect(await signPermit2({ ...exact, ...{ extra, witness: { to: EVIL } } }, KEY)).toEqual(
      await signPermit2(exact, KEY),
    )
  })

  it.each<[string, Partial<ReservedPermit2>]>([
    ['another contract as spender', { spender: EVIL }],
    ['the spender of another scheme', { spender: X402_SPENDERS.upto }],
    ['no spender', { spender: undefined as unknown as string }],
    ['a facilitator where the scheme has none', { facilitator: FACILITATOR }],
    [
      'no facilitator where the scheme needs one (atk-065)',
      { ...upto, facilitator: undefined as unknown as string },
    ],
    ['a facilitator that is nobody (atk-065)', { ...upto, facilitator: `0x${'00'.repeat(20)}` }],
    ['a facilitator that is no address', { ...upto, facilitator: 'facilitator.example' }],
    ['Permit2 itself as the token (atk-023)', { asset: PERMIT2 }],
    ['a contract of x402 as the token (atk-023)', { asset: X402_SPENDERS.upto }],
    ['the payer as payee', { payTo: account.address }],
    ['Permit2 as payee', { payTo: PERMIT2 }],
    ['a nonce of zero', { nonce: '0' }],
    ['a nonce in hex', { nonce: `0x${'07'.repeat(32)}` }],
    ['a nonce of more than 256 bits', { nonce: (2n ** 256n).toString() }],
    ['an amount of more than 256 bits', { amount: (2n ** 256n).toString() }],
    ['a deadline before its start', { validBefore: 0 }],
    ['another scheme', { scheme: 'batch-settlement' }],
    ['another method', { transferMethod: 'eip3009' }],
    ['a permit with a number that is none', { permitNonce: '-1' }],
  ])('signs nothing for %s', async (_title, change) => {
    const signed = await signPermit2({ ...exact, ...change }, KEY)
    expect(signed).toMatchObject({ ok: false })
    expect(JSON.stringify(signed)).not.toContain(KEY.slice(2))
  })

  it('is not signed as a transfer of EIP-3009, whatever its scheme is called', async () => {
    expect(await signReserved(exact, KEY)).toMatchObject({ ok: false, error: { code: 'unsupported-scheme' } })
  })
})

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((b) => `0x${Buffer.from(b).toString('hex')}`)
const number = fc.bigInt({ min: 1n, max: 2n ** 256n - 1n })

describe('I4: what is signed by Permit2', () => {
  it('has the digest that a library of others gives the same fields, and the payer’s signature', async () => {
    const some = fc.record({
      asset: address,
      payTo: address,
      amount: number,
      nonce: number,
      facilitator: address,
    })
    await fc.assert(
      fc.asyncProperty(some, fc.constantFrom(exact, upto), async ({ facilitator, ...of }, base) => {
        const reserved = {
          ...base,
          ...of,
          amount: of.amount.toString(),
          nonce: of.nonce.toString(),
          ...(base === upto ? { facilitator } : {}),
        }
        const built = buildPermit2(termsOf(reserved))
        fc.pre(built.ok)
        if (!built.ok) return
        const signed = await signPermit2(reserved, KEY)
        if (!signed.ok) throw new Error(signed.error.detail)
        const theirs = built.value as unknown as TypedDataDefinition
        expect(signed.value.digest).toBe(hashTypedData(theirs))
        const { signature } = signed.value.payload
        expect(await recoverTypedDataAddress({ ...theirs, signature })).toBe(account.address)
      }),
      { numRuns: 30 },
    )
  })

  it('differs from the approved terms in no field: any other value is found', () => {
    const terms = termsOf(upto)
    const built = buildPermit2(terms)
    if (!built.ok) throw new Error(built.error.detail)
    expect(checkPermit2(built.value, terms)).toEqual(built)
    const changes: Partial<Permit2Terms>[] = [
      { chainId: 8453 },
      { asset: EVIL },
      { payTo: EVIL },
      { amount: 10_001n },
      { facilitator: EVIL },
      { nonce: 8n },
      { validAfter: 1n },
      { deadline: terms.deadline + 1n },
      { scheme: 'exact', facilitator: null },
    ]
    for (const change of changes) expect(checkPermit2(built.value, { ...terms, ...change }).ok).toBe(false)
    const { message, domain } = built.value
    for (const other of [
      { ...built.value, primaryType: 'PermitTransferFrom' },
      { ...built.value, types: { ...built.value.types, Witness: [] } },
      { ...built.value, domain: { ...domain, verifyingContract: EVIL as `0x${string}` } },
      { ...built.value, domain: { ...domain, version: '1' } },
      { ...built.value, message: { ...message, spender: EVIL } },
      { ...built.value, message: { ...message, more: 1n } },
    ])
      expect(checkPermit2(other, terms).ok).toBe(false)
  })
})

describe('the allowance that is signed with a payment', () => {
  const terms: PermitTerms = {
    chainId: 84532,
    asset: USDC,
    name: 'USDC',
    version: '2',
    owner: account.address,
    value: 10_000n,
    nonce: 7n,
    deadline: 1_767_225_660n,
  }

  it('names Permit2 alone, for the payment’s amount and until its deadline', () => {
    const built = buildPermit(terms)
    if (!built.ok) throw new Error(built.error.detail)
    expect(built.value.message).toEqual({
      owner: account.address,
      spender: PERMIT2,
      value: 10_000n,
      nonce: 7n,
      deadline: 1_767_225_660n,
    })
    const { message } = built.value
    for (const change of [{ spender: EVIL }, { value: 2n ** 256n - 1n }, { nonce: 8n }, { owner: EVIL }])
      expect(checkPermit({ ...built.value, message: { ...message, ...change } }, terms).ok).toBe(false)
    expect(checkPermit({ ...built.value, domain: { ...built.value.domain, name: 'DAI' } }, terms).ok).toBe(
      false,
    )
  })

  it('is not built without the token’s pinned name and version', () => {
    for (const change of [{ name: '' }, { version: '' }, { asset: 'usdc' }, { chainId: 0 }, { nonce: -1n }])
      expect(permitDigest({ ...terms, ...change }).ok).toBe(false)
  })

  it('follows the payment: amount, deadline and account are not of its own', async () => {
    const signed = await signPermit2({ ...upto, amount: '25', permitNonce: '3' }, KEY)
    if (!signed.ok || signed.value.permit === null) throw new Error('not signed')
    const { permit, payload } = signed.value
    expect(permit).toMatchObject({ amount: '25', nonce: '3', from: account.address, spender: PERMIT2 })
    expect(permit.deadline).toBe(payload.permit2Authorization.deadline)
    expect(permit2Digest(termsOf({ ...upto, amount: '25' }))).toEqual({
      ok: true,
      value: signed.value.digest,
    })
  })
})
