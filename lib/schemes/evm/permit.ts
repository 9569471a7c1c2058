import { PERMIT2 } from '@/lib/core/assets/permit2'
import { err, ok, type Result } from '@/lib/core/result'
import { digestOf, type TypedData } from './eip712'
import type { FieldError } from './exact-eip3009'
import { getAddress, isAddress } from './secp256k1'

type Hex = `0x${string}`

/** The one struct this file signs: EIP-2612, Permit. */
const TYPES = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const

const MAX_UINT256 = 2n ** 256n - 1n

/**
 * An allowance to Permit2 over exactly one payment's amount. `name` and `version` are the pinned ones of the
 * token; `nonce` is the token's own count of the owner's permits; `deadline` is the payment's, Unix seconds.
 */
export type PermitTerms = {
  readonly chainId: number
  readonly asset: string
  readonly name: string
  readonly version: string
  readonly owner: string
  readonly value: bigint
  readonly nonce: bigint
  readonly deadline: bigint
}

/** What a payment carries in the extension eip2612GasSponsoring; numbers are decimal text. */
export type SponsoredPermit = {
  readonly from: Hex
  readonly asset: Hex
  readonly spender: Hex
  readonly amount: string
  readonly nonce: string
  readonly deadline: string
  readonly signature: Hex
  readonly version: '1'
}

/**
 * Builds the typed data of the allowance (EIP-2612) and holds it against its terms once more (I4).
 *
 * @returns the digest to sign, or the first field that is malformed or differs
 */
export function permitDigest(terms: PermitTerms): Result<Hex, FieldError> {
  const built = buildPermit(terms)
  const checked = built.ok ? checkPermit(built.value, terms) : built
  return checked.ok ? ok(digestOf(checked.value)) : checked
}

/** Builds the typed data of the allowance; its spender is Permit2 and nobody else. */
export function buildPermit(terms: PermitTerms): Result<TypedData, FieldError> {
  const { chainId, asset, name, version, owner, value, nonce, deadline } = terms
  const malformed = (field: string, of: unknown) => err({ field, detail: `cannot sign ${String(of)}` })
  for (const field of ['asset', 'owner'] as const)
    if (!isAddress(terms[field]) || /^0x0+$/.test(terms[field])) return malformed(field, terms[field])
  if (name === '' || version === '') return malformed('name', 'an empty token name or version')
  if (!Number.isSafeInteger(chainId) || chainId < 1) return malformed('chainId', chainId)
  for (const field of ['value', 'nonce', 'deadline'] as const)
    if (terms[field] < 0n || terms[field] > MAX_UINT256) return malformed(field, terms[field])
  return ok({
    domain: { name, version, chainId: BigInt(chainId), verifyingContract: getAddress(asset) },
    types: TYPES,
    primaryType: 'Permit',
    message: { owner: getAddress(owner), spender: PERMIT2, value, nonce, deadline },
  })
}

/** Holds the typed data of an allowance against its terms, field by field (I4). */
export function checkPermit(typed: TypedData, expected: PermitTerms): Result<TypedData, FieldError> {
  const { domain, message } = typed
  const lower = (text: unknown) => (typeof text === 'string' ? text.toLowerCase() : text)
  const pairs: readonly (readonly [field: string, signed: unknown, approved: unknown])[] = [
    ['primaryType', typed.primaryType, 'Permit'],
    ['types', JSON.stringify(typed.types), JSON.stringify(TYPES)],
    ['domain', Object.keys(domain).sort().join(' '), 'chainId name verifyingContract version'],
    ['domain.name', domain.name, expected.name],
    ['domain.version', domain.version, expected.version],
    ['domain.chainId', domain.chainId, BigInt(expected.chainId)],
    ['domain.verifyingContract', lower(domain.verifyingContract), lower(expected.asset)],
    ['message', Object.keys(message).sort().join(' '), 'deadline nonce owner spender value'],
    ['message.owner', lower(message.owner), lower(expected.owner)],
    ['message.spender', lower(message.spender), lower(PERMIT2)],
    ['message.value', message.value, expected.value],
    ['message.nonce', message.nonce, expected.nonce],
    ['message.deadline', message.deadline, expected.deadline],
  ]
  const differing = pairs.find(([, signed, approved]) => signed !== approved)
  if (differing === undefined) return ok(typed)
  const [field, signed, approved] = differing
  return err({ field, detail: `would sign ${String(signed)}, approved is ${String(approved)}` })
}

/** Puts the signed allowance into the form that travels in the extension. */
export function sponsoredPermit(terms: PermitTerms, signature: Hex): SponsoredPermit {
  const { owner, asset, value, nonce, deadline } = terms
  return {
    from: getAddress(owner),
    asset: getAddress(asset),
    spender: PERMIT2,
    amount: value.toString(),
    nonce: nonce.toString(),
    deadline: deadline.toString(),
    signature,
    version: '1',
  }
}
