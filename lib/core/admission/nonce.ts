import { sha256Hex } from '../json/digest'

/**
 * The nonce of an authorization, made of the purchase that it is for: who knows the salt can show that
 * what was signed paid for this envelope and no other (atk-067). To anyone else it is 256 random bits.
 *
 * @param envelopeDigest 0x and 64 hex digits
 * @param salt 0x and 32 random bytes in hex
 */
export function purchaseNonce(envelopeDigest: string, salt: string): string {
  return sha256Hex(`countersign:nonce:v1\n${envelopeDigest}\n${salt}`)
}
