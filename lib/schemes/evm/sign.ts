import { signTypedData } from 'viem/accounts'
import { isHex, recoverAddress } from 'viem/utils'

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

type Hex = `0x${string}`

/**
 * What a durable reservation says will be signed; a row of the ledger's authorizations is one.
 * `amount` is atomic decimal text, times are Unix seconds, `name` and `tokenVersion` are pinned.
 */
export type ReservedExact = {
  readonly scheme: string
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
  readonly code: 'unsupported-scheme' | 'bad-field' | 'field-differs' | 'wrong-key'
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
  if (reserved.scheme !== 'exact') return err({ code: 'unsupported-scheme', detail: reserved.scheme })
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
  const signature = await signWith(typedData.value, privateKey)
  if (signature === null) return err({ code: 'wrong-key', detail: 'the key is no secp256k1 private key' })
  const digest = hashOf(typedData.value)
  const signer = await recoverAddress({ hash: digest, signature })
  if (signer !== typedData.value.message.from) {
    return err({ code: 'wrong-key', detail: `the key is not that of ${typedData.value.message.from}` })
  }
  return ok({ payload: payloadOf(typedData.value, signature), digest, signature })
}

/** Errors of the curve library may quote their input, which is the key: they stop here. */
async function signWith(typedData: TransferTypedData, privateKey: Hex): Promise<Hex | null> {
  if (!isHex(privateKey) || privateKey.length !== 66) return null
  try {
    return await signTypedData({ ...typedData, privateKey })
  } catch {
    return null
  }
}
