import { PERMIT2, X402_SPENDERS } from '@/lib/core/assets/permit2'
import { err, ok, type Result } from '@/lib/core/result'
import { digestOf, type TypedData } from './eip712'
import type { FieldError } from './exact-eip3009'
import { getAddress, isAddress } from './secp256k1'

type Hex = `0x${string}`

/** The schemes of x402 that pay by Permit2; each has a contract of its own as spender. */
type Permit2Scheme = keyof typeof X402_SPENDERS

const MAX_UINT256 = 2n ** 256n - 1n
const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'

const TRANSFER = [
  { name: 'permitted', type: 'TokenPermissions' },
  { name: 'spender', type: 'address' },
  { name: 'nonce', type: 'uint256' },
  { name: 'deadline', type: 'uint256' },
  { name: 'witness', type: 'Witness' },
] as const
const PERMISSIONS = [
  { name: 'token', type: 'address' },
  { name: 'amount', type: 'uint256' },
] as const
const TO = { name: 'to', type: 'address' } as const
const FACILITATOR = { name: 'facilitator', type: 'address' } as const
const VALID_AFTER = { name: 'validAfter', type: 'uint256' } as const

/** The struct types of each scheme: the witness of `upto` names who alone may settle. */
const TYPES = {
  exact: {
    PermitWitnessTransferFrom: TRANSFER,
    TokenPermissions: PERMISSIONS,
    Witness: [TO, VALID_AFTER],
  },
  upto: {
    PermitWitnessTransferFrom: TRANSFER,
    TokenPermissions: PERMISSIONS,
    Witness: [TO, FACILITATOR, VALID_AFTER],
  },
} as const

/**
 * Everything that a payment by Permit2 signs. `amount` is atomic, and the most for `upto`; `deadline` is in
 * Unix seconds; `spender` is the scheme's contract; `facilitator` is null for `exact`.
 */
export type Permit2Terms = {
  readonly scheme: Permit2Scheme
  readonly chainId: number
  readonly asset: string
  readonly from: string
  readonly payTo: string
  readonly amount: bigint
  readonly spender: string
  readonly facilitator: string | null
  readonly nonce: bigint
  readonly validAfter: bigint
  readonly deadline: bigint
}

/** The scheme's part of a payment payload (x402 exact and upto, EVM, Permit2): numbers are decimal text. */
export type Permit2Payload = {
  readonly signature: Hex
  readonly permit2Authorization: {
    readonly from: Hex
    readonly permitted: { readonly token: Hex; readonly amount: string }
    readonly spender: Hex
    readonly nonce: string
    readonly deadline: string
    readonly witness: { readonly to: Hex; readonly facilitator?: Hex; readonly validAfter: string }
  }
}

/**
 * Builds the typed data of one payment by Permit2: PermitWitnessTransferFrom with the witness of the scheme,
 * for the domain of Permit2 on the payment's chain.
 *
 * The message does not name the payer: it is whoever signs.
 *
 * @returns typed data with checksummed addresses, or the first field that cannot be signed
 */
export function buildPermit2(terms: Permit2Terms): Result<TypedData, FieldError> {
  const bad = firstMalformed(terms)
  if (bad !== null) return err(bad)
  const { scheme, chainId, asset, payTo, amount, spender, facilitator, nonce, validAfter, deadline } = terms
  const settler = facilitator === null ? {} : { facilitator: getAddress(facilitator) }
  return ok({
    domain: { name: 'Permit2', chainId: BigInt(chainId), verifyingContract: PERMIT2 },
    types: TYPES[scheme],
    primaryType: 'PermitWitnessTransferFrom',
    message: {
      permitted: { token: getAddress(asset), amount },
      spender: getAddress(spender),
      nonce,
      deadline,
      witness: { to: getAddress(payTo), ...settler, validAfter },
    },
  })
}

/**
 * Holds what would be signed against what was approved, field by field (I4). Addresses are compared without
 * regard to case; the types are compared too, since the same values under other types are another message.
 *
 * @returns the typed data itself, or the first field that differs
 */
export function checkPermit2(typed: TypedData, expected: Permit2Terms): Result<TypedData, FieldError> {
  const { domain, message } = typed
  const { permitted, witness } = message
  const { facilitator } = expected
  const of = (struct: unknown, name: string): unknown =>
    typeof struct === 'object' && struct !== null ? Reflect.get(struct, name) : undefined
  const members = facilitator === null ? 'to validAfter' : 'facilitator to validAfter'
  const pairs: readonly (readonly [field: string, signed: unknown, approved: unknown])[] = [
    ['primaryType', typed.primaryType, 'PermitWitnessTransferFrom'],
    ['types', JSON.stringify(typed.types), JSON.stringify(TYPES[expected.scheme])],
    ['domain', keysOf(domain), 'chainId name verifyingContract'],
    ['domain.name', domain.name, 'Permit2'],
    ['domain.chainId', domain.chainId, BigInt(expected.chainId)],
    ['domain.verifyingContract', lower(domain.verifyingContract), lower(PERMIT2)],
    ['message', keysOf(message), 'deadline nonce permitted spender witness'],
    ['message.permitted', keysOf(permitted), 'amount token'],
    ['message.permitted.token', lower(of(permitted, 'token')), lower(expected.asset)],
    ['message.permitted.amount', of(permitted, 'amount'), expected.amount],
    ['message.spender', lower(message.spender), lower(X402_SPENDERS[expected.scheme])],
    ['message.nonce', message.nonce, expected.nonce],
    ['message.deadline', message.deadline, expected.deadline],
    ['message.witness', keysOf(witness), members],
    ['message.witness.to', lower(of(witness, 'to')), lower(expected.payTo)],
    ['message.witness.facilitator', lower(of(witness, 'facilitator')), lower(facilitator ?? undefined)],
    ['message.witness.validAfter', of(witness, 'validAfter'), expected.validAfter],
  ]
  const differing = pairs.find(([, signed, approved]) => signed !== approved)
  if (differing === undefined) return ok(typed)
  const [field, signed, approved] = differing
  return err({ field, detail: `would sign ${String(signed)}, approved is ${String(approved)}` })
}

/** Puts signature and terms into the form that travels. */
export function permit2Payload(terms: Permit2Terms, signature: Hex): Permit2Payload {
  const { from, asset, amount, spender, nonce, deadline, payTo, facilitator, validAfter } = terms
  return {
    signature,
    permit2Authorization: {
      from: getAddress(from),
      permitted: { token: getAddress(asset), amount: amount.toString() },
      spender: getAddress(spender),
      nonce: nonce.toString(),
      deadline: deadline.toString(),
      witness: {
        to: getAddress(payTo),
        ...(facilitator === null ? {} : { facilitator: getAddress(facilitator) }),
        validAfter: validAfter.toString(),
      },
    },
  }
}

/** The EIP-712 digest of one payment by Permit2, built and checked; or the field that is wrong. */
export function permit2Digest(terms: Permit2Terms): Result<Hex, FieldError> {
  const built = buildPermit2(terms)
  const checked = built.ok ? checkPermit2(built.value, terms) : built
  return checked.ok ? ok(digestOf(checked.value)) : checked
}

function firstMalformed(terms: Permit2Terms): FieldError | null {
  const malformed = (field: string, value: unknown) => ({ field, detail: `cannot sign ${String(value)}` })
  const { scheme, facilitator, chainId, asset, from, payTo, spender } = terms
  if (!Object.hasOwn(X402_SPENDERS, scheme)) return malformed('scheme', scheme)
  for (const field of ['asset', 'from', 'payTo', 'spender'] as const)
    if (!isSomebody(terms[field])) return malformed(field, terms[field])
  if (lower(spender) !== lower(X402_SPENDERS[scheme])) return malformed('spender', spender)
  if ((facilitator !== null) !== (scheme === 'upto') || (facilitator !== null && !isSomebody(facilitator)))
    return malformed('facilitator', facilitator)
  if (lower(payTo) === lower(from)) return malformed('payTo', 'a payment to the payer')
  for (const contract of [asset, spender, PERMIT2])
    if (lower(payTo) === lower(contract)) return malformed('payTo', 'a payment to a contract on its way')
  for (const contract of [PERMIT2, ...Object.values(X402_SPENDERS)])
    if (lower(asset) === lower(contract)) return malformed('asset', 'no token')
  if (!Number.isSafeInteger(chainId) || chainId < 1) return malformed('chainId', chainId)
  for (const field of ['amount', 'nonce', 'validAfter', 'deadline'] as const) {
    const number: unknown = terms[field]
    if (typeof number !== 'bigint' || number < 0n || number > MAX_UINT256) return malformed(field, number)
  }
  // Permit2 counts a nonce of 0 like any other; but ours is of 256 random bits, so 0 is a fault.
  if (terms.nonce === 0n) return malformed('nonce', terms.nonce)
  return terms.deadline <= terms.validAfter ? malformed('deadline', terms.deadline) : null
}

const isSomebody = (text: string): boolean => isAddress(text) && lower(text) !== ZERO_ADDRESS

function lower(text: unknown): unknown {
  return typeof text === 'string' ? text.toLowerCase() : text
}

function keysOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? Object.keys(value).sort().join(' ') : ''
}
