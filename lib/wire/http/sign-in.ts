import { type Challenge, SIGN_IN_WITH_X, type SignInText } from '@/lib/core/signin/challenge'

import { encodeBase64Text } from './base64'
import { MAX_PAYMENT_HEADER } from './payment'

/**
 * Writes the header that answers a challenge (x402 sign-in-with-x, HTTP): base64 of the JSON of what the server
 * said, who signed on which chain, and the signature.
 *
 * @param signature 65 bytes in hex
 * @returns null where it is longer than a server takes
 */
export function signInHeader(
  { chains: _, ...said }: Challenge,
  { account, chain }: SignInText,
  signature: string,
): { readonly name: string; readonly value: string } | null {
  const proof = { ...said, address: account, chainId: chain, type: 'eip191', signature }
  const value = encodeBase64Text(JSON.stringify(proof))
  return value.length > MAX_PAYMENT_HEADER ? null : { name: SIGN_IN_WITH_X.toUpperCase(), value }
}
