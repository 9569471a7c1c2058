import { ed25519 } from '@noble/curves/ed25519'
import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex } from '@noble/hashes/utils'

import { err, ok, type Result } from '@/lib/core/result'
import { buildTransfer, checkBytes, type FieldError, type SvmTerms } from './exact'
import { encodeMessage, encodeTransaction } from './message'
import { addressOfSecret } from './slip10'

/** The scheme's part of a payment payload (x402 exact, SVM): the wire transaction in base64. */
export type SvmPayload = { readonly transaction: string }

/** A payment that its payer signed and the fee payer did not yet, and SHA-256 of what both sign, 0x hex. */
export type SignedSvm = { readonly payload: SvmPayload; readonly digest: `0x${string}` }

const UNSIGNED = new Uint8Array(64)

/** Names what a transaction says: SHA-256 of the bytes that are signed, 0x hex. */
export const digestOfMessage = (signed: Uint8Array): `0x${string}` => `0x${bytesToHex(sha256(signed))}`

/** Bytes in standard base64. */
const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes))

/**
 * The payload as long as it will be, with nothing signed in it: what a header that no server takes is
 * refused by, and what the screen shows.
 *
 * @returns the payload, or the field that cannot be signed or differs
 */
export function unsignedPayload(terms: SvmTerms): Result<SvmPayload, FieldError> {
  const built = bytesFor(terms, UNSIGNED)
  return built.ok ? ok({ transaction: base64(built.value.bytes) }) : built
}

/**
 * Signs one payment as the authority of its transfer; the fee payer's place stays empty.
 *
 * The bytes are read back and held against the terms twice: before the key is touched, and as they leave.
 *
 * @param secret 32 bytes, used and not kept
 * @returns the payload, or why nothing was signed; the key is in no error
 */
export function signTransfer(terms: SvmTerms, secret: Uint8Array): Result<SignedSvm, FieldError> {
  const built = bytesFor(terms, UNSIGNED)
  if (!built.ok) return built
  const { signed } = built.value
  if (secret.length !== 32 || addressOfSecret(secret) !== terms.from)
    return err({ field: 'from', detail: `the key is not that of ${terms.from}` })
  const done = bytesFor(terms, ed25519.sign(signed, secret))
  if (!done.ok) return done
  return ok({ payload: { transaction: base64(done.value.bytes) }, digest: digestOfMessage(signed) })
}

function bytesFor(
  terms: SvmTerms,
  signature: Uint8Array,
): Result<{ readonly bytes: Uint8Array; readonly signed: Uint8Array }, FieldError> {
  const message = buildTransfer(terms)
  if (!message.ok) return message
  const bytes = encodeTransaction([UNSIGNED, signature], encodeMessage(message.value))
  const read = checkBytes(bytes, terms)
  return read.ok ? ok({ bytes, signed: read.value.signed }) : read
}
