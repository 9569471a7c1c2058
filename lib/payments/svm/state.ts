import { readHead, type SvmNode } from '@/lib/chain/svm/node'
import type { NetworkDocument } from '@/lib/ledger/read/network-states'

/** How a Solana network stands, as it was read; `nodes` in the order of its addresses. */
export type SolanaState = Pick<NetworkDocument, 'kind' | 'nodes'>

/** A node this many slots behind another, ten minutes of 0.4 s each, is no witness of what is so now. */
const BEHIND_SLOTS = 1_500

/**
 * Asks every node of a Solana network how far it is. All must answer, and stand near each other: what one of them
 * does not say is not known.
 *
 * @returns the slot that all of them have finalized; null where that is not known
 */
export async function solanaHead(
  nodes: readonly SvmNode[],
): Promise<{ readonly slot: number | null; readonly state: SolanaState }> {
  const heads = await Promise.all(nodes.map(readHead))
  const slots = heads.flatMap((head) => (head.ok ? [head.value.slot] : []))
  const newest = Math.max(...slots)
  const states = heads.map((head) => {
    if (head.ok) return head.value.slot < newest - BEHIND_SLOTS ? 'behind' : 'ok'
    if (head.error.kind === 'wrong-chain') return 'wrong-chain'
    return head.error.kind === 'malformed' || head.error.kind === 'rpc' ? 'nonsense' : 'down'
  })
  const isWhole = nodes.length > 0 && states.every((state) => state === 'ok')
  const isContradicted = states.some((state) => state !== 'ok' && state !== 'down')
  const kind = isWhole ? 'ok' : isContradicted ? 'disagree' : 'down'
  return { slot: isWhole ? Math.min(...slots) : null, state: { kind, nodes: states } }
}

/** The state of a network whose nodes answered, and contradicted each other. */
export const differing = (nodes: readonly SvmNode[]): SolanaState => ({
  kind: 'disagree',
  nodes: nodes.map(() => 'differs'),
})
