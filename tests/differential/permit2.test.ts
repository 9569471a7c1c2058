import type { ClientEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { UptoEvmScheme } from '@x402/evm/upto/client'
import fc from 'fast-check'
import { hashTypedData, type TypedDataDefinition } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, it, vi } from 'vitest'

import { X402_SPENDERS } from '@/lib/core/assets/permit2'
import { type ReservedPermit2, signPermit2 } from '@/lib/schemes/evm/sign-permit2'

/** Anvil's first account, a public test key. */
const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const account = privateKeyToAccount(KEY)

afterEach(() => {
  vi.useRealTimers()
})

const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
const someOffer = fc.record({
  scheme: fc.constantFrom('exact' as const, 'upto' as const),
  chain: fc.constantFrom(8453, 84532, 1, 4326, 2 ** 40),
  asset: address,
  payTo: address,
  facilitator: address,
  // For nothing no allowance is short, and the published client signs none.
  amount: fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }).map(String),
  window: fc.integer({ min: 7, max: 86_400 }),
  now: fc.integer({ min: 1_700_000_000, max: 4_000_000_000 }),
  permits: fc.option(fc.bigInt({ min: 0n, max: 2n ** 64n })),
})
type Some = typeof someOffer extends fc.Arbitrary<infer T> ? T : never

/** What the published client makes of an offer, with every digest that it had signed. */
async function published({ scheme, chain, asset, payTo, facilitator, amount, window, permits }: Some) {
  const digests: string[] = []
  const signer: ClientEvmSigner = {
    address: account.address,
    signTypedData: async (message) => {
      const typed = message as unknown as TypedDataDefinition
      digests.push(hashTypedData(typed))
      return account.signTypedData(typed)
    },
    // Without a node it signs no allowance; with one, wherever a server asks and the token counts permits.
    ...(permits === null
      ? {}
      : { readContract: async ({ functionName }) => (functionName === 'nonces' ? permits : 0n) }),
  }
  const extra = {
    name: 'A Token',
    version: '1',
    assetTransferMethod: 'permit2',
    ...(scheme === 'upto' ? { facilitatorAddress: facilitator } : {}),
  }
  const offer = { scheme, network: `eip155:${chain}`, asset, payTo, amount, maxTimeoutSeconds: window, extra }
  const client = scheme === 'exact' ? new ExactEvmScheme(signer) : new UptoEvmScheme(signer)
  const extensions = { eip2612GasSponsoring: { info: { description: '', version: '1' }, schema: {} } }
  const made = await client.createPaymentPayload(2, offer as never, { extensions })
  return { ...made, digests }
}

describe('a payment by Permit2 beside that of the published client', () => {
  it('has the same digest and payload for the same nonce and time, and the same allowance where a person lets one be signed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await fc.assert(
      fc.asyncProperty(someOffer, async (some) => {
        // A payment to nobody, of no token, or to the token itself is signed by the published client alone.
        fc.pre(new Set([some.asset, some.payTo, some.facilitator, `0x${'00'.repeat(20)}`]).size === 4)
        vi.setSystemTime(some.now * 1_000)
        const theirs = await published(some)
        const { permit2Authorization } = theirs.payload as { permit2Authorization: { nonce: string } }
        const { scheme, chain, asset, payTo, facilitator, amount, window, now, permits } = some
        const reserved: ReservedPermit2 = {
          ...{ scheme, transferMethod: 'permit2', network: `eip155:${chain}`, asset, payTo, amount },
          ...{ name: 'A Token', tokenVersion: '1', from: account.address },
          ...{ nonce: permit2Authorization.nonce, validAfter: 0, validBefore: now + window },
          spender: X402_SPENDERS[scheme],
          ...(scheme === 'upto' ? { facilitator } : {}),
          // The difference that is meant: theirs is signed wherever it can be, ours where it was consented to.
          ...(permits === null ? {} : { permitNonce: permits.toString() }),
        }
        const ours = await signPermit2(reserved, KEY)
        if (!ours.ok) throw new Error(ours.error.detail)
        const { payload, digest, permit } = ours.value
        expect(payload).toEqual(theirs.payload)
        expect(theirs.digests[0]).toBe(digest)
        expect(theirs.digests).toHaveLength(permits === null ? 1 : 2)
        const { eip2612GasSponsoring: sponsored } = (theirs.extensions ?? {}) as Record<
          string,
          { info: unknown }
        >
        expect(permit).toEqual(sponsored?.info ?? null)
      }),
      { numRuns: 60 },
    )
  })

  it('differs where the published client would go on: it throws for upto without a facilitator only when it signs', async () => {
    const some: Some = {
      ...{ scheme: 'upto', chain: 8453, asset: `0x${'11'.repeat(20)}`, payTo: `0x${'22'.repeat(20)}` },
      ...{
        facilitator: undefined as unknown as string,
        amount: '1',
        window: 60,
        now: 1_800_000_000,
        permits: null,
      },
    }
    await expect(published(some)).rejects.toThrow(/facilitator/i)
  })
})
