import type { RequestRow } from '@/lib/ledger/schema'

/** Who calls the provider, as the browser says (I7); the last two are what its document showed when it called. */
export type Caller = Pick<
  RequestRow,
  'topOrigin' | 'tabId' | 'frameId' | 'documentId' | 'reportId' | 'mayOpen'
> & {
  /** scheme, host and port; of another extension its own origin */
  readonly origin: string
}

/** A call that is refused: an EIP-1193 or JSON-RPC code, and one neutral line that tells nothing of the owner's. */
export class Refusal extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message)
  }
}

/** EIP-1193: the person said no. */
export const REJECTED = 4001
/** EIP-1193: the origin has no permission for this. */
export const UNAUTHORIZED = 4100
/** EIP-1193: there is no such method here. */
export const UNSUPPORTED = 4200
/** EIP-1193: the provider knows no such chain. */
export const CHAIN_UNKNOWN = 4902
/** JSON-RPC: the parameters are not of the method's form. */
export const BAD_PARAMS = -32602
/** EIP-1474: too many calls. */
export const LIMITED = -32005
