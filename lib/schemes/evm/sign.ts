import { err, ok, type Result } from '@/lib/core/result'

import {
  buildTransferWithAuthorization,
  checkAgainstEnvelope,
  type ExactPayload,
  type ExactTerms,
  hashOf,
  payloadOf,
  type TransferTypedData,
} from './exact-eip3009'
import { hashMessage, type Parts, recoverAddress, signatureOf, signDigest } from './secp256k1'

type Hex = `0x${string}`

/**
 * What a durable reservation says will be signed; a row of the ledger's authorizations is one.
 * `amount` is atomic decimal text, times are Unix seconds, `name` and `tokenVersion` are pinned.
 */
export type ReservedExact = {
  readonly scheme: string
  /** absent means EIP-3009 */
  readonly transferMethod?: string
  /** CAIP-2, eip155 */
  readonly network: string
  readonly asset: string
  readonly name: string
  readonly tokenVersion: string
  readonly from: string
  readonly payTo: string
  readonly amount: string
  readonly nonce: string
  readonly validAfter: number
  readonly validBefore: number
}

export type SignError = {
  readonly code: 'unsupported-scheme' | 'bad-field' | 'field-differs' | 'wrong-key' | 'moves-money'
  /** names the field; never carries the key */
  readonly detail: string
}

/** A signed payment: the scheme's payload, the EIP-712 digest that was signed, the signature. */
export type Signed = { readonly payload: ExactPayload; readonly digest: Hex; readonly signature: Hex }

/**
 * Reads the terms that a reservation fixes. Only the fields named here are read: nothing of an offer
 * (a nonce, a payer, a start time in `extra`) can reach what is signed.
 */
export function termsOf(reserved: ReservedExact): Result<ExactTerms, SignError> {
  const { scheme, transferMethod = 'eip3009' } = reserved
  if (scheme !== 'exact' || transferMethod !== 'eip3009')
    return err({ code: 'unsupported-scheme', detail: scheme })
  const chain = /^eip155:([1-9]\d{0,15})$/.exec(reserved.network)?.[1]
  if (chain === undefined) return err({ code: 'bad-field', detail: `network: ${reserved.network}` })
  if (!/^(0|[1-9]\d{0,77})$/.test(reserved.amount)) {
    return err({ code: 'bad-field', detail: `amount: ${reserved.amount}` })
  }
  for (const field of ['validAfter', 'validBefore'] as const) {
    if (!Number.isSafeInteger(reserved[field])) {
      return err({ code: 'bad-field', detail: `${field}: ${reserved[field]}` })
    }
  }
  return ok({
    chainId: Number(chain),
    asset: reserved.asset,
    name: reserved.name,
    version: reserved.tokenVersion,
    from: reserved.from,
    payTo: reserved.payTo,
    value: BigInt(reserved.amount),
    validAfter: BigInt(reserved.validAfter),
    validBefore: BigInt(reserved.validBefore),
    nonce: reserved.nonce,
  })
}

/**
 * Builds what a reservation will sign, checked against the reservation once more (I4).
 *
 * @returns the typed data, or the field that cannot be signed or differs
 */
export function typedDataOf(reserved: ReservedExact): Result<TransferTypedData, SignError> {
  const terms = termsOf(reserved)
  if (!terms.ok) return terms
  const built = buildTransferWithAuthorization(terms.value)
  if (!built.ok) return err({ code: 'bad-field', detail: `${built.error.field}: ${built.error.detail}` })
  const checked = checkAgainstEnvelope(built.value, terms.value)
  if (!checked.ok)
    return err({ code: 'field-differs', detail: `${checked.error.field}: ${checked.error.detail}` })
  return checked
}

/**
 * Signs one reserved payment.
 *
 * The caller has written the reservation durably before (I2). The signature is checked by recovering
 * its signer: a key of another account signs nothing that leaves this function.
 *
 * @param privateKey 32 bytes in hex, used and not kept
 * @returns payload, digest and signature, or why nothing was signed; the key is in no error
 */
export async function signReserved(
  reserved: ReservedExact,
  privateKey: Hex,
): Promise<Result<Signed, SignError>> {
  const typedData = typedDataOf(reserved)
  if (!typedData.ok) return typedData
  const digest = hashOf(typedData.value)
  const signed = signFor(digest, typedData.value.message.from, privateKey)
  if (!signed.ok) return signed
  const signature = signatureOf(signed.value)
  return ok({ payload: payloadOf(typedData.value, signature), digest, signature })
}

/** A signature (65 bytes in hex: r, s, v) and the digest under it. */
export type SignedDigest = { readonly digest: Hex; readonly signature: Hex }

/** Signs a message that a person approved (`personal_sign`, EIP-191 version 0x45). */
export async function signMessage(
  message: Uint8Array,
  account: Hex,
  privateKey: Hex,
): Promise<Result<SignedDigest, SignError>> {
  return signText(hashMessage(message), account, privateKey)
}

/** Signs a digest for one account, as text. */
export function signText(digest: Hex, account: Hex, privateKey: Hex): Result<SignedDigest, SignError> {
  const signed = signFor(digest, account, privateKey)
  return signed.ok ? ok({ digest, signature: signatureOf(signed.value) }) : signed
}

/** Signs for one account only: the signer is recovered and compared before anything leaves. */
export function signFor(hash: Hex, account: Hex, privateKey: Hex): Result<Parts, SignError> {
  const signature = signWith(hash, privateKey)
  if (signature === null) return err({ code: 'wrong-key', detail: 'the key is no secp256k1 private key' })
  return recoverAddress(hash, signature).toLowerCase() === account.toLowerCase()
    ? ok(signature)
    : err({ code: 'wrong-key', detail: `the key is not that of ${account}` })
}

/** Errors of the curve library may quote their input, which is the key: they stop here. */
function signWith(hash: Hex, privateKey: Hex): Parts | null {
  if (!/^0x[0-9a-fA-F]{64}$/.test(privateKey)) return null
  try {
    return signDigest(hash, privateKey)
  } catch {
    return null
  }
}
