import type { Address, Hex } from '@/lib/core/hex'

import type { Answer } from './answer'
import { type Chain, readUint256 } from './chain'
import { word } from './hex'
import type { CallOptions } from './rpc'

/** Reads `allowance(address owner, address spender)` (ERC-20): what the spender may move, atomic. */
export async function readAllowance(
  chain: Chain,
  of: { readonly asset: Address; readonly owner: Address; readonly spender: Address },
  options?: CallOptions,
): Promise<Answer<bigint>> {
  const data: Hex = `0xdd62ed3e${word(of.owner)}${word(of.spender)}`
  return readUint256(await chain.ethCall(of.asset, data, 'latest', options))
}

/**
 * Reads `nonces(address owner)` (EIP-2612): how many permits of the owner the token has taken.
 *
 * @returns a fault for a token that has no permits
 */
export async function readPermitNonce(
  chain: Chain,
  of: { readonly asset: Address; readonly owner: Address },
  options?: CallOptions,
): Promise<Answer<bigint>> {
  return readUint256(await chain.ethCall(of.asset, `0x7ecebe00${word(of.owner)}`, 'latest', options))
}
