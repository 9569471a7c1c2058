import type { Chain } from '@/lib/chain/chain'
import { openReading, type Reading } from '@/lib/chain/reading'
import type { SvmNode } from '@/lib/chain/svm/node'
import { isSolana } from '@/lib/core/assets/svm-networks'
import type { SvmParts } from '@/lib/late/svm-parts'
import type { Ledger } from '@/lib/ledger/schema'
import { writeNetworkState } from '@/lib/ledger/write/network-state'

/** What watching needs of the wallet. */
export type WatchDeps = {
  readonly ledger: Ledger
  /** Solana's part, loaded once something is watched there, and the nodes of a network */
  readonly solana?: {
    readonly load: () => Promise<SolanaWatch>
    readonly nodesOf: (network: string) => Promise<readonly SvmNode[]>
  }
  /** every address of ours, on EVM and on Solana */
  readonly accounts: readonly string[]
  /** the nodes of a network and how deep a block must be there; null for a network that is not known */
  readonly nodesOf: (
    network: string,
  ) => Promise<{ readonly nodes: readonly Chain[]; readonly depth: number } | null>
  /** what is known to be held, as last read */
  readonly balances: readonly {
    readonly account: string
    readonly network: string
    readonly asset: string
    readonly amount: string
  }[]
  /** Unix milliseconds */
  readonly now: () => number
}

/** What watching a Solana network takes, of its own part. */
type SolanaWatch = Pick<SvmParts, 'readSolana' | 'solanaHead'>

/** Names the row of an account and an asset; case is a checksum on EVM, and part of the address on Solana. */
export const watchId = (account: string, network: string, asset: string): string =>
  isSolana(network)
    ? `${account}/${network}/${asset}`
    : `${account.toLowerCase()}/${network}/${asset.toLowerCase()}`

/** Whether an address can be one of a network: those of EVM begin with 0x, which base58 does not have. */
export const isOfNetwork = (account: string, network: string): boolean =>
  account.startsWith('0x') !== isSolana(network)

/**
 * Opens a reading of a network by the rule of reconciliation: what is below its block is not expected to change
 * any more, and what is read in it was said by enough nodes and contradicted by none.
 *
 * @returns null where nothing can be read for certain, which the screens are told
 */
export async function openOn({ ledger, nodesOf, now }: WatchDeps, network: string): Promise<Reading | null> {
  const chain = await nodesOf(network)
  if (chain === null) return null
  const { reading, state } = await openReading(chain.nodes, chain.depth)
  if (reading === null) await writeNetworkState(ledger, network, state, now())
  return reading
}

/** The newest block, on Solana slot, that counts for watching, and its time; null where nothing is known for certain. */
export async function headOf(deps: WatchDeps, network: string): Promise<number | null> {
  if (!isSolana(network)) {
    const reading = await openOn(deps, network)
    return reading === null ? null : Number(reading.block.number)
  }
  if (deps.solana === undefined) return null
  const { solanaHead } = await deps.solana.load()
  const { slot, state } = await solanaHead(await deps.solana.nodesOf(network))
  if (slot === null) await writeNetworkState(deps.ledger, network, state, deps.now())
  return slot
}
