import type { TypedMember, TypedStruct } from './eip712'

type Hex = `0x${string}`

/** An allowance that is more than the payment it was asked for; what it means in words, a screen says. */
export type Openness =
  /** so much that no number limits it */
  | 'unlimited'
  /** can still be used more than a day from now */
  | 'long-lived'

/**
 * What hangs on a Permit2 transfer and the spender checks (Permit2, witness). `text` is the witness's
 * type as encodeType spells it, beginning with its own name.
 */
export type Witness = { readonly text: string; readonly value: TypedStruct }

/** Whose money moves, on which chain, and what domain is signed. */
type Common = {
  /** CAIP-2 */
  readonly network: `eip155:${string}`
  /** name and version in the token's domain, as they will be signed; null where the domain has none */
  readonly tokenName: string | null
  readonly tokenVersion: string | null
}

/** One amount of one token, and who may take it. Amounts are atomic, times Unix seconds. */
export type SingleMovement = Common & {
  readonly kind:
    | 'transfer-with-authorization'
    | 'receive-with-authorization'
    | 'permit'
    | 'permit-dai'
    | 'permit2-transfer'
    | 'permit2-allowance'
  /** the token's contract */
  readonly asset: Hex
  /** who pays; null where the message does not say, and it is whoever signs (Permit2) */
  readonly from: Hex | null
  /** who gets the money, or may take it to where they like */
  readonly payTo: Hex
  /** the contract between, or the one that holds the allowance; null for EIP-3009 */
  readonly spender: Hex | null
  readonly amount: bigint
  readonly validAfter: bigint
  /** until when the signature can be handed in */
  readonly validBefore: bigint
  /**
   * Until when money can move by it; null where handing it in leaves an allowance that does not end by
   * itself (EIP-2612, DAI), so that time alone proves nothing.
   */
  readonly ends: bigint | null
  /** the word of that name in a Permit2 allowance, where 0 means the block it is handed in; else null */
  readonly expiration: bigint | null
  /** 32 bytes, whatever the type in the message */
  readonly nonce: Hex
  readonly witness: Witness | null
  /** the x402 scheme that this is in every field, for a Permit2 transfer; `upto`: amount is the most */
  readonly x402: 'exact' | 'upto' | null
  readonly open: Openness | null
}

/** One token of a batch; `expiration` and `nonce` are null in a transfer, where the batch has them. */
export type MovementPart = {
  readonly asset: Hex
  readonly amount: bigint
  readonly expiration: bigint | null
  readonly nonce: Hex | null
}

/** Several tokens by one signature (Permit2). */
export type BatchMovement = Common & {
  readonly kind: 'permit2-batch' | 'permit2-allowance-batch'
  readonly from: null
  readonly payTo: Hex
  readonly spender: Hex
  readonly parts: readonly MovementPart[]
  readonly validBefore: bigint
  readonly nonce: Hex | null
  readonly witness: Witness | null
  readonly open: Openness | null
}

/** Moves nothing: makes an EIP-3009 authorization void before it is used. */
export type Cancellation = Common & {
  readonly kind: 'cancel-authorization'
  readonly asset: Hex
  readonly from: Hex
  readonly nonce: Hex
}

/** What typed data does with money. */
export type Movement = SingleMovement | BatchMovement | Cancellation

const PERMISSIONS = 'TokenPermissions(address token,uint256 amount)'
const DETAILS = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)'
const AUTHORIZATION =
  '(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)'
const PERMIT2_TAIL = 'address spender,uint256 nonce,uint256 deadline'

/**
 * Every form that is read, as encodeType spells it: EIP-3009, EIP-2612, DAI's permit, Permit2. A
 * Permit2 transfer with a witness stands here without it.
 */
export const FORMS: Readonly<Record<Movement['kind'], string>> = {
  'transfer-with-authorization': `TransferWithAuthorization${AUTHORIZATION}`,
  'receive-with-authorization': `ReceiveWithAuthorization${AUTHORIZATION}`,
  'cancel-authorization': 'CancelAuthorization(address authorizer,bytes32 nonce)',
  permit: 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
  'permit-dai': 'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
  'permit2-transfer': `PermitTransferFrom(TokenPermissions permitted,${PERMIT2_TAIL})${PERMISSIONS}`,
  'permit2-batch': `PermitBatchTransferFrom(TokenPermissions[] permitted,${PERMIT2_TAIL})${PERMISSIONS}`,
  'permit2-allowance': `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${DETAILS}`,
  'permit2-allowance-batch': `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${DETAILS}`,
}

/** Reads types back from encodeType's spelling. */
export function typesOf(text: string): Record<string, readonly TypedMember[]> {
  const structs = text.matchAll(/(\w+)\(([^)]*)\)/g)
  return Object.fromEntries(
    Array.from(structs, ([, struct = '', members = '']) => [
      struct,
      members
        .split(',')
        .filter(Boolean)
        .map((member) => {
          const [type = '', name = ''] = member.split(' ')
          return { name, type }
        }),
    ]),
  )
}
