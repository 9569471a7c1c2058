import type { Result } from '@/lib/core/result'
import { digestOf } from './eip712'
import { type SignError, type SignedDigest, signText } from './sign'

type Hex = `0x${string}`

/** The authorization that is to end, and the token's EIP-712 domain. */
export type Cancelled = {
  readonly chainId: number
  /** the token's contract */
  readonly asset: Hex
  readonly name: string
  readonly version: string
  readonly authorizer: Hex
  /** 32 bytes */
  readonly nonce: Hex
}

/** `cancelAuthorization(address,bytes32,uint8,bytes32,bytes32)` of EIP-3009. */
const CANCEL_AUTHORIZATION = '0x5a049a70'
/** `invalidateUnorderedNonces(uint256,uint256)` of Permit2. */
const INVALIDATE_NONCES = '0x3ff9dcb1'

const TYPES = {
  CancelAuthorization: [
    { name: 'authorizer', type: 'address' },
    { name: 'nonce', type: 'bytes32' },
  ],
}

/**
 * Signs that an authorization which was not used yet is void (EIP-3009, CancelAuthorization). It moves nothing.
 *
 * @param privateKey 32 bytes in hex, used and not kept
 */
export function signCancel(of: Cancelled, privateKey: Hex): Result<SignedDigest, SignError> {
  const { chainId, asset, name, version, authorizer, nonce } = of
  const domain = { name, version, chainId: BigInt(chainId), verifyingContract: asset }
  const message = { authorizer, nonce }
  const digest = digestOf({ domain, types: TYPES, primaryType: 'CancelAuthorization', message })
  return signText(digest, authorizer, privateKey)
}

/** The call of a token that ends an authorization. @param signature 65 bytes: r, s, v */
export function cancelCall(
  { authorizer, nonce }: Pick<Cancelled, 'authorizer' | 'nonce'>,
  signature: Hex,
): Hex {
  const [, r = '', s = '', v = ''] = /^0x(.{64})(.{64})(.{2})$/.exec(signature) ?? []
  return `${CANCEL_AUTHORIZATION}${word(authorizer)}${word(nonce)}${word(v)}${r}${s}`
}

/** The call of Permit2 that ends one nonce of the sender: the bit of its word in the bitmap (SignatureTransfer). */
export function invalidateCall(nonce: bigint): Hex {
  return `${INVALIDATE_NONCES}${word((nonce >> 8n).toString(16))}${word((1n << (nonce & 255n)).toString(16))}`
}

const word = (hex: string): string => hex.replace(/^0x/, '').toLowerCase().padStart(64, '0')
