import { X402_SPENDERS } from '@/lib/core/assets/permit2'
import type { TypedStruct } from './eip712'
import type { Movement, MovementPart, Openness, Witness } from './movement'

type Hex = `0x${string}`

/** What is known of a movement besides its message: the domain, and the witness where there is one. */
export type Surroundings = {
  readonly network: Movement['network']
  /** the domain's contract: the token, or Permit2 */
  readonly contract: Hex
  readonly tokenName: string | null
  readonly tokenVersion: string | null
  readonly witness: Witness | null
}

/** More units than any token has: who may take so many may take all, now and later. */
const UNLIMITED_FROM = 2n ** 128n
const DAY = 86_400n
const MAX_UINT256 = 2n ** 256n - 1n

/** The witness that the contract of each x402 scheme holds itself to. */
const X402_WITNESSES = {
  exact: 'Witness(address to,uint256 validAfter)',
  upto: 'Witness(address to,address facilitator,uint256 validAfter)',
} as const

/**
 * Decodes the message of one known form. The form's text has fixed the type of every member, so the
 * members are taken as what they are.
 *
 * @param now Unix seconds
 */
export function decodeMovement(
  kind: Movement['kind'],
  message: TypedStruct,
  now: number,
  { contract, witness, ...domain }: Surroundings,
): Movement {
  const address = (name: string) => message[name] as Hex
  const number = (name: string) => message[name] as bigint
  const nonce = word(message.nonce ?? 0n)

  if (kind === 'cancel-authorization')
    return { kind, ...domain, asset: contract, from: address('authorizer'), nonce }

  if (kind === 'transfer-with-authorization' || kind === 'receive-with-authorization')
    return {
      kind,
      ...domain,
      asset: contract,
      from: address('from'),
      payTo: address('to'),
      spender: null,
      amount: number('value'),
      validAfter: number('validAfter'),
      validBefore: number('validBefore'),
      ends: number('validBefore'),
      expiration: null,
      nonce,
      witness: null,
      x402: null,
      open: null,
    }

  const spender = address('spender')
  const open = (amount: bigint, ends: bigint): Openness | null => openness(amount, ends, now)

  if (kind === 'permit2-batch' || kind === 'permit2-allowance-batch') {
    const transfer = kind === 'permit2-batch'
    const validBefore = number(transfer ? 'deadline' : 'sigDeadline')
    const parts = (message[transfer ? 'permitted' : 'details'] as readonly TypedStruct[]).map(partOf)
    const opens = parts.map((part) => open(part.amount, endOf(part, transfer ? 0n : validBefore)))
    return {
      kind,
      ...domain,
      from: null,
      payTo: spender,
      spender,
      parts,
      validBefore,
      nonce: transfer ? nonce : null,
      witness,
      open: opens.find((each) => each === 'unlimited') ?? opens.find((each) => each !== null) ?? null,
    }
  }

  const base = {
    ...domain,
    payTo: spender,
    spender,
    validAfter: 0n,
    expiration: null,
    nonce,
    witness: null,
    x402: null,
  }

  if (kind === 'permit' || kind === 'permit-dai') {
    const dai = kind === 'permit-dai'
    const amount = !dai ? number('value') : message.allowed === true ? MAX_UINT256 : 0n
    const validBefore = number(dai ? 'expiry' : 'deadline')
    const from = address(dai ? 'holder' : 'owner')
    return {
      kind,
      ...base,
      asset: contract,
      from,
      amount,
      validBefore,
      ends: null,
      open: open(amount, validBefore),
    }
  }

  if (kind === 'permit2-allowance') {
    const part = partOf(message.details as TypedStruct)
    const validBefore = number('sigDeadline')
    const ends = endOf(part, validBefore)
    return {
      kind,
      ...base,
      asset: part.asset,
      from: null,
      amount: part.amount,
      validBefore,
      ends,
      expiration: part.expiration,
      nonce: part.nonce ?? nonce,
      open: open(part.amount, ends),
    }
  }

  const { asset, amount } = partOf(message.permitted as TypedStruct)
  const x402 = x402Of(spender, witness)
  const bound = x402 === null ? undefined : witness?.value
  const ends = number('deadline')
  return {
    kind,
    ...base,
    asset,
    from: null,
    payTo: bound === undefined ? spender : (bound.to as Hex),
    amount,
    validAfter: bound === undefined ? 0n : (bound.validAfter as bigint),
    validBefore: ends,
    ends,
    witness,
    x402,
    open: open(amount, 0n),
  }
}

function openness(amount: bigint, ends: bigint, now: number): Openness | null {
  if (amount >= UNLIMITED_FROM) return 'unlimited'
  return amount > 0n && ends > BigInt(now) + DAY ? 'long-lived' : null
}

/** TokenPermissions or PermitDetails; the first has no expiration and no nonce of its own. */
function partOf({ token, amount, expiration, nonce }: TypedStruct): MovementPart {
  return {
    asset: token as Hex,
    amount: amount as bigint,
    expiration: expiration === undefined ? null : (expiration as bigint),
    nonce: nonce === undefined ? null : word(nonce),
  }
}

/** Permit2 reads an expiration of 0 as the block in which the signature is handed in. */
const endOf = ({ expiration }: MovementPart, deadline: bigint): bigint => expiration || deadline

/** Only the contract of x402 holds itself to the witness; any other spender pays whom it likes. */
function x402Of(spender: Hex, witness: Witness | null): 'exact' | 'upto' | null {
  const is = (scheme: 'exact' | 'upto') =>
    spender === X402_SPENDERS[scheme] && witness?.text === X402_WITNESSES[scheme]
  return is('exact') ? 'exact' : is('upto') ? 'upto' : null
}

/** Numbers as 32 bytes; what is bytes already, is. */
const word = (value: unknown): Hex =>
  typeof value === 'bigint' ? `0x${value.toString(16).padStart(64, '0')}` : (value as Hex)
