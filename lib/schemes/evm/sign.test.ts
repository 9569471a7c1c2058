import type { ClientEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { ExactEvmSchemeV1 } from '@x402/evm/exact/v1/client'
import fc from 'fast-check'
import { hashTypedData, type TypedDataDefinition } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, it, vi } from 'vitest'

import vectors from '@/tests/vectors/signing.json'

import { exactWindow } from './exact-eip3009'
import { type ReservedExact, signReserved, typedDataOf } from './sign'

/** Anvil's first account, a public test key. */
const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const account = privateKeyToAccount(KEY)

const reserved: ReservedExact = {
  scheme: 'exact',
  network: 'eip155:84532',
  asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  name: 'USDC',
  tokenVersion: '2',
  from: account.address,
  payTo: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
  amount: '10000',
  nonce: '0x0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20',
  validAfter: 0,
  validBefore: 1767225660,
}

afterEach(() => {
  vi.restoreAllMocks()
})

describe('signing a reserved payment', () => {
  it.each(vectors.vectors.filter((v) => v.id.startsWith('exact-eip3009')))(
    'gives the golden $id',
    async (vector) => {
      const window = exactWindow(vector.x402Version === 2 ? 2 : 1, vectors.frozenNow, 60)
      if (!window.ok) throw new Error(window.error.detail)
      const signed = await signReserved({ ...reserved, ...window.value }, KEY)
      const [call] = vector.signTypedDataCalls
      expect(signed).toMatchObject({
        ok: true,
        value: { payload: vector.result.payload, digest: call?.digest, signature: call?.signature },
      })
    },
  )

  it('reads nothing that a server may have put beside the terms (atk-066)', async () => {
    const hostile = {
      ...reserved,
      extra: {
        nonce: `0x${'00'.repeat(32)}`,
        validAfter: '1',
        from: '0x2222222222222222222222222222222222222222',
      },
      witness: { to: '0x2222222222222222222222222222222222222222' },
    }
    expect(await signReserved(hostile, KEY)).toEqual(await signReserved(reserved, KEY))
  })

  it('signs the pinned token name, so an injected one cannot move the domain (atk-023, case-056)', () => {
    const hostile = { ...reserved, extra: { name: 'USD Coin\nversion 3', version: '1' } }
    expect(typedDataOf(hostile)).toMatchObject({
      ok: true,
      value: { domain: { name: 'USDC', version: '2' } },
    })
  })

  it('binds asset and chain whole, so an equal head and tail is another message (atk-022)', async () => {
    const lookalike = `${reserved.asset.slice(0, 10)}${'0'.repeat(24)}${reserved.asset.slice(-8)}`
    const [one, two, three] = await Promise.all([
      signReserved(reserved, KEY),
      signReserved({ ...reserved, asset: lookalike }, KEY),
      signReserved({ ...reserved, network: 'eip155:1' }, KEY),
    ])
    const digests = [one, two, three].map((each) => (each.ok ? each.value.digest : 'none'))
    expect(new Set(digests).size).toBe(3)
    expect(digests).not.toContain('none')
  })

  it('does not sign for an account that the key is not of', async () => {
    const result = await signReserved(
      { ...reserved, from: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
      KEY,
    )
    expect(result).toMatchObject({ ok: false, error: { code: 'wrong-key' } })
  })

  it.each(['0x', `0x${'00'.repeat(32)}`, `0x${'ff'.repeat(32)}`] as const)(
    'says that %s is no key and repeats it nowhere (I8)',
    async (key) => {
      const result = await signReserved(reserved, key)
      expect(result).toMatchObject({ ok: false, error: { code: 'wrong-key' } })
      if (key.length > 2) expect(JSON.stringify(result)).not.toContain(key.slice(2))
    },
  )

  it.each<[string, Partial<ReservedExact>]>([
    ['unsupported-scheme', { scheme: 'upto' }],
    ['bad-field', { network: 'base-sepolia' }],
    ['bad-field', { network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }],
    ['bad-field', { network: 'eip155:084532' }],
    ['bad-field', { amount: '1e3' }],
    ['bad-field', { amount: '-1' }],
    ['bad-field', { amount: '010' }],
    ['bad-field', { amount: (2n ** 256n).toString() }],
    ['bad-field', { validBefore: 1.5 }],
    ['bad-field', { validBefore: 0 }],
    ['bad-field', { payTo: '0x0000000000000000000000000000000000000000' }],
  ])('answers %s for %o', async (code, change) => {
    expect(await signReserved({ ...reserved, ...change }, KEY)).toMatchObject({ ok: false, error: { code } })
  })
})

const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((b) => `0x${Buffer.from(b).toString('hex')}` as const)
const someOffer = fc
  .record({
    asset: hex(20),
    payTo: hex(20),
    amount: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(String),
    window: fc.integer({ min: 7, max: 86_400 }),
    now: fc.integer({ min: 1_700_000_000, max: 4_000_000_000 }),
    name: fc.string({ minLength: 1, maxLength: 40 }),
    version: fc.string({ minLength: 1, maxLength: 5 }),
    nonce: fc.uint8Array({ minLength: 32, maxLength: 32 }),
    chain: fc.constantFrom<readonly [`eip155:${number}`, string]>(
      ['eip155:84532', 'base-sepolia'],
      ['eip155:8453', 'base'],
      ['eip155:137', 'polygon'],
      ['eip155:43114', 'avalanche'],
    ),
  })
  .filter((o) => o.asset !== o.payTo)

type SomeOffer = typeof someOffer extends fc.Arbitrary<infer T> ? T : never

/** What the published client signs for an offer, with its clock and its randomness fixed. */
async function official(version: 1 | 2, offer: SomeOffer) {
  let digest = ''
  const signer: ClientEvmSigner = {
    address: account.address,
    signTypedData: (message) => {
      const typedData = message as TypedDataDefinition
      digest = hashTypedData(typedData)
      return account.signTypedData(typedData)
    },
  }
  vi.spyOn(Date, 'now').mockReturnValue(offer.now * 1000 + 999)
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    if (array instanceof Uint8Array) array.set(offer.nonce)
    return array
  })
  const [network, shortName] = offer.chain
  const requirements = {
    scheme: 'exact',
    network,
    amount: offer.amount,
    asset: offer.asset,
    payTo: offer.payTo,
    maxTimeoutSeconds: offer.window,
    extra: { name: offer.name, version: offer.version },
  }
  // The v1 client is typed for v2 offers and reads v1 fields.
  const v1Requirements = {
    ...requirements,
    network: shortName as typeof network,
    maxAmountRequired: offer.amount,
  }
  const { payload } =
    version === 2
      ? await new ExactEvmScheme(signer).createPaymentPayload(2, requirements)
      : await new ExactEvmSchemeV1(signer).createPaymentPayload(1, v1Requirements)
  vi.restoreAllMocks()
  return { digest, payload }
}

describe.each([2, 1] as const)('the official v%i client', (version) => {
  it('makes the same digest and payload for the same nonce and window', async () => {
    await fc.assert(
      fc.asyncProperty(someOffer, async (offer) => {
        const theirs = await official(version, offer)
        const window = exactWindow(version, offer.now, offer.window)
        if (!window.ok) throw new Error(window.error.detail)
        const ours = await signReserved(
          {
            ...reserved,
            ...window.value,
            network: offer.chain[0],
            asset: offer.asset,
            payTo: offer.payTo,
            amount: offer.amount,
            name: offer.name,
            tokenVersion: offer.version,
            nonce: `0x${Buffer.from(offer.nonce).toString('hex')}`,
          },
          KEY,
        )
        if (!ours.ok) throw new Error(ours.error.detail)
        expect(ours.value.digest).toBe(theirs.digest)
        expect(ours.value.payload).toEqual(theirs.payload)
        expect(Object.keys(ours.value.payload)).toEqual(Object.keys(theirs.payload))
      }),
      { numRuns: 60 },
    )
  })
})
