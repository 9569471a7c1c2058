import { PERMIT2 } from '@/lib/core/assets/permit2'
import { err, ok, type Result } from '@/lib/core/result'
import { digestOf, type TypedData, type TypedStruct } from './eip712'
import type { FieldError } from './exact-eip3009'
import { FORMS, type Movement, type MovementPart, typesOf } from './movement'

/**
 * Builds the typed data of a movement from its decoded fields alone, so that what is signed says what
 * was decided on (I4). A witness is taken over as it was read.
 *
 * EIP712Domain is left to follow from the domain, in the order of EIP-712.
 */
export function buildMovement(movement: Movement): TypedData {
  const own = FORMS[movement.kind]
  const witness = 'witness' in movement ? movement.witness : null
  const plain = own.slice(0, own.indexOf('('))
  // Permit2 puts the word before the last two: PermitWitnessTransferFrom, PermitBatchWitnessTransferFrom.
  const primaryType = witness === null ? plain : plain.replace('Transfer', 'WitnessTransfer')
  const { [plain]: members = [], ...others } = typesOf(own)
  const hung = witness === null ? [] : [{ name: 'witness', type: nameOf(witness.text) }]
  return {
    domain: domainOf(movement),
    types: { ...typesOf(witness?.text ?? ''), ...others, [primaryType]: [...members, ...hung] },
    primaryType,
    message: witness === null ? messageOf(movement) : { ...messageOf(movement), witness: witness.value },
  }
}

/**
 * Holds the page's typed data against the one built from what was read of it: equal digests mean that
 * the signature over ours is the one the page asked for, and that nothing in it went unread (I4).
 *
 * @returns what to sign, ours
 */
export function checkSame(page: TypedData, movement: Movement): Result<TypedData, FieldError> {
  const built = buildMovement(movement)
  return digestOf(built) === digestOf(page)
    ? ok(built)
    : err({ field: 'typedData', detail: 'says more than was read of it' })
}

const nameOf = (text: string) => text.slice(0, text.indexOf('('))

function domainOf(movement: Movement): TypedData['domain'] {
  const chainId = BigInt(movement.network.slice('eip155:'.length))
  if (movement.kind.startsWith('permit2') || !('asset' in movement))
    return { name: 'Permit2', chainId, verifyingContract: PERMIT2 }
  const { tokenName, tokenVersion, asset } = movement
  return {
    ...(tokenName !== null && { name: tokenName }),
    ...(tokenVersion !== null && { version: tokenVersion }),
    chainId,
    verifyingContract: asset,
  }
}

function messageOf(movement: Movement): TypedStruct {
  switch (movement.kind) {
    case 'cancel-authorization':
      return { authorizer: movement.from, nonce: movement.nonce }
    case 'permit2-batch':
      return {
        permitted: movement.parts.map(({ asset, amount }) => ({ token: asset, amount })),
        spender: movement.spender,
        nonce: BigInt(movement.nonce ?? 0),
        deadline: movement.validBefore,
      }
    case 'permit2-allowance-batch':
      return {
        details: movement.parts.map(details),
        spender: movement.spender,
        sigDeadline: movement.validBefore,
      }
  }
  const { asset, amount, payTo, validAfter, validBefore, nonce } = movement
  const from = movement.from ?? ''
  const spender = movement.spender ?? ''
  switch (movement.kind) {
    case 'permit':
      return { owner: from, spender, value: amount, nonce: BigInt(nonce), deadline: validBefore }
    case 'permit-dai':
      return { holder: from, spender, nonce: BigInt(nonce), expiry: validBefore, allowed: amount > 0n }
    case 'permit2-transfer':
      return { permitted: { token: asset, amount }, spender, nonce: BigInt(nonce), deadline: validBefore }
    case 'permit2-allowance':
      return {
        details: details({ asset, amount, expiration: movement.expiration, nonce }),
        spender,
        sigDeadline: validBefore,
      }
    default:
      return { from, to: payTo, value: amount, validAfter, validBefore, nonce }
  }
}

const details = ({ asset, amount, expiration, nonce }: MovementPart): TypedStruct => ({
  token: asset,
  amount,
  expiration: expiration ?? 0n,
  nonce: BigInt(nonce ?? 0),
})
