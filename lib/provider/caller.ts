import type { RequestRow } from '@/lib/ledger/question-rows'

/** Who calls the provider, as the browser says (I7); the last two are what its document showed when it called. */
export type Caller = Pick<
  RequestRow,
  'topOrigin' | 'tabId' | 'frameId' | 'documentId' | 'reportId' | 'mayOpen'
> & {
  /** scheme, host and port; of another extension its own origin */
  readonly origin: string
  /** the document's address; absent where the browser names none */
  readonly url?: string | undefined
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

/** Counts what each origin does, in this life of the worker. @param most of it in a minute */
export function rateLimit(most: number): (origin: string) => boolean {
  const recent = new Map<string, number[]>()
  return (origin) => {
    const now = Date.now()
    const kept = (recent.get(origin) ?? []).filter((at) => now - at < 60_000)
    recent.set(origin, [...kept, now].slice(-most))
    if (recent.size > 500) recent.delete(recent.keys().next().value ?? '')
    return kept.length >= most
  }
}

/** A short text of the caller's, or nothing; anything else is no parameter. */
export function shortText(value: unknown, most = 128): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string' || value === '' || value.length > most || !value.isWellFormed())
    throw new Refusal(BAD_PARAMS, 'a text of the purchase is missing, empty or too long')
  return value
}
