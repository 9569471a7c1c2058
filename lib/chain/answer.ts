import { err, ok, type Result } from '@/lib/core/result'

/** What a node answered, or why it is unknown. */
export type Answer<T> = Result<T, RpcFault>

/**
 * Why a node gave no usable answer. None of them says anything about the chain: unknown stays unknown.
 *
 * 'rpc' is the node's own error (JSON-RPC 2.0, section 5.1) with its code; its text is the server's and
 * is not kept. No fault carries the URL, which may hold the owner's key to the node.
 */
export type RpcFault =
  | {
      readonly kind:
        | 'network'
        | 'timeout'
        | 'aborted'
        | 'resting'
        | 'redirected'
        | 'too-large'
        | 'malformed'
        | 'wrong-chain'
    }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'rpc'; readonly code: number }

/** Wraps a fault without further fields. */
export const fault = (kind: Exclude<RpcFault['kind'], 'status' | 'rpc'>): Answer<never> => err({ kind })

/** Reads an answer further; a reader that cannot returns undefined, and the answer counts as malformed. */
export function read<T>(answer: Answer<unknown>, reader: (value: unknown) => T | undefined): Answer<T> {
  if (!answer.ok) return answer
  const value = reader(answer.value)
  return value === undefined ? fault('malformed') : ok(value)
}
