import fc from 'fast-check'
import { encodeFunctionData, hashTypedData, parseAbi, recoverTypedDataAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'

import { type Cancelled, cancelCall, invalidateCall, signCancel } from './cancel'

const KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
const { address } = privateKeyToAccount(KEY)
const abi = parseAbi([
  'function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
  'function invalidateUnorderedNonces(uint256 wordPos, uint256 mask)',
])
const of: Cancelled = {
  chainId: 8453,
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  name: 'USD Coin',
  version: '2',
  authorizer: address,
  nonce: `0x${'0a'.repeat(32)}`,
}
const typed = (value: Cancelled) =>
  ({
    domain: {
      name: value.name,
      version: value.version,
      chainId: value.chainId,
      verifyingContract: value.asset,
    },
    types: {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'CancelAuthorization',
    message: { authorizer: value.authorizer, nonce: value.nonce },
  }) as const

describe('what ends a signed payment', () => {
  it('is signed by the payer as EIP-3009 has it, whatever the token', async () => {
    for (const value of [of, { ...of, chainId: 1, name: 'Euro Coin', version: '1' }]) {
      const signed = signCancel(value, KEY)
      if (!signed.ok) throw new Error(signed.error.code)
      expect(signed.value.digest).toBe(hashTypedData(typed(value)))
      const { signature } = signed.value
      expect(await recoverTypedDataAddress({ ...typed(value), signature })).toBe(address)
    }
  })

  it('is signed with no other key than the payer’s', () => {
    const other = { ...of, authorizer: '0x1111111111111111111111111111111111111111' } as const
    expect(signCancel(other, KEY)).toMatchObject({ ok: false, error: { code: 'wrong-key' } })
  })

  it('calls the token as the published client library encodes it', () => {
    const signed = signCancel(of, KEY)
    if (!signed.ok) throw new Error(signed.error.code)
    const { signature } = signed.value
    const [r, s, v] = [signature.slice(2, 66), signature.slice(66, 130), signature.slice(130)]
    expect(cancelCall(of, signature)).toBe(
      encodeFunctionData({
        abi,
        functionName: 'cancelAuthorization',
        args: [address, of.nonce, Number.parseInt(v, 16), `0x${r}`, `0x${s}`],
      }),
    )
  })

  it('names the one bit of Permit2’s bitmap that the nonce is, for any nonce', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 256n - 1n), (nonce) => {
        expect(invalidateCall(nonce)).toBe(
          encodeFunctionData({
            abi,
            functionName: 'invalidateUnorderedNonces',
            args: [nonce >> 8n, 1n << (nonce & 255n)],
          }),
        )
      }),
    )
  })
})
