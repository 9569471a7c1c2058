import { err, ok, type Result } from '@/lib/core/result'

import { digestOf } from './eip712'
import { getAddress, isAddress } from './secp256k1'

type Hex = `0x${string}`

/** The one struct this file signs: EIP-3009, TransferWithAuthorization. */
const TYPES = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

const MAX_UINT256 = 2n ** 256n - 1n
const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'

/** A facilitator wants this much life left in an authorization when it verifies (x402 exact, EVM). */
const SETTLEMENT_MARGIN_SECONDS = 6
/** v1 clients date the start back, for chains whose clock runs behind. */
const V1_BACKDATING_SECONDS = 600

/**
 * Everything that an exact EIP-3009 payment signs. `name` and `version` are the pinned ones of the
 * token, never the offer's. `value` is atomic, times are Unix seconds, `nonce` is 32 bytes in hex.
 */
export type ExactTerms = {
  readonly chainId: number
  readonly asset: string
  readonly name: string
  readonly version: string
  readonly from: string
  readonly payTo: string
  readonly value: bigint
  readonly validAfter: bigint
  readonly validBefore: bigint
  readonly nonce: string
}

/** EIP-712 typed data of one TransferWithAuthorization. */
export type TransferTypedData = {
  readonly domain: {
    readonly name: string
    readonly version: string
    readonly chainId: number
    readonly verifyingContract: Hex
  }
  readonly types: typeof TYPES
  readonly primaryType: 'TransferWithAuthorization'
  readonly message: {
    readonly from: Hex
    readonly to: Hex
    readonly value: bigint
    readonly validAfter: bigint
    readonly validBefore: bigint
    readonly nonce: Hex
  }
}

/** The scheme's part of a payment payload (x402 exact, EVM): numbers are decimal text. */
export type ExactPayload = {
  readonly authorization: {
    readonly from: Hex
    readonly to: Hex
    readonly value: string
    readonly validAfter: string
    readonly validBefore: string
    readonly nonce: Hex
  }
  readonly signature: Hex
}

/** One field that is malformed, or differs between what is approved and what would be signed. */
export type FieldError = { readonly field: string; readonly detail: string }

/**
 * Sets the time window of an exact authorization.
 *
 * The start of a v2 payment is 0, so a slow clock does no harm; v1 starts 600 s ago. Both are the
 * wallet's choice: what an offer says about them is not read.
 *
 * @param now Unix seconds
 * @param windowSeconds length that policy admits
 * @returns an error where a payment would be dead on arrival: the window is no whole number, or not
 * above the 6 s that a facilitator wants to have left
 */
export function exactWindow(
  version: 1 | 2,
  now: number,
  windowSeconds: number,
): Result<{ readonly validAfter: number; readonly validBefore: number }, FieldError> {
  if (!Number.isSafeInteger(windowSeconds) || windowSeconds <= SETTLEMENT_MARGIN_SECONDS) {
    return err({ field: 'validBefore', detail: `a window of ${windowSeconds} s cannot be settled` })
  }
  return ok({
    validAfter: version === 2 ? 0 : now - V1_BACKDATING_SECONDS,
    validBefore: now + windowSeconds,
  })
}

/**
 * Builds the typed data of one exact payment (EIP-3009, TransferWithAuthorization).
 *
 * @returns the typed data with checksummed addresses, or the first field that cannot be signed
 */
export function buildTransferWithAuthorization(terms: ExactTerms): Result<TransferTypedData, FieldError> {
  const bad = firstMalformed(terms)
  if (bad !== null) return err(bad)
  return ok({
    domain: {
      name: terms.name,
      version: terms.version,
      chainId: terms.chainId,
      verifyingContract: getAddress(terms.asset),
    },
    types: TYPES,
    primaryType: 'TransferWithAuthorization',
    message: {
      from: getAddress(terms.from),
      to: getAddress(terms.payTo),
      value: terms.value,
      validAfter: terms.validAfter,
      validBefore: terms.validBefore,
      nonce: terms.nonce as Hex,
    },
  })
}

/**
 * Holds what would be signed against what was approved, field by field (I4).
 *
 * Addresses are compared without regard to case; everything else must be equal. The struct's types
 * are compared too: the same values under another type are another message.
 *
 * @returns the typed data itself, or the first field that differs
 */
export function checkAgainstEnvelope(
  typedData: TransferTypedData,
  expected: ExactTerms,
): Result<TransferTypedData, FieldError> {
  const { domain, message } = typedData
  const pairs: readonly (readonly [field: string, signed: unknown, approved: unknown])[] = [
    ['primaryType', typedData.primaryType, 'TransferWithAuthorization'],
    ['types', JSON.stringify(typedData.types), JSON.stringify(TYPES)],
    ['domain', keysOf(domain), 'chainId name verifyingContract version'],
    ['domain.name', domain.name, expected.name],
    ['domain.version', domain.version, expected.version],
    ['domain.chainId', domain.chainId, expected.chainId],
    ['domain.verifyingContract', lower(domain.verifyingContract), lower(expected.asset)],
    ['message', keysOf(message), 'from nonce to validAfter validBefore value'],
    ['message.from', lower(message.from), lower(expected.from)],
    ['message.to', lower(message.to), lower(expected.payTo)],
    ['message.value', message.value, expected.value],
    ['message.validAfter', message.validAfter, expected.validAfter],
    ['message.validBefore', message.validBefore, expected.validBefore],
    ['message.nonce', lower(message.nonce), lower(expected.nonce)],
  ]
  const differing = pairs.find(([, signed, approved]) => signed !== approved)
  if (differing === undefined) return ok(typedData)
  const [field, signed, approved] = differing
  return err({ field, detail: `would sign ${String(signed)}, approved is ${String(approved)}` })
}

/**
 * Computes the EIP-712 digest that the key signs.
 *
 * @returns 32 bytes in hex
 */
export function hashOf(typedData: TransferTypedData): Hex {
  const { domain } = typedData
  return digestOf({ ...typedData, domain: { ...domain, chainId: BigInt(domain.chainId) } })
}

/** Puts signature and message into the form that travels (x402 exact, EVM). */
export function payloadOf(typedData: TransferTypedData, signature: Hex): ExactPayload {
  const { from, to, value, validAfter, validBefore, nonce } = typedData.message
  return {
    authorization: {
      from,
      to,
      value: value.toString(),
      validAfter: validAfter.toString(),
      validBefore: validBefore.toString(),
      nonce,
    },
    signature,
  }
}

/**
 * A signature's place holder, 65 bytes: a header made with it has the size of the signed one, so the
 * size is known before anything is signed.
 */
export const UNSIGNED: Hex = `0x${'00'.repeat(65)}`

function firstMalformed(terms: ExactTerms): FieldError | null {
  const malformed = (field: string, value: unknown) => ({ field, detail: `cannot sign ${String(value)}` })
  for (const field of ['asset', 'from', 'payTo'] as const) {
    // Sellers write addresses in any case; the checksum is no part of the address (EIP-55).
    if (!isAddress(terms[field]) || lower(terms[field]) === ZERO_ADDRESS) {
      return malformed(field, terms[field])
    }
  }
  if (lower(terms.payTo) === lower(terms.from)) return malformed('payTo', 'a payment to the payer')
  if (lower(terms.payTo) === lower(terms.asset)) return malformed('payTo', 'a payment to the token itself')
  if (!Number.isSafeInteger(terms.chainId) || terms.chainId < 1) return malformed('chainId', terms.chainId)
  if (terms.name === '') return malformed('name', 'an empty token name')
  if (terms.version === '') return malformed('version', 'an empty token version')
  if (!/^0x[0-9a-fA-F]{64}$/.test(terms.nonce)) return malformed('nonce', terms.nonce)
  for (const field of ['value', 'validAfter', 'validBefore'] as const) {
    const number: unknown = terms[field]
    if (typeof number !== 'bigint' || number < 0n || number > MAX_UINT256) return malformed(field, number)
  }
  if (terms.validBefore <= terms.validAfter) return malformed('validBefore', terms.validBefore)
  return null
}

function lower(text: string): string {
  return text.toLowerCase()
}

function keysOf(value: object): string {
  return Object.keys(value).sort().join(' ')
}
