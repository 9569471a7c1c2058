import { ed25519 } from '@noble/curves/ed25519'
import { sha256 } from '@noble/hashes/sha2'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils'

import { decodeBase58, encodeBase58 } from './base58'
import { ASSOCIATED_TOKEN_PROGRAM } from './programs'

const MARKER = utf8ToBytes('ProgramDerivedAddress')

/**
 * The bytes of an address.
 *
 * @throws TypeError for a text that is none
 */
export function keyOf(address: string): Uint8Array {
  const bytes = decodeBase58(address, 32)
  if (bytes === null) throw new TypeError('no address')
  return bytes
}

/** Whether 32 bytes are a point of the curve, and so may be somebody's key. */
function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.ExtendedPoint.fromHex(bytes)
    return true
  } catch {
    // Decoding throws for what is no point, and says nothing else.
    return false
  }
}

/**
 * The account in which an owner holds a token (Associated Token Account): the address that the owner, the
 * token's program and the mint lead to, with the highest bump that is no point of the curve.
 *
 * @param owner base58, as are the others and the result
 * @throws TypeError for a text that is no address
 */
export function tokenAccountOf(owner: string, mint: string, program: string): string {
  const maker = keyOf(ASSOCIATED_TOKEN_PROGRAM)
  const seeds = [keyOf(owner), keyOf(program), keyOf(mint)]
  for (let bump = 255; bump >= 0; bump--) {
    const address = sha256(concatBytes(...seeds, Uint8Array.of(bump), maker, MARKER))
    if (!isOnCurve(address)) return encodeBase58(address)
  }
  throw new TypeError('no account for this owner')
}
