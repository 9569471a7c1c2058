import { err, ok, type Result } from '@/lib/core/result'
import { type PermitTerms, permitDigest, type SponsoredPermit, sponsoredPermit } from './permit'
import { type Permit2Payload, type Permit2Terms, permit2Digest, permit2Payload } from './permit2'
import { type ReservedExact, type SignError, signText, termsOf } from './sign'

type Hex = `0x${string}`

/**
 * What a durable reservation says will be signed by Permit2; a row of the ledger's authorizations is one.
 * `nonce` is decimal text; `permitNonce` is there where the allowance is signed too.
 */
export type ReservedPermit2 = ReservedExact & {
  readonly spender?: string
  readonly facilitator?: string
  readonly permitNonce?: string
}

/** A signed payment by Permit2, the digest that was signed, and the signed allowance where there is one. */
type SignedPermit2 = {
  readonly payload: Permit2Payload
  readonly digest: Hex
  readonly permit: SponsoredPermit | null
}

const NUMBER = /^(0|[1-9]\d{0,77})$/

/**
 * Reads the terms that a reservation fixes. Nothing of an offer can reach what is signed but what was
 * reserved: a nonce, a payer, a start time or a spender in `extra` is not read.
 */
export function permit2TermsOf(reserved: ReservedPermit2): Result<Permit2Terms, SignError> {
  const { scheme, transferMethod, spender, facilitator, nonce } = reserved
  if ((scheme !== 'exact' && scheme !== 'upto') || transferMethod !== 'permit2')
    return err({ code: 'unsupported-scheme', detail: `${scheme} by ${transferMethod}` })
  if (!NUMBER.test(nonce)) return err({ code: 'bad-field', detail: `nonce: ${nonce}` })
  if (spender === undefined) return err({ code: 'bad-field', detail: 'spender: missing' })
  // What both methods have is read in one place; only the nonce has another form.
  const common = termsOf({ ...reserved, scheme: 'exact', transferMethod: 'eip3009' })
  if (!common.ok) return common
  const { chainId, asset, from, payTo, value: amount, validAfter, validBefore: deadline } = common.value
  return ok({
    scheme,
    chainId,
    asset,
    from,
    payTo,
    amount,
    spender,
    facilitator: facilitator ?? null,
    nonce: BigInt(nonce),
    validAfter,
    deadline,
  })
}

/** The allowance that a reservation says is signed with the payment: its amount, until its deadline. */
function permitTermsOf(
  reserved: ReservedPermit2,
  terms: Permit2Terms,
): Result<PermitTerms, SignError> | null {
  const { permitNonce, name, tokenVersion: version } = reserved
  if (permitNonce === undefined) return null
  if (!NUMBER.test(permitNonce)) return err({ code: 'bad-field', detail: `permitNonce: ${permitNonce}` })
  const { chainId, asset, from: owner, amount: value, deadline } = terms
  return ok({ chainId, asset, name, version, owner, value, nonce: BigInt(permitNonce), deadline })
}

/**
 * Signs one reserved payment by Permit2, and the allowance that belongs to it where a person consented to
 * one. The caller has written the reservation durably before (I2).
 *
 * @param privateKey 32 bytes in hex, used and not kept
 * @returns what travels, or why nothing was signed; the key is in no error
 */
export async function signPermit2(
  reserved: ReservedPermit2,
  privateKey: Hex,
): Promise<Result<SignedPermit2, SignError>> {
  const terms = permit2TermsOf(reserved)
  if (!terms.ok) return terms
  const digest = permit2Digest(terms.value)
  if (!digest.ok) return wrong(digest.error)
  const permitTerms = permitTermsOf(reserved, terms.value)
  if (permitTerms !== null && !permitTerms.ok) return permitTerms
  const permitOf = permitTerms === null ? null : permitDigest(permitTerms.value)
  if (permitOf !== null && !permitOf.ok) return wrong(permitOf.error)
  const from = reserved.from as Hex
  const signed = signText(digest.value, from, privateKey)
  if (!signed.ok) return signed
  const payload = permit2Payload(terms.value, signed.value.signature)
  if (permitTerms === null || permitOf === null) return ok({ payload, digest: digest.value, permit: null })
  const allowed = signText(permitOf.value, from, privateKey)
  if (!allowed.ok) return allowed
  const permit = sponsoredPermit(permitTerms.value, allowed.value.signature)
  return ok({ payload, digest: digest.value, permit })
}

const wrong = ({ field, detail }: { readonly field: string; readonly detail: string }) =>
  err({ code: 'bad-field' as const, detail: `${field}: ${detail}` })
